/* interpolate.c -- why paths are infeasible: known interpolants, random paths
 * against an independent check, methods, limits, interruption. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "effort.h"
#include "logic/interpolate/interpolate.h"
#include "logic/arith/linear.h"
#include "logic/term/sort.h"

enum { MOST = 40, LIMIT = 5000000 };

/* A path under construction. */
struct trail {
    terms *terms;
    const term *formula[MOST];
    struct term_vec shared[MOST];
    const term *cut[MOST];
    size_t size;
    enum interpolate_method used;
    uint64_t units;
};

static void
trail_init (struct trail *t)
{
    *t = (struct trail) {.terms = terms_new ()};
}

static void
trail_clear (struct trail *t)
{
    for (size_t i = 0; i < MOST; i++)
        VEC_CLEAR (t->shared[i]);
    terms_free (t->terms);
}

static void
trail_add (struct trail *t, const term *f)
{
    assert_true (t->size < MOST);
    t->formula[t->size++] = f;
}

/* What is shared at each cut. */
static void
trail_share (struct trail *t)
{
    for (size_t k = 0; k < t->size; k++) {
        struct term_vec before = {0}, after = {0};
        for (size_t i = 0; i < t->size; i++)
            term_variables (t->terms, t->formula[i], i < k ? &before : &after);
        t->shared[k].size = 0;
        for (size_t i = 0; i < before.size; i++)
            for (size_t j = 0; j < after.size; j++)
                if (before.at[i] == after.at[j])
                    VEC_PUSH (t->shared[k], before.at[i]);
        VEC_CLEAR (before);
        VEC_CLEAR (after);
    }
}

static enum interpolate_result
trail_solve (struct trail *t, enum interpolate_method method)
{
    trail_share (t);
    struct interpolate_path path = {t->formula, t->size, NULL, t->shared};
    t->units = 0;
    return interpolate (t->terms, method, &path, LIMIT, t->cut, &t->used,
                        &t->units, NULL);
}

/* Checks the cuts independently of interpolate.c. */
static void
trail_check (struct trail *t)
{
    terms *ts = t->terms;
    struct solver_options o = {.limit = LIMIT};
    for (size_t k = 0; k < t->size; k++) {
        const term *next = k + 1 < t->size ? t->cut[k + 1] : term_false (ts);
        const term *all[3] = {k ? t->cut[k] : term_true (ts), t->formula[k],
                              term_not (ts, next)};
        solver *s = solver_new (ts, &o);
        assert_int_equal (solver_check (s, all, 3), SOLVER_UNSAT);
        solver_free (s);
        struct term_vec vars = {0};
        if (k)
            term_variables (ts, t->cut[k], &vars);
        for (size_t i = 0; i < vars.size; i++) {
            bool found = false;
            for (size_t j = 0; j < t->shared[k].size; j++)
                found = found || t->shared[k].at[j] == vars.at[i];
            assert_true (found);
        }
        VEC_CLEAR (vars);
    }
}

static const term *
var (struct trail *t, const char *name, int index)
{
    char text[32];
    snprintf (text, sizeof text, "%s%d", name, index);
    return term_var (t->terms, text, sort_int (t->terms));
}

static const term *
num (struct trail *t, int64_t n)
{
    return term_int (t->terms, n);
}

static const term *
plus (struct trail *t, const term *a, const term *b)
{
    const term *arg[2] = {a, b};
    return term_add (t->terms, arg, 2);
}

static const term *
make2 (struct trail *t, enum op op, const term *a, const term *b)
{
    const term *arg[2] = {a, b};
    return term_make (t->terms, op, arg, 2, 0, 0);
}

/* x > 0, y' = x, y' < 1: the paper's example. */
static void
paper_example (void **state)
{
    (void) state;
    static const enum interpolate_method methods[] = {
        INTERPOLATE_AUTO, INTERPOLATE_FARKAS, INTERPOLATE_SPACER,
        INTERPOLATE_NEWTON};
    for (size_t m = 0; m < 4; m++) {
        struct trail t;
        trail_init (&t);
        const term *x = var (&t, "x", 0), *y = var (&t, "y", 1);
        trail_add (&t, term_lt (t.terms, num (&t, 0), x));
        trail_add (&t, term_eq (t.terms, y, x));
        trail_add (&t, term_lt (t.terms, y, num (&t, 1)));
        assert_int_equal (trail_solve (&t, methods[m]), INTERPOLATE_DONE);
        trail_check (&t);
        if (m < 2) {
            assert_int_equal (t.used, INTERPOLATE_FARKAS);
            bool negated;
            const term *want = predicate_normal (
                t.terms, term_le (t.terms, num (&t, 1), x), &negated);
            assert_ptr_equal (t.cut[1],
                              negated ? term_not (t.terms, want) : want);
            want = predicate_normal (t.terms, term_le (t.terms, num (&t, 1), y),
                                     &negated);
            assert_ptr_equal (t.cut[2],
                              negated ? term_not (t.terms, want) : want);
        }
        trail_clear (&t);
    }
}

