/* conclude.c -- what joined workers say is refuted again here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bounded/conclude.h"
#include "engine/conclude.h"
#include "frontend/boogie/boogie.h"

/* A proof of nothing but main: right for the first, wrong for the second. */
static enum verdict
conclude (const char *source, bool doubt)
{
    struct program program;
    struct problem problem = {0};
    struct options options;
    options_init (&options);
    program_init (&program, "text");
    assert_true (
        boogie_read (&program, source, strlen (source), "text", &problem));
    struct prepared x;
    assert_true (prepare (&x, &program, &options, &problem));
    struct vec_partition leaves = {0};
    struct partition whole;
    partition_init (&whole);
    VEC_PUSH (leaves, whole);
    struct outcome o;
    outcome_init (&o);
    conclude_safe (&x, &leaves, doubt, &o);
    enum verdict verdict = o.verdict;
    outcome_clear (&o);
    partition_clear (&leaves.at[0]);
    VEC_CLEAR (leaves);
    prepared_clear (&x);
    program_clear (&program);
    return verdict;
}

static void
test_doubt (void **state)
{
    (void) state;
    const char *good = "procedure main() { assert 1 < 2; }";
    const char *bad = "procedure main() { var x: int; assert x < 2; }";
    assert_int_equal (conclude (good, true), VERDICT_SAFE);
    assert_int_equal (conclude (bad, true), VERDICT_UNKNOWN);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (test_doubt)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
