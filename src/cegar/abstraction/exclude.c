/* exclude.c -- do some predicates exclude a derivation, without any others?
 *
 * The Cartesian posts along it, over these predicates alone.  If one is
 * empty, the derivation is in no tree that has the predicates, so it is not feasible
 * either; a second refinement would only repeat the first.
 *
 * Only logic/arith/arith.h is asked, which needs no solver context: a comparison
 * must cost less than what it saves.  What cannot be decided there is not
 * entailed, and not empty. */
#include <assert.h>

#include "cegar/abstraction/item_worker.h"
#include "cegar/system/path.h"

/* What a step is about: predicates of a location, those that hold there marked. */
struct exclude_cut {
    uint32_t location;
    struct term_vec predicate;
    struct VEC (uint8_t) holds;
};

static void
exclude_cut_at (const struct item_exclude *x, uint32_t location,
                struct exclude_cut *c)
{
    c->location = location;
    c->predicate.size = c->holds.size = 0;
    for (size_t i = 0; i < x->by.size; i++)
        if (x->by.at[i].location == location) {
            VEC_PUSH (c->predicate, x->by.at[i].predicate);
            VEC_PUSH (c->holds, false);
        }
}

static bool
exclude_has (const struct term_vec *held, const term *p)
{
    for (size_t i = 0; i < held->size; i++)
        if (held->at[i] == p)
            return true;
    return false;
}

static bool
exclude_entailed (struct cegar_worker *l, struct item_exclude *x,
                  const struct term_vec *held, const term *before, bool model)
{
    if (term_is_constant (before))
        return term_is_true (before);
    if (exclude_has (held, before))
        return true;
    if (model && arith_holds (l->arith, before) == ARITH_UNSAT)
        return false;
    x->queries++;
    arith_push (l->arith);
    arith_assert (l->arith, term_not (l->terms, before), 0);
    bool entailed = arith_check (l->arith) == ARITH_UNSAT;
    arith_pop (l->arith);
    return entailed;
}

/* What holds at the cuts of the premises, over the transition's variables. */
static void
exclude_held (struct cegar_worker *l, uint32_t transition,
              const struct exclude_cut *cut, const uint32_t *premise,
              struct term_vec *held)
{
    const struct transition *t = &l->system.transition.at[transition];
    for (size_t p = 0; p < transition_premises (t); p++) {
        const struct exclude_cut *from = &cut[premise[p]];
        assert (from->location == transition_premise (t, p));
        for (size_t i = 0; i < from->predicate.size; i++)
            if (from->holds.at[i])
                VEC_PUSH (*held, item_worker_premise (l, transition, p,
                                                      from->predicate.at[i]));
    }
}

/* From what holds before a step to what holds after it. */
static void
exclude_step (struct cegar_worker *l, struct item_exclude *x,
              uint32_t transition, const struct term_vec *held,
              struct exclude_cut *to)
{
    const struct transition *t = &l->system.transition.at[transition];
    exclude_cut_at (x, t->to, to);
    arith_reset (l->arith);
    for (size_t i = 0; i < held->size; i++)
        arith_assert (l->arith, held->at[i], 0);
    arith_assert (l->arith, t->guard, 0);
    x->queries++;
    enum arith_answer a = arith_check (l->arith);
    x->excluded = a == ARITH_UNSAT;
    for (size_t i = 0; !x->excluded && i < to->predicate.size; i++) {
        const term *before =
            item_worker_before (l, transition, to->predicate.at[i]);
        /* A query replaces the model. */
        uint64_t asked = x->queries;
        to->holds.at[i] = exclude_entailed (l, x, held, before, a == ARITH_SAT);
        if (x->queries != asked)
            a = ARITH_UNDECIDED;
    }
}

bool
item_worker_exclude (struct cegar_worker *l, struct item_exclude *x,
                     uint64_t *units)
{
    assert (x->path.size && !x->excluded);
    uint64_t before = arith_units (l->arith);
    struct exclude_cut *cut = NEW_ARRAY (struct exclude_cut, x->path.size + 1);
    struct path_shape shape;
    struct term_vec held = {0};
    path_shape_make (&shape, &l->system, x->path.at, x->path.size);
    for (size_t k = 0; !x->excluded && k < x->path.size; k++) {
        held.size = 0;
        exclude_held (l, x->path.at[k], cut, shape.premise[k], &held);
        exclude_step (l, x, x->path.at[k], &held, &cut[k + 1]);
    }
    for (size_t i = 0; i <= x->path.size; i++) {
        VEC_CLEAR (cut[i].predicate);
        VEC_CLEAR (cut[i].holds);
    }
    memory_free (cut);
    path_shape_clear (&shape);
    VEC_CLEAR (held);
    *units += arith_units (l->arith) - before;
    return true;
}
