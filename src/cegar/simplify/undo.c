/* undo.c -- invariants of what simplification took away.
 *
 * A location that was composed away has two definitions that keep the proof
 * inductive: what its ways in make true (strongest), and what its ways out
 * demand (weakest).  That without quantifiers, then the smaller, is taken. */
#include "cegar/simplify/steps.h"

#include <assert.h>

#include "base/map.h"
#include "cegar/system/guard.h"
#include "logic/solver/solver.h"
#include "logic/term/sort.h"

enum { PROJECT_LIMIT = 2000000 }; /* solver units */

/* The variables of `formula` that are not in `vars`. */
static void
others_of (terms *t, const term *formula, const struct term_vec *vars,
           struct term_vec *others)
{
    struct map own;
    map_init (&own);
    for (size_t i = 0; i < vars->size; i++)
        map_put (&own, map_number (vars->at[i]->id), 1);
    struct term_vec all = {0};
    term_variables (t, formula, &all);
    for (size_t i = 0; i < all.size; i++)
        if (!map_get (&own, map_number (all.at[i]->id)))
            VEC_PUSH (*others, all.at[i]);
    VEC_CLEAR (all);
    map_clear (&own);
}

struct project {
    terms *terms;
    bool thorough;   /* ask the solver where equations are not enough */
    solver **helper; /* made when first needed */
};

/* exists (everything but `vars`): formula -- without quantifiers if that can be
 * had. */
static const term *
project (const struct project *p, const term *formula,
         const struct term_vec *vars)
{
    terms *t = p->terms;
    struct term_vec gone = {0};
    others_of (t, formula, vars, &gone);
    guard_reduce (t, &gone, &formula, NULL);
    const term *free = NULL;
    bool exact = false;
    if (guard_false (t, formula))
        formula = term_false (t);
    else if (gone.size && p->thorough) {
        if (!*p->helper)
            *p->helper = solver_new (
                t, &(struct solver_options) {.limit = PROJECT_LIMIT});
        free = solver_project (*p->helper, formula, gone.at, gone.size, &exact);
    }
    if (free && exact)
        formula = free;
    else if (gone.size && !term_is_false (formula))
        formula = term_quantify (t, OP_EXISTS, gone.at, gone.size, formula);
    VEC_CLEAR (gone);
    return formula;
}

/* What is known of the premises but `without` (SIZE_MAX: all), as conjuncts. */
static void
premises_known_of (const struct project *p, const struct undo *u,
                   const struct transition *t, size_t without,
                   const term *const *invariant, struct term_vec *conjunct)
{
    for (size_t i = 0; i <= t->more.size; i++) {
        if (i == without)
            continue;
        if (!i) {
            VEC_PUSH (*conjunct, invariant[t->from]);
            continue;
        }
        const struct premise *more = &t->more.at[i - 1];
        const struct term_vec *own = &u->all.at[more->location];
        assert (own->size == more->vars.size);
        VEC_PUSH (*conjunct,
                  term_substitute (p->terms, invariant[more->location], own->at,
                                   more->vars.at, own->size));
    }
}

static const term *
strongest (const struct project *p, const struct undo *u,
           const term *const *invariant)
{
    terms *t = p->terms;
    struct term_vec cases = {0};
    for (size_t i = 0; i < u->in.size; i++) {
        const struct transition *in = &u->in.at[i];
        assert (in->to == u->location && in->update.size == u->vars.size);
        struct term_vec conjunct = {0};
        for (size_t k = 0; k < u->vars.size; k++)
            VEC_PUSH (conjunct, term_eq (t, in->update.at[k], u->vars.at[k]));
        VEC_PUSH (conjunct, in->guard);
        premises_known_of (p, u, in, SIZE_MAX, invariant, &conjunct);
        const term *post = term_and (t, conjunct.at, conjunct.size);
        VEC_PUSH (cases, project (p, post, &u->vars));
        VEC_CLEAR (conjunct);
    }
    const term *result = term_or (t, cases.at, cases.size);
    VEC_CLEAR (cases);
    return result;
}

