/* differences.c -- see differences.h.
 *
 * If x is assigned z + c where z is neither x nor y, z - y is needed for x - y
 * to stay known: such pairs are added until there are none, or too many. */
#include "program/abstract/differences.h"

#include <stdio.h>

#include "base/memory.h"
#include "logic/term/map.h"
#include "program/change.h"
#include "program/abstract/auxiliary_variables.h"

struct differences {
    struct program *program;
    struct procedure *procedure;
    terms *terms;
    struct term_map variable; /* all that are declared */
    struct vec_ghost pair;    /* x - y */
};

/* ---- terms that are a variable and a constant */

struct differences_form {
    const term *base;     /* a variable; null: none */
    const term *constant; /* null: the term is nothing like that */
};

static const term *
sum (struct differences *d, enum op op, const term *a, const term *b)
{
    return term_make (d->terms, op, (const term *[]) {a, b}, 2, 0, 0);
}

static struct differences_form
form_of (struct differences *d, const term *e)
{
    struct differences_form none = {0}, f;
    if (e->sort->kind != SORT_BV)
        return none;
    const term *zero = term_bits_of (d->terms, e->sort->width, 0);
    if (e->op == OP_VAR)
        return (struct differences_form) {e, zero};
    if (e->op == OP_BITS)
        return (struct differences_form) {NULL, e};
    if ((e->op != OP_BVADD && e->op != OP_BVSUB) || e->args != 2)
        return none;
    /* One of the two is a constant; it is not what is subtracted from. */
    bool left = e->op == OP_BVADD && e->arg[0]->op == OP_BITS;
    const term *c = e->arg[left ? 0 : 1];
    if (c->op != OP_BITS)
        return none;
    f = form_of (d, e->arg[left ? 1 : 0]);
    if (f.constant)
        f.constant = sum (d, e->op, f.constant, c);
    return f;
}

/* ---- pairs */

/* The pair of two variables; *negative: of y and x.  Null: there is none. */
static const struct ghost *
pair_find (const struct differences *d, const term *x, const term *y,
           bool *negative)
{
    for (size_t i = 0; i < d->pair.size; i++) {
        const struct ghost *p = &d->pair.at[i];
        *negative = p->x == y && p->y == x;
        if (*negative || (p->x == x && p->y == y))
            return p;
    }
    return NULL;
}

static void
pair_add (struct differences *d, const term *x, const term *y)
{
    bool negative;
    char name[40];
    if (x == y || x->sort != y->sort || d->pair.size == DIFFERENCES_MOST
        || !term_map_get (&d->variable, x) || !term_map_get (&d->variable, y)
        || pair_find (d, x, y, &negative))
        return;
    snprintf (name, sizeof name, "@difference.%zu", d->pair.size);
    struct ghost made = {
        .variable = term_var (d->terms, arena_string (&d->program->arena, name),
                              x->sort),
        .is = sum (d, OP_BVSUB, x, y),
        .x = x,
        .y = y};
    VEC_PUSH (d->pair, made);
}

/* x + c = y + c' */
static bool
is_test (struct differences *d, const term *e, struct differences_form *a,
         struct differences_form *b)
{
    if (e->op != OP_EQ || e->arg[0]->sort->kind != SORT_BV)
        return false;
    *a = form_of (d, e->arg[0]);
    *b = form_of (d, e->arg[1]);
    return a->base && b->base && a->base != b->base;
}

/* What is needed for the differences of a variable that is assigned to. */
static void
pairs_follow (struct differences *d, const term *target, const term *value)
{
    struct differences_form f = form_of (d, value);
    for (size_t i = 0; f.base && f.base != target && i < d->pair.size; i++) {
        const term *x = d->pair.at[i].x, *y = d->pair.at[i].y;
        if (target == x)
            pair_add (d, f.base, y);
        else if (target == y)
            pair_add (d, x, f.base);
    }
}

static void
pairs_find (struct differences *d)
{
    struct term_vec all = {0};
    program_terms (d->program, &all);
    struct differences_form a, b;
    for (size_t i = 0; i < all.size; i++)
        if (is_test (d, all.at[i], &a, &b))
            pair_add (d, a.base, b.base);
    VEC_CLEAR (all);
    const struct vec_block *blocks = &d->procedure->block;
    for (size_t before = 0; before < d->pair.size;) {
        before = d->pair.size;
        for (size_t k = 0; k < blocks->size; k++)
            for (size_t i = 0; i < blocks->at[k].statement.size; i++) {
                const struct statement *s = &blocks->at[k].statement.at[i];
                for (uint32_t j = 0; j < s->values; j++)
                    pairs_follow (d, s->target[j], s->value[j]);
            }
    }
}

/* ---- what a difference becomes */

/* a - b, of forms, with what differences are now. */
static const term *
difference_of (struct differences *d, struct differences_form a,
               struct differences_form b)
{
    const term *constant = sum (d, OP_BVSUB, a.constant, b.constant);
    if (a.base == b.base)
        return constant;
    bool negative;
    const struct ghost *p =
        a.base && b.base ? pair_find (d, a.base, b.base, &negative) : NULL;
    if (!p)
        return NULL;
    return negative ? sum (d, OP_BVSUB, constant, p->variable)
                    : sum (d, OP_BVADD, p->variable, constant);
}

static const term *
difference_after (void *context, const struct ghost *p,
                  const struct statement *s)
{
    struct differences *d = context;
    const term *x = statement_makes (s, p->x), *y = statement_makes (s, p->y);
    struct differences_form a = form_of (d, x), b = form_of (d, y);
    const term *is = a.constant && b.constant ? difference_of (d, a, b) : NULL;
    return is ? is : sum (d, OP_BVSUB, x, y);
}

static const term *
difference_put (void *context, const term *e)
{
    struct differences *d = context;
    struct differences_form a, b;
    bool negative;
    if (!is_test (d, e, &a, &b))
        return NULL;
    const struct ghost *p = pair_find (d, a.base, b.base, &negative);
    if (!p)
        return NULL;
    const term *is = negative ? sum (d, OP_BVSUB, a.constant, b.constant)
                              : sum (d, OP_BVSUB, b.constant, a.constant);
    return term_eq (d->terms, p->variable, is);
}

/* ---- the whole */

bool
program_differences (struct program *flat)
{
    assert (flat->procedure.size == 1);
    struct differences d = {.program = flat,
                            .procedure = &flat->procedure.at[0],
                            .terms = flat->terms};
    variables_declared (flat, &d.variable);
    pairs_find (&d);
    bool some = d.pair.size > 0;
    struct ghosts ghosts = {.ghost = d.pair,
                            .after = difference_after,
                            .put = difference_put,
                            .context = &d};
    if (some)
        ghosts_insert (&ghosts, flat);
    VEC_CLEAR (d.pair);
    term_map_clear (&d.variable);
    return some;
}
