/* ledger.c -- deques of clients: whose parts are taken, and from which end; and
 * how different the clients' searches were. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bounded/hydra/internal.h"
#include "bounded/hydra/ledger.h"

/* The held part is split at a new site of its own: the part that is sent. */
static uint32_t
split (struct hydra_ledger *l, uint32_t held, unsigned client)
{
    struct partition sent;
    struct hydra_part *p = hydra_ledger_part (l, held);
    partition_init (&sent);
    partition_clear (&sent);
    partition_copy (&sent, &p->partition);
    uint32_t site = (uint32_t) sent.site.size;
    VEC_PUSH (sent.site, ((struct site) {.parent = 0, .call = site}));
    VEC_PUSH (sent.chosen, ((struct chosen) {MUST_REACH, site}));
    uint32_t made = hydra_ledger_split (l, held, &sent, client, client);
    partition_clear (&sent);
    return made;
}

/* Client 1 has one open part, client 2 three, client 3 two. */
static void
the_longest_is_taken_from (void **state)
{
    (void) state;
    struct hydra_ledger l;
    hydra_ledger_init (&l);
    for (unsigned c = 1; c <= 3; c++)
        hydra_ledger_enter (&l, c);
    uint32_t root = hydra_ledger_take (&l);
    assert_int_equal (root, 0);
    split (&l, root, 1);
    uint32_t second[3], third[2];
    for (int i = 0; i < 3; i++)
        second[i] = split (&l, root, 2);
    for (int i = 0; i < 2; i++)
        third[i] = split (&l, root, 3);
    assert_true (hydra_ledger_sound (&l));
    /* The oldest of the longest; of equally long ones that of the least client. */
    assert_int_equal (hydra_ledger_take (&l), second[0]);
    assert_int_equal (hydra_ledger_take (&l), second[1]);
    assert_int_equal (hydra_ledger_take (&l), third[0]);
    /* A client takes its own youngest. */
    assert_int_equal (hydra_ledger_pop (&l, 3), third[1]);
    assert_int_equal (hydra_ledger_pop (&l, 3), HYDRA_NONE);
    assert_int_equal (hydra_ledger_count (&l, 2), 1);
    assert_true (hydra_ledger_sound (&l));
    hydra_ledger_clear (&l);
}

static void
what_a_client_leaves_is_nobodys (void **state)
{
    (void) state;
    struct hydra_ledger l;
    hydra_ledger_init (&l);
    hydra_ledger_enter (&l, 1);
    uint32_t root = hydra_ledger_take (&l);
    hydra_ledger_part (&l, root)->losses = 1;
    uint32_t first = split (&l, root, 1), other = split (&l, root, 1);
    assert_int_equal (l.left, 3);
    assert_int_equal (hydra_ledger_part (&l, root)->losses,
                      0); /* it is another */
    hydra_ledger_leave (&l, 1);
    assert_int_equal (hydra_ledger_count (&l, HYDRA_NOBODY), 2);
    assert_int_equal (hydra_ledger_take (&l), first);
    assert_int_equal (hydra_ledger_take (&l), other);
    assert_int_equal (hydra_ledger_take (&l), HYDRA_NONE);
    hydra_ledger_clear (&l);
}

/* ---- likeness */

static void
marks_add (struct hydra_footprint *f, uint64_t from, uint64_t to)
{
    map_init (&f->marks);
    for (; from < to; from++)
        map_put (&f->marks, (struct digest) {from, 0}, 1);
}

/* The paper's eta (i, j) = 1 - |Li n Lj| / |Li|, over ordered pairs. */
static void
dissimilarity_is_the_papers (void **state)
{
    (void) state;
    struct hydra_footprint f[3] = {{.who = 1}, {.who = 2}, {.who = 3}};
    marks_add (&f[0], 0, 10);
    marks_add (&f[1], 0, 10);
    struct hydra_footprints all = {.at = f, .size = 2};
    assert_true (hydra_dissimilarity (&all) == 0); /* the same */
    map_clear (&f[1].marks);
    marks_add (&f[1], 10, 30);
    assert_true (hydra_dissimilarity (&all) == 1); /* nothing in common */
    map_clear (&f[1].marks);
    marks_add (&f[1], 5, 25); /* 5 of 10, and 5 of 20 */
    assert_true (hydra_dissimilarity (&all) == (0.5 + 0.75) / 2);
    map_init (&f[2].marks); /* inlined nothing: does not count */
    all.size = 3;
    assert_true (hydra_dissimilarity (&all) == (0.5 + 0.75) / 2);
    for (int i = 0; i < 3; i++)
        map_clear (&f[i].marks);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (the_longest_is_taken_from),
        cmocka_unit_test (what_a_client_leaves_is_nobodys),
        cmocka_unit_test (dissimilarity_is_the_papers)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
