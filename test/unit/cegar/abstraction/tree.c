/* tree.c -- cubes, their covers, and the abstract reachability tree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "cegar/abstraction/tree.h"
#include "logic/term/sort.h"

static uint64_t
next_random (uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* Locations 2 and 3 with one variable each; transitions entry -> 2, 2 -> 2,
 * 2 -> 3, 3 -> 2, 3 -> 3 (twice), 2 -> error, 3 -> error. */
struct world {
    terms *terms;
    struct system system;
    struct precision precision;
};

enum { PREDICATES = 70 };

static void
world_init (struct world *w)
{
    static const uint32_t edge[][2] = {{0, 2}, {2, 2}, {2, 3}, {3, 2},
                                       {3, 3}, {3, 3}, {2, 1}, {3, 1}};
    w->terms = terms_new ();
    system_init (&w->system, w->terms);
    for (int l = 2; l < 4; l++) {
        char name[16];
        snprintf (name, sizeof name, "v%d", l);
        struct location made = {.name = "L", .relation = (uint32_t) l - 2};
        VEC_PUSH (made.vars, term_var (w->terms, name, sort_int (w->terms)));
        VEC_PUSH (w->system.location, made);
    }
    for (size_t i = 0; i < sizeof edge / sizeof edge[0]; i++) {
        struct transition t = {.from = edge[i][0],
                               .to = edge[i][1],
                               .guard = term_true (w->terms)};
        if (t.to > 1)
            VEC_PUSH (t.update, term_int (w->terms, 0));
        VEC_PUSH (w->system.transition, t);
    }
    system_index (&w->system);
    precision_init (&w->precision, w->terms, w->system.location.size);
    for (uint32_t l = 2; l < 4; l++)
        for (int p = 0; p < PREDICATES; p++)
            precision_add (&w->precision, l,
                           term_le (w->terms,
                                    w->system.location.at[l].vars.at[0],
                                    term_int (w->terms, p)));
    struct buffer blob;
    buffer_init (&blob);
    precision_seal (&w->precision, &blob);
    buffer_clear (&blob);
}

static void
world_clear (struct world *w)
{
    precision_clear (&w->precision);
    system_clear (&w->system);
    terms_free (w->terms);
}

static void
cubes_travel_whole (void **state)
{
    (void) state;
    for (size_t size = 0; size <= 130; size++) {
        uint64_t bits[4] = {0}, back[4] = {0};
        for (size_t i = 0; i < size; i += 3)
            cube_set (bits, i);
        struct buffer b;
        buffer_init (&b);
        cube_write (&b, bits, size);
        struct reader r;
        reader_init (&r, buffer_view (&b));
        assert_true (cube_read (&r, back, size) && reader_done (&r));
        assert_true (cube_equal (bits, back, cube_words (size)));
        assert_int_equal (cube_count (bits, cube_words (size)), (size + 2) / 3);
        buffer_clear (&b);
    }
    /* A bit beyond the predicates is refused. */
    uint8_t raw = 0x10;
    uint64_t back;
    struct reader r;
    reader_init (&r, (struct bytes) {&raw, 1});
    assert_false (cube_read (&r, &back, 4));
}

/* One step of a layer: from which node, by which transition, to which cube. */
struct added {
    uint32_t from, transition;
    uint64_t bits[2];
};

/* Adds three layers; within a layer in an order that the seed shuffles.  Nodes
 * are named by their cube, since their numbers depend on the order. */
