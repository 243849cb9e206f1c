/* leaf_set.h -- claims of many leaves (leaf.h), one after the other in one
 * solver, so that what leaves have in common is made and learnt once.
 *
 * The solver knows nothing of any search.  A site's formulas hold as long as its
 * literal is assumed, and a claim is checked with the literals of its own sites
 * and decisions alone. */
#ifndef BOUNDED_INLINING_LEAF_SET_H
#define BOUNDED_INLINING_LEAF_SET_H

#include "bounded/inlining/partition.h"
#include "logic/solver/solver.h"

typedef struct leaf_set leaf_set;

/* Is there no run of the leaf (UNSAT)?  As leaf_check, with a limit: any other
 * answer says nothing.  `*set` is made where it is null, and may be null again
 * afterwards; a set is for one program and bound.  `watch` may be null. */
enum solver_answer leaf_set_check (leaf_set **set, struct passive_program *,
                                   const struct partition *, uint32_t bound,
                                   bool blocked, struct solver_watch *watch,
                                   uint64_t *units);
void leaf_set_free (leaf_set *); /* null is fine */

#endif
