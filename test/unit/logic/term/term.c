/* term.c -- builders, walks, wire, printing and values of terms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "logic/term/sort.h"
#include "logic/term/term.h"
#include "effort.h"

#define LIST(...) ((const term *[]) {__VA_ARGS__})

struct fix {
    terms *t;
    const sort *integer, *real, *truth, *byte;
    const term *x, *y, *z, *p, *q, *r, *a, *b;
};

static int
setup (void **state)
{
    struct fix *f = NEW (struct fix);
    f->t = terms_new ();
    f->integer = sort_int (f->t);
    f->real = sort_real (f->t);
    f->truth = sort_bool (f->t);
    f->byte = sort_bv (f->t, 8);
    f->x = term_var (f->t, "x", f->integer);
    f->y = term_var (f->t, "y", f->integer);
    f->z = term_var (f->t, "z", f->real);
    f->p = term_var (f->t, "p", f->truth);
    f->q = term_var (f->t, "q", f->truth);
    f->r = term_var (f->t, "r", f->truth);
    f->a = term_var (f->t, "a", f->byte);
    f->b = term_var (f->t, "b", f->byte);
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

static void
shows_let (const term *t, const char *expected)
{
    struct text text;
    text_init (&text);
    term_print_let (&text, t);
    assert_string_equal (text_view (&text), expected);
    text_clear (&text);
}

static const term *
make2 (terms *t, enum op op, const term *a, const term *b)
{
    return term_make (t, op, LIST (a, b), 2, 0, 0);
}

static const term *
make1 (terms *t, enum op op, const term *a)
{
    return term_make (t, op, &a, 1, 0, 0);
}

static void
equal_terms_are_one (void **state)
{
    struct fix *f = *state;
    assert_ptr_equal (f->x, term_var (f->t, "x", f->integer));
    assert_ptr_not_equal (f->x, term_var (f->t, "x", f->real));
    assert_ptr_equal (sort_array (f->t, f->integer, f->byte),
                      sort_array (f->t, sort_int (f->t), sort_bv (f->t, 8)));
    size_t before = terms_count (f->t);
    const term *sum = term_add (f->t, LIST (f->x, f->y), 2);
    assert_ptr_equal (sum, term_add (f->t, LIST (f->x, f->y), 2));
    assert_int_equal (terms_count (f->t), before + 1);
    /* Many, so that the tables grow. */
    for (int i = 0; i < 20000; i++)
        term_lt (f->t, f->x, term_int (f->t, i));
    before = terms_count (f->t);
    for (int i = 0; i < 20000; i++)
        term_lt (f->t, f->x, term_int (f->t, i));
    assert_int_equal (terms_count (f->t), before);
}

static void
connectives_simplify (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    const term *pq = term_and2 (t, f->p, f->q);
    shows (term_and (t, LIST (pq, f->r, f->p, term_true (t)), 4),
           "(and p q r)");
    shows (term_or2 (t, term_or2 (t, f->p, f->q), f->p), "(or p q)");
    assert_true (term_is_true (term_and (t, NULL, 0)));
    assert_true (term_is_false (term_or (t, NULL, 0)));
    assert_ptr_equal (term_and2 (t, f->p, f->p), f->p);
    assert_true (term_is_false (term_and2 (t, f->p, term_not (t, f->p))));
    assert_true (term_is_true (term_or2 (t, term_not (t, pq), pq)));
    assert_true (term_is_false (term_and2 (t, f->p, term_false (t))));
    assert_ptr_equal (term_not (t, term_not (t, f->p)), f->p);
    shows (term_implies (t, f->p, f->q), "(or (not p) q)");
    /* Past the size at which parts are compared one by one. */
    struct term_vec many = {0};
    for (int i = 0; i < 100; i++) {
        char name[8];
        snprintf (name, sizeof name, "v%d", i % 50);
        VEC_PUSH (many, term_var (t, name, f->truth));
    }
    assert_int_equal (term_and (t, many.at, many.size)->args, 50);
    VEC_PUSH (many, term_not (t, many.at[40]));
    assert_true (term_is_false (term_and (t, many.at, many.size)));
    assert_true (term_is_true (term_or (t, many.at, many.size)));
    VEC_CLEAR (many);
}

static void
choices_simplify (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    assert_ptr_equal (term_ite (t, f->p, f->x, f->x), f->x);
    assert_ptr_equal (term_ite (t, term_false (t), f->x, f->y), f->y);
    assert_ptr_equal (term_ite (t, f->p, term_true (t), term_false (t)), f->p);
    shows (term_ite (t, f->p, term_false (t), f->q), "(and (not p) q)");
    shows (term_ite (t, f->p, f->q, term_true (t)), "(or (not p) q)");
    shows (term_ite (t, term_not (t, f->p), f->x, f->y), "(ite p y x)");
}

