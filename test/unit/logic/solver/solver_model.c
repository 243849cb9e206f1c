/* solver_model.c -- values of every sort from the solver, and computing with them:
 * what was asserted must hold by our own evaluation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/text.h"
#include "effort.h"
#include "logic/solver/solver.h"
#include "logic/term/sort.h"

struct fix {
    terms *t;
    const sort *integer, *truth, *named;
};

static int
begin (void **state)
{
    struct fix *f = NEW (struct fix);
    f->t = terms_new ();
    f->integer = sort_int (f->t);
    f->truth = sort_bool (f->t);
    f->named = sort_named (f->t, "T");
    *state = f;
    return 0;
}

static int
end (void **state)
{
    struct fix *f = *state;
    terms_free (f->t);
    memory_free (f);
    return 0;
}

static const term *
select2 (terms *t, const term *a, const term *i)
{
    return term_make (t, OP_SELECT, (const term *[]) {a, i}, 2, 0, 0);
}

static const term *
store3 (terms *t, const term *a, const term *i, const term *v)
{
    return term_make (t, OP_STORE, (const term *[]) {a, i, v}, 3, 0, 0);
}

static const term *
equal (struct fix *f, const term *a, const term *b)
{
    /* Not by the builder alone, which folds what it can. */
    return term_evaluate (f->t, term_eq (f->t, a, b), NULL, NULL);
}

static const term *
ask_solver (void *context, const term *t)
{
    return solver_value (context, t);
}

static void
elements (void **state)
{
    struct fix *f = *state;
    const term *u = term_var (f->t, "u", f->named);
    const term *v = term_var (f->t, "v", f->named);
    const term *w = term_var (f->t, "w", f->named);
    const term *gu = term_apply (f->t, "g", f->integer, &u, 1);
    const term *gv = term_apply (f->t, "g", f->integer, &v, 1);
    solver *s = solver_new (f->t, &(struct solver_options) {.limit = 1000000});
    solver_assert (s, term_not (f->t, term_eq (f->t, u, v)));
    solver_assert (s, term_eq (f->t, u, w));
    solver_assert (s, term_lt (f->t, gu, gv));
    assert_int_equal (solver_check (s, NULL, 0), SOLVER_SAT);
    const term *one = solver_value (s, u), *two = solver_value (s, v);
    assert_true (term_is_element (one) && term_is_value (two));
    assert_false (term_is_element (u) || term_is_value (u));
    assert_ptr_not_equal (one, two);
    assert_ptr_equal (solver_value (s, w), one);
    /* They can be asked about: f of an element, and its evaluation. */
    const term *g1 = term_apply (f->t, "g", f->integer, &one, 1);
    assert_ptr_equal (solver_value (s, g1), solver_value (s, gu));
    const term *less = term_lt (f->t, gu, gv);
    assert_true (term_is_true (term_evaluate (f->t, less, ask_solver, s)));
    const term *differ = term_eq (f->t, u, v);
    assert_true (term_is_false (term_evaluate (f->t, differ, ask_solver, s)));
    solver_free (s);
    assert_true (term_is_false (equal (f, one, two)));
    assert_null (equal (f, one, u));
}

/* What an application is looked up as: over values. */
static const term *
look_up (void *context, const term *t)
{
    struct fix *f = context;
    if (t->op == OP_APPLY)
        return !strcmp (t->text, "next") && t->arg[0]->op == OP_NUMBER
                   ? term_int (f->t, strlen (t->arg[0]->text) + 40)
                   : NULL;
    return !strcmp (t->text, "x") ? term_int (f->t, 7) : NULL;
}

static void
applications (void **state)
{
    struct fix *f = *state;
    const term *x = term_var (f->t, "x", f->integer);
    const term *y = term_var (f->t, "y", f->integer);
    const term *next = term_apply (f->t, "next", f->integer, &x, 1);
    const term *twice = term_apply (f->t, "next", f->integer, &next, 1);
    const term *none = term_apply (f->t, "next", f->integer, &y, 1);
    assert_ptr_equal (term_evaluate (f->t, twice, look_up, f),
                      term_int (f->t, 42));
    assert_null (term_evaluate (f->t, none, look_up, f));
    assert_null (term_evaluate (f->t, twice, NULL, NULL));
}

