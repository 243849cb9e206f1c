/* propagate.c -- what a guard says outright, put into the rest of it.
 *
 * A conjunct is true wherever it stands inside another one, and false where its
 * negation does.  Nothing stands inside itself, so a conjunct never supports
 * itself, not even through others. */
#include "cegar/simplify/steps.h"

#include <assert.h>

#include "logic/term/sort.h"
#include "logic/term/map.h"

struct propagation {
    terms *terms;
    struct term_map known; /* term -> the term to take instead */
    bool changed;
};

static const term *
propagation_known (const struct propagation *p, const term *e)
{
    const uintptr_t *at = term_map_get (&p->known, e);
    return at ? (const term *) *at : NULL;
}

static bool
propagation_set (struct propagation *p, const term *e, const term *instead)
{
    assert (e->sort == instead->sort);
    bool added;
    uintptr_t *at = term_map_at (&p->known, e, &added);
    if (added)
        *at = (uintptr_t) instead;
    return added;
}

/* The term with its arguments, all of which are known, replaced. */
static const term *
propagation_build (const struct propagation *p, const term *e)
{
    if (!e->args || e->op == OP_FORALL || e->op == OP_EXISTS)
        return e;
    const term **arg = NEW_ARRAY (const term *, e->args);
    for (size_t i = 0; i < e->args; i++)
        arg[i] = propagation_known (p, e->arg[i]);
    const term *built = term_again (p->terms, e, arg);
    memory_free (arg);
    return built;
}

/* Makes known what stands below the term, and itself unless it is `root`. */
static void
propagation_visit (struct propagation *p, const term *e, bool root)
{
    struct term_map place;
    struct term_vec order = {0};
    term_map_init (&place);
    if (!root)
        term_postorder (&e, 1, &place, &order);
    else if (e->op != OP_FORALL && e->op != OP_EXISTS)
        term_postorder (e->arg, e->args, &place, &order);
    for (size_t i = 0; i < order.size; i++)
        if (!propagation_known (p, order.at[i]))
            propagation_set (p, order.at[i],
                             propagation_build (p, order.at[i]));
    VEC_CLEAR (order);
    term_map_clear (&place);
}

static const term *
propagation_conjunct (struct propagation *p, const term *c)
{
    const term *atom = c->op == OP_NOT ? c->arg[0] : c;
    propagation_visit (p, atom, true);
    const term *built = propagation_build (p, atom);
    if (built == atom)
        return c;
    p->changed = true;
    return c->op == OP_NOT ? term_not (p->terms, built) : built;
}

/* One pass; false: nothing changed. */
static bool
propagate_once (terms *t, struct transition *x)
{
    struct propagation p = {.terms = t};
    term_map_init (&p.known);
    struct term_vec conjunct = {0};
    term_conjuncts (t, x->guard, &conjunct);
    bool contradiction = false;
    for (size_t i = 0; i < conjunct.size; i++) {
        const term *c = conjunct.at[i];
        bool negated = c->op == OP_NOT;
        const term *atom = negated ? c->arg[0] : c;
        if (!propagation_set (&p, atom, term_bool (t, !negated)))
            contradiction =
                contradiction
                || propagation_known (&p, atom) != term_bool (t, !negated);
    }
    for (size_t i = 0; !contradiction && i < conjunct.size; i++)
        conjunct.at[i] = propagation_conjunct (&p, conjunct.at[i]);
    for (size_t i = 0; !contradiction && i < x->update.size; i++) {
        const term *e = x->update.at[i];
        propagation_visit (&p, e, false);
        assert (propagation_known (&p, e));
        x->update.at[i] = propagation_known (&p, e);
        p.changed = p.changed || x->update.at[i] != e;
    }
    if (contradiction)
        x->guard = term_false (t);
    else if (p.changed)
        x->guard = term_and (t, conjunct.at, conjunct.size);
    VEC_CLEAR (conjunct);
    term_map_clear (&p.known);
    return p.changed && !contradiction;
}

void
transition_propagate (terms *t, struct transition *x)
{
    transition_tidy (t, x);
    while (propagate_once (t, x))
        transition_tidy (t, x);
}
