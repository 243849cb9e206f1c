/* sfr.h -- special function registers of peripherals, and which interrupts may come:
 * sound over-approximations of what the hardware does.
 *
 * Timers, the UART and what comes in at pins run free: a flag may come up at any time
 * while its source is switched on, and any value may be read. */
#ifndef MCS51_CORE_SFR_H
#define MCS51_CORE_SFR_H

#include "mcs51/core/core.h"

/* Any address from 0x80 on that is no memory.  `want` are the bits that will be
 * looked at; nothing is chosen about the others. */
struct micro_value sfr_load (struct micro_core *, uint8_t address, uint8_t want,
                             bool modifies);
void sfr_store (struct micro_core *, uint8_t address, struct micro_value);
/* Is this bit there, and no input: does a value that is chosen stay? */
bool sfr_keeps (const struct micro_core *, uint8_t address, uint8_t bit);

/* After every step: flags whose source is active may be set (with MICRO_LAZY_FLAGS
 * they become unknown), and what the hardware moves. */
void sfr_settle (struct micro_core *);

/* May interrupt `vector` be taken now, if interrupts are permitted at all? */
enum mcs51_pending { PENDING_NOT, PENDING_MAYBE, PENDING_SURELY };
enum mcs51_pending sfr_interrupt (const struct micro_core *, unsigned vector);
/* 1: of high priority. */
unsigned sfr_priority (const struct micro_core *, unsigned vector);
/* It is taken: its flag is known to be set, then cleared unless it stays. */
void sfr_taken (struct micro_core *, unsigned vector);
/* Without MICRO_LAZY_FLAGS: may its flag come up now? */
bool sfr_may_raise (const struct micro_core *, unsigned vector);
void sfr_raise (struct micro_core *, unsigned vector);

#endif