static void
feasible_and_single (void **state)
{
    (void) state;
    struct trail t;
    trail_init (&t);
    const term *x = var (&t, "x", 0);
    trail_add (&t, term_lt (t.terms, num (&t, 0), x));
    trail_add (&t, term_lt (t.terms, x, num (&t, 5)));
    assert_int_equal (trail_solve (&t, INTERPOLATE_AUTO), INTERPOLATE_FEASIBLE);
    t.size = 1;
    t.formula[0] = term_and2 (t.terms, term_lt (t.terms, x, num (&t, 0)),
                              term_lt (t.terms, num (&t, 0), x));
    assert_int_equal (trail_solve (&t, INTERPOLATE_AUTO), INTERPOLATE_DONE);
    trail_clear (&t);
}

/* A counter that steps by 2 from 0 cannot be 7 (parity, by cases or mod). */
static void
needs_integers (void **state)
{
    (void) state;
    struct trail t;
    trail_init (&t);
    const term *n = var (&t, "n", 0), *m = var (&t, "m", 0);
    const term *x = var (&t, "x", 1);
    trail_add (&t, term_eq (t.terms, x, term_mul (t.terms, num (&t, 2), n)));
    trail_add (&t, term_eq (t.terms, x,
                            plus (&t, term_mul (t.terms, num (&t, 2), m),
                                  num (&t, 1))));
    enum interpolate_result got = trail_solve (&t, INTERPOLATE_NEWTON);
    assert_int_equal (got, INTERPOLATE_DONE);
    trail_check (&t);
    /* 3 x = 7 within 0 <= x <= 10 has no integer: by branching or gcd */
    t.size = 0;
    const term *y = var (&t, "y", 1), *z = var (&t, "z", 1);
    trail_add (&t, term_and2 (t.terms,
                              term_le (t.terms, num (&t, 1),
                                       term_mul (t.terms, num (&t, 2), y)),
                              term_eq (t.terms, z, y)));
    trail_add (
        &t, term_le (t.terms, term_mul (t.terms, num (&t, 3), z), num (&t, 2)));
    assert_int_equal (trail_solve (&t, INTERPOLATE_FARKAS), INTERPOLATE_DONE);
    trail_check (&t);
    trail_clear (&t);
}

static void
boolean_structure (void **state)
{
    (void) state;
    struct trail t;
    trail_init (&t);
    terms *ts = t.terms;
    const term *b = term_var (ts, "b", sort_bool (ts));
    const term *c = term_var (ts, "c", sort_bool (ts));
    const term *x = var (&t, "x", 0), *y = var (&t, "y", 0);
    /* b or x >= 3; y = ite (b, 5, x); c iff not (y = 2); not c or y < 3 */
    trail_add (&t, term_or2 (ts, b, term_le (ts, num (&t, 3), x)));
    trail_add (&t, term_eq (ts, y, term_ite (ts, b, num (&t, 5), x)));
    const term *is_two = term_eq (ts, y, num (&t, 2));
    trail_add (&t, term_eq (ts, c, term_not (ts, is_two)));
    trail_add (&t,
               term_or2 (ts, term_not (ts, c), term_lt (ts, y, num (&t, 3))));
    static const enum interpolate_method methods[] = {
        INTERPOLATE_FARKAS, INTERPOLATE_SPACER, INTERPOLATE_NEWTON};
    for (size_t m = 0; m < 3; m++) {
        assert_int_equal (trail_solve (&t, methods[m]), INTERPOLATE_DONE);
        trail_check (&t);
    }
    /* Propositional only. */
    t.size = 0;
    const term *d = term_var (ts, "d", sort_bool (ts));
    trail_add (&t, b);
    trail_add (&t, term_eq (ts, b, d));
    trail_add (&t, term_not (ts, d));
    assert_int_equal (trail_solve (&t, INTERPOLATE_FARKAS), INTERPOLATE_DONE);
    trail_check (&t);
    assert_ptr_equal (t.cut[1], b);
    assert_ptr_equal (t.cut[2], d);
    trail_clear (&t);
}