static void
equations_are_ordered (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    assert_ptr_equal (term_eq (t, f->x, f->y), term_eq (t, f->y, f->x));
    shows (term_eq (t, term_int (t, 5), f->x), "(= x 5)");
    assert_true (term_is_true (term_eq (t, f->x, f->x)));
    assert_true (term_is_false (term_eq (t, term_int (t, 1), term_int (t, 2))));
    assert_ptr_equal (term_eq (t, term_true (t), f->p), f->p);
    shows (term_eq (t, term_false (t), f->p), "(not p)");
    assert_true (term_is_false (term_eq (t, f->p, term_not (t, f->p))));
}

static void
numbers_fold_exactly (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    const term *big = term_number (t, f->integer, "9223372036854775807");
    shows (term_add (t, LIST (big, term_int (t, 1)), 2), "9223372036854775808");
    shows (term_mul (t, big, big), "85070591730234615847396907784232501249");
    shows (term_add (t, LIST (term_int (t, 2), f->x, term_int (t, -2)), 3),
           "x");
    shows (term_add (t, LIST (term_int (t, 2), f->x, term_int (t, 3)), 3),
           "(+ x 5)");
    shows (term_sub (t, f->x, f->y), "(+ x (* (- 1) y))");
    assert_ptr_equal (term_negate (t, term_negate (t, f->x)), f->x);
    shows (term_mul (t, f->x, term_int (t, 0)), "0");
    shows (make2 (t, OP_IDIV, term_int (t, -7), term_int (t, 2)), "(- 4)");
    shows (make2 (t, OP_MOD, term_int (t, -7), term_int (t, 2)), "1");
    shows (make2 (t, OP_IDIV, term_int (t, -7), term_int (t, -2)), "4");
    shows (make2 (t, OP_MOD, term_int (t, -7), term_int (t, -2)), "1");
    shows (make2 (t, OP_IDIV, term_int (t, 7), term_int (t, 0)), "(div 7 0)");
    shows (make2 (t, OP_MOD, term_int (t, 7), term_int (t, 0)), "(mod 7 0)");
    const term *third = term_number (t, f->real, "2/6");
    assert_string_equal (third->text, "1/3");
    assert_string_equal (term_number (t, f->real, "-1.250")->text, "-5/4");
    shows (term_mul (t, third, term_number (t, f->real, "3")), "1.0");
    shows (make2 (t, OP_DIVIDE, f->z, term_number (t, f->real, "2")),
           "(* (/ 1.0 2.0) z)");
    shows (make1 (t, OP_TO_INT, term_number (t, f->real, "-3/2")), "(- 2)");
    assert_true (term_is_true (term_lt (t, term_int (t, -3), big)));
    assert_true (term_is_false (term_lt (t, f->x, f->x)));
    assert_true (term_is_true (term_le (t, f->x, f->x)));
    int64_t n;
    assert_true (term_int64 (term_int (t, INT64_MIN), &n) && n == INT64_MIN);
    assert_false (
        term_int64 (term_number (t, f->integer, "9223372036854775808"), &n));
    assert_false (term_int64 (third, &n));
    /* Squaring goes on, folding stops. */
    const term *huge = big;
    for (int i = 0; i < 64; i++)
        huge = term_mul (t, huge, huge);
    assert_int_equal (huge->op, OP_MUL);
}

static const term *
byte (terms *t, int value)
{
    char text[8];
    snprintf (text, sizeof text, "%d", value);
    return term_bits (t, 8, text);
}

