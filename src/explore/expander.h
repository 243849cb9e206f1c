/* expander.h -- one thread's generator, and what it saw on the edges.
 *
 *     expander_enter (x, layer, state);
 *     while (expander_next (x, &target))
 *         put (target);
 *
 * Counts edges, notes faults and cuts, sums digests.  A state whose generator
 * fails has no further edges; the least one's problem is kept, so that it does
 * not depend on the schedule. */
#ifndef EXPANDER_H
#define EXPANDER_H

#include "explore/explore.h"

struct expander {
    generator *generator; /* owned */
    struct bytes state;   /* whose edges are asked for; borrowed */
    uint64_t layer;
    uint64_t expanded, edges, steps, faults, cuts;
    struct digest digest; /* sum over all states entered but the root */
    struct finding fault, cut, failed;
    struct problem problem; /* of `failed` */
};

void expander_init (struct expander *, const generator *);
void expander_clear (struct expander *);
/* Sums and findings are empty again. */
void expander_reset (struct expander *);
/* A fault, a cut or a failure; true: `e` has a target to look at. */
bool expander_marked (struct expander *, const struct edge *e);
void expander_failed (struct expander *);

static inline void
digest_add (struct digest *sum, struct digest d)
{
    sum->low += d.low;
    sum->high += d.high + (sum->low < d.low);
}

static inline void
expander_enter (struct expander *x, uint64_t layer, struct bytes state)
{
    x->state = state;
    x->layer = layer;
    if (state.size)
        digest_add (&x->digest, digest_of (state));
    x->expanded++;
    generator_enter (x->generator, state);
}

static inline bool
expander_next (struct expander *x, struct bytes *target)
{
    struct edge e;
    for (;;) {
        enum next next = generator_next (x->generator, &e);
        if (next != NEXT_EDGE) {
            if (next == NEXT_FAILED)
                expander_failed (x);
            return false;
        }
        x->edges++;
        x->steps += e.steps;
        if (e.marks & (EDGE_FAULT | EDGE_CUT) && !expander_marked (x, &e))
            continue;
        *target = e.target;
        return true;
    }
}

#endif
