/* linear.c -- see linear.h. */
#include "logic/arith/linear.h"

#include <assert.h>
#include <stdlib.h>

#include "logic/term/map.h"
#include "logic/term/store.h"

void
linear_init (struct linear *l)
{
    *l = (struct linear) {.part = NULL};
    mpq_init (l->constant);
}

void
linear_clear (struct linear *l)
{
    for (size_t i = 0; i < l->size; i++)
        mpq_clear (l->part[i].factor);
    memory_free (l->part);
    mpq_clear (l->constant);
    l->part = NULL;
    l->size = l->room = 0;
}

static int
part_order (const void *a, const void *b)
{
    return term_compare (((const struct linear_part *) a)->var,
                         ((const struct linear_part *) b)->var);
}

/* Appends a part; its factor is the caller's, moved. */
static void
part_push (struct linear *l, const term *var, mpq_t factor)
{
    if (l->size == l->room) {
        l->room = l->room ? l->room * 2 : 4;
        l->part = memory_resize (l->part, l->room * sizeof *l->part);
    }
    struct linear_part *p = &l->part[l->size++];
    p->var = var;
    p->factor[0] = factor[0];
}

/* Sorts the parts, joins those of one variable, and drops those with 0. */
static void
parts_join (struct linear *l)
{
    bool sorted = true;
    for (size_t i = 1; i < l->size && sorted; i++)
        sorted = part_order (&l->part[i - 1], &l->part[i]) < 0;
    if (!sorted)
        qsort (l->part, l->size, sizeof *l->part, part_order);
    size_t kept = 0;
    for (size_t i = 0; i < l->size; i++) {
        struct linear_part *p = &l->part[i];
        if (kept && l->part[kept - 1].var == p->var) {
            mpq_add (l->part[kept - 1].factor, l->part[kept - 1].factor,
                     p->factor);
            mpq_clear (p->factor);
        } else
            l->part[kept++] = *p;
        bool last = i + 1 == l->size || l->part[i + 1].var != p->var;
        if (last && !mpq_sgn (l->part[kept - 1].factor))
            mpq_clear (l->part[--kept].factor);
    }
    l->size = kept;
}

/* How a term contributes to a linear form. */
enum shape {
    SHAPE_NUMBER,
    SHAPE_SUM,
    SHAPE_SCALED,
    SHAPE_VARIABLE,
    SHAPE_NONE
};

static enum shape
shape_of (const term *t, bool opaque)
{
    switch (t->op) {
    case OP_NUMBER:
        return SHAPE_NUMBER;
    case OP_ADD:
        return SHAPE_SUM;
    case OP_MUL: {
        size_t others = 0;
        for (uint32_t i = 0; i < t->args; i++)
            others += t->arg[i]->op != OP_NUMBER;
        if (others <= 1)
            return SHAPE_SCALED;
        return opaque ? SHAPE_VARIABLE : SHAPE_NONE;
    }
    case OP_VAR:
        return SHAPE_VARIABLE;
    case OP_TO_REAL:
        if (t->arg[0]->op == OP_VAR)
            return SHAPE_VARIABLE;
        return opaque ? SHAPE_VARIABLE : SHAPE_NONE;
    default:
        return opaque ? SHAPE_VARIABLE : SHAPE_NONE;
    }
}

/* The sums and products that the term is made of, arguments first; variables
 * and numbers are leaves.  False if something is not linear. */
static bool
form_order (const term *t, bool opaque, struct term_map *place,
            struct term_vec *order)
{
    struct visit {
        const term *term;
        uint32_t next;
    };
    struct VEC (struct visit) stack = {0};
    bool linear = true;
    VEC_PUSH (stack, ((struct visit) {t, 0}));
    while (stack.size && linear) {
        struct visit *top = &VEC_LAST (stack);
        enum shape shape = shape_of (top->term, opaque);
        bool inner = shape == SHAPE_SUM || shape == SHAPE_SCALED;
        const term *child = NULL;
        linear = shape != SHAPE_NONE;
        while (inner && top->next < top->term->args && !child) {
            child = top->term->arg[top->next++];
            if (term_map_get (place, child))
                child = NULL;
        }
        if (child)
            VEC_PUSH (stack, ((struct visit) {child, 0}));
        else {
            *term_map_at (place, top->term, NULL) = order->size;
            VEC_PUSH (*order, top->term);
            stack.size--;
        }
    }
    VEC_CLEAR (stack);
    return linear;
}

