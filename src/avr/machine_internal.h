/* machine_internal.h -- what the search for values has to know of an edge.
 */
#ifndef AVR_MACHINE_INTERNAL_H
#define AVR_MACHINE_INTERNAL_H

#include "avr/machine.h"
#include "avr/reduce/walk.h"

/* The steps of edge `choice` of a state, and the edge as next gives it; `e` is
 * set before the first visit.  What is dead is forgotten after the last visit.
 * False: there is no such edge. */
bool avr_machine_replay (generator *, struct bytes state, uint32_t choice,
                         walk_visitor *, void *context, struct edge *e);

#endif
