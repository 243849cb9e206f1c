/* linear.c -- linear forms, and the normal form of predicates. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "logic/arith/linear.h"
#include "logic/term/sort.h"

#define LIST(...) ((const term *[]) {__VA_ARGS__})

struct fix {
    terms *t;
    const term *x, *y, *z, *u, *v;
};

static int
setup (void **state)
{
    struct fix *f = NEW (struct fix);
    f->t = terms_new ();
    f->x = term_var (f->t, "x", sort_int (f->t));
    f->y = term_var (f->t, "y", sort_int (f->t));
    f->z = term_var (f->t, "z", sort_int (f->t));
    f->u = term_var (f->t, "u", sort_real (f->t));
    f->v = term_var (f->t, "v", sort_real (f->t));
    *state = f;
    return 0;
}

static int
teardown (void **state)
{
    struct fix *f = *state;
    terms_free (f->t);
    memory_free (f);
    return 0;
}

static void
shows (const term *t, const char *expected)
{
    struct text text;
    text_init (&text);
    term_print (&text, t);
    assert_string_equal (text_view (&text), expected);
    text_clear (&text);
}

static const term *
times (terms *t, int64_t n, const term *x)
{
    return term_mul (t, term_int (t, n), x);
}

static const term *
plus (terms *t, const term *a, const term *b)
{
    return term_add (t, LIST (a, b), 2);
}

/* The normal form, with `not` in front if it is the negation. */
static void
normal (terms *t, const term *p, const char *expected)
{
    bool negated, again;
    const term *form = predicate_normal (t, p, &negated);
    shows (negated ? term_not (t, form) : form, expected);
    assert_ptr_equal (predicate_normal (t, form, &again), form);
    assert_false (again);
    const term *opposite = predicate_normal (t, term_not (t, p), &again);
    if (term_is_constant (form)) {
        assert_ptr_equal (opposite, term_not (t, form));
        return;
    }
    assert_ptr_equal (opposite, form);
    assert_int_equal (again, !negated);
}

static void
forms_add_up (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    struct linear l;
    linear_init (&l);
    mpq_t two;
    mpq_init (two);
    mpq_set_si (two, 2, 1);
    const term *sum = plus (t, times (t, 3, plus (t, f->y, f->x)),
                            term_sub (t, term_int (t, 4), times (t, 3, f->y)));
    assert_true (linear_add (&l, t, sum, two, false));
    shows (linear_term (t, &l, sort_int (t)), "(+ (* 6 x) 8)");
    struct linear other;
    linear_init (&other);
    assert_true (linear_add (&other, t, f->z, two, false));
    mpq_set_si (two, -3, 2);
    linear_add_scaled (&l, &other, two);
    shows (linear_term (t, &l, sort_int (t)), "(+ (* 6 x) (* (- 3) z) 8)");
    /* What is not linear leaves the form alone. */
    const term *product = term_mul (t, f->x, f->y);
    assert_false (linear_add (&l, t, plus (t, f->x, product), two, false));
    const term *rest = term_make (t, OP_MOD, LIST (f->x, f->y), 2, 0, 0);
    assert_false (linear_add (&l, t, plus (t, f->x, rest), two, false));
    shows (linear_term (t, &l, sort_int (t)), "(+ (* 6 x) (* (- 3) z) 8)");
    mpq_set_si (two, 2, 1);
    assert_true (linear_add (&l, t, rest, two, true));
    shows (linear_term (t, &l, sort_int (t)),
           "(+ (* 6 x) (* (- 3) z) (* 2 (mod x y)) 8)");
    linear_clear (&l);
    linear_clear (&other);
    mpq_clear (two);
}

