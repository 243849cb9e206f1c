/* solver.c -- the solver's answers, values, cores; that they depend on nothing
 * but the calls; projections against brute force. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "logic/solver/solver.h"
#include "logic/term/sort.h"
#include "effort.h"

static const struct solver_options plain = {.limit = 5000000};

static const term *
num (terms *ts, int64_t n)
{
    return term_int (ts, n);
}

static const term *
var (terms *ts, const char *name)
{
    return term_var (ts, name, sort_int (ts));
}

static const term *
add (terms *ts, const term *a, const term *b)
{
    const term *arg[2] = {a, b};
    return term_add (ts, arg, 2);
}

static const term *
make2 (terms *ts, enum op op, const term *a, const term *b)
{
    const term *arg[2] = {a, b};
    return term_make (ts, op, arg, 2, 0, 0);
}

static void
answers_and_values (void **state)
{
    (void) state;
    terms *ts = terms_new ();
    solver *s = solver_new (ts, &plain);
    const term *x = var (ts, "x"), *y = var (ts, "y");
    solver_assert (s, term_eq (ts, add (ts, x, y), num (ts, 10)));
    solver_push (s);
    solver_assert (s, term_eq (ts, x, num (ts, 3)));
    assert_int_equal (solver_check (s, NULL, 0), SOLVER_SAT);
    assert_ptr_equal (solver_value (s, y), num (ts, 7));
    assert_ptr_equal (solver_value (s, term_lt (ts, x, y)), term_true (ts));
    const term *big =
        term_number (ts, sort_int (ts), "-123456789012345678901234567890");
    const term *wrong[1] = {term_eq (ts, y, big)};
    assert_int_equal (solver_check (s, wrong, 1), SOLVER_UNSAT);
    solver_pop (s);
    assert_int_equal (solver_check (s, wrong, 1), SOLVER_SAT);
    assert_ptr_equal (solver_value (s, y), big);
    assert_string_equal (solver_value (s, x)->text,
                         "123456789012345678901234567900");
    solver_assert (s, term_false (ts));
    assert_int_equal (solver_check (s, NULL, 0), SOLVER_UNSAT);
    solver_free (s);
    terms_free (ts);
}

static void
values_of_all_sorts (void **state)
{
    (void) state;
    terms *ts = terms_new ();
    solver *s = solver_new (ts, &plain);
    const sort *bits = sort_bv (ts, 70), *real = sort_real (ts);
    const sort *array = sort_array (ts, sort_int (ts), sort_int (ts));
    const term *r = term_var (ts, "r", real), *b = term_var (ts, "b", bits);
    const term *p = term_var (ts, "p", sort_bool (ts));
    const term *a = term_var (ts, "a", array);
    const term *third = term_number (ts, real, "-7/3");
    const term *large = term_bits (ts, 70, "1180591620717411303423");
    solver_assert (s, term_eq (ts, r, third));
    solver_assert (s, term_eq (ts, b, large));
    solver_assert (s, term_not (ts, p));
    solver_assert (
        s, term_eq (ts, make2 (ts, OP_SELECT, a, num (ts, 4)), num (ts, 9)));
    solver_assert (
        s, term_eq (ts, make2 (ts, OP_SELECT, a, num (ts, 5)), num (ts, 8)));
    assert_int_equal (solver_check (s, NULL, 0), SOLVER_SAT);
    assert_ptr_equal (solver_value (s, r), third);
    assert_ptr_equal (solver_value (s, b), large);
    assert_ptr_equal (solver_value (s, p), term_false (ts));
    const term *value = solver_value (s, a);
    assert_non_null (value);
    /* The value is an array of ours: it can be read. */
    solver_assert (s, term_eq (ts, a, value));
    assert_int_equal (solver_check (s, NULL, 0), SOLVER_SAT);
    const term *u = term_var (ts, "u", sort_named (ts, "U"));
    solver_assert (s, term_eq (ts, u, u));
    assert_int_equal (solver_check (s, NULL, 0), SOLVER_SAT);
    assert_true (term_is_element (solver_value (s, u)));
    solver_free (s);
    terms_free (ts);
}