/* All pairs of a few bytes against the machine's own arithmetic. */
static void
bits_fold_like_the_machine (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    static const int value[] = {0,   1,   2,   3,   7,   8,   9,
                                100, 127, 128, 129, 200, 254, 255};
    size_t n = sizeof value / sizeof *value;
    for (size_t i = 0; i < n * n; i++) {
        uint8_t u = (uint8_t) value[i / n], v = (uint8_t) value[i % n];
        int8_t s = (int8_t) u, w = (int8_t) v;
        int mod = w ? s % w : s;
        if (w && mod && (mod < 0) != (w < 0))
            mod += w;
        const struct {
            enum op op;
            int result;
        } is[] = {
            {OP_BVADD, u + v},
            {OP_BVSUB, u - v},
            {OP_BVMUL, u * v},
            {OP_BVAND, u & v},
            {OP_BVOR, u | v},
            {OP_BVXOR, u ^ v},
            {OP_BVUDIV, v ? u / v : 255},
            {OP_BVUREM, v ? u % v : u},
            {OP_BVSDIV, w       ? s / w
                        : s < 0 ? 1
                                : -1},
            {OP_BVSREM, w ? s % w : s},
            {OP_BVSMOD, mod},
            {OP_BVSHL, v < 8 ? u << v : 0},
            {OP_BVLSHR, v < 8 ? u >> v : 0},
            {OP_BVASHR, v < 8   ? s >> v
                        : s < 0 ? -1
                                : 0},
        };
        const term *a = byte (t, u), *b = byte (t, v);
        for (size_t j = 0; j < sizeof is / sizeof *is; j++)
            assert_ptr_equal (make2 (t, is[j].op, a, b),
                              byte (t, (uint8_t) is[j].result));
        assert_ptr_equal (make2 (t, OP_BVULE, a, b), term_bool (t, u <= v));
        assert_ptr_equal (make2 (t, OP_BVULT, a, b), term_bool (t, u < v));
        assert_ptr_equal (make2 (t, OP_BVSLE, a, b), term_bool (t, s <= w));
        assert_ptr_equal (make2 (t, OP_BVSLT, a, b), term_bool (t, s < w));
        assert_ptr_equal (make1 (t, OP_BVNEG, a), byte (t, (uint8_t) -u));
        assert_ptr_equal (make1 (t, OP_BVNOT, a), byte (t, (uint8_t) ~u));
        char text[8];
        snprintf (text, sizeof text, "%d", u << 8 | v);
        const term *both = make2 (t, OP_CONCAT, a, b);
        assert_ptr_equal (both, term_bits (t, 16, text));
        assert_ptr_equal (term_make (t, OP_EXTRACT, &both, 1, 15, 8), a);
        snprintf (text, sizeof text, "%d", (uint16_t) s);
        assert_ptr_equal (term_make (t, OP_SIGN_EXTEND, &a, 1, 8, 0),
                          term_bits (t, 16, text));
        assert_ptr_equal (make1 (t, OP_BV_TO_NAT, a), term_int (t, u));
        const term *number = term_int (t, s);
        assert_ptr_equal (term_make (t, OP_INT_TO_BV, &number, 1, 8, 0), a);
    }
    shows (term_make (t, OP_BVADD, LIST (f->a, f->b, f->a), 3, 0, 0),
           "(bvadd (bvadd a b) a)");
    shows (term_make (t, OP_EXTRACT, &f->a, 1, 6, 1), "((_ extract 6 1) a)");
    assert_ptr_equal (term_make (t, OP_EXTRACT, &f->a, 1, 7, 0), f->a);
}

static void
arguments_are_checked (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    assert_null (term_sort_of (t, OP_ADD, LIST (f->x, f->z), 2, 0, 0));
    assert_null (term_sort_of (t, OP_NOT, LIST (f->x), 1, 0, 0));
    assert_null (term_sort_of (t, OP_EXTRACT, LIST (f->a), 1, 8, 0));
    assert_null (term_sort_of (t, OP_EXTRACT, LIST (f->a), 1, 1, 2));
    assert_null (term_sort_of (t, OP_ZERO_EXTEND, LIST (f->a), 1, 1 << 20, 0));
    assert_null (term_sort_of (t, OP_NOT, LIST (f->p), 1, 1, 0));
    assert_null (term_sort_of (t, OP_SELECT, LIST (f->x, f->x), 2, 0, 0));
    assert_null (term_sort_of (t, OP_FORALL, LIST (f->p), 1, 0, 0));
    assert_ptr_equal (term_sort_of (t, OP_CONCAT, LIST (f->a, f->b), 2, 0, 0),
                      sort_bv (t, 16));
}

static void
text_is_smtlib (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    shows (term_int (t, -2), "(- 2)");
    shows (term_number (t, f->real, "1"), "1.0");
    shows (term_number (t, f->real, "1/3"), "(/ 1.0 3.0)");
    shows (term_number (t, f->real, "-1/3"), "(- (/ 1.0 3.0))");
    shows (byte (t, 5), "(_ bv5 8)");
    shows (term_var (t, "a b", f->integer), "|a b|");
    shows (term_var (t, "", f->integer), "||");
    shows (term_var (t, "1x", f->integer), "|1x|");
    shows (term_var (t, "let", f->integer), "|let|");
    shows (term_var (t, "x!1", f->integer), "x!1");
    shows (term_apply (t, "f g", f->integer, LIST (f->x, f->z), 2),
           "(|f g| x z)");
    const sort *array = sort_array (t, f->integer, f->byte);
    const term *zero = term_const_array (t, array, byte (t, 0));
    shows (term_make (t, OP_STORE, LIST (zero, f->x, f->a), 3, 0, 0),
           "(store ((as const (Array Int (_ BitVec 8))) (_ bv0 8)) x a)");
    shows (term_quantify (t, OP_EXISTS, LIST (f->x, f->z), 2,
                          term_lt (t, f->x, f->y)),
           "(exists ((x Int) (z Real)) (< x y))");
    struct text text;
    text_init (&text);
    sort_print (&text, sort_array (t, array, sort_named (t, "my sort")));
    assert_string_equal (text_view (&text),
                         "(Array (Array Int (_ BitVec 8)) |my sort|)");
    text_clear (&text);
}

