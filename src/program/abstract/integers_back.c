/* integers_back.c -- formulas over the integers, said of the bit-vectors.
 *
 * A comparison of a variable with a variable or a number is one of bit-vectors
 * as they are.  All else is computed in bit-vectors so wide that nothing wraps.
 */
#include <string.h>

#include "program/abstract/integers_internal.h"

enum { BACK_BITS = 400, BACK_NODES = 100000 };

struct back {
    terms *terms;
    const struct integers_map *map;
    struct term_map variable; /* integer to its place in the map + 1 */
    struct term_map place;
    struct term_vec order, made; /* null: cannot be said */
    unsigned *bits; /* per Int term: what its value fits in, signed */
    unsigned width; /* that all are computed in */
};

static size_t
place_of (const struct back *b, const term *t)
{
    return *term_map_get (&b->place, t);
}

/* The pair of a variable; false: not ours. */
static bool
pair_of (const struct back *b, const term *t, size_t *pair)
{
    uintptr_t *at = t->op == OP_VAR ? term_map_get (&b->variable, t) : NULL;
    if (at)
        *pair = *at - 1;
    return at != NULL;
}

static bool
is_positive (const term *t)
{
    return t->op == OP_NUMBER && t->text[0] != '-' && strcmp (t->text, "0");
}

/* 0: cannot be said. */
static unsigned
bits_of (const struct back *b, const term *t)
{
    unsigned most = 0, sum = 0;
    size_t pair;
    for (uint32_t i = t->op == OP_ITE; i < t->args; i++) {
        unsigned bits = b->bits[place_of (b, t->arg[i])];
        if (!bits)
            return 0;
        most = bits > most ? bits : most;
        sum = sum > BACK_BITS ? sum : sum + bits;
    }
    switch (t->op) {
    case OP_NUMBER:
        sum = (unsigned) strlen (t->text);
        return sum < 1000 ? sum * 4 + 1 : BACK_BITS + 1;
    case OP_VAR:
        if (!pair_of (b, t, &pair))
            return 0;
        return b->map->from.at[pair]->sort->width + !b->map->is_signed[pair];
    case OP_ADD:
        for (uint32_t n = t->args; n; n /= 2)
            most++;
        return most;
    case OP_MUL:
        return sum;
    case OP_ITE:
        return most;
    case OP_IDIV:
    case OP_MOD:
        return is_positive (t->arg[1]) ? most + 1 : 0;
    default:
        return 0;
    }
}

static const term *
bits_make (struct back *b, enum op op, const term *x, const term *y)
{
    return term_make (b->terms, op, (const term *[]) {x, y}, 2, 0, 0);
}

static const term *
number_bits (struct back *b, const term *t, unsigned width)
{
    return term_make (b->terms, OP_INT_TO_BV, &t, 1, width, 0);
}

static const term *
variable_bits (struct back *b, const term *t)
{
    size_t pair;
    if (!pair_of (b, t, &pair))
        return NULL;
    const term *x = b->map->from.at[pair];
    assert (x->sort->width < b->width);
    return term_make (b->terms,
                      b->map->is_signed[pair] ? OP_SIGN_EXTEND : OP_ZERO_EXTEND,
                      &x, 1, b->width - x->sort->width, 0);
}

/* Of an Int term. */
static const term *
sum_back (struct back *b, const term *t, const term *const *arg)
{
    const term *x = arg[0];
    if (t->op == OP_NUMBER)
        return number_bits (b, t, b->width);
    if (t->op == OP_VAR)
        return variable_bits (b, t);
    switch (t->op) {
    case OP_ADD:
    case OP_MUL:
        for (uint32_t i = 1; i < t->args; i++)
            x = bits_make (b, t->op == OP_ADD ? OP_BVADD : OP_BVMUL, x, arg[i]);
        return x;
    case OP_ITE:
        return term_ite (b->terms, arg[0], arg[1], arg[2]);
    case OP_MOD:
        return bits_make (b, OP_BVSMOD, x, arg[1]);
    case OP_IDIV: /* what is left divides without a rest */
        return bits_make (
            b, OP_BVSDIV,
            bits_make (b, OP_BVSUB, x, bits_make (b, OP_BVSMOD, x, arg[1])),
            arg[1]);
    default:
        return NULL;
    }
}

/* The bit-vector with which `t` can be compared as it is with others of the
 * variable's sort and sign. */
