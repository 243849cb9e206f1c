/* flow.h -- what is live where in a firmware for AVR (micro/reduce/flow.h has its control
 * flow).
 *
 * What is thought to be accessed directly only can be reached by pointers; therefore
 * what is dead is not overwritten with a value but made unknown (dead.h): an error
 * here costs precision, never soundness. */
#ifndef AVR_REDUCE_FLOW_H
#define AVR_REDUCE_FLOW_H

#include "avr/device/program.h"
#include "micro/reduce/flow.h"

/* For each instruction: what is used before it is overwritten, on any path, by
 * the property, or by a handler that may come.  Two answers: interrupts may
 * come here (SREG.I may be 1), or not. */
struct avr_live {
    uint32_t words;
    uint32_t *registers[2]; /* a bit per register */
    uint8_t *flags[2];      /* a bit per flag of SREG */
    /* Bytes of SRAM that are accessed directly somewhere (LDS, STS), numbered;
     * others are always live.  A load through a pointer uses all of them. */
    struct VEC (uint16_t) cell; /* addresses, in rising order */
    uint64_t *cells[2]; /* per instruction (cell.size + 63) / 64 words */
};

struct avr_live *avr_live_new (const struct avr_program *);
void avr_live_free (struct avr_live *);

#endif
