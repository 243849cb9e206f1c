/* flow.h -- the control-flow graph of a firmware, as it is walked to be drawn. */
#ifndef MICRO_FLOW_H
#define MICRO_FLOW_H

#include <stdint.h>

enum micro_flow_edge { FLOW_NEXT, FLOW_CALL, FLOW_BEHIND /* a call */ };

/* For each basic block by address: where it begins, its instructions, the edges that
 * leave it, between the beginnings of blocks.  All are values of the program counter. */
struct micro_flow_visitor {
    void (*block) (void *context, uint32_t pc);
    void (*instruction) (void *context, uint32_t pc, uint32_t behind);
    void (*edge) (void *context, uint32_t from, uint32_t to,
                  enum micro_flow_edge);
    void *context;
};

#endif
