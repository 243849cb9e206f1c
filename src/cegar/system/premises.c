/* premises.c -- transitions with several premises, and derivations made of them. */
#include <assert.h>

#include "cegar/system/system.h"

bool
system_linear (const struct system *s)
{
    for (size_t i = 0; i < s->transition.size; i++)
        if (s->transition.at[i].more.size)
            return false;
    return true;
}

size_t
transition_premises (const struct transition *t)
{
    assert (t->from != SYSTEM_ENTRY || !t->more.size);
    return t->from == SYSTEM_ENTRY ? 0 : 1 + t->more.size;
}

uint32_t
transition_premise (const struct transition *t, size_t i)
{
    assert (i < transition_premises (t));
    return i ? t->more.at[i - 1].location : t->from;
}

const struct term_vec *
transition_premise_vars (const struct system *s, const struct transition *t,
                         size_t i)
{
    assert (i < transition_premises (t));
    return i ? &t->more.at[i - 1].vars : &s->location.at[t->from].vars;
}

/* A stack of locations that are derived. */
bool
system_derives (const struct system *s, const uint32_t *transition,
                size_t count)
{
    struct vec_index stack = {0};
    bool fine = true;
    for (size_t i = 0; fine && i < count; i++) {
        fine = transition[i] < s->transition.size;
        const struct transition *t =
            fine ? &s->transition.at[transition[i]] : NULL;
        size_t premises = fine ? transition_premises (t) : 0;
        fine = fine && premises <= stack.size;
        for (size_t p = 0; fine && p < premises; p++)
            fine = stack.at[stack.size - premises + p]
                   == transition_premise (t, p);
        if (!fine)
            break;
        stack.size -= premises;
        VEC_PUSH (stack, t->to);
        fine = t->to != SYSTEM_ERROR || i + 1 == count;
    }
    fine = fine && stack.size == 1 && stack.at[0] == SYSTEM_ERROR;
    VEC_CLEAR (stack);
    return fine;
}

/* ---- clauses */

bool
system_plain (const struct system *s)
{
    for (size_t i = 0; i < s->transition.size; i++)
        if (s->transition.at[i].more.size
            || origin_names_premise (&s->transition.at[i]))
            return false;
    return true;
}

static void
origin_append (struct vec_index *to, struct vec_index *adopted)
{
    for (size_t i = 0; i < adopted->size; i++)
        VEC_PUSH (*to, adopted->at[i]);
    VEC_CLEAR (*adopted);
}

bool
origin_names_premise (const struct transition *t)
{
    for (size_t i = 0; i < t->origin.size; i++)
        if (t->origin.at[i] >= ORIGIN_PREMISE)
            return true;
    return false;
}

void
system_origins (const struct system *s, const uint32_t *transition,
                size_t count, struct vec_index *clauses)
{
    assert (system_derives (s, transition, count));
    struct VEC (struct vec_index) stack = {0};
    for (size_t i = 0; i < count; i++) {
        const struct transition *t = &s->transition.at[transition[i]];
        size_t premises = transition_premises (t);
        struct vec_index *premise = stack.at + stack.size - premises;
        struct vec_index made = {0};
        if (premises && !origin_names_premise (t)) {
            made = premise[0];
            premise[0] = (struct vec_index) {0};
        }
        for (size_t k = 0; k < t->origin.size; k++) {
            uint32_t o = t->origin.at[k];
            if (o < ORIGIN_PREMISE)
                VEC_PUSH (made, o);
            else
                origin_append (&made, &premise[o - ORIGIN_PREMISE]);
        }
        for (size_t p = 0; p < premises; p++)
            VEC_CLEAR (premise[p]);
        stack.size -= premises;
        VEC_PUSH (stack, made);
    }
    assert (stack.size == 1);
    origin_append (clauses, &stack.at[0]);
    VEC_CLEAR (stack);
}