static const term *
weakest (const struct project *p, const struct undo *u,
         const term *const *invariant)
{
    terms *t = p->terms;
    struct term_vec conjunct = {0};
    for (size_t i = 0; i < u->out.size; i++) {
        const struct transition *out = &u->out.at[i];
        assert (out->update.size == u->target[i].size);
        size_t premise = 0;
        while (transition_premise (out, premise) != u->location)
            premise++;
        const term *bad = term_not (
            t, term_substitute (t, invariant[out->to], u->target[i].at,
                                out->update.at, out->update.size));
        bad = term_and2 (t, out->guard, bad);
        if (out->more.size) {
            struct term_vec known = {0};
            VEC_PUSH (known, bad);
            premises_known_of (p, u, out, premise, invariant, &known);
            bad = term_and (t, known.at, known.size);
            VEC_CLEAR (known);
            if (premise)
                bad =
                    term_substitute (t, bad, out->more.at[premise - 1].vars.at,
                                     u->vars.at, u->vars.size);
        }
        VEC_PUSH (conjunct, term_not (t, project (p, bad, &u->vars)));
    }
    const term *result = term_and (t, conjunct.at, conjunct.size);
    VEC_CLEAR (conjunct);
    return result;
}

static bool
quantified (terms *t, const term *e)
{
    return term_has_op (t, e, OP_EXISTS) || term_has_op (t, e, OP_FORALL);
}

/* Where it is needed twice at once, what its ways out demand of the two together says
 * nothing of one. */
static bool
weakest_fits (const struct undo *u)
{
    for (size_t i = 0; i < u->out.size; i++) {
        size_t count = 0;
        for (size_t p = 0; p < transition_premises (&u->out.at[i]); p++)
            count += transition_premise (&u->out.at[i], p) == u->location;
        if (count > 1)
            return false;
    }
    return true;
}

static const term *
define (const struct project *p, const struct undo *u,
        const term *const *invariant)
{
    const term *strong = strongest (p, u, invariant);
    if (!weakest_fits (u))
        return strong;
    const term *weak = weakest (p, u, invariant);
    bool strong_open = quantified (p->terms, strong);
    bool weak_open = quantified (p->terms, weak);
    if (strong_open != weak_open)
        return strong_open ? weak : strong;
    return term_size (weak) < term_size (strong) ? weak : strong;
}

/* Whatever is in no part was never reached. */
static const term *
join (terms *t, const struct undo *u, const term *const *invariant)
{
    struct term_vec cases = {0};
    for (size_t i = 0; i < u->part.size; i++) {
        const struct undo_part *p = &u->part.at[i];
        assert (p->vars.size == u->vars.size);
        VEC_PUSH (cases, term_and2 (t, p->formula,
                                    term_substitute (t, invariant[p->location],
                                                     p->vars.at, u->vars.at,
                                                     p->vars.size)));
    }
    const term *result = term_or (t, cases.at, cases.size);
    VEC_CLEAR (cases);
    return result;
}

void
simplify_undo (const struct undo *u, terms *t, const term **invariant,
               solver **helper)
{
    assert (u->location > SYSTEM_ERROR && helper);
    const term **mine = &invariant[u->location];
    switch (u->kind) {
    case UNDO_FALSE:
        *mine = term_false (t);
        break;
    case UNDO_TRUE:
        *mine = term_true (t);
        break;
    case UNDO_CONJOIN:
        assert (*mine);
        *mine = term_and2 (t, *mine, u->formula);
        break;
    case UNDO_UNFOLD:
        *mine = join (t, u, invariant);
        break;
    case UNDO_DEFINE: {
        /* The solver is asked only if equations alone leave quantifiers. */
        struct project p = {t, false, helper};
        *mine = define (&p, u, invariant);
        if (quantified (t, *mine)) {
            p.thorough = true;
            *mine = define (&p, u, invariant);
        }
        break;
    }
    }
}
