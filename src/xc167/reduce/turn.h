/* turn.h -- where control may go from an instruction (micro/reduce/flow.h). */
#ifndef XC167_REDUCE_TURN_H
#define XC167_REDUCE_TURN_H

#include "micro/reduce/flow.h"

void xc167_turn (const struct micro_program *, uint32_t pc,
                 struct micro_turn *);

#endif