static void
arrays_by_contents (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    const sort *row = sort_array (t, f->integer, f->integer);
    const term *zero = term_int (t, 0), *one = term_int (t, 1);
    const term *all0 = term_const_array (t, row, zero);
    const term *all1 = term_const_array (t, row, one);
    assert_true (term_is_false (equal (f, all0, all1)));
    const term *a = store3 (t, store3 (t, all0, one, one), zero, zero);
    const term *b = store3 (t, store3 (t, all0, zero, one), one, one);
    assert_true (term_is_true (equal (f, a, store3 (t, b, zero, zero))));
    assert_true (term_is_false (equal (f, a, b)));
    /* Rows of rows. */
    const sort *table = sort_array (t, f->integer, row);
    const term *m = term_const_array (t, table, all0);
    const term *m1 = store3 (t, m, one, store3 (t, all0, one, zero));
    assert_true (term_is_true (equal (f, m, m1)));
    const term *m2 = store3 (t, m, one, all1);
    assert_true (term_is_false (equal (f, m, m2)));
    /* Rows as indices: read by contents. */
    const sort *by_row = sort_array (t, row, f->integer);
    const term *k = store3 (t, term_const_array (t, by_row, zero), a, one);
    const term *same = store3 (t, all0, one, one);
    assert_ptr_equal (term_evaluate (t, select2 (t, k, same), NULL, NULL), one);
    assert_ptr_equal (term_evaluate (t, select2 (t, k, b), NULL, NULL), zero);
    /* A finite index: the default does not count once all are stored. */
    const sort *flags = sort_array (t, f->truth, f->integer);
    const term *left = term_const_array (t, flags, zero);
    const term *right = term_const_array (t, flags, one);
    assert_true (term_is_false (equal (f, left, right)));
    const term *half = store3 (t, right, term_true (t), zero);
    assert_true (term_is_false (equal (f, left, half)));
    assert_true (
        term_is_true (equal (f, left, store3 (t, half, term_false (t), zero))));
    /* Elements as indices: always one more of them. */
    const sort *by_name = sort_array (t, f->named, f->integer);
    const term *e = term_var (t, "@T!val!0", f->named);
    const term *n0 = term_const_array (t, by_name, zero);
    const term *n1 = term_const_array (t, by_name, one);
    assert_true (term_is_false (equal (f, n0, store3 (t, n1, e, zero))));
    assert_ptr_equal (
        term_evaluate (t, select2 (t, store3 (t, n1, e, zero), e), NULL, NULL),
        zero);
}

/* Random formulas over all these sorts. */
struct chance {
    uint64_t state;
};

static uint64_t
chance_next (struct chance *c, uint64_t below)
{
    c->state = c->state * UINT64_C (6364136223846793005) + 1442695040888963407u;
    return (c->state >> 33) % below;
}

enum { KINDS = 6 };

struct world {
    struct fix *f;
    struct chance chance;
    const sort *sort[KINDS]; /* Int, T, [Int]Int, [T]T, [Int][T]T, BV */
    struct term_vec pool[KINDS];
};

static const term *
any (struct world *w, unsigned kind)
{
    return w->pool[kind].at[chance_next (&w->chance, w->pool[kind].size)];
}

static void
world_begin (struct world *w, struct fix *f, uint64_t seed)
{
    terms *t = f->t;
    *w = (struct world) {.f = f, .chance = {seed}};
    w->sort[0] = f->integer;
    w->sort[1] = f->named;
    w->sort[2] = sort_array (t, f->integer, f->integer);
    w->sort[3] = sort_array (t, f->named, f->named);
    w->sort[4] = sort_array (t, f->integer, w->sort[3]);
    w->sort[5] = sort_array (t, sort_bv (t, 2), f->integer);
    for (unsigned k = 0; k < KINDS; k++)
        for (unsigned i = 0; i < 3; i++) {
            char name[16] = {(char) ('a' + k), (char) ('0' + i)};
            VEC_PUSH (w->pool[k], term_var (t, name, w->sort[k]));
        }
    VEC_PUSH (w->pool[0], term_int (t, 0));
    VEC_PUSH (w->pool[0], term_int (t, 3));
}

