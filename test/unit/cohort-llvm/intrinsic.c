/* intrinsic.c -- names of LLVM's intrinsics, and no byte beyond them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "cohort-llvm/intrinsic.h"

/* In memory that is as long as the name, for the address sanitizer. */
static bool
fits (const char *name, const char *row)
{
    char *copy = strdup (name);
    assert_non_null (copy);
    bool fit = intrinsic_fits (copy, row);
    free (copy);
    return fit;
}

static void
types_may_follow (void **state)
{
    (void) state;
    assert_true (fits ("sin", "sin"));
    assert_true (fits ("sin.f64", "sin"));
    assert_true (fits ("memcpy.p0.p0.i64", "memcpy"));
    assert_true (fits ("sadd.with.overflow.v4i32", "sadd.with.overflow"));
}

static void
nothing_else_may (void **state)
{
    (void) state;
    assert_false (fits ("sinh", "sin"));
    assert_false (fits ("si", "sin"));
    assert_false (fits ("sin.", "sin"));
    assert_false (fits ("sin.f", "sin"));
    assert_false (fits ("sin.x64", "sin"));
    assert_false (fits ("fma.with", "fma"));
}

/* "sin." ends behind its point, whatever lies there. */
static void
names_end_where_they_end (void **state)
{
    (void) state;
    static const char point[] = "sin.\0"
                                "5",
                      type[] = "sin.f\0"
                               "5";
    assert_false (intrinsic_fits (point, "sin"));
    assert_false (intrinsic_fits (type, "sin"));
}

int
main (void)
{
    const struct CMUnitTest test[] = {
        cmocka_unit_test (types_may_follow),
        cmocka_unit_test (nothing_else_may),
        cmocka_unit_test (names_end_where_they_end),
    };
    return cmocka_run_group_tests (test, NULL, NULL);
}
