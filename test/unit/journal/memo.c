/* memo.c -- answers are kept, compared, and survive a torn file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/text.h"
#include "journal/memo.h"

enum { RECORDS = 5 };

static char path[] = "/tmp/cohort-memo-XXXXXX";

static int
setup (void **state)
{
    (void) state;
    strcpy (path + sizeof path - 7, "XXXXXX");
    int fd = mkstemp (path);
    return fd < 0 || close (fd);
}

static int
teardown (void **state)
{
    (void) state;
    return unlink (path);
}

static struct digest
item (unsigned i)
{
    char name[16];
    snprintf (name, sizeof name, "item %u", i);
    return digest_string (name);
}

/* Answers of different sizes; the first one is empty. */
static struct bytes
answer (unsigned i)
{
    static const char all[] = "abcdefghijklmnopqrstuvwxyz";
    return (struct bytes) {(const uint8_t *) all, i * 5 % 26};
}

static void
fill (memo *m, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        assert_true (memo_put (m, item (i), answer (i), 10 + i, 1000 + i));
}

/* Items of two programs may have equal bytes: each has its own answer, also
 * when the file is opened again. */
static void
programs_are_apart (void **state)
{
    (void) state;
    struct problem p = {0};
    struct bytes got;
    uint64_t units;
    for (int again = 0; again < 2; again++) {
        memo *base = memo_open (path, &p);
        memo *one = memo_of (base, digest_string ("one")),
             *two = memo_of (base, digest_string ("two"));
        if (!again) {
            assert_true (memo_put (one, item (1), answer (1), 7, 70));
            assert_false (memo_get (two, item (1), &got, &units));
            assert_true (memo_put (two, item (1), answer (2), 8, 80));
            assert_false (memo_put (two, item (1), answer (1), 7, 70));
        }
        assert_false (memo_get (base, item (1), &got, &units));
        assert_true (memo_get (one, item (1), &got, &units));
        assert_true (bytes_equal (got, answer (1)) && units == 7);
        assert_true (memo_get (two, item (1), &got, &units));
        assert_true (bytes_equal (got, answer (2)) && units == 8);
        assert_int_equal (memo_cost_ns (two, item (1)), 80);
        assert_int_equal (memo_count (one), 2);
        assert_true (memo_sync (two, true, &p));
        memo_free (one);
        memo_free (two);
        memo_free (base);
    }
}

static void
expect (const memo *m, unsigned n)
{
    assert_int_equal (memo_count (m), n);
    for (unsigned i = 0; i < n; i++) {
        struct bytes got;
        uint64_t units;
        assert_true (memo_get (m, item (i), &got, &units));
        assert_true (bytes_equal (got, answer (i)));
        assert_int_equal (units, 10 + i);
        assert_int_equal (memo_cost_ns (m, item (i)), 1000 + i);
    }
    struct bytes got;
    uint64_t units;
    assert_false (memo_get (m, item (n), &got, &units));
    assert_int_equal (memo_cost_ns (m, item (n)), 0);
}

static void
second_answers_are_compared (void **state)
{
    (void) state;
    memo *m = memo_new ();
    fill (m, RECORDS);
    expect (m, RECORDS);
    assert_true (memo_put (m, item (3), answer (3), 13, 7));
    assert_false (memo_put (m, item (3), answer (4), 13, 7));
    assert_false (memo_put (m, item (3), answer (3), 14, 7));
    expect (m, RECORDS);
    memo_free (m);
}

static void
answers_survive (void **state)
{
    (void) state;
    struct problem p = {0};
    memo *m = memo_open (path, &p);
    assert_non_null (m);
    fill (m, 3);
    assert_true (memo_sync (m, true, &p));
    memo_free (m);
    m = memo_open (path, &p);
    expect (m, 3);
    fill (m, RECORDS); /* the first three are known and not written again */
    memo_free (m);
    m = memo_open (path, &p);
    expect (m, RECORDS);
    memo_free (m);
    assert_int_equal (p.kind, PROBLEM_NONE);
}

