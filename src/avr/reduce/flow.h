/* flow.h -- the control flow of a firmware, and what is live where.
 *
 * Indirect jumps and calls may go anywhere; returns go behind every call of the
 * functions that they can be in, and behind every ICALL.  A program that makes
 * return addresses in other ways (a scheduler, longjmp) can go elsewhere, and
 * pointers can reach what is thought to be accessed directly only; therefore
 * what is dead is not overwritten with a value but made unknown (dead.h):
 * an error here costs precision, never soundness. */
#ifndef AVR_REDUCE_FLOW_H
#define AVR_REDUCE_FLOW_H

#include "base/text.h"
#include "avr/device/program.h"
#include "micro/flow.h"
#include "micro/symbols.h"

enum avr_flow_mark {
    FLOW_REACHED = 1, /* an instruction that some run may come to */
    FLOW_ANYWHERE = 2 /* what comes next is not known */
};

struct avr_flow {
    uint32_t words;
    uint8_t *mark;    /* per word of code, of enum avr_flow_mark */
    uint32_t *first;  /* targets of word w: target[first[w] .. first[w + 1]) */
    uint32_t *target; /* rising for each word; a call goes to the function, a
                         return behind its calls */
};

void avr_flow_init (struct avr_flow *, const struct avr_program *);
void avr_flow_clear (struct avr_flow *);

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

/* The control-flow graph, block by block. */
void avr_flow_visit (const struct avr_program *,
                     const struct micro_flow_visitor *);
/* The control-flow graph as Graphviz; symbols may be null. */
void avr_flow_dot (const struct avr_program *, const struct micro_symbols *,
                   struct text *);

#endif
