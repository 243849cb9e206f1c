/* join.c -- a transition derives a premise of another one. */
#include <assert.h>

#include "cegar/simplify/steps.h"
#include "cegar/system/guard.h"

/* ---- clauses */

/* The clauses with all premises named, as numbers of the joined transition: premise
 * k is `first + k`, and for those behind `pivot` that many more. */
static void
origin_name (const struct transition *t, uint32_t first, size_t pivot,
             uint32_t more, struct vec_index *origin)
{
    if (t->from != SYSTEM_ENTRY && !origin_names_premise (t)) {
        assert (!t->more.size);
        VEC_PUSH (*origin, ORIGIN_PREMISE + first);
    }
    for (size_t i = 0; i < t->origin.size; i++) {
        uint32_t o = t->origin.at[i];
        if (o >= ORIGIN_PREMISE)
            o += first + (o - ORIGIN_PREMISE > pivot ? more : 0);
        VEC_PUSH (*origin, o);
    }
}

void
origin_join (const struct transition *in, const struct transition *out,
             size_t premise, struct vec_index *origin)
{
    if (!out->more.size && !origin_names_premise (in)
        && !origin_names_premise (out)) {
        for (size_t i = 0; i < in->origin.size; i++)
            VEC_PUSH (*origin, in->origin.at[i]);
        for (size_t i = 0; i < out->origin.size; i++)
            VEC_PUSH (*origin, out->origin.at[i]);
        return;
    }
    /* Numbers may wrap below: what is behind the pivot moves by premises - 1. */
    uint32_t more = (uint32_t) transition_premises (in) - 1;
    struct vec_index outer = {0};
    origin_name (out, 0, premise, more, &outer);
    size_t pivot = 0;
    while (pivot < outer.size
           && outer.at[pivot] != ORIGIN_PREMISE + (uint32_t) premise)
        pivot++;
    assert (pivot < outer.size);
    for (size_t i = 0; i < pivot; i++)
        VEC_PUSH (*origin, outer.at[i]);
    origin_name (in, (uint32_t) premise, SIZE_MAX, 0, origin);
    for (size_t i = pivot + 1; i < outer.size; i++)
        VEC_PUSH (*origin, outer.at[i]);
    VEC_CLEAR (outer);
}

/* ---- premises */

/* A premise that stands for itself gets copies, or the other way round. */
static void
premise_copies (const struct system *s, struct transition *x, struct premise *p,
                bool back)
{
    const struct term_vec *own = &s->location.at[p->location].vars;
    if (!back)
        for (size_t i = 0; i < own->size; i++)
            VEC_PUSH (p->vars, term_fresh (s->terms, own->at[i]->text,
                                           own->at[i]->sort));
    assert (p->vars.size == own->size);
    if (own->size)
        transition_replace (s->terms, x, back ? &p->vars : own,
                            back ? own : &p->vars);
}

/* All premises of the transition with copies; it has none in itself then. */
static void
premises_take (const struct system *s, struct transition *x,
               struct vec_premise *all)
{
    if (x->from != SYSTEM_ENTRY) {
        struct premise first = {.location = x->from};
        premise_copies (s, x, &first, false);
        VEC_PUSH (*all, first);
    }
    for (size_t i = 0; i < x->more.size; i++)
        VEC_PUSH (*all, x->more.at[i]);
    VEC_CLEAR (x->more);
    x->from = SYSTEM_ENTRY;
}

static void
premises_give (const struct system *s, struct transition *x,
               struct vec_premise *adopted)
{
    if (adopted->size) {
        x->from = adopted->at[0].location;
        premise_copies (s, x, &adopted->at[0], true);
        VEC_CLEAR (adopted->at[0].vars);
    }
    for (size_t i = 1; i < adopted->size; i++)
        VEC_PUSH (x->more, adopted->at[i]);
    VEC_CLEAR (*adopted);
}

bool
transition_join (const struct system *s, const struct transition *in,
                 const struct transition *out, size_t premise,
                 struct transition *made)
{
    assert (transition_premise (out, premise) == in->to);
    terms *t = s->terms;
    struct transition inner = transition_copy (in);
    struct vec_premise have = {0}, want = {0}, all = {0};
    *made = transition_copy (out);
    VEC_CLEAR (made->origin);
    struct vec_index origin = {0};
    origin_join (in, out, premise, &origin);
    for (size_t i = 0; i < origin.size; i++)
        VEC_PUSH (made->origin, origin.at[i]);
    VEC_CLEAR (origin);
    transition_rename (t, &inner);
    transition_rename (t, made);
    premises_take (s, &inner, &have);
    premises_take (s, made, &want);
    transition_replace (t, made, &want.at[premise].vars, &inner.update);
    made->guard = term_and2 (t, inner.guard, made->guard);
    for (size_t i = 0; i < inner.aux.size; i++)
        VEC_PUSH (made->aux, inner.aux.at[i]);
    for (size_t i = 0; i < want.size; i++) {
        if (i != premise) {
            VEC_PUSH (all, want.at[i]);
            continue;
        }
        for (size_t k = 0; k < have.size; k++)
            VEC_PUSH (all, have.at[k]);
        VEC_CLEAR (want.at[i].vars);
    }
    VEC_CLEAR (have);
    VEC_CLEAR (want);
    premises_give (s, made, &all);
    transition_clear (&inner);
    transition_tidy (t, made);
    if (!guard_false (t, made->guard))
        return true;
    transition_clear (made);
    return false;
}
