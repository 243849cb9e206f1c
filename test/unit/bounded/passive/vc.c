/* vc.c -- the verification condition against enumerated paths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bounded/passive/vc.h"
#include "effort.h"
#include "logic/solver/solver.h"
#include "satisfiable.h"

enum { MOST = 9, VARIABLES = 3 };

struct world {
    struct passive_program p;
    const term *v[VARIABLES];
    const term *path[1 << MOST]; /* what each path assumes */
    uint32_t through[1 << MOST]; /* the blocks on it, as bits */
    bool feasible[1 << MOST];
    size_t paths;
};

static uint64_t
next_random (uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed >> 11;
}

static const term *
random_condition (struct world *w, uint64_t *seed)
{
    terms *t = w->p.terms;
    const term *a = w->v[next_random (seed) % VARIABLES];
    const term *b = w->v[next_random (seed) % VARIABLES];
    const term *c = term_int (t, (int64_t) (next_random (seed) % 3));
    switch (next_random (seed) % 6) {
    case 0:
        return term_true (t);
    case 1:
        return term_eq (t, a, c);
    case 2:
        return term_lt (t, a, b);
    case 3:
        return term_not (t, term_eq (t, a, b));
    case 4:
        return term_le (t, b, c);
    default:
        return term_and2 (t, term_le (t, c, a), term_le (t, a, b));
    }
}

static void
world_edges (struct world *w, uint32_t b, uint64_t *seed)
{
    struct passive_procedure *q = &w->p.procedure[0];
    struct passive_block *block = &q->block[b];
    uint32_t rest = q->blocks - 1 - b;
    block->edge = arena_new (&w->p.arena, 3 * sizeof *block->edge);
    for (uint32_t k = 0; rest && k < 1 + next_random (seed) % 3; k++) {
        uint32_t target = b + 1 + (uint32_t) (next_random (seed) % rest);
        bool there = false;
        for (uint32_t i = 0; i < block->edges; i++)
            there |= block->edge[i].target == target;
        if (!there)
            block->edge[block->edges++] =
                (struct passive_edge) {target, random_condition (w, seed)};
    }
}

static void
world_init (struct world *w, uint64_t *seed)
{
    memset (w, 0, sizeof *w);
    w->p.terms = terms_new ();
    w->p.owns_terms = true;
    arena_init (&w->p.arena);
    w->p.procedures = 1;
    w->p.procedure = arena_new (&w->p.arena, sizeof *w->p.procedure);
    struct passive_procedure *q = &w->p.procedure[0];
    q->name = q->label = "p";
    for (int i = 0; i < VARIABLES; i++) {
        char name[16];
        snprintf (name, sizeof name, "v%d", i);
        w->v[i] = term_var (w->p.terms, name, sort_int (w->p.terms));
        VEC_PUSH (q->local, w->v[i]);
    }
    q->blocks = 1 + (uint32_t) (next_random (seed) % MOST);
    q->block = arena_new (&w->p.arena, q->blocks * sizeof *q->block);
    for (uint32_t b = 0; b < q->blocks; b++) {
        q->block[b].assume = random_condition (w, seed);
        q->block[b].call = PASSIVE_NONE;
        world_edges (w, b, seed);
    }
    assert_true (passive_sound (&w->p));
}

static void
paths_from (struct world *w, uint32_t b, const term *so_far, uint32_t through)
{
    terms *t = w->p.terms;
    const struct passive_procedure *q = &w->p.procedure[0];
    so_far = term_and2 (t, so_far, q->block[b].assume);
    through |= 1u << b;
    if (b + 1 == q->blocks) {
        assert_true (w->paths < 1 << MOST);
        w->path[w->paths] = so_far;
        w->through[w->paths++] = through;
        return;
    }
    for (uint32_t k = 0; k < q->block[b].edges; k++)
        paths_from (w, q->block[b].edge[k].target,
                    term_and2 (t, so_far, q->block[b].edge[k].assume), through);
}

/* Does a feasible path pass (or avoid) the block? */
static bool
expected (const struct world *w, uint32_t block, bool passes)
{
    for (size_t i = 0; i < w->paths; i++)
        if (w->feasible[i] && (w->through[i] >> block & 1) == passes)
            return true;
    return false;
}

static bool
reachable (struct world *w, const struct vc *vc, uint32_t block,
           const char *broken)
{
    struct term_vec all = {0};
    for (size_t i = 0; i < vc->clause.size; i++)
        VEC_PUSH (all, vc->clause.at[i]);
    vc_must_reach (vc, w->p.terms, block, broken, &all);
    bool sat = is_sat (w->p.terms, all.at, all.size);
    VEC_CLEAR (all);
    return sat;
}

static bool
avoidable (struct world *w, const struct vc *vc, uint32_t block)
{
    struct term_vec all = {0};
    for (size_t i = 0; i < vc->clause.size; i++)
        VEC_PUSH (all, vc->clause.at[i]);
    VEC_PUSH (all, term_not (w->p.terms, vc->control[block]));
    bool sat = is_sat (w->p.terms, all.at, all.size);
    VEC_CLEAR (all);
    return sat;
}