static void
let_names_what_is_shared (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    const term *sum = make2 (t, OP_IDIV, term_mul (t, f->x, f->y),
                             make2 (t, OP_MOD, f->x, f->y));
    shows_let (term_lt (t, sum, make2 (t, OP_MOD, sum, sum)),
               "(let (($1 (div (* x y) (mod x y)))) (< $1 (mod $1 $1)))");
    shows_let (term_lt (t, term_negate (t, f->x), f->y), "(< (* (- 1) x) y)");
    /* A name in a quantifier's body is bound inside of it. */
    const term *dollar = term_var (t, "$1", f->integer);
    const term *twice = make2 (t, OP_MOD, sum, sum);
    const term *body = term_lt (t, sum, make2 (t, OP_MOD, twice, dollar));
    shows_let (term_quantify (t, OP_FORALL, &f->x, 1, body),
               "(forall ((x Int)) (let (($$1 (div (* x y) (mod x y))))"
               " (< $$1 (mod (mod $$1 $$1) $1))))");
    /* A shared quantifier, with a scope and names of its own. */
    const term *all = term_quantify (
        t, OP_FORALL, &f->x, 1, term_lt (t, sum, make2 (t, OP_MOD, sum, sum)));
    shows_let (term_ite (t, all, f->p, term_or2 (t, all, f->q)),
               "(let (($1 (forall ((x Int)) (let (($1 (div (* x y) (mod x y))))"
               " (< $1 (mod $1 $1)))))) (ite $1 p (or $1 q)))");
    /* Doubling 200 times stays short. */
    for (int i = 0; i < 200; i++)
        sum = make2 (t, OP_IDIV, sum, sum);
    struct text text;
    text_init (&text);
    term_print_let (&text, sum);
    assert_in_range (text.size, 200, 20000);
    text_clear (&text);
}

static void
names (const struct term_vec *v, const char *expected)
{
    struct text text;
    text_init (&text);
    for (size_t i = 0; i < v->size; i++) {
        if (i)
            text_char (&text, ' ');
        term_print (&text, v->at[i]);
    }
    assert_string_equal (text_view (&text), expected);
    text_clear (&text);
}

static void
variables_are_the_free_ones (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    const term *less = term_lt (t, f->x, f->y);
    const term *all = term_quantify (t, OP_FORALL, &f->x, 1, less);
    struct term_vec v = {0};
    term_variables (t, term_or (t, LIST (f->q, all, f->p, all), 4), &v);
    names (&v, "q y p");
    v.size = 0;
    /* The same node, first where x is bound, then where it is free. */
    term_variables (t, term_or2 (t, all, term_and2 (t, f->p, less)), &v);
    names (&v, "y p x");
    v.size = 0;
    term_variables (t, term_or2 (t, less, all), &v);
    names (&v, "x y");
    VEC_CLEAR (v);
    assert_true (term_has_op (t, all, OP_LT));
    assert_false (term_has_op (t, all, OP_LE));
    assert_int_equal (term_size (term_or2 (t, less, all)), 5);
}

static void
conjuncts_are_opened (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    const term *either = term_or2 (t, f->p, term_not (t, f->q));
    struct term_vec v = {0};
    term_conjuncts (t, term_and2 (t, term_not (t, either), f->r), &v);
    names (&v, "(not p) q r");
    v.size = 0;
    term_conjuncts (t, either, &v);
    names (&v, "(or p (not q))");
    v.size = 0;
    term_conjuncts (t, term_true (t), &v);
    assert_int_equal (v.size, 0);
    term_conjuncts (t, term_false (t), &v);
    names (&v, "false");
    VEC_CLEAR (v);
}

