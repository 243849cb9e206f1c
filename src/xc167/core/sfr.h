/* sfr.h -- registers of the core and of peripherals: sound over-approximations of what
 * the hardware does.
 *
 * Peripherals run free: what they have to say may come at any time while they are
 * switched on, and any value may be read. */
#ifndef XC167_CORE_SFR_H
#define XC167_CORE_SFR_H

#include "xc167/core/core.h"

/* `place` is that of a register.  `want` are the bits that will be looked at; the
 * others are 0. */
struct xc167_value c166_register_load (struct micro_core *, uint16_t place,
                                       uint16_t want);
/* The bits in `which` are written. */
void c166_register_store (struct micro_core *, uint16_t place,
                          struct xc167_value, uint16_t which);

#endif
