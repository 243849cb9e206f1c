/* handler.h -- interrupt handlers: which can come at all, and what they
 * save of the interrupted program. */
#ifndef AVR_DEVICE_HANDLER_H
#define AVR_DEVICE_HANDLER_H

#include "avr/reduce/flow.h"

struct avr_handler {
    uint32_t body; /* word address behind the pushes; the entry if it does not
                      save and restore as compilers do */
    /* What the pushes overwrite (R0 by SREG, R1 by 0), saved before. */
    uint32_t overwritten;
    uint8_t flags_overwritten;
    int sreg; /* the register that holds SREG then; -1: none */
};

/* The handler that begins at this word address.  Its pushes count as saving if
 * the same registers are popped in reverse before every RETI of it. */
void avr_handler_read (struct avr_handler *, const struct avr_program *,
                       const struct micro_flow *, uint32_t entry);
/* Is there an instruction that may switch this interrupt on?  0: the watchdog.
 * A register that is written through a pointer is missed. */
bool avr_handler_may_come (const struct avr_program *,
                           const struct micro_flow *, unsigned vector);

#endif
