/* path.c -- see path.h. */
#include "cegar/system/path.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const term *
path_var (terms *store, const term *var, size_t cut)
{
    assert (var->op == OP_VAR);
    size_t room = strlen (var->text) + 24;
    char *name = memory_new (room);
    snprintf (name, room, "%s@%zu", var->text, cut);
    const term *result = term_var (store, name, var->sort);
    memory_free (name);
    return result;
}

void
path_vars (terms *store, const struct system *s, uint32_t location, size_t cut,
           struct term_vec *out)
{
    assert (location < s->location.size);
    const struct term_vec *vars = &s->location.at[location].vars;
    for (size_t i = 0; i < vars->size; i++)
        VEC_PUSH (*out, path_var (store, vars->at[i], cut));
}

const term *
path_step (terms *store, const struct system *s, uint32_t transition,
           size_t cut)
{
    assert (transition < s->transition.size);
    const struct transition *t = &s->transition.at[transition];
    struct term_vec from = {0}, to = {0}, part = {0}, next = {0};
    const struct term_vec *vars = &s->location.at[t->from].vars;
    for (size_t i = 0; i < vars->size; i++)
        VEC_PUSH (from, vars->at[i]);
    for (size_t i = 0; i < t->aux.size; i++)
        VEC_PUSH (from, t->aux.at[i]);
    for (size_t i = 0; i < from.size; i++)
        VEC_PUSH (to, path_var (store, from.at[i], cut));
    VEC_PUSH (part,
              term_substitute (store, t->guard, from.at, to.at, from.size));
    path_vars (store, s, t->to, cut + 1, &next);
    assert (next.size == t->update.size);
    for (size_t i = 0; i < next.size; i++)
        VEC_PUSH (part, term_eq (store, next.at[i],
                                 term_substitute (store, t->update.at[i],
                                                  from.at, to.at, from.size)));
    const term *result = term_and (store, part.at, part.size);
    VEC_CLEAR (from);
    VEC_CLEAR (to);
    VEC_CLEAR (part);
    VEC_CLEAR (next);
    return result;
}

const term *
path_unnumber (terms *store, const struct system *s, uint32_t location,
               size_t cut, const term *formula)
{
    assert (location < s->location.size);
    struct term_vec from = {0};
    path_vars (store, s, location, cut, &from);
    const term *result = term_substitute (
        store, formula, from.at, s->location.at[location].vars.at, from.size);
    VEC_CLEAR (from);
    return result;
}