static void
sharing_is_no_danger (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    const term *sum = plus (t, f->x, term_int (t, 1));
    for (int i = 0; i < 300; i++)
        sum =
            times (t, 3, term_make (t, OP_ADD, LIST (sum, f->y, sum), 3, 0, 0));
    const term *deep = f->x;
    for (int i = 0; i < 200000; i++)
        deep = times (t, -1, plus (t, deep, f->y));
    struct linear l;
    linear_init (&l);
    mpq_t one;
    mpq_init (one);
    mpq_set_si (one, 1, 1);
    assert_true (linear_add (&l, t, sum, one, false));
    assert_int_equal (l.size, 2);
    assert_true (mpz_sizeinbase (mpq_numref (l.constant), 2) > 700);
    linear_clear (&l);
    linear_init (&l);
    assert_true (linear_add (&l, t, deep, one, false));
    shows (linear_term (t, &l, sort_int (t)), "x");
    linear_clear (&l);
    mpq_clear (one);
}

static void
literals (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    static const char *const expected[] = {
        "(+ x (* (- 1) y))", "(+ x (* (- 1) y) 1)", "(+ (* (- 1) x) y 1)",
        "(+ (* (- 1) x) y)", "(+ x (* (- 1) y))"};
    const term *le = term_le (t, f->x, f->y), *lt = term_lt (t, f->x, f->y);
    const term *literal[] = {le, lt, term_not (t, le), term_not (t, lt),
                             term_eq (t, f->x, f->y)};
    for (size_t i = 0; i < 5; i++) {
        struct linear l;
        linear_init (&l);
        enum linear_relation relation;
        assert_true (linear_literal (t, literal[i], &l, &relation));
        assert_int_equal (relation, i == 4 ? LINEAR_EQ : LINEAR_LE);
        shows (linear_term (t, &l, sort_int (t)), expected[i]);
        linear_clear (&l);
    }
    struct linear l;
    linear_init (&l);
    enum linear_relation relation;
    assert_true (linear_literal (t, term_not (t, term_le (t, f->u, f->v)), &l,
                                 &relation));
    assert_int_equal (relation, LINEAR_LT);
    assert_false (linear_literal (t, term_not (t, literal[4]), &l, &relation));
    assert_false (linear_literal (t, term_and2 (t, le, lt), &l, &relation));
    linear_clear (&l);
}

static void
integers_are_normal (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    const term *five = term_int (t, 5);
    normal (t, term_le (t, f->x, five), "(<= x 5)");
    normal (t, term_lt (t, f->x, five), "(<= x 4)");
    normal (t, term_le (t, five, f->x), "(not (<= x 4))");
    normal (t, term_lt (t, five, f->x), "(not (<= x 5))");
    normal (t, term_le (t, times (t, 2, f->x), five), "(<= x 2)");
    normal (t, term_le (t, five, times (t, 2, f->x)), "(not (<= x 2))");
    normal (t, term_le (t, times (t, 2, f->x), term_int (t, -5)),
            "(<= x (- 3))");
    normal (t, term_lt (t, times (t, 4, f->y), times (t, 6, f->x)),
            "(not (<= (+ (* 3 x) (* (- 2) y)) 0))");
    normal (t, term_le (t, f->x, plus (t, f->x, five)), "true");
    normal (t, term_lt (t, plus (t, f->x, five), f->x), "false");
    normal (t, term_eq (t, times (t, 2, f->x), five), "false");
    normal (t, term_eq (t, times (t, 2, f->x), times (t, 4, f->y)),
            "(= (+ x (* (- 2) y)) 0)");
    normal (t, term_eq (t, times (t, -2, f->x), term_int (t, 6)),
            "(= x (- 3))");
    /* The same predicate, written in many ways. */
    const term *p = term_le (t, f->x, f->y);
    const term *other[] = {
        term_not (t, term_lt (t, f->y, f->x)),
        term_le (t, times (t, 3, f->x), times (t, 3, f->y)),
        term_lt (t, f->x, plus (t, f->y, term_int (t, 1))),
        term_le (t, term_sub (t, f->x, f->y), term_int (t, 0))};
    bool negated, first;
    const term *form = predicate_normal (t, p, &first);
    for (size_t i = 0; i < 4; i++) {
        assert_ptr_equal (predicate_normal (t, other[i], &negated), form);
        assert_int_equal (negated, first);
    }
}

