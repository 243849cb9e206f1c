/* leaf.h -- the claim of one leaf of a proof as formulas, from nothing but the
 * program and the leaf: no search, no incremental solver, no guards.
 *
 * The leaf is refuted iff the formulas have no model. */
#ifndef BOUNDED_INLINING_LEAF_H
#define BOUNDED_INLINING_LEAF_H

#include "bounded/inlining/partition.h"
#include "bounded/passive/vc.h"
#include "logic/solver/solver.h"

/* Appends axioms, the VCs of the leaf's sites and its decisions.  With
 * `blocked`, calls that would put a procedure on the stack more than `bound`
 * times cannot be taken (then it is no claim about all runs). */
void leaf_formulas (struct passive_program *, const struct partition *,
                    uint32_t bound, bool blocked, struct term_vec *);
/* Asks a fresh solver, without a limit.  `watch` may be null. */
enum solver_answer leaf_check (struct passive_program *,
                               const struct partition *, uint32_t bound,
                               bool blocked, struct solver_watch *watch,
                               uint64_t *units);

#endif