static void
substitution_is_simultaneous (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    const term *less = term_lt (t, f->x, f->y);
    shows (term_substitute (t, less, LIST (f->x, f->y), LIST (f->y, f->x), 2),
           "(< y x)");
    shows (term_substitute (t, less, LIST (f->x), LIST (term_int (t, 3)), 1),
           "(< 3 y)");
    assert_ptr_equal (term_substitute (t, less, LIST (f->p), LIST (f->q), 1),
                      less);
    assert_ptr_equal (term_substitute (t, f->p, LIST (f->p), LIST (f->q), 1),
                      f->q);
    assert_true (term_is_true (term_substitute (t, term_le (t, f->x, f->y),
                                                LIST (f->x), LIST (f->y), 1)));
}

static void
substitution_does_not_capture (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    const term *less = term_lt (t, f->x, f->y);
    const term *all = term_quantify (t, OP_FORALL, &f->x, 1, less);
    /* Bound: not replaced.  Outside the same node is. */
    shows (term_substitute (t, term_and2 (t, all, less), LIST (f->x),
                            LIST (term_int (t, 7)), 1),
           "(and (forall ((x Int)) (< x y)) (< 7 y))");
    shows (term_substitute (t, term_and2 (t, less, all), LIST (f->x, f->y),
                            LIST (term_int (t, 7), term_int (t, 8)), 2),
           "(forall ((x Int)) (< x 8))");
    const term *renamed = term_substitute (t, all, LIST (f->y), LIST (f->x), 1);
    assert_string_not_equal (renamed->arg[0]->text, "x");
    assert_ptr_equal (renamed->arg[1], term_lt (t, renamed->arg[0], f->x));
    /* y does not occur: nothing to rename. */
    const term *other = term_quantify (t, OP_FORALL, &f->x, 1,
                                       term_lt (t, f->x, term_int (t, 0)));
    assert_ptr_equal (term_substitute (t, other, LIST (f->y), LIST (f->x), 1),
                      other);
    /* Nested: the inner x is its own. */
    const term *nested = term_quantify (
        t, OP_EXISTS, &f->y, 1, term_and2 (t, all, term_lt (t, f->y, f->x)));
    const term *result =
        term_substitute (t, nested, LIST (f->x), LIST (f->y), 1);
    struct term_vec v = {0};
    term_variables (t, result, &v);
    names (&v, "y");
    const term *bound = result->arg[0];
    assert_ptr_not_equal (bound, f->y);
    assert_ptr_equal (
        result->arg[1]->arg[0],
        term_quantify (t, OP_FORALL, &f->x, 1, term_lt (t, f->x, bound)));
    assert_ptr_equal (result->arg[1]->arg[1], term_lt (t, bound, f->y));
    VEC_CLEAR (v);
}

static void
fresh_names_are_new (void **state)
{
    struct fix *f = *state;
    term_var (f->t, "x!0", f->integer);
    term_var (f->t, "x!1", f->real);
    const term *v = term_fresh (f->t, "x", f->integer);
    assert_string_equal (v->text, "x!2");
    assert_ptr_not_equal (v, term_fresh (f->t, "x", f->integer));
}

/* Random terms, by a generator of our own so that runs are equal. */
struct chance {
    uint64_t state;
};

static uint64_t
chance_next (struct chance *c, uint64_t below)
{
    c->state = c->state * UINT64_C (6364136223846793005) + 1442695040888963407u;
    return (c->state >> 33) % below;
}

static const term *
random_term (struct chance *c, terms *t, struct term_vec *pool)
{
    for (;;) {
        enum op op = (enum op) chance_next (c, OP_PATTERN);
        const term *arg[3];
        size_t args = chance_next (c, 4);
        for (size_t i = 0; i < args; i++)
            arg[i] = pool->at[chance_next (c, pool->size)];
        uint32_t index0 = 0, index1 = 0;
        if (op == OP_EXTRACT || op == OP_ZERO_EXTEND || op == OP_SIGN_EXTEND
            || op == OP_INT_TO_BV)
            index0 = (uint32_t) chance_next (c, 8);
        if (op == OP_EXTRACT)
            index1 = (uint32_t) chance_next (c, index0 + 1);
        if (args && term_sort_of (t, op, arg, args, index0, index1))
            return term_make (t, op, arg, args, index0, index1);
        if (op == OP_APPLY && args)
            return term_apply (t, "f", arg[0]->sort, arg, args);
        if (op == OP_CONST_ARRAY && args)
            return term_const_array (
                t, sort_array (t, sort_int (t), arg[0]->sort), arg[0]);
    }
}