/* What memo_sync has written without a final sync is seen by others. */
static void
written_before_synced (void **state)
{
    (void) state;
    struct problem p = {0};
    memo *m = memo_open (path, &p);
    fill (m, RECORDS);
    assert_true (memo_sync (m, false, &p));
    memo *other = memo_open (path, &p);
    expect (other, RECORDS);
    memo_free (other);
    memo_free (m);
}

static char *
whole (size_t ends[RECORDS + 1], size_t *size)
{
    struct problem p = {0};
    memo *m = memo_open (path, &p);
    fill (m, RECORDS);
    memo_free (m);
    ends[0] = 0;
    for (unsigned i = 0; i < RECORDS; i++)
        ends[i + 1] = ends[i] + 44 + answer (i).size;
    char *data = text_file (path, size);
    assert_non_null (data);
    assert_int_equal (*size, ends[RECORDS]);
    return data;
}

/* Opens, expects `n` records, fills up and opens again. */
static void
heals (unsigned n)
{
    struct problem p = {0};
    memo *m = memo_open (path, &p);
    expect (m, n);
    fill (m, RECORDS);
    memo_free (m);
    m = memo_open (path, &p);
    expect (m, RECORDS);
    memo_free (m);
    assert_int_equal (p.kind, PROBLEM_NONE);
}

static void
cut_anywhere (void **state)
{
    (void) state;
    size_t ends[RECORDS + 1], size;
    char *data = whole (ends, &size);
    for (size_t cut = 0; cut <= size; cut++) {
        assert_true (text_save (path, data, cut));
        unsigned n = 0;
        while (n < RECORDS && ends[n + 1] <= cut)
            n++;
        heals (n);
    }
    memory_free (data);
}

static void
damaged_anywhere (void **state)
{
    (void) state;
    size_t ends[RECORDS + 1], size;
    char *data = whole (ends, &size);
    for (size_t at = 0; at < size; at++) {
        data[at] ^= 0x40;
        assert_true (text_save (path, data, size));
        data[at] ^= 0x40;
        unsigned n = 0;
        while (ends[n + 1] <= at)
            n++;
        heals (n);
    }
    memory_free (data);
}

static void
full_disk (void **state)
{
    (void) state;
    struct problem p = {0};
    memo *m = memo_open (path, &p);
    struct rlimit old, small;
    assert_int_equal (getrlimit (RLIMIT_FSIZE, &old), 0);
    small = old;
    small.rlim_cur = 100;
    signal (SIGXFSZ, SIG_IGN);
    assert_int_equal (setrlimit (RLIMIT_FSIZE, &small), 0);
    fill (m, RECORDS);
    bool good = memo_sync (m, true, &p);
    assert_int_equal (setrlimit (RLIMIT_FSIZE, &old), 0);
    assert_false (good);
    assert_int_equal (p.kind, PROBLEM_RESOURCE);
    assert_non_null (strstr (p.message, "run directory: "));
    expect (m, RECORDS);
    /* It stays failed, so nothing is written after the hole. */
    struct problem again = {0};
    assert_false (memo_sync (m, false, &again));
    memo_free (m);
    heals (2);
}

static void
unopenable (void **state)
{
    (void) state;
    struct problem p = {0};
    assert_null (memo_open ("/nonexistent/memo", &p));
    assert_int_equal (p.kind, PROBLEM_RESOURCE);
    assert_non_null (strstr (p.message, "No such file"));
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown (programs_are_apart, setup, teardown),
        cmocka_unit_test (second_answers_are_compared),
        cmocka_unit_test_setup_teardown (answers_survive, setup, teardown),
        cmocka_unit_test_setup_teardown (written_before_synced, setup,
                                         teardown),
        cmocka_unit_test_setup_teardown (cut_anywhere, setup, teardown),
        cmocka_unit_test_setup_teardown (damaged_anywhere, setup, teardown),
        cmocka_unit_test_setup_teardown (full_disk, setup, teardown),
        cmocka_unit_test (unopenable),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
