/* machine_internal.h -- what the search for values has to know of an edge.
 */
#ifndef MICRO_MACHINE_INTERNAL_H
#define MICRO_MACHINE_INTERNAL_H

#include "micro/machine.h"
#include "micro/walk.h"

/* The steps of edge `choice` of a state, and the edge as next gives it; `e` is
 * set before the first visit.  What is dead is forgotten after the last visit.
 * False: there is no such edge. */
bool micro_machine_replay (generator *, struct bytes state, uint32_t choice,
                           walk_visitor *, void *context, struct edge *e);

#endif
