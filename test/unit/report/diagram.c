/* diagram.c -- diagrams: nodes are found by id or number, and large ones made small. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>

#include "report/diagram.h"

/* Groups of ten nodes, a chain through all of them. */
static struct diagram *
chain (unsigned groups)
{
    struct diagram *d = diagram_new ();
    for (unsigned g = 0; g < groups; g++) {
        char name[20];
        snprintf (name, sizeof name, "g%u", g);
        diagram_group (d, name);
        for (unsigned i = 0; i < 10; i++) {
            snprintf (name, sizeof name, "%u/%u", g, i);
            diagram_node (d, (struct diagram_node) {.id = memory_string (name),
                                                    .group = g});
        }
    }
    for (uint32_t i = 1; i < d->node.size; i++)
        diagram_edge (d, i - 1, i, DIAGRAM_NEXT, "e");
    return d;
}

static void
finding (void **state)
{
    (void) state;
    struct diagram *d = chain (2);
    diagram_node (d, (struct diagram_node) {.id = memory_string ("100"),
                                            .numbered = true,
                                            .first = 100,
                                            .last = 107});
    assert_int_equal (diagram_find (d, "1/3"), 13);
    assert_int_equal (diagram_find (d, "1/11"), UINT32_MAX);
    assert_int_equal (diagram_find (d, NULL), UINT32_MAX);
    assert_int_equal (diagram_find (d, ""), UINT32_MAX);
    assert_int_equal (diagram_find (d, "100"), 20);
    assert_int_equal (diagram_find (d, "107"), 20);
    assert_int_equal (diagram_find (d, "108"), UINT32_MAX);
    assert_int_equal (diagram_find (d, "105x"), UINT32_MAX);
    diagram_free (d);
    diagram_free (NULL);
}

static void
thinning (void **state)
{
    (void) state;
    struct diagram *d = chain (10);
    const char *wanted[] = {"7/9", NULL, "7/3", "9/0", "none"};
    diagram_thin (d, 100, wanted, 5);
    assert_int_equal (d->node.size, 100);
    assert_int_equal (d->all, 0);
    diagram_thin (d, 25, wanted, 5);
    assert_int_equal (d->node.size, 25);
    assert_int_equal (d->all, 100);
    assert_int_not_equal (diagram_find (d, "7/9"), UINT32_MAX);
    assert_int_not_equal (diagram_find (d, "9/0"), UINT32_MAX);
    assert_int_not_equal (diagram_find (d, "9/9"), UINT32_MAX);
    assert_int_not_equal (diagram_find (d, "0/4"), UINT32_MAX);
    assert_int_equal (diagram_find (d, "0/5"), UINT32_MAX);
    for (size_t i = 0; i < d->edge.size; i++)
        assert_true (d->edge.at[i].from < 25 && d->edge.at[i].to < 25);
    diagram_thin (d, 2, wanted, 5); /* those at the end */
    assert_int_equal (d->node.size, 2);
    assert_int_not_equal (diagram_find (d, "9/0"), UINT32_MAX);
    assert_int_not_equal (diagram_find (d, "7/3"), UINT32_MAX);
    assert_int_equal (d->edge.size, 0);
    assert_int_equal (d->all, 100);
    diagram_free (d);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test (finding),
                                       cmocka_unit_test (thinning)};
    return cmocka_run_group_tests_name ("diagram", tests, NULL, NULL);
}
