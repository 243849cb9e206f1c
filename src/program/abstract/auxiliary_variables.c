/* auxiliary_variables.c -- see auxiliary_variables.h. */
#include "program/abstract/auxiliary_variables.h"

#include <assert.h>

#include "logic/term/store.h"
#include "program/change.h"

const term *
statement_makes (const struct statement *s, const term *variable)
{
    for (uint32_t i = 0; i < s->values; i++)
        if (s->target[i] == variable)
            return s->value[i];
    return variable;
}

static void
variables_note (const struct vec_variable *list, struct term_map *to)
{
    for (size_t i = 0; i < list->size; i++)
        term_map_at (to, list->at[i].term, NULL);
}

void
variables_declared (const struct program *flat, struct term_map *to)
{
    const struct procedure *q = &flat->procedure.at[0];
    variables_note (&flat->global, to);
    variables_note (&q->in, to);
    variables_note (&q->out, to);
    variables_note (&q->local, to);
}

/* ---- terms */

static const term *
change (const struct ghosts *g, terms *t, const term *root)
{
    struct term_map place = {0};
    struct term_vec order = {0}, made = {0}, arg = {0};
    term_postorder (&root, 1, &place, &order);
    bool whole = true; /* a bound variable may have the name of another */
    for (size_t i = 0; i < order.size && whole; i++) {
        const term *old = order.at[i], *new = g->put (g->context, old);
        whole = old->op != OP_FORALL && old->op != OP_EXISTS;
        if (!new && old->args) {
            arg.size = 0;
            for (uint32_t k = 0; k < old->args; k++)
                VEC_PUSH (arg, made.at[*term_map_get (&place, old->arg[k])]);
            new = term_rebuild (t, old, arg.at);
        }
        VEC_PUSH (made, new ? new : old);
    }
    const term *result = whole ? VEC_LAST (made) : root;
    term_map_clear (&place);
    VEC_CLEAR (order);
    VEC_CLEAR (made);
    VEC_CLEAR (arg);
    return result;
}

/* ---- statements */

static bool
has_target (const struct statement *s, const term *x)
{
    for (uint32_t i = 0; i < s->targets; i++)
        if (s->target[i] == x)
            return true;
    return false;
}

/* Ghosts of what was forgotten (`s` null: all), afresh. */
static void
push_afresh (const struct ghosts *g, struct program *p,
             const struct statement *s, struct place place,
             struct vec_statement *to)
{
    struct term_vec target = {0}, value = {0};
    for (size_t i = 0; i < g->ghost.size; i++) {
        const struct ghost *one = &g->ghost.at[i];
        if (s && !has_target (s, one->x) && !has_target (s, one->y))
            continue;
        VEC_PUSH (target, one->variable);
        VEC_PUSH (value, one->is);
    }
    if (target.size)
        VEC_PUSH (*to, statement_assign (p, &target, &value, place));
    VEC_CLEAR (target);
    VEC_CLEAR (value);
}

static struct statement
change_assign (const struct ghosts *g, struct program *p,
               const struct statement *s)
{
    struct term_vec target = {0}, value = {0};
    for (uint32_t i = 0; i < s->targets; i++) {
        VEC_PUSH (target, s->target[i]);
        VEC_PUSH (value, change (g, p->terms, s->value[i]));
    }
    for (size_t i = 0; i < g->ghost.size; i++) {
        const struct ghost *one = &g->ghost.at[i];
        if (!has_target (s, one->x) && !has_target (s, one->y))
            continue;
        VEC_PUSH (target, one->variable);
        VEC_PUSH (value, g->after (g->context, one, s));
    }
    struct statement made = statement_assign (p, &target, &value, s->place);
    made.attribute = s->attribute;
    VEC_CLEAR (target);
    VEC_CLEAR (value);
    return made;
}

void
ghosts_insert (const struct ghosts *g, struct program *flat)
{
    assert (flat->procedure.size == 1);
    struct procedure *q = &flat->procedure.at[0];
    for (size_t i = 0; i < g->ghost.size; i++)
        VEC_PUSH (q->local,
                  ((struct variable) {.term = g->ghost.at[i].variable}));
    for (size_t b = 0; b < q->block.size; b++) {
        struct vec_statement made = {0}, old = q->block.at[b].statement;
        if (!b)
            push_afresh (g, flat, NULL, q->block.at[b].place, &made);
        for (size_t i = 0; i < old.size; i++) {
            struct statement s = old.at[i];
            assert (s.kind != STATEMENT_CALL);
            if (s.term)
                s.term = change (g, flat->terms, s.term);
            else if (s.kind == STATEMENT_ASSIGN)
                s = change_assign (g, flat, &s);
            VEC_PUSH (made, s);
            if (s.kind == STATEMENT_HAVOC)
                push_afresh (g, flat, &s, s.place, &made);
        }
        VEC_CLEAR (old);
        q->block.at[b].statement = made;
    }
    assert (program_sound (flat));
}