static const term *
world_bits (struct world *w)
{
    char digit[2] = {(char) ('0' + chance_next (&w->chance, 4))};
    return term_bits (w->f->t, 2, digit);
}

static void
world_grow (struct world *w)
{
    terms *t = w->f->t;
    const term *made[] = {
        select2 (t, any (w, 2), any (w, 0)),
        select2 (t, any (w, 3), any (w, 1)),
        store3 (t, any (w, 2), any (w, 0), any (w, 0)),
        store3 (t, any (w, 3), any (w, 1), any (w, 1)),
        store3 (t, any (w, 4), any (w, 0), any (w, 3)),
        store3 (t, any (w, 5), world_bits (w), any (w, 0)),
        term_apply (t, "f", w->sort[0],
                    (const term *[]) {any (w, 0), any (w, 1)}, 2),
        term_apply (t, "g", w->sort[1], (const term *[]) {any (w, 1)}, 1),
        term_apply (t, "h", w->sort[1], (const term *[]) {any (w, 2)}, 1),
        select2 (t, any (w, 4), any (w, 0)),
        select2 (t, any (w, 5), world_bits (w)),
        term_add (t, (const term *[]) {any (w, 0), any (w, 0)}, 2),
    };
    const term *one =
        made[chance_next (&w->chance, sizeof made / sizeof *made)];
    for (unsigned k = 0; k < KINDS; k++)
        if (w->sort[k] == one->sort)
            VEC_PUSH (w->pool[k], one);
}

static const term *
world_literal (struct world *w)
{
    terms *t = w->f->t;
    unsigned kind = (unsigned) chance_next (&w->chance, KINDS + 1);
    const term *atom = kind == KINDS
                           ? term_lt (t, any (w, 0), any (w, 0))
                           : term_eq (t, any (w, kind), any (w, kind));
    return chance_next (&w->chance, 3) ? atom : term_not (t, atom);
}

static void
asserted_formulas_hold (void **state)
{
    struct fix *f = *state;
    size_t true_ones = 0, unclear = 0, satisfiable = 0;
    for (uint64_t seed = 1; seed <= effort (300); seed++) {
        struct world w;
        world_begin (&w, f, seed);
        for (unsigned i = 0; i < 20; i++)
            world_grow (&w);
        struct solver_options o = {.limit = 1000000, .triggers = seed % 2};
        solver *s = solver_new (f->t, &o);
        struct term_vec all = {0};
        for (unsigned i = 0; i < 10; i++) {
            const term *two[2] = {world_literal (&w), world_literal (&w)};
            VEC_PUSH (all, term_or (f->t, two, 2));
            solver_assert (s, VEC_LAST (all));
        }
        if (solver_check (s, NULL, 0) == SOLVER_SAT) {
            satisfiable++;
            for (size_t i = 0; i < all.size; i++) {
                const term *v = term_evaluate (f->t, all.at[i], ask_solver, s);
                if (v && !term_is_true (v)) {
                    struct text out;
                    text_init (&out);
                    term_print (&out, all.at[i]);
                    fail_msg ("seed %u: %s", (unsigned) seed, text_view (&out));
                }
                true_ones += v != NULL;
                unclear += v == NULL;
            }
        }
        solver_free (s);
        VEC_CLEAR (all);
        for (unsigned k = 0; k < KINDS; k++)
            VEC_CLEAR (w.pool[k]);
    }
    print_message ("%zu satisfiable, %zu hold, %zu unclear\n", satisfiable,
                   true_ones, unclear);
    assert_true (satisfiable > effort (150) && unclear * 20 < true_ones);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown (elements, begin, end),
        cmocka_unit_test_setup_teardown (applications, begin, end),
        cmocka_unit_test_setup_teardown (arrays_by_contents, begin, end),
        cmocka_unit_test_setup_teardown (asserted_formulas_hold, begin, end),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
