/* io.h -- registers of peripherals, and which interrupts may come: sound
 * over-approximations of what the hardware does.
 *
 * Timers, ADC, USART, SPI, TWI, comparator run free: what they have to say may
 * come at any time while they are switched on, and any value may be read. */
#ifndef AVR_CORE_IO_H
#define AVR_CORE_IO_H

#include "avr/core/core.h"

/* Address is that of a register of the device, or of a reserved one. */
struct micro_value io_load (struct micro_core *, uint16_t address);
/* Nothing is chosen about the other bits; they are 0 in the result, or as they
 * are. */
struct micro_value io_load_bit (struct micro_core *, uint16_t address,
                                unsigned bit);
void io_store (struct micro_core *, uint16_t address, struct micro_value);
/* As SBI and CBI of these devices do it: they read the whole register and write
 * it back, so flags of other bits that are set are cleared. */
void io_store_bit (struct micro_core *, uint16_t address, unsigned bit, bool);

/* After every step: flags whose source is active may be set (with
 * MICRO_LAZY_FLAGS they become unknown), busy bits, windows. */
void io_settle (struct micro_core *);

/* A bit per vector whose enable bit may be set; others are IO_NOT. */
uint64_t io_enabled (const struct micro_core *);
/* May interrupt `vector` be taken now, if interrupts are enabled at all? */
enum io_pending { IO_NOT, IO_MAYBE, IO_SURELY };
enum io_pending io_interrupt (const struct micro_core *, unsigned vector);
/* It is taken: its flag is known to be set, then cleared. */
void io_taken (struct micro_core *, unsigned vector);
/* An instruction is executed although interrupts may come: those that had to
 * come now are not pending.  With MICRO_LAZY_FLAGS that tells about flags whose
 * source is not active any more. */
void io_none_taken (struct micro_core *);
/* Without MICRO_LAZY_FLAGS: may its flag come up now? */
bool io_may_raise (const struct micro_core *, unsigned vector);
void io_raise (struct micro_core *, unsigned vector);

#endif