static void
cores_are_indices (void **state)
{
    (void) state;
    terms *ts = terms_new ();
    solver *s = solver_new (ts, &plain);
    const term *x = var (ts, "x"), *p = term_var (ts, "p", sort_bool (ts));
    const term *assume[6] = {
        p,
        term_le (ts, num (ts, 5), x),
        term_not (ts, term_var (ts, "q", sort_bool (ts))),
        term_or2 (ts, p, term_le (ts, x, num (ts, 100))),
        term_le (ts, x, num (ts, 4)),
        p,
    };
    uint32_t index[6];
    assert_int_equal (solver_check (s, assume, 6), SOLVER_UNSAT);
    assert_int_equal (solver_core (s, index, 6), 2);
    assert_int_equal (index[0], 1);
    assert_int_equal (index[1], 4);
    /* The assumptions are gone again. */
    assert_int_equal (solver_check (s, assume, 4), SOLVER_SAT);
    solver_assert (s, term_not (ts, p));
    assert_int_equal (solver_check (s, assume, 6), SOLVER_UNSAT);
    assert_true (solver_core (s, index, 6) >= 1);
    solver_free (s);
    terms_free (ts);
}

static void
bits_and_then_arrays (void **state)
{
    (void) state;
    terms *ts = terms_new ();
    struct solver_options o = {.limit = 5000000, .bits = true};
    solver *s = solver_new (ts, &o);
    const sort *byte = sort_bv (ts, 8);
    const term *x = term_var (ts, "x", byte), *y = term_var (ts, "y", byte);
    solver_assert (s, make2 (ts, OP_BVULT, x, y));
    solver_push (s);
    solver_assert (s, term_eq (ts, y, term_bits (ts, 8, "1")));
    assert_int_equal (solver_check (s, NULL, 0), SOLVER_SAT);
    assert_ptr_equal (solver_value (s, x), term_bits (ts, 8, "0"));
    /* An array comes: the other solver takes over with what is asserted. */
    const term *a = term_var (ts, "a", sort_array (ts, byte, byte));
    const term *at[1] = {term_not (
        ts, term_eq (ts, make2 (ts, OP_SELECT, a, x),
                     make2 (ts, OP_SELECT, a, term_bits (ts, 8, "0"))))};
    assert_int_equal (solver_check (s, at, 1), SOLVER_UNSAT);
    solver_pop (s);
    assert_int_equal (solver_check (s, at, 1), SOLVER_SAT);
    const term *zero[1] = {term_eq (ts, y, term_bits (ts, 8, "0"))};
    assert_int_equal (solver_check (s, zero, 1), SOLVER_UNSAT);
    solver_free (s);
    terms_free (ts);
}

/* Everything that a solver says about a job, as text. */
static void
run_job (terms *ts, unsigned seed, struct text *said)
{
    uint64_t random = seed * 2654435761u + 1;
    solver *s = solver_new (ts, &plain);
    const term *v[5];
    for (int i = 0; i < 5; i++) {
        char name[16];
        snprintf (name, sizeof name, "v%d", i);
        v[i] = var (ts, name);
    }
    for (int step = 0; step < 12; step++) {
        const term *assume[6];
        for (int i = 0; i < 6; i++) {
            const term *sum = num (ts, (int64_t) (random >> 40) % 20 - 10);
            for (int j = 0; j < 5; j++) {
                random = random * 6364136223846793005u + 1442695040888963407u;
                int64_t c = (int64_t) (random >> 33) % 7 - 3;
                sum = add (ts, sum, term_mul (ts, num (ts, c), v[j]));
            }
            assume[i] = i % 2 ? term_le (ts, sum, num (ts, 0))
                              : term_eq (ts, sum, num (ts, 0));
        }
        enum solver_answer answer = solver_check (s, assume, 6);
        text_print (said, "%d:", answer);
        uint32_t index[6];
        if (answer == SOLVER_UNSAT)
            for (size_t i = 0, n = solver_core (s, index, 6); i < n; i++)
                text_print (said, " %u", index[i]);
        if (answer == SOLVER_SAT)
            for (int i = 0; i < 5; i++)
                text_print (said, " %s", solver_value (s, v[i])->text);
        text_print (said, " %llu\n", (unsigned long long) solver_units (s));
    }
    solver_free (s);
}