static void
division_and_reals (void **state)
{
    (void) state;
    struct trail t;
    trail_init (&t);
    terms *ts = t.terms;
    const term *x = var (&t, "x", 0), *y = var (&t, "y", 0);
    /* x >= 10, y = x div 3, y < 3 */
    trail_add (&t, term_le (ts, num (&t, 10), x));
    trail_add (&t, term_eq (ts, y, make2 (&t, OP_IDIV, x, num (&t, 3))));
    trail_add (&t, term_lt (ts, y, num (&t, 3)));
    assert_int_equal (trail_solve (&t, INTERPOLATE_FARKAS), INTERPOLATE_DONE);
    trail_check (&t);
    assert_int_equal (trail_solve (&t, INTERPOLATE_AUTO), INTERPOLATE_DONE);
    /* Reals, strictly: r > s, s >= 0, 2 r <= 0; and an Int among them */
    t.size = 0;
    const sort *real = sort_real (ts);
    const term *r = term_var (ts, "r", real), *s = term_var (ts, "s", real);
    const term *n = term_make (ts, OP_TO_REAL, &x, 1, 0, 0);
    const term *zero = term_number (ts, real, "0");
    trail_add (&t, term_lt (ts, s, r));
    trail_add (
        &t, term_and2 (ts, term_le (ts, n, s), term_le (ts, num (&t, 0), x)));
    trail_add (
        &t, term_le (ts, term_mul (ts, term_number (ts, real, "2"), r), zero));
    assert_int_equal (trail_solve (&t, INTERPOLATE_FARKAS), INTERPOLATE_DONE);
    trail_check (&t);
    trail_clear (&t);
}

static void
bits_and_arrays (void **state)
{
    (void) state;
    struct trail t;
    trail_init (&t);
    terms *ts = t.terms;
    const sort *word = sort_bv (ts, 32);
    const term *v[6];
    for (int i = 0; i < 6; i++) {
        char name[16];
        snprintf (name, sizeof name, "w%d", i);
        v[i] = term_var (ts, name, word);
    }
    trail_add (&t, term_eq (ts, v[0], term_bits (ts, 32, "0")));
    for (int i = 0; i < 4; i++)
        trail_add (
            &t, term_eq (ts, v[i + 1],
                         make2 (&t, OP_BVADD, v[i], term_bits (ts, 32, "3"))));
    trail_add (&t, make2 (&t, OP_BVULT, v[4], term_bits (ts, 32, "12")));
    assert_int_equal (trail_solve (&t, INTERPOLATE_AUTO), INTERPOLATE_DONE);
    assert_int_equal (t.used, INTERPOLATE_NEWTON);
    trail_check (&t);
    /* a1 = a0 with 5 at i; i = j; a1 [j] < 5 */
    t.size = 0;
    const sort *array = sort_array (ts, sort_int (ts), sort_int (ts));
    const term *a0 = term_var (ts, "a0", array);
    const term *a1 = term_var (ts, "a1", array);
    const term *i = var (&t, "i", 0), *j = var (&t, "j", 0);
    const term *part[3] = {a0, i, num (&t, 5)};
    trail_add (&t, term_eq (ts, a1, term_make (ts, OP_STORE, part, 3, 0, 0)));
    trail_add (&t, term_eq (ts, i, j));
    trail_add (&t, term_lt (ts, make2 (&t, OP_SELECT, a1, j), num (&t, 5)));
    assert_int_equal (trail_solve (&t, INTERPOLATE_AUTO), INTERPOLATE_DONE);
    trail_check (&t);
    trail_clear (&t);
}

static uint64_t
next (uint64_t *random)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return *random >> 33;
}

/* A path of updates and guards over three variables, ending in a guard that is
 * probably wrong. */
static void
random_path (struct trail *t, uint64_t *random, int steps)
{
    t->size = 0;
    terms *ts = t->terms;
    const char *names[3] = {"x", "y", "z"};
    for (int k = 0; k < steps; k++) {
        struct term_vec f = {0};
        for (int i = 0; i < 3; i++) {
            const term *now = var (t, names[i], k);
            const term *then = var (t, names[i], k + 1);
            const term *other = var (t, names[next (random) % 3], k);
            int64_t c = (int64_t) (next (random) % 5) - 2;
            const term *e = num (t, c);
            switch (k ? next (random) % 6 : 5) {
            case 0:
                e = plus (t, now, num (t, c));
                break;
            case 1:
                e = plus (t, now, other);
                break;
            case 2:
                e = other;
                break;
            case 3:
            case 4:
                e = now;
                break;
            }
            VEC_PUSH (f, term_eq (ts, then, e));
        }
        const term *a = var (t, names[next (random) % 3], k + 1);
        const term *b = var (t, names[next (random) % 3], k + 1);
        const term *guard = term_le (ts, a, plus (t, b, num (t, 1)));
        if (next (random) % 3 == 0)
            guard = term_or2 (ts, guard, term_le (ts, num (t, 3), a));
        if (next (random) % 2)
            VEC_PUSH (f, guard);
        trail_add (t, term_and (ts, f.at, f.size));
        VEC_CLEAR (f);
    }
    const term *last = var (t, names[next (random) % 3], steps);
    trail_add (t, term_le (ts, num (t, 6), last));
}

