/* recipe.c -- a substitution as a list of steps.
 *
 * Every node below the roots has a slot.  The slots of nodes without replaced
 * variables are filled once; the others are filled in postorder by each run.
 * Quantified formulas, which are rare, are left to term_substitute: bound
 * variables may have to be renamed.  What occurs only inside of them needs no
 * step. */
#include "logic/term/recipe.h"

#include <assert.h>

#include "logic/term/map.h"
#include "logic/term/store.h"

struct recipe_step {
    uint32_t slot;
    uint32_t arg; /* first of the slots of its arguments, into `args` */
};
struct step_vec VEC (struct recipe_step);
struct slot_vec VEC (uint32_t);

struct term_recipe {
    terms *terms;
    struct term_vec node; /* per slot: the term as it was */
    const term **made;    /* per slot: the term as it is in this run */
    struct step_vec step;
    struct slot_vec args;
    struct slot_vec root;
    struct slot_vec input; /* per variable: its slot, or NO_SLOT */
    struct term_vec from;
    struct term_vec scratch;
};

enum { NO_SLOT = UINT32_MAX };

static bool
is_quantifier (const term *t)
{
    return t->op == OP_FORALL || t->op == OP_EXISTS;
}

/* What is needed from outside of quantifiers, and what a run changes. */
static void
slots_mark (const term_recipe *r, const struct term_map *place, bool *needed,
            bool *changes)
{
    for (size_t i = 0; i < r->root.size; i++)
        needed[r->root.at[i]] = true;
    for (size_t i = r->node.size; i-- > 0;) {
        const term *t = r->node.at[i];
        for (uint32_t j = 0; needed[i] && !is_quantifier (t) && j < t->args;
             j++)
            needed[*term_map_get (place, t->arg[j])] = true;
    }
    for (size_t i = 0; i < r->input.size; i++)
        if (r->input.at[i] != NO_SLOT)
            changes[r->input.at[i]] = true;
    for (size_t i = 0; i < r->node.size; i++) {
        const term *t = r->node.at[i];
        for (uint32_t j = 0; j < t->args; j++)
            changes[i] |= changes[*term_map_get (place, t->arg[j])];
    }
}

static void
steps_make (term_recipe *r, const struct term_map *place)
{
    bool *needed = NEW_ARRAY (bool, r->node.size + 1);
    bool *changes = NEW_ARRAY (bool, r->node.size + 1);
    slots_mark (r, place, needed, changes);
    for (size_t i = 0; i < r->node.size; i++) {
        const term *t = r->node.at[i];
        r->made[i] = t;
        if (!needed[i] || !changes[i] || !t->args)
            continue;
        struct recipe_step s = {(uint32_t) i, (uint32_t) r->args.size};
        for (uint32_t j = 0; j < t->args; j++)
            VEC_PUSH (r->args, (uint32_t) *term_map_get (place, t->arg[j]));
        VEC_PUSH (r->step, s);
    }
    memory_free (needed);
    memory_free (changes);
}

term_recipe *
term_recipe_new (terms *store, const term *const *root, size_t roots,
                 const term *const *from, size_t count)
{
    term_recipe *r = NEW (term_recipe);
    r->terms = store;
    struct term_map place = {0};
    term_postorder (root, roots, &place, &r->node);
    assert (r->node.size < NO_SLOT);
    r->made = NEW_ARRAY (const term *, r->node.size + 1);
    for (size_t i = 0; i < roots; i++)
        VEC_PUSH (r->root, (uint32_t) *term_map_get (&place, root[i]));
    for (size_t i = 0; i < count; i++) {
        assert (from[i]->op == OP_VAR);
        uintptr_t *at = term_map_get (&place, from[i]);
        VEC_PUSH (r->input, at ? (uint32_t) *at : NO_SLOT);
        VEC_PUSH (r->from, from[i]);
    }
    steps_make (r, &place);
    term_map_clear (&place);
    return r;
}

void
term_recipe_free (term_recipe *r)
{
    if (!r)
        return;
    VEC_CLEAR (r->node);
    VEC_CLEAR (r->step);
    VEC_CLEAR (r->args);
    VEC_CLEAR (r->root);
    VEC_CLEAR (r->input);
    VEC_CLEAR (r->from);
    VEC_CLEAR (r->scratch);
    memory_free (r->made);
    memory_free (r);
}

static const term *
step_run (term_recipe *r, struct recipe_step s, const term *const *to)
{
    const term *t = r->node.at[s.slot];
    if (is_quantifier (t))
        return term_substitute (r->terms, t, r->from.at, to, r->from.size);
    r->scratch.size = 0;
    for (uint32_t j = 0; j < t->args; j++)
        VEC_PUSH (r->scratch, r->made[r->args.at[s.arg + j]]);
    return term_rebuild (r->terms, t, r->scratch.at);
}

void
term_recipe_run (term_recipe *r, const term *const *to, const term **result)
{
    for (size_t i = 0; i < r->input.size; i++) {
        assert (to[i]->sort == r->from.at[i]->sort);
        if (r->input.at[i] != NO_SLOT)
            r->made[r->input.at[i]] = to[i];
    }
    for (size_t i = 0; i < r->step.size; i++) {
        struct recipe_step s = r->step.at[i];
        r->made[s.slot] = step_run (r, s, to);
        assert (r->made[s.slot]->sort == r->node.at[s.slot]->sort);
    }
    for (size_t i = 0; i < r->root.size; i++)
        result[i] = r->made[r->root.at[i]];
}
