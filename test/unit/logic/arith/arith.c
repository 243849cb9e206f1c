/* arith.c -- the simplex and the quick decisions before a solver: whatever they
 * say, a solver must agree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "logic/arith/arith.h"
#include "logic/arith/simplex.h"
#include "logic/solver/solver.h"
#include "logic/term/sort.h"
#include "effort.h"

static uint64_t
next_random (uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

enum { VARS = 5 };

/* A random literal: a few variables, small or sometimes large numbers. */
static const term *
random_literal (terms *t, uint64_t *seed)
{
    struct term_vec sum = {0};
    for (int i = 0; i < VARS; i++) {
        if (next_random (seed) % 3)
            continue;
        char name[16];
        snprintf (name, sizeof name, "x%d", i);
        int64_t factor = (int64_t) (next_random (seed) % 7) - 3;
        if (next_random (seed) % 20 == 0)
            factor *= 1000003;
        const term *part = term_mul (t, term_int (t, factor),
                                     term_var (t, name, sort_int (t)));
        VEC_PUSH (sum, part);
    }
    const term *left = sum.size ? term_add (t, sum.at, sum.size)
                                : term_var (t, "x0", sort_int (t));
    const term *right = term_int (t, (int64_t) (next_random (seed) % 41) - 20);
    VEC_CLEAR (sum);
    switch (next_random (seed) % 8) {
    case 0:
        return term_eq (t, left, right);
    case 1:
        return term_not (t, term_eq (t, left, right));
    case 2:
        return term_not (t, term_le (t, left, right));
    case 3:
        return term_lt (t, left, right);
    case 4: {
        const term *b =
            term_var (t, next_random (seed) % 2 ? "b" : "c", sort_bool (t));
        return next_random (seed) % 2 ? b : term_not (t, b);
    }
    default:
        return term_le (t, left, right);
    }
}

/* A literal, or several of them with connectives between. */
static const term *
random_formula (terms *t, uint64_t *seed, unsigned depth)
{
    if (!depth || next_random (seed) % 2)
        return random_literal (t, seed);
    const term *p = random_formula (t, seed, depth - 1);
    const term *q = random_formula (t, seed, depth - 1);
    const term *r = random_formula (t, seed, depth - 1);
    switch (next_random (seed) % 6) {
    case 0:
        return term_not (t, term_and2 (t, p, term_or2 (t, q, r)));
    case 1:
        return term_ite (t, p, q, r);
    case 2:
        return term_not (t, term_ite (t, p, q, r));
    case 3:
        return term_eq (t, p, q);
    case 4:
        return term_not (t, term_eq (t, p, q));
    default:
        return term_or2 (t, p, term_or2 (t, q, r));
    }
}

static void
agree_with_a_solver (uint64_t seed, unsigned depth)
{
    unsigned count[3] = {0};
    terms *t = terms_new ();
    arith *a = arith_new (t);
    struct solver_options options = {.limit = 300000};
    unsigned rounds = effort (1500);
    for (unsigned round = 0; round < rounds; round++) {
        size_t size = 2 + next_random (&seed) % 9;
        const term *literal[12];
        arith_reset (a);
        solver *s = solver_new (t, &options);
        size_t pushed = next_random (&seed) % size;
        for (size_t i = 0; i < size; i++) {
            literal[i] = random_formula (t, &seed, depth);
            if (i == pushed) { /* noise that a pop must undo */
                arith_push (a);
                arith_assert (a, random_formula (t, &seed, depth), 0);
                arith_assert (a, random_formula (t, &seed, depth), 0);
                arith_check (a);
                arith_pop (a);
            }
            assert_true (arith_assert (a, literal[i], (uint32_t) i));
            solver_assert (s, literal[i]);
        }
        enum arith_answer quick = arith_check (a);
        enum solver_answer real = solver_check (s, NULL, 0);
        count[quick]++;
        if (quick == ARITH_SAT) {
            assert_int_not_equal (real, SOLVER_UNSAT);
            for (size_t i = 0; i < size; i++)
                assert_int_equal (arith_holds (a, literal[i]), ARITH_SAT);
        } else if (quick == ARITH_UNSAT)
            assert_int_not_equal (real, SOLVER_SAT);
        solver_free (s);
    }
    /* It would be of no use if it decided little. */
    assert_true (count[ARITH_SAT] > rounds / 5
                 && count[ARITH_UNSAT] > rounds / 5);
    assert_true (count[ARITH_UNDECIDED] < rounds / 15);
    arith_free (a);
    terms_free (t);
}

static void
agrees_with_a_solver (void **state)
{
    (void) state;
    agree_with_a_solver (88172645463325252u, 0);
}

static void
agrees_about_choices (void **state)
{
    (void) state;
    agree_with_a_solver (2685821657736338717u, 2);
}

