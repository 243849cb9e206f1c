/* banks.h -- which banks R0 to R7 may be of, at each instruction.
 *
 * Forward data flow over what sets PSW.  What is not seen (a bank that comes off the
 * stack) is taken as one of those that the program names anywhere: an error here makes
 * the wrong byte unknown, which costs precision, never soundness. */
#ifndef MCS51_REDUCE_BANKS_H
#define MCS51_REDUCE_BANKS_H

#include "mcs51/device/program.h"
#include "micro/reduce/flow.h"

/* A set of banks, a bit each, per byte of code; the caller frees it. */
uint8_t *mcs51_banks (const struct mcs51_program *, const struct micro_flow *);

#endif