static void
random_pool (struct fix *f, uint64_t seed, size_t size, struct term_vec *pool)
{
    struct chance c = {seed};
    const sort *array = sort_array (f->t, f->integer, f->integer);
    const term *leaf[] = {f->x,
                          f->y,
                          f->z,
                          f->p,
                          f->q,
                          f->a,
                          f->b,
                          term_int (f->t, -3),
                          term_number (f->t, f->real, "-5/7"),
                          byte (f->t, 77),
                          term_var (f->t, "m", array)};
    for (size_t i = 0; i < sizeof leaf / sizeof *leaf; i++)
        VEC_PUSH (*pool, leaf[i]);
    while (pool->size < size) {
        const term *made = random_term (&c, f->t, pool);
        VEC_PUSH (*pool, made);
    }
}

static void
wire_round_trip (void **state)
{
    struct fix *f = *state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct term_vec pool = {0}, back = {0}, far = {0};
        random_pool (f, seed, 200, &pool);
        struct buffer b;
        buffer_init (&b);
        term_write (&b, pool.at, pool.size);
        struct reader r;
        reader_init (&r, buffer_view (&b));
        assert_true (term_read (f->t, &r, &back));
        assert_true (reader_done (&r));
        assert_int_equal (back.size, pool.size);
        terms *other = terms_new ();
        reader_init (&r, buffer_view (&b));
        assert_true (term_read (other, &r, &far));
        for (size_t i = 0; i < pool.size; i++) {
            assert_ptr_equal (back.at[i], pool.at[i]);
            assert_true (digest_equal (far.at[i]->digest, pool.at[i]->digest));
            assert_int_equal (term_compare (far.at[i], pool.at[i]), 0);
            assert_ptr_equal (term_copy (other, pool.at[i]), far.at[i]);
        }
        /* Bytes are a function of the terms, not of the store. */
        struct buffer again;
        buffer_init (&again);
        term_write (&again, far.at, far.size);
        assert_true (bytes_equal (buffer_view (&b), buffer_view (&again)));
        terms_free (other);
        buffer_clear (&b);
        buffer_clear (&again);
        VEC_CLEAR (pool);
        VEC_CLEAR (back);
        VEC_CLEAR (far);
    }
}

static void
wire_survives_anything (void **state)
{
    struct fix *f = *state;
    struct term_vec pool = {0};
    random_pool (f, 99, 60, &pool);
    struct buffer b;
    buffer_init (&b);
    term_write (&b, pool.at, pool.size);
    struct chance c = {5};
    size_t read = 0;
    for (int round = 0; round < (int) effort (20000); round++) {
        uint8_t *bad = memory_copy (b.data, b.size);
        size_t size = b.size - (round % 3 ? 0 : chance_next (&c, b.size));
        for (uint64_t i = chance_next (&c, 4); i-- > 0;)
            bad[chance_next (&c, b.size)] = (uint8_t) chance_next (&c, 256);
        terms *other = terms_new ();
        struct term_vec out = {0};
        struct reader r;
        reader_init (&r, (struct bytes) {bad, size});
        if (term_read (other, &r, &out)) {
            struct buffer again;
            buffer_init (&again);
            term_write (&again, out.at, out.size);
            buffer_clear (&again);
            read++;
        } else
            assert_true (r.failed && !out.size);
        VEC_CLEAR (out);
        terms_free (other);
        memory_free (bad);
    }
    assert_in_range (read, 1, 19999);
    /* Constants have one spelling, and names can be printed. */
    static const char *const wrong[] = {"",    "-",  "-0", "007",
                                        "1/2", "+1", " 1", "1e3"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        buffer_reset (&b);
        buffer_uint (&b, 1);
        buffer_byte (&b, SORT_INT);
        buffer_uint (&b, 1);
        buffer_byte (&b, OP_NUMBER);
        buffer_uint (&b, 0);
        buffer_string (&b, wrong[i]);
        buffer_uint (&b, 1);
        buffer_uint (&b, 0);
        struct reader r;
        struct term_vec out = {0};
        reader_init (&r, buffer_view (&b));
        assert_false (term_read (f->t, &r, &out));
        VEC_CLEAR (out);
    }
    buffer_clear (&b);
    VEC_CLEAR (pool);
}

static void
order_is_total (void **state)
{
    struct fix *f = *state;
    struct term_vec pool = {0};
    random_pool (f, 7, 60, &pool);
    for (size_t i = 0; i < pool.size; i++)
        for (size_t j = 0; j < pool.size; j++) {
            const term *a = pool.at[i], *b = pool.at[j];
            assert_int_equal (term_compare (a, b), -term_compare (b, a));
            assert_int_equal (term_compare (a, b) == 0, a == b);
            for (size_t k = 0; k < pool.size; k++)
                if (term_compare (a, b) < 0 && term_compare (b, pool.at[k]) < 0)
                    assert_true (term_compare (a, pool.at[k]) < 0);
        }
    assert_true (term_compare (f->x, term_int (f->t, 0)) < 0);
    VEC_CLEAR (pool);
}

