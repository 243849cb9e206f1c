/* outside.h -- what comes from outside: unknown, or chosen where it is read. */
#ifndef MICRO_OUTSIDE_H
#define MICRO_OUTSIDE_H

#include "micro/core.h"

/* Are inputs chosen when they are read? */
bool outside_is_eager (const struct micro_core *);
/* Any combination of these bits. */
uint8_t outside_choose (struct micro_core *, uint8_t mask);
/* Bits `unknown` of register `address` come from outside.  The environment has
 * its say about those in `restricted`.  Gives them unknown, or chosen if inputs
 * are, or if what is allowed is no cube. */
struct micro_value outside_bits (struct micro_core *, uint16_t address,
                                 uint8_t unknown, uint8_t restricted);
/* Any value of this range. */
struct micro_value outside_between (struct micro_core *, uint8_t least,
                                    uint8_t most);

#endif
