/* expander.h -- one thread's generator, and what it saw on the edges.
 *
 *     expander_enter (x, layer, state);
 *     while (expander_next (x, &target))
 *         put (target);
 *
 * Counts edges, notes faults and cuts, sums digests.  A state whose generator
 * fails has no further edges; the least one's problem is kept, so that it does
 * not depend on the schedule. */
#ifndef EXPLORE_THREADS_EXPANDER_H
#define EXPLORE_THREADS_EXPANDER_H

#include "explore/explore.h"

struct expander {
    generator *generator; /* owned */
    struct bytes state;   /* whose edges are asked for; borrowed */
    uint64_t layer;
    uint32_t choice; /* of the last target */
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

/* What is counted on edges, to forget those of a state that is expanded again.
 */
struct expander_sums {
    uint64_t expanded, edges, steps, faults, cuts;
};

static inline struct expander_sums
expander_sums (const struct expander *x)
{
    return (struct expander_sums) {x->expanded, x->edges, x->steps, x->faults,
                                   x->cuts};
}

static inline void
expander_undo (struct expander *x, struct expander_sums s)
{
    x->expanded = s.expanded;
    x->edges = s.edges;
    x->steps = s.steps;
    x->faults = s.faults;
    x->cuts = s.cuts;
}

static inline void
digest_add (struct digest *sum, struct digest d)
{
    sum->low += d.low;
    sum->high += d.high + (sum->low < d.low);
}

/* For searches that sum digests themselves. */
static inline void
expander_open (struct expander *x, uint64_t layer, struct bytes state)
{
    x->state = state;
    x->layer = layer;
    x->expanded++;
    generator_enter (x->generator, state);
}

static inline void
expander_enter (struct expander *x, uint64_t layer, struct bytes state)
{
    if (state.size)
        digest_add (&x->digest, digest_of (state));
    expander_open (x, layer, state);
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
        x->choice = e.choice;
        return true;
    }
}

#endif
