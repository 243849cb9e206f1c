/* product.c -- see product.h. */
#include "auto/summaries/product.h"

#include <assert.h>

#include "logic/term/sort.h"
#include "logic/term/map.h"

/* Longer sums are one factor. */
enum { PRODUCT_PARTS = 4 };

/* A sum of terms; a part without a factor is a constant. */
struct sum {
    struct {
        const term *by, *of; /* by: constant; of: null, or no sum */
    } part[PRODUCT_PARTS];
    size_t parts;
};

static const term *
make (terms *t, enum op op, const term *a, const term *b)
{
    const term *arg[] = {a, b};
    return term_make (t, op, arg, 2, 0, 0);
}

static const term *
one_of (terms *t, const sort *s)
{
    return term_bits (t, s->width, "1");
}

static bool sum_take (terms *, struct sum *, const term *, const term *by,
                      unsigned depth);

static bool
sum_push (struct sum *s, const term *by, const term *of)
{
    if (s->parts == PRODUCT_PARTS)
        return false;
    s->part[s->parts].by = by;
    s->part[s->parts++].of = of;
    return true;
}

static bool
sum_each (terms *t, struct sum *s, const term *x, const term *by,
          unsigned depth)
{
    for (uint32_t i = 0; i < x->args; i++)
        if (!sum_take (t, s, x->arg[i], by, depth + 1))
            return false;
    return true;
}

/* Adds by x.  False: too long, or too deep. */
static bool
sum_take (terms *t, struct sum *s, const term *x, const term *by,
          unsigned depth)
{
    assert (x->sort->kind == SORT_BV && by->sort == x->sort);
    if (depth > PRODUCT_PARTS)
        return false;
    const term *minus =
        make (t, OP_BVSUB, term_bits (t, x->sort->width, "0"), by);
    if (term_is_constant (x))
        return sum_push (s, make (t, OP_BVMUL, by, x), NULL);
    if (x->op == OP_BVADD)
        return sum_each (t, s, x, by, depth);
    if (x->op == OP_BVNEG)
        return sum_take (t, s, x->arg[0], minus, depth + 1);
    if (x->op == OP_BVSUB && x->args == 2)
        return sum_take (t, s, x->arg[0], by, depth + 1)
               && sum_take (t, s, x->arg[1], minus, depth + 1);
    for (uint32_t i = 0; x->op == OP_BVMUL && x->args == 2 && i < 2; i++)
        if (term_is_constant (x->arg[i]))
            return sum_take (t, s, x->arg[1 - i],
                             make (t, OP_BVMUL, by, x->arg[i]), depth + 1);
    return sum_push (s, by, x);
}

static void
sum_of (terms *t, struct sum *s, const term *x)
{
    s->parts = 0;
    if (sum_take (t, s, x, one_of (t, x->sort), 0))
        return;
    s->parts = 0;
    sum_push (s, one_of (t, x->sort), x);
}

static void
product_facts (terms *t, const term *v, const term *a, const term *b,
               struct term_vec *facts)
{
    const term *zero = term_bits (t, v->sort->width, "0");
    const term *one = one_of (t, v->sort);
    VEC_PUSH (*facts,
              term_implies (t, term_eq (t, a, zero), term_eq (t, v, zero)));
    VEC_PUSH (*facts, term_implies (t, term_eq (t, a, one), term_eq (t, v, b)));
}

/* The variable that stands for the product of two terms. */
static const term *
product_variable (terms *t, const term *a, const term *b,
                  struct term_vec *facts)
{
    assert (a->sort == b->sort);
    const term *first = term_compare (a, b) <= 0 ? a : b;
    char one[DIGEST_TEXT], two[DIGEST_TEXT];
    digest_print (first->digest, one);
    digest_print ((first == a ? b : a)->digest, two);
    struct text name;
    text_init (&name);
    text_print (&name, "@product@%s@%s", one, two);
    const term *v = term_var (t, text_view (&name), a->sort);
    text_clear (&name);
    product_facts (t, v, a, b, facts);
    product_facts (t, v, b, a, facts);
    return v;
}

static const term *
product_term (terms *t, const struct sum *a, const struct sum *b, const sort *s,
              struct term_vec *facts)
{
    assert (a->parts && b->parts);
    const term *all = term_bits (t, s->width, "0");
    for (size_t i = 0; i < a->parts; i++)
        for (size_t k = 0; k < b->parts; k++) {
            const term *x = a->part[i].of, *y = b->part[k].of;
            const term *of = x && y ? product_variable (t, x, y, facts)
                             : x    ? x
                                    : y;
            const term *by = make (t, OP_BVMUL, a->part[i].by, b->part[k].by);
            all = make (t, OP_BVADD, all, of ? make (t, OP_BVMUL, by, of) : by);
        }
    return all;
}

static const term *
product_rebuild (terms *t, const term *x, const struct term_map *to,
                 struct term_vec *facts)
{
    const term **arg = NEW_ARRAY (const term *, x->args + 1);
    bool same = true;
    for (uint32_t i = 0; i < x->args; i++) {
        assert (term_map_get (to, x->arg[i]));
        arg[i] = (const term *) *term_map_get (to, x->arg[i]);
        same = same && arg[i] == x->arg[i];
    }
    const term *result = x;
    if (x->op == OP_BVMUL && x->args == 2 && !term_is_constant (arg[0])
        && !term_is_constant (arg[1])) {
        struct sum a, b;
        sum_of (t, &a, arg[0]);
        sum_of (t, &b, arg[1]);
        result = product_term (t, &a, &b, x->sort, facts);
    } else if (!same && x->op == OP_APPLY)
        result = term_apply (t, x->text, x->sort, arg, x->args);
    else if (!same && x->op == OP_CONST_ARRAY)
        result = term_const_array (t, x->sort, arg[0]);
    else if (!same)
        result = term_make (t, x->op, arg, x->args, x->index[0], x->index[1]);
    assert (result->sort == x->sort);
    memory_free (arg);
    return result;
}

static bool
product_quantified (const struct term_vec *order)
{
    for (size_t i = 0; i < order->size; i++)
        if (order->at[i]->op == OP_FORALL || order->at[i]->op == OP_EXISTS)
            return true;
    return false;
}

void
products_open (terms *t, struct term_vec *formulas, struct term_vec *facts)
{
    struct term_map place, to;
    struct term_vec order = {0};
    term_map_init (&place);
    term_map_init (&to);
    term_postorder (formulas->at, formulas->size, &place, &order);
    /* A product of bound variables is no unknown of the whole. */
    if (!product_quantified (&order)) {
        for (size_t i = 0; i < order.size; i++)
            *term_map_at (&to, order.at[i], NULL) =
                (uintptr_t) product_rebuild (t, order.at[i], &to, facts);
        for (size_t i = 0; i < formulas->size; i++)
            formulas->at[i] =
                (const term *) *term_map_get (&to, formulas->at[i]);
    }
    VEC_CLEAR (order);
    term_map_clear (&place);
    term_map_clear (&to);
}
