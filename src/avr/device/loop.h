/* loop.h -- delay loops: instructions that count registers down to 0, and do nothing
 * else.
 *
 *     head:  subi r18, 1        or  sbiw r24, 1     or  dec r18
 *            sbci r19, 0 ..         nop ..
 *     back:  brne head
 *
 * Each round but the last two is like the one before: who watches none of these
 * registers, nor SREG or the program counter, can leave them out (avr/core/leap.h). */
#ifndef AVR_DEVICE_LOOP_H
#define AVR_DEVICE_LOOP_H

#include "avr/device/program.h"

/* Marks the branches of loops that the property does not watch; once code and property
 * are there. */
void avr_loop_mark (struct avr_program *);
/* Registers that the loop of a marked branch counts with, low first; how many. */
unsigned avr_loop_counters (const struct avr_program *, uint32_t back,
                            uint8_t counter[4]);
/* The marked branch of the loop that `pc` is in; UINT32_MAX: none. */
uint32_t avr_loop_around (const struct avr_program *, uint32_t pc);

#endif
