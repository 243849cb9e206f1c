/* simplify.c -- the order of the steps, and the list that undoes them. */
#include "cegar/simplify/simplify.h"

#include <assert.h>

#include "cegar/simplify/steps.h"

enum {
    GROWTH_FLOOR = 100,  /* transitions that composing may always lead to */
    NODES_FLOOR = 20000, /* likewise nodes of formulas */
    MOST_CHECKS = 3000   /* questions to the solver in all */
};

struct undo *
simplification_note (simplification *done, enum undo_kind kind,
                     uint32_t location)
{
    assert (location > SYSTEM_ERROR);
    struct undo u = {.kind = kind, .location = location};
    VEC_PUSH (done->undo, u);
    return &VEC_LAST (done->undo);
}

static simplification *
simplification_new (const struct system *s)
{
    simplification *done = NEW (simplification);
    for (size_t i = 0; i < s->location.size; i++) {
        struct term_vec vars = {0};
        term_vec_copy (&vars, &s->location.at[i].vars);
        VEC_PUSH (done->vars, vars);
    }
    size_t nodes = 0;
    for (size_t i = 0; i < s->transition.size; i++)
        nodes += transition_nodes (&s->transition.at[i]);
    done->most_transitions = s->transition.size * 2 > GROWTH_FLOOR
                                 ? s->transition.size * 2
                                 : GROWTH_FLOOR;
    done->most_nodes = nodes * 4 > NODES_FLOOR ? nodes * 4 : NODES_FLOOR;
    done->checks = MOST_CHECKS;
    return done;
}

void
simplification_free (simplification *done)
{
    for (size_t i = 0; i < done->vars.size; i++)
        VEC_CLEAR (done->vars.at[i]);
    VEC_CLEAR (done->vars);
    for (size_t i = 0; i < done->undo.size; i++) {
        struct undo *u = &done->undo.at[i];
        VEC_CLEAR (u->vars);
        for (size_t k = 0; k < u->in.size; k++)
            transition_clear (&u->in.at[k]);
        for (size_t k = 0; k < u->out.size; k++) {
            transition_clear (&u->out.at[k]);
            VEC_CLEAR (u->target[k]);
        }
        for (size_t k = 0; k < u->all.size; k++)
            VEC_CLEAR (u->all.at[k]);
        VEC_CLEAR (u->all);
        VEC_CLEAR (u->in);
        VEC_CLEAR (u->out);
        memory_free (u->target);
        for (size_t k = 0; k < u->part.size; k++)
            VEC_CLEAR (u->part.at[k].vars);
        VEC_CLEAR (u->part);
    }
    VEC_CLEAR (done->undo);
    memory_free (done);
}

/* What makes the system smaller only, until nothing changes. */
static void
shrink (struct system *s, simplification *done)
{
    bool changed;
    do {
        changed = simplify_false (s);
        changed = simplify_reach (s, done) || changed;
        changed = simplify_slice (s) || changed;
        changed = simplify_constant (s, done) || changed;
        changed = simplify_equal (s, done) || changed;
    } while (changed);
}

simplification *
simplify (struct system *s, bool single)
{
    assert (system_sound (s));
    simplification *done = simplification_new (s);
    shrink (s, done);
    if (!single) {
        while (simplify_inline (s, done))
            shrink (s, done);
        if (simplify_unfold (s, done)) {
            shrink (s, done);
            while (simplify_inline (s, done))
                shrink (s, done);
        }
        if (simplify_split (s, done))
            shrink (s, done);
    }
    if (simplify_prune (s, done))
        shrink (s, done);
    if (done->checker)
        solver_free (done->checker);
    if (done->quick)
        arith_free (done->quick);
    done->checker = NULL;
    done->quick = NULL;
    assert (done->vars.size == s->location.size);
    system_index (s);
    assert (system_sound (s));
    return done;
}

void
simplify_proof (const simplification *done, terms *t, const term **invariant)
{
    assert (invariant);
    invariant[SYSTEM_ENTRY] = term_true (t);
    invariant[SYSTEM_ERROR] = term_false (t);
    solver *helper = NULL;
    for (size_t i = done->undo.size; i-- > 0;)
        simplify_undo (&done->undo.at[i], t, invariant, &helper);
    if (helper)
        solver_free (helper);
}

const struct term_vec *
simplify_vars (const simplification *done, uint32_t l)
{
    assert (l < done->vars.size);
    return &done->vars.at[l];
}
