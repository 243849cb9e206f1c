/* execution_stage.c -- programs are run until one fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

#include "auto/concrete/execution_stage.h"
#include "frontend/boogie/boogie.h"

#define HEAD \
    "procedure {:entrypoint} main() {\n  var i, x: int; var m: [int]int;\n"

/* Goes that it took until a run was found that fails; 0: none in four. */
static unsigned
goes_until (const char *source, struct digest *digest)
{
    struct program p;
    struct problem problem = {0};
    struct log log;
    struct outcome o;
    unsigned go = 0;
    program_init (&p, "t.bpl");
    if (!boogie_read (&p, source, strlen (source), "t.bpl", &problem))
        fail_msg ("%s", problem.message);
    log_init (&log, LOG_QUIET, PROGRESS_NONE, NULL);
    outcome_init (&o);
    uint32_t entry = program_find (&p, "main");
    runs *r = runs_new (&p, entry, &log, &problem);
    assert_non_null (r);
    do {
        outcome_clear (&o);
        runs_go (r, (uint64_t) 2000 << go++, &o);
        assert_true (o.verdict != VERDICT_SAFE);
    } while (o.verdict == VERDICT_UNKNOWN && go < 4);
    if (digest)
        *digest = o.digest;
    if (o.verdict == VERDICT_UNSAFE)
        assert_non_null (o.derivation);
    else
        assert_string_equal (o.reason, "budget");
    bool found = o.verdict == VERDICT_UNSAFE;
    runs_free (r);
    outcome_clear (&o);
    program_clear (&p);
    return found ? go : 0;
}

#define LOOP(rounds)                                                     \
    "  start: i := 0; goto head;\n"                                      \
    "  head: goto body, done;\n"                                         \
    "  body: assume i < " rounds "; m[i] := i; i := i + 1; goto head;\n" \
    "  done: assume !(i < " rounds ");"

static void
long_loops_are_run (void **unused)
{
    (void) unused;
    /* The first go has 4,000 steps. */
    assert_int_equal (
        goes_until (HEAD LOOP ("100") " assert m[7] == 8; return;\n}\n", NULL),
        1);
    assert_int_equal (
        goes_until (HEAD LOOP ("3000") " assert m[7] == 8; return;\n}\n", NULL),
        2);
    assert_int_equal (
        goes_until (HEAD LOOP ("3000") " assert m[7] == 7; return;\n}\n", NULL),
        0);
}

/* A run that does not end leaves steps to others. */
static void
endless_runs_are_no_obstacle (void **unused)
{
    (void) unused;
    assert_true (
        goes_until (HEAD "  start: havoc x; goto one, two;\n"
                         "  one: assume x < 40; goto one;\n"
                         "  two: assume !(x < 40); assert false; return;\n}\n",
                    NULL)
        > 0);
}

static void
memory_that_was_never_written_differs (void **unused)
{
    (void) unused;
    assert_int_equal (goes_until ("var a, b: [int]int;\n" HEAD
                                  "  start: assert a[3] == b[3]; return;\n}\n",
                                  NULL),
                      1);
    assert_int_equal (goes_until ("var a: [int]int;\n" HEAD
                                  "  start: assert a[0] == a[1]; return;\n}\n",
                                  NULL),
                      1);
}

/* What is not modelled is no failure, and what is assumed holds. */
static void
only_failures_count (void **unused)
{
    (void) unused;
    assert_int_equal (
        goes_until (HEAD "  start: assert {:cut \"this\"} false; return;\n}\n",
                    NULL),
        0);
    assert_int_equal (goes_until (HEAD "  start: havoc x; assume x == 12345678;"
                                       " assert x != 12345678; return;\n}\n",
                                  NULL),
                      1); /* the program knows that number */
    assert_int_equal (goes_until (HEAD "  start: havoc x; assume x < x;"
                                       " assert false; return;\n}\n",
                                  NULL),
                      0);
}

static void
what_is_found_is_always_the_same (void **unused)
{
    (void) unused;
    struct digest a, b;
    const char *source = HEAD "  start: havoc x; assume x > 20; assert x < 23;"
                              " return;\n}\n";
    assert_true (goes_until (source, &a) > 0);
    assert_true (goes_until (source, &b) > 0);
    assert_true (digest_equal (a, b));
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (long_loops_are_run),
        cmocka_unit_test (endless_runs_are_no_obstacle),
        cmocka_unit_test (memory_that_was_never_written_differs),
        cmocka_unit_test (only_failures_count),
        cmocka_unit_test (what_is_found_is_always_the_same),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
