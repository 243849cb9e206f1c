/* predecessors.h -- how a search came to each state: its predecessor, and the choice
 * there.  Searches that are not layered find their counterexample by it.
 *
 * A table by reference, 24 bytes a slot.  Finding may run on several threads as
 * long as none adds. */
#ifndef EXPLORE_GUIDED_PREDECESSORS_H
#define EXPLORE_GUIDED_PREDECESSORS_H

#include "store/store.h"

#define WAY_ROOT UINT64_MAX /* as a predecessor: the root */

struct way {
    state_ref state; /* WAY_ROOT: the slot is free */
    state_ref from;
    uint32_t choice;
    uint32_t depth : 31; /* edges from the root on this way, at least 1 */
    uint32_t expanded : 1;
};

struct predecessors {
    struct way *slot; /* owned */
    uint64_t mask, count;
};

void predecessors_init (struct predecessors *);
void predecessors_clear (struct predecessors *);
uint64_t predecessors_bytes (const struct predecessors *);
/* Null: not there. */
struct way *predecessors_find (const struct predecessors *, state_ref);
/* The way of this state; `*fresh`: there was none, all but `state` is zero.
 * Valid until the next one is added. */
struct way *predecessors_add (struct predecessors *, state_ref, bool *fresh);
/* The depth of a predecessor; of the root: 0. */
uint32_t predecessors_depth (const struct predecessors *, state_ref from);

#endif
