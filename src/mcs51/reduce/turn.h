/* turn.h -- where control may go from an instruction (micro/reduce/flow.h). */
#ifndef MCS51_REDUCE_TURN_H
#define MCS51_REDUCE_TURN_H

#include "micro/class.h"

void mcs51_turn (const struct micro_program *, uint32_t pc,
                 struct micro_turn *);

#endif