/* Hands the factor of a sum or product on to its arguments. */
static void
factor_spread (const term *t, const mpq_t factor, mpq_t *all,
               const struct term_map *place)
{
    mpq_t scaled, number;
    mpq_inits (scaled, number, NULL);
    mpq_set (scaled, factor);
    const term *other = NULL;
    for (uint32_t i = 0; i < t->args; i++) {
        if (t->op == OP_MUL && t->arg[i]->op != OP_NUMBER)
            other = t->arg[i];
        else if (t->op == OP_MUL) {
            number_get (t->arg[i], number);
            mpq_mul (scaled, scaled, number);
        } else {
            mpq_t *to = &all[*term_map_get (place, t->arg[i])];
            mpq_add (*to, *to, factor);
        }
    }
    if (t->op == OP_MUL) {
        /* Numbers only: one of them carries the whole product. */
        if (!other) {
            other = t->arg[0];
            number_get (other, number);
            if (mpq_sgn (number))
                mpq_div (scaled, scaled, number);
        }
        mpq_t *to = &all[*term_map_get (place, other)];
        mpq_add (*to, *to, scaled);
    }
    mpq_clears (scaled, number, NULL);
}

bool
linear_add (struct linear *l, terms *store, const term *t, const mpq_t factor,
            bool opaque)
{
    (void) store;
    assert (sort_is_number (t->sort));
    struct term_map place = {0};
    struct term_vec order = {0};
    bool linear = form_order (t, opaque, &place, &order);
    if (linear) {
        mpq_t *all = memory_new (order.size * sizeof *all), number;
        for (size_t i = 0; i < order.size; i++)
            mpq_init (all[i]);
        mpq_init (number);
        mpq_set (all[order.size - 1], factor);
        /* Users before what they use, so each factor is complete in time. */
        for (size_t i = order.size; i-- > 0;) {
            const term *node = order.at[i];
            enum shape shape = shape_of (node, opaque);
            if (shape == SHAPE_NUMBER) {
                number_get (node, number);
                mpq_mul (number, number, all[i]);
                mpq_add (l->constant, l->constant, number);
            } else if (shape != SHAPE_VARIABLE)
                factor_spread (node, all[i], all, &place);
            if (shape == SHAPE_VARIABLE)
                part_push (l, node, all[i]);
            else
                mpq_clear (all[i]);
        }
        mpq_clear (number);
        memory_free (all);
        parts_join (l);
    }
    term_map_clear (&place);
    VEC_CLEAR (order);
    return linear;
}

void
linear_add_scaled (struct linear *l, const struct linear *from,
                   const mpq_t factor)
{
    assert (l != from);
    mpq_t scaled;
    mpq_init (scaled);
    mpq_mul (scaled, from->constant, factor);
    mpq_add (l->constant, l->constant, scaled);
    mpq_clear (scaled);
    for (size_t i = 0; i < from->size; i++) {
        mpq_init (scaled);
        mpq_mul (scaled, from->part[i].factor, factor);
        part_push (l, from->part[i].var, scaled);
    }
    parts_join (l);
}

const term *
linear_term (terms *store, const struct linear *l, const sort *s)
{
    struct term_vec list = {0};
    for (size_t i = 0; i < l->size; i++) {
        const term *factor = number_put (store, s, l->part[i].factor);
        const term *var = l->part[i].var;
        if (var->sort != s)
            var = term_make (store, OP_TO_REAL, &var, 1, 0, 0);
        VEC_PUSH (list, term_mul (store, factor, var));
    }
    if (mpq_sgn (l->constant) || !list.size)
        VEC_PUSH (list, number_put (store, s, l->constant));
    const term *result = term_add (store, list.at, list.size);
    VEC_CLEAR (list);
    return result;
}

bool
linear_literal (terms *store, const term *t, struct linear *l,
                enum linear_relation *relation)
{
    bool negated = false;
    for (; t->op == OP_NOT; t = t->arg[0])
        negated = !negated;
    bool equal = t->op == OP_EQ && sort_is_number (t->arg[0]->sort);
    if ((!equal && t->op != OP_LE && t->op != OP_LT) || (equal && negated))
        return false;
    /* not (a <= b) is b < a, and not (a < b) is b <= a. */
    bool strict = (t->op == OP_LT) != negated;
    const term *a = t->arg[negated], *b = t->arg[!negated];
    struct linear form;
    linear_init (&form);
    mpq_t one;
    mpq_init (one);
    mpq_set_si (one, 1, 1);
    bool linear = linear_add (&form, store, a, one, true);
    mpq_neg (one, one);
    linear = linear && linear_add (&form, store, b, one, true);
    if (linear) {
        mpq_neg (one, one);
        if (!equal && strict && a->sort->kind == SORT_INT) {
            mpq_add (form.constant, form.constant, one);
            strict = false;
        }
        linear_add_scaled (l, &form, one);
        *relation = equal ? LINEAR_EQ : strict ? LINEAR_LT : LINEAR_LE;
    }
    mpq_clear (one);
    linear_clear (&form);
    return linear;
}
