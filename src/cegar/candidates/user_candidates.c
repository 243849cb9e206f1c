/* user_candidates.c -- see user_candidates.h. */
#include "cegar/candidates/user_candidates.h"

#include <assert.h>

#include "logic/arith/linear.h"
#include "logic/term/sort.h"

void
horn_user_candidates_arguments (struct horn_user_candidates *h,
                                const struct horn *horn)
{
    assert (!h->argument);
    h->relations = horn->relation.size;
    h->argument = NEW_ARRAY (struct term_vec, h->relations + 1);
    for (size_t i = 0; i < h->relations; i++)
        for (size_t k = 0; k < horn->relation.at[i].args; k++)
            VEC_PUSH (h->argument[i],
                      term_fresh (horn->terms, "argument",
                                  horn->relation.at[i].sort[k]));
}

void
horn_user_candidates_clear (struct horn_user_candidates *h)
{
    for (size_t i = 0; i < h->relations; i++)
        VEC_CLEAR (h->argument[i]);
    memory_free (h->argument);
    VEC_CLEAR (h->hint);
    *h = (struct horn_user_candidates) {0};
}

/* ---- as seeds */

struct sowing {
    const struct system *system;
    struct vec_seed *out;
    size_t first; /* of this location's */
};

static bool
is_of_location (const struct system *s, uint32_t location, const term *formula)
{
    assert (location < s->location.size);
    const struct term_vec *vars = &s->location.at[location].vars;
    struct term_vec used = {0};
    bool fits = !term_is_constant (formula);
    term_variables (s->terms, formula, &used);
    for (size_t i = 0; fits && i < used.size; i++) {
        size_t k = 0;
        while (k < vars->size && vars->at[k] != used.at[i])
            k++;
        fits = k < vars->size;
    }
    VEC_CLEAR (used);
    return fits;
}

static void
sow_one (struct sowing *w, uint32_t location, const term *formula)
{
    bool negated;
    terms *t = w->system->terms;
    const term *normal = predicate_normal (t, formula, &negated);
    if (negated)
        normal = term_not (t, normal);
    if (!is_of_location (w->system, location, normal))
        return;
    for (size_t i = w->first; i < w->out->size; i++)
        if (w->out->at[i].predicate == normal)
            return;
    VEC_PUSH (*w->out, ((struct seed) {location, normal}));
}

/* Half of an equation may still hold. */
static void
sow (struct sowing *w, uint32_t location, const term *formula)
{
    terms *t = w->system->terms;
    if (formula->op == OP_EQ && sort_is_number (formula->arg[0]->sort)
        && !term_has_op (t, formula, OP_MOD))
        for (int side = 0; side < 2; side++)
            sow_one (w, location,
                     term_le (t, formula->arg[side], formula->arg[!side]));
    else
        sow_one (w, location, formula);
}

void
user_candidates_candidates (const struct horn_user_candidates *h,
                            const struct system *s, const simplification *done,
                            struct vec_seed *out)
{
    struct sowing w = {.system = s, .out = out};
    for (uint32_t l = 2; l < s->location.size; l++) {
        uint32_t relation = s->location.at[l].relation;
        if (s->location.at[l].gone || relation == HORN_NONE)
            continue;
        const struct term_vec *vars =
            done ? simplify_vars (done, l) : &s->location.at[l].vars;
        assert (relation < h->relations
                && vars->size == h->argument[relation].size);
        w.first = out->size;
        for (size_t i = 0; i < h->hint.size; i++)
            if (h->hint.at[i].relation == relation)
                sow (&w, l,
                     term_substitute (s->terms, h->hint.at[i].formula,
                                      h->argument[relation].at, vars->at,
                                      vars->size));
    }
}
