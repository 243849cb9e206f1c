/* hyper.h -- the sequential reference algorithm of predicate abstraction where
 * transitions have several premises, as a driver over a table item -> answer.
 *
 * Rounds, as in cegar/abstraction/reference.h: a round builds the abstract states
 * layer by layer (forest.h).  Of a layer, first all transitions to the error are
 * asked; if one is possible, the layer is not completed.  Of its counterexamples, which
 * are trees, up to REFINEMENT_PATHS are refined (cegar/abstraction/refinement.h).  A
 * layer that adds nothing ends the search: SAFE.
 *
 * doc/cegar.md has the edges. */
#ifndef CEGAR_HYPER_HYPER_H
#define CEGAR_HYPER_HYPER_H

#include "cegar/abstraction/reference.h"

typedef struct hyper hyper;

hyper *hyper_new (const struct system *, const struct reference_options *);
void hyper_free (hyper *);
struct stage *hyper_stage (hyper *);
enum driver_step hyper_step (hyper *, struct oracle *);
void hyper_progress (const hyper *, char *text, size_t room);

#endif
