/* exclude.c -- do some predicates exclude a path, without any others?
 *
 * The Cartesian posts along the path, over these predicates alone.  If one is
 * empty, the path is in no tree that has the predicates, so it is not feasible
 * either; a second refinement would only repeat the first.
 *
 * Only logic/arith/arith.h is asked, which needs no solver context: a comparison
 * must cost less than what it saves.  What cannot be decided there is not
 * entailed, and not empty. */
#include <assert.h>

#include "cegar/abstraction/item_worker.h"

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
exclude_has (const struct exclude_cut *c, const term *p)
{
    for (size_t i = 0; i < c->predicate.size; i++)
        if (c->holds.at[i] && c->predicate.at[i] == p)
            return true;
    return false;
}

static bool
exclude_entailed (struct cegar_worker *l, struct item_exclude *x,
                  const struct exclude_cut *from, const term *before,
                  bool model)
{
    if (term_is_constant (before))
        return term_is_true (before);
    if (exclude_has (from, before))
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

/* From what holds before a step to what holds after it. */
static void
exclude_step (struct cegar_worker *l, struct item_exclude *x,
              uint32_t transition, const struct exclude_cut *from,
              struct exclude_cut *to)
{
    const struct transition *t = &l->system.transition.at[transition];
    assert (from->location == t->from);
    exclude_cut_at (x, t->to, to);
    arith_reset (l->arith);
    for (size_t i = 0; i < from->predicate.size; i++)
        if (from->holds.at[i])
            arith_assert (l->arith, from->predicate.at[i], 0);
    arith_assert (l->arith, t->guard, 0);
    x->queries++;
    enum arith_answer a = arith_check (l->arith);
    x->excluded = a == ARITH_UNSAT;
    for (size_t i = 0; !x->excluded && i < to->predicate.size; i++) {
        const term *before =
            item_worker_before (l, transition, to->predicate.at[i]);
        /* A query replaces the model. */
        uint64_t asked = x->queries;
        to->holds.at[i] = exclude_entailed (l, x, from, before, a == ARITH_SAT);
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
    struct exclude_cut cut[2] = {{.location = SYSTEM_ENTRY}, {0}};
    for (size_t k = 0; !x->excluded && k < x->path.size; k++)
        exclude_step (l, x, x->path.at[k], &cut[k % 2], &cut[1 - k % 2]);
    for (size_t i = 0; i < 2; i++) {
        VEC_CLEAR (cut[i].predicate);
        VEC_CLEAR (cut[i].holds);
    }
    *units += arith_units (l->arith) - before;
    return true;
}