static struct digest
grow (struct world *w, uint64_t seed, size_t *nodes)
{
    struct tree t;
    tree_init (&t, &w->system, &w->precision, 1);
    uint32_t node;
    for (uint32_t depth = 0; depth < 4; depth++) {
        struct vec_added {
            struct added *at;
            size_t size, room;
        } list = {0};
        for (uint32_t n = 0; n < t.node.size; n++) {
            const struct tree_node *from = &t.node.at[n];
            if (from->dead || from->depth != depth)
                continue;
            /* Successors are a function of the cube alone. */
            struct digest d = cube_digest (from->location, from->bits,
                                           t.cover[from->location].words);
            uint64_t own = d.low | 1;
            const struct vec_index *leaving =
                &w->system.leaving[from->location];
            for (size_t i = 0; i < leaving->size; i++) {
                struct added a = {n, leaving->at[i], {0, 0}};
                for (int k = 0; k < 4; k++)
                    cube_set (a.bits, next_random (&own) % 6 * 11);
                VEC_PUSH (list, a);
            }
        }
        for (size_t i = list.size; i > 1; i--) {
            size_t j = next_random (&seed) % i;
            struct added swap = list.at[i - 1];
            list.at[i - 1] = list.at[j];
            list.at[j] = swap;
        }
        for (size_t i = 0; i < list.size; i++) {
            struct added a = list.at[i];
            if (w->system.transition.at[a.transition].to != SYSTEM_ERROR)
                tree_add (&t, a.from, a.transition, a.bits, &node);
            else if (depth == 3)
                tree_error (&t, a.from, a.transition);
        }
        VEC_CLEAR (list);
    }
    struct digest d = tree_digest (&t);
    *nodes = 0;
    for (size_t n = 0; n < t.node.size; n++)
        *nodes += !t.node.at[n].dead;
    tree_clear (&t);
    return d;
}

static void
order_within_a_layer_does_not_matter (void **state)
{
    (void) state;
    struct world w;
    world_init (&w);
    size_t nodes, first_nodes;
    struct digest first = grow (&w, 1, &first_nodes);
    assert_true (first_nodes > 5);
    for (uint64_t seed = 2; seed < 60; seed++) {
        struct digest d = grow (&w, seed, &nodes);
        assert_true (digest_equal (first, d));
        assert_int_equal (nodes, first_nodes);
    }
    world_clear (&w);
}

static void
larger_cubes_cover_smaller_ones (void **state)
{
    (void) state;
    struct world w;
    world_init (&w);
    struct tree t;
    tree_init (&t, &w.system, &w.precision, 1);
    uint64_t two[2] = {3, 0}, one[2] = {1, 0}, other[2] = {4, 0};
    uint32_t a, b, c;
    assert_int_equal (tree_add (&t, 0, 0, two, &a), TREE_NEW);
    assert_int_equal (tree_add (&t, 0, 0, two, &b), TREE_EDGE);
    assert_int_equal (a, b);
    assert_int_equal (t.edge.size, 1); /* the same edge again */
    assert_int_equal (tree_add (&t, 0, 0, one, &c), TREE_NEW);
    assert_true (t.node.at[a].dead);
    assert_int_equal (tree_add (&t, 0, 0, two, &b), TREE_COVERED);
    assert_true (tree_covers (&t, 2, two) && !tree_covers (&t, 2, other));
    /* Deeper and larger does not remove what is nearer. */
    uint64_t none[2] = {0, 0};
    assert_int_equal (tree_add (&t, c, 1, none, &b), TREE_NEW);
    assert_false (t.node.at[c].dead);
    tree_clear (&t);
    world_clear (&w);
}

static void
paths_come_in_order (void **state)
{
    (void) state;
    struct world w;
    world_init (&w);
    struct tree t;
    tree_init (&t, &w.system, &w.precision, 1);
    uint64_t cube[4][2] = {{1, 0}, {2, 0}, {4, 0}, {8, 0}};
    uint32_t a, b, c;
    tree_add (&t, 0, 0, cube[0], &a);
    tree_add (&t, a, 2, cube[1], &b);
    tree_add (&t, a, 1, cube[2], &c);
    tree_error (&t, b, 7);
    tree_error (&t, c, 6);
    struct tree_path path[8];
    assert_int_equal (tree_paths (&t, path, 8), 2);
    static const uint32_t want[2][3] = {{0, 1, 6}, {0, 2, 7}};
    for (int i = 0; i < 2; i++) {
        assert_int_equal (path[i].size, 3);
        assert_memory_equal (path[i].at, want[i], sizeof want[i]);
        VEC_CLEAR (path[i]);
    }
    assert_int_equal (tree_paths (&t, path, 1), 1);
    VEC_CLEAR (path[0]);
    tree_clear (&t);
    world_clear (&w);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (cubes_travel_whole),
        cmocka_unit_test (order_within_a_layer_does_not_matter),
        cmocka_unit_test (larger_cubes_cover_smaller_ones),
        cmocka_unit_test (paths_come_in_order),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
