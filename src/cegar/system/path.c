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
           const uint32_t *premise, size_t cut)
{
    assert (transition < s->transition.size);
    const struct transition *t = &s->transition.at[transition];
    assert (premise || !t->more.size);
    struct term_vec from = {0}, to = {0}, part = {0}, next = {0};
    for (size_t p = 0; p < transition_premises (t); p++) {
        const struct term_vec *vars = transition_premise_vars (s, t, p);
        for (size_t i = 0; i < vars->size; i++)
            VEC_PUSH (from, vars->at[i]);
        path_vars (store, s, transition_premise (t, p),
                   premise ? premise[p] : cut, &to);
    }
    for (size_t i = 0; i < t->aux.size; i++) {
        VEC_PUSH (from, t->aux.at[i]);
        VEC_PUSH (to, path_var (store, t->aux.at[i], cut));
    }
    assert (from.size == to.size);
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

void
path_shape_make (struct path_shape *h, const struct system *s,
                 const uint32_t *transition, size_t steps)
{
    assert (system_derives (s, transition, steps));
    *h = (struct path_shape) {.first = NEW_ARRAY (uint32_t, steps),
                              .premise = NEW_ARRAY (uint32_t *, steps),
                              .steps = steps};
    struct vec_index open = {0}; /* steps whose cut nobody has used so far */
    for (size_t k = 0; k < steps; k++) {
        size_t premises =
            transition_premises (&s->transition.at[transition[k]]);
        h->premise[k] = NEW_ARRAY (uint32_t, premises + 1);
        open.size -= premises;
        h->first[k] = (uint32_t) k;
        for (size_t p = 0; p < premises; p++) {
            uint32_t step = open.at[open.size + p];
            h->premise[k][p] = step + 1;
            if (!p)
                h->first[k] = h->first[step];
        }
        VEC_PUSH (open, (uint32_t) k);
    }
    VEC_CLEAR (open);
}

void
path_shape_clear (struct path_shape *h)
{
    for (size_t k = 0; k < h->steps; k++)
        memory_free (h->premise[k]);
    memory_free (h->premise);
    memory_free (h->first);
}
