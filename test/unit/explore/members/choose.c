/* choose.c -- a sample of states tells by which part they are shared best. */
#include "explore/members/choose.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "model/model.h"

struct choice {
    enum option_partition partition;
    unsigned some;
};

static struct choice
choose (const char *line, unsigned members, enum option_partition from)
{
    struct problem p = {0};
    generator *g = model_read (line, strlen (line), "model", &p);
    assert_non_null (g);
    struct choice c = {.partition = from};
    owners_choose (g, members, &c.partition, &c.some);
    g->class->free (g);
    return c;
}

/* Philosophers leave each other alone: a few of them tell owners, more where
 * there are more members. */
static void
few_of_many (void **state)
{
    (void) state;
    struct choice two = choose ("cohort-model phil 10", 2, PARTITION_AUTO);
    struct choice many = choose ("cohort-model phil 10", 16, PARTITION_AUTO);
    assert_int_equal (two.partition, PARTITION_THREADS);
    assert_int_equal (many.partition, PARTITION_THREADS);
    assert_true (two.some < many.some);
    assert_true (many.some <= PARTIAL_THREADS_MOST);
}

static void
the_same_again (void **state)
{
    (void) state;
    for (unsigned members = 2; members < 6; members++) {
        struct choice a =
            choose ("cohort-model bakery 3 4", members, PARTITION_AUTO);
        struct choice b =
            choose ("cohort-model bakery 3 4", members, PARTITION_AUTO);
        assert_int_equal (a.partition, b.partition);
        assert_int_equal (a.some, b.some);
    }
}

/* Who asks for threads gets them, even alone. */
static void
as_asked (void **state)
{
    (void) state;
    struct choice c = choose ("cohort-model phil 6", 3, PARTITION_THREADS);
    assert_int_equal (c.partition, PARTITION_THREADS);
    assert_true (c.some >= 1);
    c = choose ("cohort-model phil 6", 1, PARTITION_THREADS);
    assert_int_equal (c.partition, PARTITION_THREADS);
    c = choose ("cohort-model phil 6", 1, PARTITION_AUTO);
    assert_int_equal (c.partition, PARTITION_HASH);
}

/* Where parts tell nothing, all of the state does. */
static void
no_parts (void **state)
{
    (void) state;
    struct choice c = choose ("cohort-model deep 2 40", 4, PARTITION_AUTO);
    assert_int_equal (c.partition, PARTITION_HASH);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (few_of_many), cmocka_unit_test (the_same_again),
        cmocka_unit_test (as_asked), cmocka_unit_test (no_parts)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