static void
history_does_not_matter (void **state)
{
    (void) state;
    terms *clean = terms_new (), *used = terms_new ();
    struct text other = {0};
    for (unsigned seed = 100; seed < 110; seed++)
        run_job (used, seed, &other);
    for (unsigned seed = 0; seed < 20; seed++) {
        struct text first = {0}, second = {0};
        run_job (clean, seed, &first);
        run_job (used, 200 + seed, &other);
        run_job (used, seed, &second);
        assert_string_equal (text_view (&first), text_view (&second));
        text_clear (&first);
        text_clear (&second);
    }
    assert_non_null (strstr (text_view (&other), "0:"));
    assert_non_null (strstr (text_view (&other), "1:"));
    text_clear (&other);
    terms_free (clean);
    terms_free (used);
}

/* x^3 + y^3 = z^3, which takes as long as one likes. */
static void
assert_hard (terms *ts, solver *s)
{
    const term *cube[3];
    for (int i = 0; i < 3; i++) {
        char name[2] = {(char) ('x' + i), 0};
        const term *v = var (ts, name);
        cube[i] = term_mul (ts, v, term_mul (ts, v, v));
        solver_assert (s, term_lt (ts, num (ts, 1000), v));
    }
    solver_assert (s, term_eq (ts, add (ts, cube[0], cube[1]), cube[2]));
}

static void
limits_are_per_check (void **state)
{
    (void) state;
    terms *ts = terms_new ();
    uint64_t units[2];
    for (int round = 0; round < 2; round++) {
        struct solver_options o = {.limit = 50000};
        solver *s = solver_new (ts, &o);
        solver_push (s);
        assert_hard (ts, s);
        assert_int_equal (solver_check (s, NULL, 0), SOLVER_UNDECIDED);
        assert_true (solver_units (s) >= 40000 && solver_units (s) < 80000);
        units[round] = solver_units (s);
        solver_pop (s);
        const term *easy[1] = {term_lt (ts, var (ts, "x"), num (ts, 3))};
        assert_int_equal (solver_check (s, easy, 1), SOLVER_SAT);
        assert_true (solver_units (s) > units[round]);
        solver_free (s);
    }
    assert_true (units[0] == units[1]);
    terms_free (ts);
}

/* 12 pigeons in 11 holes: resolution needs more steps than there is time. */
static void
assert_endless (terms *ts, solver *s)
{
    const term *in[12][11];
    for (int p = 0; p < 12; p++) {
        for (int h = 0; h < 11; h++) {
            char name[32];
            snprintf (name, sizeof name, "p%d-%d", p, h);
            in[p][h] = term_var (ts, name, sort_bool (ts));
        }
        solver_assert (s, term_or (ts, in[p], 11));
    }
    for (int h = 0; h < 11; h++)
        for (int p = 0; p < 12; p++)
            for (int q = 0; q < p; q++)
                solver_assert (
                    s, term_not (ts, term_and2 (ts, in[p][h], in[q][h])));
}

static void *
interrupt_soon (void *watch)
{
    usleep (30000);
    solver_watch_interrupt (watch);
    return NULL;
}

static void
interrupts (void **state)
{
    (void) state;
    terms *ts = terms_new ();
    struct solver_watch watch;
    solver_watch_init (&watch);
    for (int round = 0; round < 3; round++) {
        struct solver_options o = {.limit = 0};
        solver *s = solver_new (ts, &o);
        solver_watch_set (&watch, s);
        assert_endless (ts, s);
        pthread_t thread;
        assert_int_equal (
            pthread_create (&thread, NULL, interrupt_soon, &watch), 0);
        assert_int_equal (solver_check (s, NULL, 0), SOLVER_INTERRUPTED);
        assert_int_equal (solver_check (s, NULL, 0), SOLVER_INTERRUPTED);
        pthread_join (thread, NULL);
        solver_watch_set (&watch, NULL);
        solver_free (s);
        /* One that is put there later is interrupted, too. */
        s = solver_new (ts, &o);
        solver_watch_set (&watch, s);
        assert_int_equal (solver_check (s, NULL, 0), SOLVER_INTERRUPTED);
        solver_watch_set (&watch, NULL);
        solver_free (s);
        solver_watch_reset (&watch);
    }
    solver_watch_clear (&watch);
    terms_free (ts);
}

/* An interruption does not take back what was said: whoever was told SAT can
 * read the model. */