/* Rebuilding a term from its own parts changes nothing: simplification is
 * complete after one step. */
static void
building_is_idempotent (void **state)
{
    struct fix *f = *state;
    struct term_vec pool = {0};
    random_pool (f, 11, 3000, &pool);
    for (size_t i = 0; i < pool.size; i++) {
        const term *t = pool.at[i];
        if (!t->text && t->op != OP_CONST_ARRAY)
            assert_ptr_equal (term_make (f->t, t->op, t->arg, t->args,
                                         t->index[0], t->index[1]),
                              t);
    }
    VEC_CLEAR (pool);
}

struct model {
    const term *var[8], *value[8];
    size_t size;
};

static const term *
model_value (void *context, const term *var)
{
    const struct model *m = context;
    for (size_t i = 0; i < m->size; i++)
        if (m->var[i] == var)
            return m->value[i];
    return NULL;
}

static void
values_are_exact (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    struct model m = {.var = {f->x, f->p},
                      .value = {term_int (t, 5), term_true (t)},
                      .size = 2};
    const term *sum = term_add (t, LIST (f->x, term_int (t, 1)), 2);
    assert_ptr_equal (term_evaluate (t, sum, model_value, &m), term_int (t, 6));
    const term *unknown = term_lt (t, f->y, f->x);
    assert_null (term_evaluate (t, unknown, model_value, &m));
    assert_true (term_is_true (
        term_evaluate (t, term_or2 (t, unknown, f->p), model_value, &m)));
    assert_null (
        term_evaluate (t, term_and2 (t, unknown, f->p), model_value, &m));
    assert_ptr_equal (
        term_evaluate (t, term_ite (t, f->p, f->x, f->y), model_value, &m),
        term_int (t, 5));
    const term *nothing = term_add (t, LIST (f->x, term_int (t, -5)), 2);
    assert_null (
        term_evaluate (t, make2 (t, OP_IDIV, f->x, nothing), model_value, &m));
    assert_null (term_evaluate (
        t, term_quantify (t, OP_FORALL, &f->y, 1, term_lt (t, f->y, f->x)),
        model_value, &m));
}

static void
array_values (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    const sort *array = sort_array (t, f->integer, f->integer);
    const term *zero = term_const_array (t, array, term_int (t, 0));
    const term *m = term_var (t, "m", array);
    const term *one = term_make (
        t, OP_STORE, LIST (zero, term_int (t, 1), term_int (t, 10)), 3, 0, 0);
    const term *two = term_make (
        t, OP_STORE, LIST (one, term_int (t, 2), term_int (t, 20)), 3, 0, 0);
    const term *other = term_make (
        t, OP_STORE,
        LIST (term_make (t, OP_STORE,
                         LIST (zero, term_int (t, 2), term_int (t, 20)), 3, 0,
                         0),
              term_int (t, 1), term_int (t, 10)),
        3, 0, 0);
    struct model model = {.var = {m}, .value = {two}, .size = 1};
    assert_ptr_equal (term_evaluate (t,
                                     make2 (t, OP_SELECT, m, term_int (t, 1)),
                                     model_value, &model),
                      term_int (t, 10));
    assert_ptr_equal (term_evaluate (t,
                                     make2 (t, OP_SELECT, m, term_int (t, 9)),
                                     model_value, &model),
                      term_int (t, 0));
    assert_true (term_is_true (
        term_evaluate (t, term_eq (t, m, other), model_value, &model)));
    assert_true (term_is_false (
        term_evaluate (t, term_eq (t, m, one), model_value, &model)));
    /* Over Bool two stores cover everything. */
    const sort *small = sort_array (t, f->truth, f->integer);
    const term *left = term_const_array (t, small, term_int (t, 0));
    const term *right = term_const_array (t, small, term_int (t, 1));
    for (int i = 0; i < 2; i++) {
        assert_true (term_is_false (
            term_evaluate (t, term_eq (t, left, right), NULL, NULL)));
        left =
            term_make (t, OP_STORE,
                       LIST (left, term_bool (t, i), term_int (t, 3)), 3, 0, 0);
        right = term_make (t, OP_STORE,
                           LIST (right, term_bool (t, i), term_int (t, 3)), 3,
                           0, 0);
    }
    assert_true (
        term_is_true (term_evaluate (t, term_eq (t, left, right), NULL, NULL)));
}

