/* rotate.c -- transitions with several premises, as seen from each of them. */
#include "cegar/candidates/candidates.h"
#include "cegar/simplify/steps.h"

/* Exchanges `from` and a further premise. */
static void
rotate_to (const struct system *s, struct transition *t, size_t premise)
{
    struct premise *p = &t->more.at[premise];
    const struct term_vec *from = &s->location.at[t->from].vars;
    const struct term_vec *own = &s->location.at[p->location].vars;
    struct premise first = {.location = t->from};
    struct term_vec old = {0}, new = {0};
    for (size_t i = 0; i < from->size; i++) {
        const term *copy =
            term_fresh (s->terms, from->at[i]->text, from->at[i]->sort);
        VEC_PUSH (first.vars, copy);
        VEC_PUSH (old, from->at[i]);
        VEC_PUSH (new, copy);
    }
    for (size_t i = 0; i < own->size; i++) {
        VEC_PUSH (old, p->vars.at[i]);
        VEC_PUSH (new, own->at[i]);
    }
    if (old.size)
        transition_replace (s->terms, t, &old, &new);
    t->from = p->location;
    VEC_CLEAR (p->vars);
    *p = first;
    VEC_CLEAR (old);
    VEC_CLEAR (new);
}

void
candidates_rotate (const struct system *s, struct system *out)
{
    system_init (out, s->terms);
    for (size_t l = 0; l < s->location.size; l++) {
        const struct location *from = &s->location.at[l];
        struct location copy = {.name = arena_string (&out->arena, from->name),
                                .relation = from->relation,
                                .gone = from->gone};
        term_vec_copy (&copy.vars, &from->vars);
        if (l < out->location.size)
            out->location.at[l] = copy;
        else
            VEC_PUSH (out->location, copy);
    }
    for (size_t i = 0; i < s->transition.size; i++)
        for (size_t p = 0; p <= s->transition.at[i].more.size; p++) {
            struct transition t = transition_copy (&s->transition.at[i]);
            transition_rename (s->terms, &t);
            if (p)
                rotate_to (s, &t, p - 1);
            VEC_PUSH (out->transition, t);
        }
    system_index (out);
}