/* cut[k] follows from what is before it and contradicts what is after it. */
static void
cuts_are_interpolants (void **state)
{
    (void) state;
    uint64_t seed = 1234567;
    unsigned found = 0;
    terms *t = terms_new ();
    arith *a = arith_new (t);
    struct solver_options options = {.limit = 300000};
    unsigned rounds = effort (400);
    for (unsigned round = 0; round < rounds; round++) {
        enum { STEPS = 6 };
        const term *step[STEPS], *cut[STEPS + 1];
        arith_reset (a);
        for (uint32_t i = 0; i < STEPS; i++) {
            step[i] = term_and2 (t, random_literal (t, &seed),
                                 random_formula (t, &seed, i % 2));
            arith_assert (a, step[i], i);
        }
        if (arith_check (a) != ARITH_UNSAT || !arith_cuts (a, STEPS, NULL, cut))
            continue;
        found++;
        for (int k = 1; k < STEPS; k++)
            for (int after = 0; after < 2; after++) {
                solver *s = solver_new (t, &options);
                for (int i = after ? k : 0; i < (after ? STEPS : k); i++)
                    solver_assert (s, step[i]);
                solver_assert (s, after ? cut[k] : term_not (t, cut[k]));
                assert_int_not_equal (solver_check (s, NULL, 0), SOLVER_SAT);
                solver_free (s);
            }
    }
    assert_true (found > rounds / 4);
    arith_free (a);
    terms_free (t);
}

static void
what_does_not_fit_is_left_out (void **state)
{
    (void) state;
    terms *t = terms_new ();
    arith *a = arith_new (t);
    const term *x = term_var (t, "x", sort_int (t));
    const term *zero = term_int (t, 0);
    const term *y = term_var (t, "y", sort_int (t));
    const term *foreign = term_lt (t, term_mul (t, x, y), zero);
    assert_false (arith_assert (a, foreign, 0));
    assert_int_equal (arith_check (a), ARITH_UNDECIDED);
    assert_true (arith_assert (a, term_lt (t, x, zero), 0));
    assert_int_equal (arith_check (a), ARITH_UNDECIDED);
    arith_push (a);
    assert_true (arith_assert (a, term_lt (t, zero, x), 0));
    assert_int_equal (arith_check (a), ARITH_UNSAT);
    arith_pop (a);
    assert_int_equal (arith_check (a), ARITH_UNDECIDED);
    arith_free (a);
    terms_free (t);
}

/* A choice with a part that does not fit is true by another, or undecided. */
static void
a_part_that_does_not_fit (void **state)
{
    (void) state;
    terms *t = terms_new ();
    arith *a = arith_new (t);
    const term *x = term_var (t, "x", sort_int (t));
    const term *y = term_var (t, "y", sort_int (t));
    const term *zero = term_int (t, 0);
    const term *foreign = term_lt (t, term_mul (t, x, y), zero);
    assert_true (
        arith_assert (a, term_or2 (t, foreign, term_lt (t, x, zero)), 0));
    assert_int_equal (arith_check (a), ARITH_SAT);
    arith_push (a);
    assert_true (arith_assert (a, term_le (t, zero, x), 0));
    assert_int_equal (arith_check (a), ARITH_UNDECIDED);
    arith_pop (a);
    assert_int_equal (arith_check (a), ARITH_SAT);
    arith_push (a);
    assert_false (arith_assert (a, foreign, 0));
    assert_int_equal (arith_check (a), ARITH_UNDECIDED);
    arith_pop (a);
    /* More cases than are looked at: n numbers below n - 1, all different. */
    arith_reset (a);
    enum { PIGEONS = 6 };
    const term *hole[PIGEONS];
    for (int i = 0; i < PIGEONS; i++) {
        char name[16];
        snprintf (name, sizeof name, "h%d", i);
        hole[i] = term_var (t, name, sort_int (t));
        arith_assert (a, term_le (t, zero, hole[i]), 0);
        arith_assert (a, term_le (t, hole[i], term_int (t, PIGEONS - 2)), 0);
        for (int j = 0; j < i; j++)
            arith_assert (a,
                          term_or2 (t, term_lt (t, hole[i], hole[j]),
                                    term_lt (t, hole[j], hole[i])),
                          0);
    }
    assert_int_equal (arith_check (a), ARITH_UNDECIDED);
    arith_free (a);
    terms_free (t);
}

/* Numbers that outgrow 64 bits are never wrong, only undecided. */
static void
large_numbers_are_undecided (void **state)
{
    (void) state;
    simplex *s = simplex_new ();
    uint32_t var[12], row[12];
    for (int i = 0; i < 12; i++)
        var[i] = simplex_var (s);
    for (int i = 0; i < 12; i++) {
        struct simplex_part part[3] = {{var[i], 1000003 + i},
                                       {var[(i + 1) % 12], -999983 - 2 * i},
                                       {var[(i + 5) % 12], 777777 + 3 * i}};
        row[i] = simplex_row (s, part, 3);
        simplex_lower (s, row[i], 1000000007 + i, 0);
        simplex_upper (s, row[i], 1000000008 + i, 0);
    }
    assert_int_equal (simplex_check (s), SIMPLEX_UNDECIDED);
    simplex_reset (s);
    uint32_t x = simplex_var (s);
    assert_true (simplex_lower (s, x, 3, 1));
    assert_false (simplex_upper (s, x, 2, 2));
    assert_int_equal (simplex_check (s), SIMPLEX_INFEASIBLE);
    const struct simplex_reason *why;
    assert_int_equal (simplex_conflict (s, &why), 2);
    simplex_free (s);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (agrees_with_a_solver),
        cmocka_unit_test (agrees_about_choices),
        cmocka_unit_test (a_part_that_does_not_fit),
        cmocka_unit_test (cuts_are_interpolants),
        cmocka_unit_test (what_does_not_fit_is_left_out),
        cmocka_unit_test (large_numbers_are_undecided),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
