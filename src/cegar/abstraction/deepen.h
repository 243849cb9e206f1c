/* deepen.h -- stages that look deeper and deeper: unrolling and induction.
 *
 * Unrolling asks for ranges of depths, each a pure item, and finds shortest
 * counterexamples.  Induction asks for the least k such that no k transitions
 * lead to the error from anywhere; with unrolling up to k as its base it proves
 * SAFE, and the proof is what cannot reach the error in less than k steps. */
#ifndef CEGAR_ABSTRACTION_DEEPEN_H
#define CEGAR_ABSTRACTION_DEEPEN_H

#include "cegar/abstraction/reference.h"

struct deepen_options {
    bool induct;
    uint32_t bound; /* deepest depth; 0: none */
    uint64_t limit; /* of a query, for eliminating variables in the proof */
};

typedef struct deepening deepening;

deepening *deepening_new (const struct system *, const struct deepen_options *);
void deepening_free (deepening *);
struct stage *deepening_stage (deepening *);
enum driver_step deepening_step (deepening *, struct oracle *);
void deepening_progress (const deepening *, char *text, size_t room);

/* What cannot reach the error in up to `steps` transitions, per location; null
 * where auxiliaries cannot be eliminated within reason. */
bool backward_invariant (const struct system *, size_t steps, uint64_t limit,
                         const term **invariant);

#endif
