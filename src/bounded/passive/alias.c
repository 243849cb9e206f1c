/* alias.c -- two names for one value become one.
 *
 * Only runs from the entry to the exit count, and every such run passes the
 * blocks that no edge leaps over.  If one of them assumes v = w or v = 3, the
 * two are equal in all that counts, so a variable of the procedure's own can be
 * replaced everywhere.  Most are results that are handed on: then the callee's
 * result and the caller's are one variable, and a solver has no equality of
 * maps to propagate. */
#include <assert.h>

#include "bounded/passive/internal.h"

struct alias {
    struct maker *m;
    struct draft *draft;
    struct term_map fixed;  /* variables that stay: formals */
    struct term_map to;     /* variable to what replaces it, perhaps in turn */
    struct term_map result; /* results of calls: stay variables */
    size_t count;
};

static const term *
alias_find (const struct alias *a, const term *t)
{
    uintptr_t *to;
    while (t->op == OP_VAR && (to = term_map_get (&a->to, t)))
        t = (const term *) *to;
    return t;
}

static bool
alias_is_own (const struct alias *a, const term *t)
{
    return t->op == OP_VAR && !term_map_get (&a->fixed, t)
           && !term_map_get (&a->m->constant, t) && !term_is_element (t);
}

/* Can the variable v be replaced by t?  A result stays a variable, and one of
 * the procedure: whoever inlines the callee finds it among those. */
static bool
alias_fits (const struct alias *a, const term *v, const term *t)
{
    if (!alias_is_own (a, v) || (t->op != OP_VAR && !term_is_constant (t)))
        return false;
    return !term_map_get (&a->result, v) || alias_is_own (a, t)
           || term_map_get (&a->fixed, t);
}

static void
alias_equate (struct alias *a, const term *left, const term *right)
{
    left = alias_find (a, left);
    right = alias_find (a, right);
    if (left == right)
        return;
    bool swap = !alias_fits (a, left, right);
    const term *v = swap ? right : left, *t = swap ? left : right;
    if (!alias_fits (a, v, t))
        return;
    *term_map_at (&a->to, v, NULL) = (uintptr_t) t;
    a->count++;
    if (term_map_get (&a->result, v))
        term_map_at (&a->result, t, NULL);
}

static const term *
alias_term (struct alias *a, const term *t)
{
    const struct term_vec *used = maker_variables (a->m, t);
    struct term_vec *from = &a->m->from, *into = &a->m->into;
    from->size = into->size = 0;
    for (size_t i = 0; i < used->size; i++) {
        const term *to = alias_find (a, used->at[i]);
        if (to == used->at[i])
            continue;
        VEC_PUSH (*from, used->at[i]);
        VEC_PUSH (*into, to);
    }
    return term_substitute (a->m->terms, t, from->at, into->at, from->size);
}

static void
alias_list (struct alias *a, struct term_vec *list)
{
    for (size_t i = 0; i < list->size; i++)
        list->at[i] = alias_term (a, list->at[i]);
}

static void
alias_apply (struct alias *a, struct draft_block *b)
{
    alias_list (a, &b->assume);
    for (size_t i = 0; i < b->edge.size; i++)
        alias_list (a, &b->edge.at[i].assume);
    alias_list (a, &b->in);
    alias_list (a, &b->out);
    if (b->summary)
        b->summary = alias_term (a, b->summary);
    for (size_t i = 0; i < b->visit.size; i++)
        alias_list (a, &b->visit.at[i].value);
    for (size_t i = 0; i < b->out.size; i++)
        assert (b->out.at[i]->op == OP_VAR);
}

static void
alias_block (struct alias *a, const struct draft_block *b)
{
    struct term_vec part = {0};
    for (size_t i = 0; i < b->assume.size; i++)
        term_conjuncts (a->m->terms, b->assume.at[i], &part);
    for (size_t i = 0; i < part.size; i++)
        if (part.at[i]->op == OP_EQ)
            alias_equate (a, part.at[i]->arg[0], part.at[i]->arg[1]);
    VEC_CLEAR (part);
}

static void
alias_init (struct alias *a)
{
    struct draft *d = a->draft;
    for (size_t i = 0; i < d->in.size; i++)
        term_map_at (&a->fixed, d->in.at[i], NULL);
    for (size_t i = 0; i < d->out.size; i++)
        term_map_at (&a->fixed, d->out.at[i], NULL);
    for (size_t b = 0; b < d->blocks; b++)
        for (size_t i = 0; i < d->block[b].out.size; i++)
            term_map_at (&a->result, d->block[b].out.at[i], NULL);
}

void
draft_alias (struct maker *m, struct draft *d)
{
    struct alias a = {.m = m, .draft = d};
    alias_init (&a);
    uint32_t farthest = 0; /* target of the edges so far */
    for (size_t b = 0; b < d->blocks; b++) {
        if (farthest <= b)
            alias_block (&a, &d->block[b]);
        for (size_t k = 0; k < d->block[b].edge.size; k++)
            if (d->block[b].edge.at[k].target > farthest)
                farthest = d->block[b].edge.at[k].target;
    }
    for (size_t b = 0; a.count && b < d->blocks; b++)
        alias_apply (&a, &d->block[b]);
    term_map_clear (&a.fixed);
    term_map_clear (&a.to);
    term_map_clear (&a.result);
}