/* Evaluation agrees with substitution of the values. */
static void
evaluation_agrees_with_substitution (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    struct term_vec pool = {0};
    random_pool (f, 3, 2000, &pool);
    struct model m = {.var = {f->x, f->y, f->z, f->p, f->q, f->a, f->b},
                      .value = {term_int (t, -4), term_int (t, 9),
                                term_number (t, f->real, "7/2"), term_true (t),
                                term_false (t), byte (t, 200), byte (t, 3)},
                      .size = 7};
    size_t known = 0;
    for (size_t i = 0; i < pool.size; i++) {
        const term *value = term_evaluate (t, pool.at[i], model_value, &m);
        const term *ground =
            term_substitute (t, pool.at[i], m.var, m.value, m.size);
        /* Unknown stays what a quantifier or an array without value is in. */
        if (value && value->sort->kind != SORT_ARRAY) {
            assert_ptr_equal (value, ground);
            known++;
        }
    }
    assert_true (known > 200);
    VEC_CLEAR (pool);
}

enum { DEPTH = 200000 };

static void
depth_is_no_danger (void **state)
{
    struct fix *f = *state;
    terms *t = f->t;
    const term *deep = f->x, *flat = f->p, *left = f->p;
    const term *quantified = term_lt (t, f->x, f->y);
    for (int i = 0; i < DEPTH; i++) {
        deep = make2 (t, OP_MOD, deep, f->y);
        flat = i % 2 ? term_and2 (t, f->q, flat) : term_or2 (t, f->r, flat);
        char name[16];
        snprintf (name, sizeof name, "v%d", i);
        left = term_and2 (t, left, term_var (t, name, f->truth));
        quantified =
            term_quantify (t, OP_FORALL, LIST (term_var (t, name, f->integer)),
                           1, term_not (t, quantified));
    }
    struct term_vec v = {0};
    term_conjuncts (t, left, &v);
    assert_int_equal (v.size, DEPTH + 1);
    v.size = 0;
    const term *root[] = {deep, flat, left, quantified};
    for (size_t i = 0; i < 4; i++) {
        struct text text;
        text_init (&text);
        term_print (&text, root[i]);
        assert_true (text.size > DEPTH);
        text_reset (&text);
        term_print_let (&text, root[i]);
        assert_true (text.size > DEPTH);
        text_clear (&text);
        v.size = 0;
        term_variables (t, root[i], &v);
        assert_true (v.size >= 2);
        const term *changed = term_substitute (t, root[i], LIST (f->x, f->p),
                                               LIST (f->y, f->q), 2);
        assert_ptr_not_equal (changed, root[i]);
        assert_true (term_compare (changed, root[i]));
        term_evaluate (t, root[i], NULL, NULL);
        struct buffer b;
        buffer_init (&b);
        term_write (&b, &root[i], 1);
        struct reader r;
        reader_init (&r, buffer_view (&b));
        v.size = 0;
        assert_true (term_read (t, &r, &v));
        assert_ptr_equal (v.at[0], root[i]);
        buffer_clear (&b);
        terms *other = terms_new ();
        assert_true (
            digest_equal (term_copy (other, root[i])->digest, root[i]->digest));
        terms_free (other);
    }
    const sort *s = f->integer;
    for (int i = 0; i < DEPTH; i++)
        s = sort_array (t, f->integer, s);
    struct text text;
    text_init (&text);
    sort_print (&text, s);
    text_clear (&text);
    terms *other = terms_new ();
    term_copy (other, term_var (t, "deep", s));
    terms_free (other);
    VEC_CLEAR (v);
}

int
main (void)
{
#define TEST(name) cmocka_unit_test_setup_teardown (name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST (equal_terms_are_one),
        TEST (connectives_simplify),
        TEST (choices_simplify),
        TEST (equations_are_ordered),
        TEST (numbers_fold_exactly),
        TEST (bits_fold_like_the_machine),
        TEST (arguments_are_checked),
        TEST (text_is_smtlib),
        TEST (let_names_what_is_shared),
        TEST (variables_are_the_free_ones),
        TEST (conjuncts_are_opened),
        TEST (substitution_is_simultaneous),
        TEST (substitution_does_not_capture),
        TEST (fresh_names_are_new),
        TEST (wire_round_trip),
        TEST (wire_survives_anything),
        TEST (order_is_total),
        TEST (building_is_idempotent),
        TEST (values_are_exact),
        TEST (array_values),
        TEST (evaluation_agrees_with_substitution),
        TEST (depth_is_no_danger),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
