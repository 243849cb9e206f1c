/* dead.h -- what nobody reads any more becomes unknown, as it was after reset. */
#ifndef MCS51_REDUCE_DEAD_H
#define MCS51_REDUCE_DEAD_H

#include "mcs51/core/core.h"

/* Cells above the stack pointer (MICRO_LAZY_STACK), and what program->live says is
 * dead in this state (MICRO_DEAD).  Cannot be undone. */
void mcs51_forget (struct micro_core *);

#endif
