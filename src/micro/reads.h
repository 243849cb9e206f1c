/* reads.h -- what the step before read from outside, bit by bit: inputs are no part of a
 * state, but that one was just read, and as what, is, where a formula asks for it.
 *
 * HEAD_READS is 0, or of the register that was read its `code` plus, in the number system
 * of base 3, a digit for each of its `bits` from the lowest on: 0 the bit was not read, 1
 * it was 0, 2 it was 1.  The next step makes it 0 again. */
#ifndef MICRO_READS_H
#define MICRO_READS_H

#include "micro/core.h"

/* From what the propositions ask for.  False: there are too many. */
bool micro_reads_make (struct micro_program *);
/* Bits `read` of that register were read as `v` says.  Those that are asked for are made
 * known, and noted. */
struct micro_value micro_reads_note (struct micro_core *, uint16_t address,
                                     uint8_t read, struct micro_value v);
/* Was that bit read in the step before, as that value? */
bool micro_reads_was (const struct micro_core *, uint16_t address, unsigned bit,
                      bool value);

#endif
