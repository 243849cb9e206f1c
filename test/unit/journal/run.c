/* run.c -- run directories: made once, continued only as they were made. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "journal/run.h"

static char dir[64];
static struct options options;
static struct run_identity identity;

static int
setup (void **state)
{
    (void) state;
    strcpy (dir, "/tmp/cohort-run-XXXXXX");
    options_init (&options);
    identity = (struct run_identity) {
        .version = "1.0",
        .solver = "a solver 4.8",
        .input = "input.smt2",
        .digest = digest_string ("the input"),
        .options = &options,
    };
    return !mkdtemp (dir);
}

static char *
inside (const char *name)
{
    static char path[128];
    snprintf (path, sizeof path, "%s/%s", dir, name);
    return path;
}

static int
teardown (void **state)
{
    (void) state;
    static const char *const names[] = {"manifest", "memo", "journal", "lock",
                                        "outcome"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        unlink (inside (names[i]));
    return rmdir (dir);
}

static void
refused (run *r, struct problem *p, const char *why)
{
    assert_null (r);
    assert_int_equal (p->kind, PROBLEM_USAGE);
    if (!strstr (p->message, why))
        fail_msg ("\"%s\" does not say \"%s\"", p->message, why);
    *p = (struct problem) {0};
}

static void
answers_and_rounds_survive (void **state)
{
    (void) state;
    struct problem p = {0};
    struct digest item = digest_string ("item"), d = digest_string ("round");
    run *r = run_create (dir, &identity, &p);
    assert_non_null (r);
    assert_string_equal (run_directory (r), dir);
    assert_true (memo_put (run_memo (r), item, bytes_of ("answer"), 3, 4));
    assert_true (run_passed (r, 1, d, &p));
    assert_true (run_passed (r, 1, d, &p));
    assert_true (run_save (r, "outcome", "SAFE\n", 5, &p));
    run_free (r);

    /* Name of the input and resources may differ. */
    identity.input = "../input.smt2";
    options.workers = 17;
    r = run_resume (dir, &identity, &p);
    assert_non_null (r);
    struct bytes answer;
    uint64_t units;
    assert_true (memo_get (run_memo (r), item, &answer, &units));
    assert_true (bytes_equal (answer, bytes_of ("answer")));
    assert_true (run_passed (r, 1, d, &p));
    assert_true (run_passed (r, 2, item, &p));
    assert_int_equal (p.kind, PROBLEM_NONE);
    assert_false (run_passed (r, 1, item, &p));
    assert_non_null (strstr (p.message, "round 1"));
    run_free (r);
}

static void
made_only_once (void **state)
{
    (void) state;
    struct problem p = {0};
    run_free (run_create (dir, &identity, &p));
    refused (run_create (dir, &identity, &p), &p, "--resume=");
    unlink (inside ("manifest"));
    refused (run_create (dir, &identity, &p), &p, "without a manifest");
    refused (run_create ("/nonexistent/run", &identity, &p), &p,
             "No such file");
}

static void
one_process_at_a_time (void **state)
{
    (void) state;
    struct problem p = {0};
    run *r = run_create (dir, &identity, &p);
    refused (run_resume (dir, &identity, &p), &p, "another process");
    refused (run_create (dir, &identity, &p), &p, "another process");
    run_free (r);
    r = run_resume (dir, &identity, &p);
    assert_non_null (r);
    run_free (r);
}

static void
differences_are_named (void **state)
{
    (void) state;
    struct problem p = {0};
    run_free (run_create (dir, &identity, &p));
    struct run_identity old = identity;

    identity.version = "1.1";
    refused (run_resume (dir, &identity, &p), &p,
             "version was \"1.0\" and is now \"1.1\"");
    identity = old;
    identity.solver = "a solver 4.9";
    refused (run_resume (dir, &identity, &p), &p,
             "solver was \"a solver 4.8\" and is now \"a solver 4.9\"");
    identity = old;
    identity.digest = digest_string ("another input");
    refused (run_resume (dir, &identity, &p), &p, "digest was \"");
    identity = old;
    options.bound = 7;
    refused (run_resume (dir, &identity, &p), &p,
             "bound was \"0\" and is now \"7\"");
    options.bound = 0;
    options.strict = true;
    refused (run_resume (dir, &identity, &p), &p,
             "strict was \"no\" and is now \"yes\"");
}

static void
damaged_manifests (void **state)
{
    (void) state;
    struct problem p = {0};
    refused (run_resume (dir, &identity, &p), &p, "no run to continue here");
    run_free (run_create (dir, &identity, &p));
    size_t size;
    char *data = text_file (inside ("manifest"), &size);
    for (size_t cut = 0; cut < size; cut++) {
        assert_true (text_save (inside ("manifest"), data, cut));
        refused (run_resume (dir, &identity, &p), &p, "damaged");
    }
    for (size_t at = 0; at < size; at++) {
        data[at] ^= 0x20;
        assert_true (text_save (inside ("manifest"), data, size));
        data[at] ^= 0x20;
        refused (run_resume (dir, &identity, &p), &p, "damaged");
    }
    memory_free (data);
}

/* A manifest of a version with other options. */
static void
other_options (void **state)
{
    (void) state;
    struct problem p = {0};
    run_free (run_create (dir, &identity, &p));
    size_t size;
    char *data = text_file (inside ("manifest"), &size);
    struct text t;
    text_init (&t);
    text_add_n (&t, data, (size_t) (strstr (data, "checksum: ") - data));
    text_add (&t, "novelty: yes\n");
    char sum[DIGEST_TEXT];
    digest_print (digest_string (text_view (&t)), sum);
    text_print (&t, "checksum: %s\n", sum);
    assert_true (text_save (inside ("manifest"), text_view (&t), t.size));
    refused (run_resume (dir, &identity, &p), &p, "\"novelty: yes\"");
    text_clear (&t);
    memory_free (data);
}

static void
torn_journals (void **state)
{
    (void) state;
    struct problem p = {0};
    run *r = run_create (dir, &identity, &p);
    struct digest one = digest_string ("1"), two = digest_string ("2");
    assert_true (run_passed (r, 1, one, &p));
    assert_true (run_passed (r, 2, two, &p));
    run_free (r);
    size_t size;
    char *data = text_file (inside ("journal"), &size);
    for (size_t cut = size / 2; cut <= size; cut++) {
        assert_true (text_save (inside ("journal"), data, cut));
        r = run_resume (dir, &identity, &p);
        assert_non_null (r);
        assert_true (run_passed (r, 1, one, &p));
        /* Round 2 is known exactly if its line is whole. */
        assert_int_equal (run_passed (r, 2, one, &p), cut < size);
        p = (struct problem) {0};
        run_free (r);
        r = run_resume (dir, &identity, &p);
        assert_true (run_passed (r, 2, cut < size ? one : two, &p));
        run_free (r);
    }
    memory_free (data);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown (answers_and_rounds_survive, setup,
                                         teardown),
        cmocka_unit_test_setup_teardown (made_only_once, setup, teardown),
        cmocka_unit_test_setup_teardown (one_process_at_a_time, setup,
                                         teardown),
        cmocka_unit_test_setup_teardown (differences_are_named, setup,
                                         teardown),
        cmocka_unit_test_setup_teardown (damaged_manifests, setup, teardown),
        cmocka_unit_test_setup_teardown (other_options, setup, teardown),
        cmocka_unit_test_setup_teardown (torn_journals, setup, teardown),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
