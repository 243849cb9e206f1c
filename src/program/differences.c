/* differences.c -- see differences.h.
 *
 * If x is assigned z + c where z is neither x nor y, z - y is needed for x - y
 * to stay known: such pairs are added until there are none, or too many. */
#include "program/differences.h"

#include <stdio.h>

#include "base/memory.h"
#include "logic/term_store.h"
#include "program/change.h"

struct pair {
    const term *x, *y, *difference; /* x - y */
};

struct differences {
    struct program *program;
    struct procedure *procedure;
    terms *terms;
    struct term_map variable; /* all that are declared */
    struct VEC (struct pair) pair;
};

/* ---- terms that are a variable and a constant */

struct form {
    const term *base;     /* a variable; null: none */
    const term *constant; /* null: the term is nothing like that */
};

static const term *
sum (struct differences *d, enum op op, const term *a, const term *b)
{
    return term_make (d->terms, op, (const term *[]){a, b}, 2, 0, 0);
}

static struct form
form_of (struct differences *d, const term *e)
{
    struct form none = {0}, f;
    if (e->sort->kind != SORT_BV)
        return none;
    const term *zero = term_bits_of (d->terms, e->sort->width, 0);
    if (e->op == OP_VAR)
        return (struct form){e, zero};
    if (e->op == OP_BITS)
        return (struct form){NULL, e};
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
static const struct pair *
pair_find (const struct differences *d, const term *x, const term *y,
           bool *negative)
{
    for (size_t i = 0; i < d->pair.size; i++) {
        const struct pair *p = &d->pair.at[i];
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
    struct pair made = {
        x, y,
        term_var (d->terms, arena_string (&d->program->arena, name), x->sort)};
    VEC_PUSH (d->pair, made);
}

/* x + c = y + c' */
static bool
is_test (struct differences *d, const term *e, struct form *a, struct form *b)
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
    struct form f = form_of (d, value);
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
    struct form a, b;
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

/* a - b, of forms, with what is known of differences now. */
static const term *
difference_of (struct differences *d, struct form a, struct form b)
{
    const term *constant = sum (d, OP_BVSUB, a.constant, b.constant);
    if (a.base == b.base)
        return constant;
    bool negative;
    const struct pair *p =
        a.base && b.base ? pair_find (d, a.base, b.base, &negative) : NULL;
    if (!p)
        return NULL;
    return negative ? sum (d, OP_BVSUB, constant, p->difference)
                    : sum (d, OP_BVADD, p->difference, constant);
}

static const term *
assigned (const struct statement *s, const term *x)
{
    for (uint32_t i = 0; i < s->targets; i++)
        if (s->target[i] == x)
            return s->value[i];
    return x;
}

static const term *
difference_after (struct differences *d, const struct pair *p,
                  const struct statement *s)
{
    const term *x = assigned (s, p->x), *y = assigned (s, p->y);
    struct form a = form_of (d, x), b = form_of (d, y);
    const term *is =
        a.constant && b.constant ? difference_of (d, a, b) : NULL;
    return is ? is : sum (d, OP_BVSUB, x, y);
}

/* ---- terms */

static const term *
change_test (struct differences *d, const term *e)
{
    struct form a, b;
    bool negative;
    if (!is_test (d, e, &a, &b))
        return e;
    const struct pair *p = pair_find (d, a.base, b.base, &negative);
    if (!p)
        return e;
    const term *is = negative ? sum (d, OP_BVSUB, a.constant, b.constant)
                              : sum (d, OP_BVSUB, b.constant, a.constant);
    return term_eq (d->terms, p->difference, is);
}

static const term *
change (struct differences *d, const term *root)
{
    struct term_map place = {0};
    struct term_vec order = {0}, made = {0}, arg = {0};
    term_postorder (&root, 1, &place, &order);
    bool whole = true; /* a bound variable may have the name of another */
    for (size_t i = 0; i < order.size && whole; i++) {
        const term *old = order.at[i];
        whole = old->op != OP_FORALL && old->op != OP_EXISTS;
        /* A test first: its parts are no tests. */
        const term *new = change_test (d, old);
        if (new == old && old->args) {
            arg.size = 0;
            for (uint32_t k = 0; k < old->args; k++)
                VEC_PUSH (arg, made.at[*term_map_get (&place, old->arg[k])]);
            new = term_rebuild (d->terms, old, arg.at);
        }
        VEC_PUSH (made, new);
    }
    const term *result = whole ? VEC_LAST (made) : root;
    term_map_clear (&place);
    VEC_CLEAR (order);
    VEC_CLEAR (made);
    VEC_CLEAR (arg);
    return result;
}

/* ---- statements */

/* All differences of these variables, afresh. */
static void
push_afresh (struct differences *d, const struct statement *s,
             struct vec_statement *to)
{
    struct term_vec target = {0}, value = {0};
    for (size_t i = 0; i < d->pair.size; i++) {
        const struct pair *p = &d->pair.at[i];
        bool some = !s;
        for (uint32_t k = 0; s && k < s->targets; k++)
            some = some || s->target[k] == p->x || s->target[k] == p->y;
        if (!some)
            continue;
        VEC_PUSH (target, p->difference);
        VEC_PUSH (value, sum (d, OP_BVSUB, p->x, p->y));
    }
    struct place place =
        s ? s->place : d->procedure->block.at[0].place;
    if (target.size)
        VEC_PUSH (*to, statement_assign (d->program, &target, &value, place));
    VEC_CLEAR (target);
    VEC_CLEAR (value);
}

/* With the differences that it changes. */
static struct statement
change_assign (struct differences *d, const struct statement *s)
{
    struct term_vec target = {0}, value = {0};
    for (uint32_t i = 0; i < s->targets; i++) {
        VEC_PUSH (target, s->target[i]);
        VEC_PUSH (value, change (d, s->value[i]));
    }
    for (size_t i = 0; i < d->pair.size; i++) {
        const struct pair *p = &d->pair.at[i];
        if (assigned (s, p->x) == p->x && assigned (s, p->y) == p->y)
            continue;
        VEC_PUSH (target, p->difference);
        VEC_PUSH (value, difference_after (d, p, s));
    }
    struct statement made =
        statement_assign (d->program, &target, &value, s->place);
    made.attribute = s->attribute;
    VEC_CLEAR (target);
    VEC_CLEAR (value);
    return made;
}

static void
blocks_change (struct differences *d)
{
    struct vec_block *blocks = &d->procedure->block;
    for (size_t b = 0; b < blocks->size; b++) {
        struct vec_statement made = {0}, old = blocks->at[b].statement;
        if (!b)
            push_afresh (d, NULL, &made);
        for (size_t i = 0; i < old.size; i++) {
            struct statement s = old.at[i];
            assert (s.kind != STATEMENT_CALL);
            if (s.term)
                s.term = change (d, s.term);
            else if (s.kind == STATEMENT_ASSIGN)
                s = change_assign (d, &s);
            VEC_PUSH (made, s);
            if (s.kind == STATEMENT_HAVOC)
                push_afresh (d, &s, &made);
        }
        VEC_CLEAR (old);
        blocks->at[b].statement = made;
    }
}

/* ---- the whole */

static void
variables_note (struct differences *d, const struct vec_variable *list)
{
    for (size_t i = 0; i < list->size; i++)
        term_map_at (&d->variable, list->at[i].term, NULL);
}

bool
program_differences (struct program *flat)
{
    assert (flat->procedure.size == 1);
    struct differences d = {.program = flat,
                            .procedure = &flat->procedure.at[0],
                            .terms = flat->terms};
    variables_note (&d, &flat->global);
    variables_note (&d, &d.procedure->in);
    variables_note (&d, &d.procedure->out);
    variables_note (&d, &d.procedure->local);
    pairs_find (&d);
    bool some = d.pair.size > 0;
    for (size_t i = 0; i < d.pair.size; i++)
        VEC_PUSH (d.procedure->local,
                  ((struct variable){.term = d.pair.at[i].difference}));
    if (some)
        blocks_change (&d);
    assert (program_sound (flat));
    VEC_CLEAR (d.pair);
    term_map_clear (&d.variable);
    return some;
}