static void
models_are_paths (void **state)
{
    (void) state;
    uint64_t seed = 77;
    static struct world w;
    size_t feasible = 0, wrong_as_printed = 0, avoidances = 0;
    for (int round = 0; round < (int) effort (60); round++) {
        world_init (&w, &seed);
        struct arena arena;
        arena_init (&arena);
        struct vc vc;
        vc_make (&vc, &w.p, 0, (uint32_t) round, term_true (w.p.terms), NULL,
                 NULL, &arena);
        paths_from (&w, 0, term_true (w.p.terms), 0);
        for (size_t i = 0; i < w.paths; i++) {
            w.feasible[i] = is_sat (w.p.terms, &w.path[i], 1);
            feasible += w.feasible[i];
        }
        for (uint32_t b = 0; b < w.p.procedure[0].blocks; b++) {
            assert_int_equal (reachable (&w, &vc, b, NULL),
                              expected (&w, b, true));
            if (vc.control[b])
                assert_int_equal (avoidable (&w, &vc, b),
                                  expected (&w, b, false));
            avoidances += vc.control[b] != NULL;
            wrong_as_printed += reachable (&w, &vc, b, "reach-as-printed")
                                != expected (&w, b, true);
        }
        vc_clear (&vc);
        arena_clear (&arena);
        passive_clear (&w.p);
    }
    assert_true (feasible > effort (20) && avoidances > effort (100));
    assert_true (wrong_as_printed > effort (20));
}

/* entry -> a | b -> exit, b calls itself; what an instance is made of. */
static void
instances_have_names (void **state)
{
    (void) state;
    struct passive_program p = {
        .terms = terms_new (), .owns_terms = true, .procedures = 1};
    terms *t = p.terms;
    arena_init (&p.arena);
    const term *x = term_var (t, "x", sort_int (t));
    const term *y = term_var (t, "y", sort_int (t));
    const term *z = term_var (t, "z", sort_int (t));
    const term *one = term_int (t, 1);
    const term *sum[] = {x, one};
    const term *in = term_add (t, sum, 2), *out = z;
    struct passive_edge first[] = {{1, term_eq (t, z, x)}, {2, term_true (t)}};
    struct passive_edge last[] = {{3, term_true (t)}};
    struct passive_block block[4] = {
        {term_lt (t, one, x), PASSIVE_NONE, first, 2, NULL, 0, 0},
        {term_true (t), PASSIVE_NONE, last, 1, NULL, 0, 0},
        {term_true (t), 0, last, 1, NULL, 0, 0},
        {term_eq (t, y, z), PASSIVE_NONE, NULL, 0, NULL, 0, 0}};
    struct passive_call call = {.block = 2, .in = &in, .out = &out};
    const char *label = "b";
    struct passive_procedure q = {.name = "p",
                                  .label = "a",
                                  .block = block,
                                  .blocks = 4,
                                  .call = &call,
                                  .calls = 1,
                                  .call_label = &label};
    VEC_PUSH (q.in, x);
    VEC_PUSH (q.out, y);
    VEC_PUSH (q.local, z);
    p.procedure = &q;
    assert_true (passive_sound (&p));

    struct arena arena;
    arena_init (&arena);
    struct vc vc;
    const term *go = term_var (t, "go", sort_bool (t));
    const term *a = term_int (t, 7), *b = term_var (t, "b", sort_int (t));
    vc_make (&vc, &p, 0, 5, go, &a, &b, &arena);
    struct text text;
    text_init (&text);
    for (size_t i = 0; i < vc.clause.size; i++) {
        term_print (&text, vc.clause.at[i]);
        text_char (&text, '\n');
    }
    assert_string_equal (text_view (&text),
                         "(or (not go) (and (not @c0.0@5) (= z@5 7) @b3@5) "
                         "(and @c0.0@5 @b2@5))\n"
                         "(or (not @b2@5) @b3@5)\n"
                         "(or (not @b3@5) (= b z@5))\n");
    assert_ptr_equal (vc.control[0], go);
    assert_true (term_is_true (vc.flow[1][0]));
    assert_ptr_equal (vc.call[0].in[0], term_int (t, 8));
    assert_string_equal (vc.call[0].out[0]->text, "z@5");
    assert_ptr_equal (vc.call[0].control, vc.control[2]);
    assert_ptr_equal (vc_term (&vc, t, term_lt (t, x, y)), term_lt (t, a, b));
    text_clear (&text);
    vc_clear (&vc);
    arena_clear (&arena);
    VEC_CLEAR (q.in);
    VEC_CLEAR (q.out);
    VEC_CLEAR (q.local);
    vc_template_free (q.vc);
    arena_clear (&p.arena);
    terms_free (t);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (models_are_paths),
        cmocka_unit_test (instances_have_names),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
