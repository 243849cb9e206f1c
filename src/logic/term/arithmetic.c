/* arithmetic.c -- builders over Int and Real.
 *
 * A sum is flat, its constant last and not 0; a product is flat, its constant
 * first and not 0 or 1.  Nothing is distributed and no like parts are combined:
 * that is logic/arith/linear.c's work. */
#include <assert.h>

#include "logic/term/build.h"

enum { FLATTEN_MOST = 64 };

static const term *
constant_join (terms *t, enum op op, const term *so_far, const term *a)
{
    return so_far ? number_fold (t, op, (const term *[]) {so_far, a}, 2) : a;
}

static bool
is_number (const term *t, int64_t value)
{
    int64_t n;
    return t->op == OP_NUMBER && term_int64 (t, &n) && n == value;
}

/* Collects the parts of a sum or product; constants are joined into one, or
 * stay among the parts if they are huge. */
static const term *
collect (terms *t, enum op op, const term *const *arg, size_t args,
         struct term_vec *list)
{
    const term *constant = NULL;
    for (size_t i = 0; i < args; i++) {
        bool open = arg[i]->op == op && arg[i]->args <= FLATTEN_MOST;
        const term *const *part = open ? arg[i]->arg : &arg[i];
        size_t parts = open ? arg[i]->args : 1;
        for (size_t j = 0; j < parts; j++) {
            const term *joined = NULL;
            if (part[j]->op == OP_NUMBER)
                joined = constant_join (t, op, constant, part[j]);
            if (joined)
                constant = joined;
            else
                VEC_PUSH (*list, part[j]);
        }
    }
    return constant;
}

static const term *
sum_make (terms *t, const sort *s, const term *const *arg, size_t args)
{
    struct term_vec list = {0};
    const term *constant = collect (t, OP_ADD, arg, args, &list);
    if (constant && (!is_number (constant, 0) || !list.size))
        VEC_PUSH (list, constant);
    const term *result =
        list.size == 1
            ? list.at[0]
            : term_intern (t, OP_ADD, s, NULL, list.at, list.size, 0, 0);
    VEC_CLEAR (list);
    return result;
}

static const term *
product_make (terms *t, const sort *s, const term *const *arg, size_t args)
{
    struct term_vec list = {0};
    VEC_PUSH (list, NULL); /* room for the constant */
    const term *constant = collect (t, OP_MUL, arg, args, &list);
    const term *result;
    bool has = constant && !is_number (constant, 1);
    if (constant && (is_number (constant, 0) || list.size == 1))
        result = constant;
    else if (!has && list.size == 2)
        result = list.at[1];
    else {
        list.at[0] = constant;
        result = term_intern (t, OP_MUL, s, NULL, list.at + !has,
                              list.size - !has, 0, 0);
    }
    VEC_CLEAR (list);
    return result;
}

static const term *
reciprocal (terms *t, const term *number)
{
    const term *one = term_number (t, number->sort, "1");
    return number_fold (t, OP_DIVIDE, (const term *[]) {one, number}, 2);
}

static const term *
one_make (terms *t, enum op op, const sort *s, const term *a)
{
    if (a->op == OP_NUMBER)
        return number_fold (t, op, &a, 1);
    if (op == OP_TO_INT && a->op == OP_TO_REAL)
        return a->arg[0];
    if (op == OP_IS_INT && a->op == OP_TO_REAL)
        return term_true (t);
    return term_intern (t, op, s, NULL, &a, 1, 0, 0);
}

static const term *
two_make (terms *t, enum op op, const sort *s, const term *const *arg)
{
    const term *a = arg[0], *b = arg[1];
    if (a->op == OP_NUMBER && b->op == OP_NUMBER) {
        const term *folded = number_fold (t, op, arg, 2);
        if (folded)
            return folded;
    }
    if (a == b && op == OP_LE)
        return term_true (t);
    if (a == b && op == OP_LT)
        return term_false (t);
    if (op == OP_DIVIDE && b->op == OP_NUMBER && !is_number (b, 0)) {
        const term *factor = reciprocal (t, b);
        if (factor)
            return term_mul (t, factor, a);
    }
    if (op == OP_IDIV && is_number (b, 1))
        return a;
    if (op == OP_MOD && (is_number (b, 1) || is_number (b, -1)))
        return term_int (t, 0);
    return term_intern (t, op, s, NULL, arg, 2, 0, 0);
}

const term *
arithmetic_make (terms *t, enum op op, const sort *s, const term *const *arg,
                 size_t args)
{
    assert (op >= OP_LE && op <= OP_IS_INT);
    if (op == OP_ADD)
        return sum_make (t, s, arg, args);
    if (op == OP_MUL)
        return product_make (t, s, arg, args);
    return args == 1 ? one_make (t, op, s, arg[0]) : two_make (t, op, s, arg);
}

const term *
term_le (terms *t, const term *a, const term *b)
{
    assert (a->sort == b->sort && sort_is_number (a->sort));
    return two_make (t, OP_LE, sort_bool (t), (const term *[]) {a, b});
}

const term *
term_lt (terms *t, const term *a, const term *b)
{
    assert (a->sort == b->sort && sort_is_number (a->sort));
    return two_make (t, OP_LT, sort_bool (t), (const term *[]) {a, b});
}

const term *
term_add (terms *t, const term *const *arg, size_t args)
{
    assert (args && sort_is_number (arg[0]->sort));
    for (size_t i = 1; i < args; i++)
        assert (arg[i]->sort == arg[0]->sort);
    return sum_make (t, arg[0]->sort, arg, args);
}

const term *
term_mul (terms *t, const term *a, const term *b)
{
    assert (a->sort == b->sort && sort_is_number (a->sort));
    return product_make (t, a->sort, (const term *[]) {a, b}, 2);
}

const term *
term_negate (terms *t, const term *a)
{
    return term_mul (t, term_number (t, a->sort, "-1"), a);
}

const term *
term_sub (terms *t, const term *a, const term *b)
{
    return term_add (t, (const term *[]) {a, term_negate (t, b)}, 2);
}
