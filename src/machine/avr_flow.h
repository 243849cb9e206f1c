/* avr_flow.h -- the control flow of a firmware, and what is live where.
 *
 * Sound for every run: indirect jumps and calls go to all addresses that the
 * code or data can hold (all labels whose address is taken; if that cannot be
 * known, to all instructions), returns go behind every call. */
#ifndef AVR_FLOW_H
#define AVR_FLOW_H

#include "base/text.h"
#include "machine/avr_program.h"
#include "machine/avr_symbols.h"

/* For each instruction: what is used before it is overwritten, on any path, by
 * the property, or by a handler that may come.  Two answers: interrupts may come
 * here (SREG.I may be 1), or not. */
struct avr_live {
    uint32_t words;
    uint32_t *registers[2]; /* a bit per register */
    uint8_t *flags[2];      /* a bit per flag of SREG */
    /* Bytes of SRAM that are only ever accessed directly (LDS, STS), numbered;
     * others are always live. */
    struct VEC (uint16_t) cell; /* addresses, in rising order */
    uint64_t *cells[2];         /* per instruction (cell.size + 63) / 64 words */
};

struct avr_live *avr_live_new (const struct avr_program *);
void avr_live_free (struct avr_live *);

/* The control-flow graph as Graphviz; symbols may be null. */
void avr_flow_dot (const struct avr_program *, const struct avr_symbols *,
                   struct text *);

#endif