static void
interrupted_after_an_answer (void **state)
{
    (void) state;
    for (int sat = 0; sat < 2; sat++) {
        terms *ts = terms_new ();
        struct solver_options o = {.limit = 0};
        solver *s = solver_new (ts, &o);
        const term *x = term_var (ts, "x", sort_int (ts));
        const term *seven = term_number (ts, x->sort, "7");
        const term *assume[] = {
            term_eq (ts, x, term_number (ts, x->sort, "8"))};
        solver_assert (s, term_eq (ts, x, seven));
        assert_int_equal (solver_check (s, assume, sat ? 0 : 1),
                          sat ? SOLVER_SAT : SOLVER_UNSAT);
        solver_interrupt (s);
        uint32_t core[1] = {5};
        if (sat)
            assert_ptr_equal (solver_value (s, x), seven);
        else
            assert_int_equal (solver_core (s, core, 1), 1);
        assert_int_equal (solver_check (s, NULL, 0), SOLVER_INTERRUPTED);
        solver_free (s);
        terms_free (ts);
    }
}

struct assignment {
    terms *terms;
    const term *x, *y;
    int64_t values[2];
};

static const term *
assigned (void *context, const term *v)
{
    struct assignment *a = context;
    return v == a->x   ? num (a->terms, a->values[0])
           : v == a->y ? num (a->terms, a->values[1])
                       : NULL;
}

/* Projections of random formulas over x, y, g, h agree with a search for g and
 * h (in a box that is large enough for the small coefficients). */
static void
projection_is_exact (void **state)
{
    (void) state;
    terms *ts = terms_new ();
    const term *v[4] = {var (ts, "x"), var (ts, "y"), var (ts, "g"),
                        var (ts, "h")};
    uint64_t random = 7;
    unsigned exact_ones = 0, held = 0, failed = 0;
    for (int round = 0; round < (int) effort (60); round++) {
        struct term_vec all = {0};
        for (int i = 2; i < 4; i++) {
            VEC_PUSH (all, term_le (ts, num (ts, -9), v[i]));
            VEC_PUSH (all, term_le (ts, v[i], num (ts, 9)));
        }
        for (int i = 0; i < 4; i++) {
            const term *two[2];
            for (int j = 0; j < 2; j++) {
                const term *sum = num (ts, 0);
                for (int k = 0; k < 4; k++) {
                    random =
                        random * 6364136223846793005u + 1442695040888963407u;
                    int64_t c = (int64_t) (random >> 33) % 7 - 3;
                    if (round % 2 && k >= 2)
                        c = c > 0 ? 1 : c < 0 ? -1 : 0;
                    sum = add (ts, sum, term_mul (ts, num (ts, c), v[k]));
                }
                if (round % 5 == 4 && j)
                    sum = make2 (ts, OP_MOD, sum, num (ts, 3));
                const term *limit = num (ts, (int64_t) (random >> 50) % 9 - 4);
                two[j] = round % 3 == 0 && i == 0 ? term_eq (ts, sum, limit)
                                                  : term_le (ts, sum, limit);
            }
            VEC_PUSH (all, i % 2 ? term_or2 (ts, two[0], two[1]) : two[0]);
        }
        const term *formula = term_and (ts, all.at, all.size);
        solver *s = solver_new (ts, &plain);
        bool exact;
        const term *shadow = solver_project (s, formula, &v[2], 2, &exact);
        assert_non_null (shadow);
        struct term_vec left = {0};
        term_variables (ts, shadow, &left);
        for (size_t i = 0; i < left.size; i++)
            assert_true (left.at[i] == v[0] || left.at[i] == v[1]);
        exact_ones += exact;
        for (int64_t x = -6; x <= 6; x += 2)
            for (int64_t y = -6; y <= 6; y += 3) {
                struct assignment a = {ts, v[0], v[1], {x, y}};
                const term *value = term_evaluate (ts, shadow, assigned, &a);
                assert_non_null (value);
                const term *fixed[3] = {formula,
                                        term_eq (ts, v[0], num (ts, x)),
                                        term_eq (ts, v[1], num (ts, y))};
                bool real = solver_check (s, fixed, 3) == SOLVER_SAT;
                if (real)
                    assert_true (term_is_true (value));
                else if (exact)
                    assert_true (term_is_false (value));
                held += real;
                failed += !real;
            }
        solver_free (s);
        VEC_CLEAR (left);
        VEC_CLEAR (all);
    }
    assert_true (exact_ones >= effort (40));
    assert_true (held > effort (100) && failed > effort (100));
    terms_free (ts);
}