static void
random_paths (void **state)
{
    (void) state;
    static const enum interpolate_method methods[] = {
        INTERPOLATE_FARKAS, INTERPOLATE_SPACER, INTERPOLATE_NEWTON};
    unsigned infeasible = 0, done[3] = {0};
    uint64_t random = 1;
    for (int round = 0; round < (int) effort (60); round++) {
        struct trail t;
        trail_init (&t);
        random_path (&t, &random, 3 + round % 6);
        enum interpolate_result got = trail_solve (&t, INTERPOLATE_AUTO);
        if (got == INTERPOLATE_FEASIBLE) {
            trail_clear (&t);
            continue;
        }
        assert_int_equal (got, INTERPOLATE_DONE);
        trail_check (&t);
        infeasible++;
        for (size_t m = 0; m < 3; m++) {
            got = trail_solve (&t, methods[m]);
            assert_true (got == INTERPOLATE_DONE || got == INTERPOLATE_FAILED);
            if (got != INTERPOLATE_DONE)
                continue;
            assert_int_equal (t.used, methods[m]);
            trail_check (&t);
            done[m]++;
        }
        trail_clear (&t);
    }
    print_message ("%u infeasible: farkas %u, spacer %u, newton %u\n",
                   infeasible, done[0], done[1], done[2]);
    assert_true (infeasible >= effort (20));
    for (size_t m = 0; m < 3; m++)
        assert_int_equal (done[m], infeasible);
}

/* Same path, same cuts and units, whatever the store has seen before. */
static void
history_does_not_matter (void **state)
{
    (void) state;
    struct trail used;
    trail_init (&used);
    uint64_t other = 99;
    for (uint64_t seed = 1; seed <= effort (8); seed++) {
        for (int i = 0; i < 3; i++) {
            random_path (&used, &other, 4);
            trail_solve (&used, INTERPOLATE_AUTO);
        }
        for (int m = INTERPOLATE_FARKAS; m <= INTERPOLATE_SPACER; m++) {
            struct trail clean;
            trail_init (&clean);
            uint64_t one = seed, two = seed;
            random_path (&clean, &one, 6);
            random_path (&used, &two, 6);
            enum interpolate_result a = trail_solve (&clean, m);
            assert_int_equal (a, trail_solve (&used, m));
            assert_true (clean.units == used.units);
            for (size_t k = 1; k < clean.size && a == INTERPOLATE_DONE; k++)
                assert_true (
                    digest_equal (clean.cut[k]->digest, used.cut[k]->digest));
            trail_clear (&clean);
        }
    }
    trail_clear (&used);
}

struct delayed {
    struct solver_watch *watch;
    unsigned microseconds;
};

static void *
interrupt_soon (void *context)
{
    struct delayed *d = context;
    usleep (d->microseconds);
    solver_watch_interrupt (d->watch);
    return NULL;
}

static void
interruption (void **state)
{
    (void) state;
    struct trail t;
    trail_init (&t);
    uint64_t random = 3;
    struct solver_watch watch;
    solver_watch_init (&watch);
    unsigned stopped = 0;
    for (unsigned round = 0; round < 60; round++) {
        if (effort_spares (round))
            continue;
        random_path (&t, &random, 10);
        trail_share (&t);
        struct interpolate_path path = {t.formula, t.size, NULL, t.shared};
        pthread_t thread;
        struct delayed d = {&watch, round * 150};
        pthread_create (&thread, NULL, interrupt_soon, &d);
        enum interpolate_result got =
            interpolate (t.terms, INTERPOLATE_FARKAS + round % 3, &path, LIMIT,
                         t.cut, &t.used, &t.units, &watch);
        stopped += got == INTERPOLATE_INTERRUPTED;
        assert_null (watch.at_work);
        pthread_join (thread, NULL);
        solver_watch_reset (&watch);
    }
    assert_true (stopped > 0);
    solver_watch_clear (&watch);
    trail_clear (&t);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (paper_example),
        cmocka_unit_test (feasible_and_single),
        cmocka_unit_test (needs_integers),
        cmocka_unit_test (boolean_structure),
        cmocka_unit_test (division_and_reals),
        cmocka_unit_test (bits_and_arrays),
        cmocka_unit_test (random_paths),
        cmocka_unit_test (history_does_not_matter),
        cmocka_unit_test (interruption),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