static void
reals_are_normal (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    const sort *real = sort_real (t);
    const term *half = term_mul (t, term_number (t, real, "1/2"), f->u);
    const term *third = term_mul (t, term_number (t, real, "1/3"), f->v);
    const term *seven = term_number (t, real, "7");
    normal (t, term_le (t, half, third),
            "(<= (+ (* 3.0 u) (* (- 2.0) v)) 0.0)");
    normal (t, term_lt (t, third, half),
            "(not (<= (+ (* 3.0 u) (* (- 2.0) v)) 0.0))");
    normal (t, term_lt (t, half, seven), "(< u 14.0)");
    normal (t, term_le (t, seven, term_mul (t, seven, f->u)),
            "(not (< u 1.0))");
    normal (t,
            term_eq (t, term_mul (t, term_number (t, real, "3"), f->u), seven),
            "(= u (/ 7.0 3.0))");
}

static void
others_lose_their_not (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    const term *p = term_var (t, "p", sort_bool (t));
    normal (t, p, "p");
    normal (t, term_not (t, p), "(not p)");
    normal (t, term_lt (t, term_int (t, 0), term_mul (t, f->x, f->y)),
            "(not (<= (* x y) 0))");
}

static void
atoms_are_found_once (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    const term *p = term_var (t, "p", sort_bool (t));
    const term *q = term_var (t, "q", sort_bool (t));
    const term *le = term_le (t, f->x, term_int (t, 4));
    const term *ge = term_le (t, term_int (t, 5), f->x);
    const term *trivial = term_le (t, f->x, plus (t, f->x, term_int (t, 1)));
    const term *formula = term_or (
        t,
        LIST (term_and2 (t, ge, p), term_not (t, le), trivial,
              term_ite (t, q, term_eq (t, p, le), term_eq (t, f->y, f->z))),
        4);
    struct term_vec v = {0};
    predicate_atoms (t, formula, &v);
    assert_int_equal (v.size, 4);
    shows (v.at[0], "(<= x 4)");
    shows (v.at[1], "p");
    shows (v.at[2], "q");
    shows (v.at[3], "(= (+ y (* (- 1) z)) 0)");
    VEC_CLEAR (v);
}

struct point {
    const term *var[3], *value[3];
};

static const term *
point_value (void *context, const term *var)
{
    const struct point *p = context;
    for (int i = 0; i < 3; i++)
        if (p->var[i] == var)
            return p->value[i];
    return NULL;
}

/* A predicate and its normal form agree on a grid of points. */
static void
normal_forms_mean_the_same (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    uint64_t seed = 1;
    for (int round = 0; round < 400; round++) {
        int64_t c[4];
        for (int i = 0; i < 4; i++) {
            seed = seed * UINT64_C (6364136223846793005) + 1442695040888963407u;
            c[i] = (int64_t) ((seed >> 33) % 13) - 6;
        }
        const term *left = plus (t, times (t, c[0], f->x), term_int (t, c[3]));
        const term *right =
            plus (t, times (t, c[1], f->y), times (t, c[2], f->x));
        const term *p = round % 3 == 0   ? term_le (t, left, right)
                        : round % 3 == 1 ? term_lt (t, left, right)
                                         : term_eq (t, left, right);
        bool negated;
        const term *form = predicate_normal (t, p, &negated);
        for (int i = 0; i < 49; i++) {
            struct point at = {
                .var = {f->x, f->y},
                .value = {term_int (t, i % 7 - 3), term_int (t, i / 7 - 3)}};
            const term *a = term_evaluate (t, p, point_value, &at);
            const term *b = term_evaluate (t, form, point_value, &at);
            assert_true (a && b);
            assert_int_equal (term_is_true (a), term_is_true (b) != negated);
        }
    }
}

int
main (void)
{
#define TEST(name) cmocka_unit_test_setup_teardown (name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST (forms_add_up),
        TEST (sharing_is_no_danger),
        TEST (literals),
        TEST (integers_are_normal),
        TEST (reals_are_normal),
        TEST (others_lose_their_not),
        TEST (atoms_are_found_once),
        TEST (normal_forms_mean_the_same),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