static void
projection_of_arrays_and_bits (void **state)
{
    (void) state;
    terms *ts = terms_new ();
    solver *s = solver_new (ts, &plain);
    const sort *byte = sort_bv (ts, 8);
    const term *b = term_var (ts, "b", byte), *c = term_var (ts, "c", byte);
    const term *three = term_bits (ts, 8, "3");
    bool exact;
    /* c = 3 b + 3 and b = 2, in either order */
    const term *f = term_and2 (
        ts,
        term_eq (ts, c,
                 make2 (ts, OP_BVADD, make2 (ts, OP_BVMUL, three, b), three)),
        make2 (ts, OP_BVULT, b, three));
    const term *got = solver_project (s, f, &b, 1, &exact);
    assert_non_null (got);
    assert_true (exact);
    const term *yes[2] = {got, term_eq (ts, c, term_bits (ts, 8, "9"))};
    assert_int_equal (solver_check (s, yes, 2), SOLVER_SAT);
    yes[1] = term_eq (ts, c, term_bits (ts, 8, "12"));
    assert_int_equal (solver_check (s, yes, 2), SOLVER_UNSAT);
    /* a1 = a0 with 5 at i: a1 has 5 at i */
    const sort *array = sort_array (ts, sort_int (ts), sort_int (ts));
    const term *a0 = term_var (ts, "a0", array), *i = var (ts, "i");
    const term *a1 = term_var (ts, "a1", array);
    const term *part[3] = {a0, i, num (ts, 5)};
    f = term_eq (ts, a1, term_make (ts, OP_STORE, part, 3, 0, 0));
    got = solver_project (s, f, &a0, 1, &exact);
    assert_true (exact);
    assert_ptr_equal (got,
                      term_eq (ts, make2 (ts, OP_SELECT, a1, i), num (ts, 5)));
    solver_free (s);
    terms_free (ts);
}

static void
simplification_is_equivalent (void **state)
{
    (void) state;
    terms *ts = terms_new ();
    solver *s = solver_new (ts, &plain);
    const term *x = var (ts, "x"), *y = var (ts, "y");
    const term *f = term_or2 (
        ts, term_lt (ts, add (ts, x, y), add (ts, y, x)),
        term_and2 (ts, term_le (ts, x, y),
                   term_or2 (ts, term_le (ts, x, y), term_le (ts, y, x))));
    const term *g = solver_simplify (s, f);
    assert_true (term_size (g) < term_size (f));
    const term *differ[1] = {term_not (ts, term_eq (ts, f, g))};
    assert_int_equal (solver_check (s, differ, 1), SOLVER_UNSAT);
    solver_free (s);
    terms_free (ts);
}

/* No memory: the process leaves by memory_exhausted, never with an answer that
 * depends on it. */
static void
memory_ends_the_process (void **state)
{
    (void) state;
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
    skip (); /* they need more memory than the limit */
#endif
    pid_t child = fork ();
    if (!child) {
        close (2);
        memory_limit (60);
        terms *ts = terms_new ();
        struct solver_options o = {.limit = 0};
        solver *s = solver_new (ts, &o);
        const sort *wide = sort_bv (ts, 4096);
        const term *x = term_var (ts, "x", wide), *y = term_var (ts, "y", wide);
        solver_assert (s, term_eq (ts, make2 (ts, OP_BVMUL, x, y),
                                   make2 (ts, OP_BVUDIV, y, x)));
        enum solver_answer answer = solver_check (s, NULL, 0);
        _exit (answer == SOLVER_UNDECIDED ? 3 : 4);
    }
    int status;
    assert_int_equal (waitpid (child, &status, 0), child);
    assert_true (WIFEXITED (status));
    assert_int_equal (WEXITSTATUS (status), MEMORY_EXIT);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (answers_and_values),
        cmocka_unit_test (values_of_all_sorts),
        cmocka_unit_test (cores_are_indices),
        cmocka_unit_test (bits_and_then_arrays),
        cmocka_unit_test (history_does_not_matter),
        cmocka_unit_test (limits_are_per_check),
        cmocka_unit_test (interrupts),
        cmocka_unit_test (interrupted_after_an_answer),
        cmocka_unit_test (projection_is_exact),
        cmocka_unit_test (projection_of_arrays_and_bits),
        cmocka_unit_test (simplification_is_equivalent),
        cmocka_unit_test (memory_ends_the_process),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