static const term *
side_back (struct back *b, const term *t, const sort *s, bool is_signed)
{
    size_t pair;
    int64_t n;
    wide least, most;
    if (pair_of (b, t, &pair))
        return b->map->from.at[pair]->sort == s
                       && b->map->is_signed[pair] == is_signed
                   ? b->map->from.at[pair]
                   : NULL;
    if (t->op != OP_NUMBER || !term_int64 (t, &n)
        || !way_range (is_signed ? WAY_SIGNED : WAY_UNSIGNED, s->width, &least,
                       &most)
        || n < least || n > most)
        return NULL;
    return number_bits (b, t, s->width);
}

static const term *
simple_back (struct back *b, const term *t)
{
    size_t pair;
    const term *x = t->arg[0], *y = t->arg[1];
    if (!pair_of (b, x, &pair) && !pair_of (b, y, &pair))
        return NULL;
    const sort *s = b->map->from.at[pair]->sort;
    bool is_signed = b->map->is_signed[pair];
    x = side_back (b, x, s, is_signed);
    y = side_back (b, y, s, is_signed);
    if (!x || !y)
        return NULL;
    if (t->op == OP_EQ)
        return term_eq (b->terms, x, y);
    if (t->op == OP_LE)
        return bits_make (b, is_signed ? OP_BVSLE : OP_BVULE, x, y);
    return bits_make (b, is_signed ? OP_BVSLT : OP_BVULT, x, y);
}

static const term *
formula_back (struct back *b, const term *t, const term *const *arg)
{
    switch (t->op) {
    case OP_TRUE:
    case OP_FALSE:
    case OP_VAR:
        return t;
    case OP_NOT:
        return term_not (b->terms, arg[0]);
    case OP_AND:
        return term_and (b->terms, arg, t->args);
    case OP_OR:
        return term_or (b->terms, arg, t->args);
    case OP_ITE:
        return term_ite (b->terms, arg[0], arg[1], arg[2]);
    case OP_EQ:
    case OP_LE:
    case OP_LT: {
        const term *simple = simple_back (b, t);
        if (simple)
            return simple;
        if (t->op == OP_EQ)
            return term_eq (b->terms, arg[0], arg[1]);
        return bits_make (b, t->op == OP_LE ? OP_BVSLE : OP_BVSLT, arg[0],
                          arg[1]);
    }
    default:
        return NULL;
    }
}

static const term *
node_back (struct back *b, const term *t, struct term_vec *arg)
{
    arg->size = 0;
    for (uint32_t i = 0; i < t->args; i++) {
        const term *a = b->made.at[place_of (b, t->arg[i])];
        if (!a)
            return NULL;
        VEC_PUSH (*arg, a);
    }
    if (t->sort->kind == SORT_INT)
        return sum_back (b, t, arg->size ? arg->at : &t);
    return t->sort->kind == SORT_BOOL ? formula_back (b, t, arg->at) : NULL;
}

/* How wide; false: too wide, or something that cannot be said. */
static bool
back_measure (struct back *b)
{
    b->bits = NEW_ARRAY (unsigned, b->order.size);
    b->width = 2;
    for (size_t i = 0; i < b->order.size; i++) {
        const term *t = b->order.at[i];
        bool is_int = t->sort->kind == SORT_INT;
        if (!is_int && t->sort->kind != SORT_BOOL)
            return false;
        if (!is_int)
            continue;
        b->bits[i] = bits_of (b, t);
        if (!b->bits[i] || b->bits[i] > BACK_BITS)
            return false;
        if (b->bits[i] + 1 > b->width)
            b->width = b->bits[i] + 1;
    }
    return true;
}

const term *
integers_back (terms *t, const struct integers_map *m, const term *formula)
{
    assert (formula->sort->kind == SORT_BOOL);
    struct back b = {.terms = t, .map = m};
    struct term_vec arg = {0};
    for (size_t i = 0; i < m->to.size; i++)
        *term_map_at (&b.variable, m->to.at[i], NULL) = i + 1;
    term_postorder (&formula, 1, &b.place, &b.order);
    const term *result = NULL;
    if (b.order.size < BACK_NODES && back_measure (&b)) {
        for (size_t i = 0; i < b.order.size; i++) {
            const term *made = node_back (&b, b.order.at[i], &arg);
            VEC_PUSH (b.made, made);
        }
        result = VEC_LAST (b.made);
    }
    term_map_clear (&b.variable);
    term_map_clear (&b.place);
    VEC_CLEAR (b.order);
    VEC_CLEAR (b.made);
    VEC_CLEAR (arg);
    memory_free (b.bits);
    return result;
}
