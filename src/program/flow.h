/* flow.h -- the blocks of a procedure in the order of a walk, and who comes
 * before whom. */
#ifndef PROGRAM_FLOW_H
#define PROGRAM_FLOW_H

#include "program/program.h"

struct flow {
    uint32_t blocks;
    uint32_t *order; /* reachable blocks, reverse postorder; the entry first */
    uint32_t reachable;
    uint32_t *place; /* per block its place in `order`; PROGRAM_NONE: none */
    /* per block, the reachable blocks that go to it: before[first[b] ..
     * first[b + 1]), in order of `order`; one for every edge */
    uint32_t *first, *before;
    /* entered by an edge from a later block of `order`, or from itself: every
     * cycle has such a block */
    bool *head;
};

void flow_find (struct flow *, const struct procedure *);
void flow_clear (struct flow *);

#endif
