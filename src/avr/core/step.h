/* step.h -- what can happen next, and one such step.
 *
 * An event is the instruction at the program counter, or an interrupt that is
 * taken instead.  Between two instructions the hardware may do anything that
 * io.h allows. */
#ifndef AVR_CORE_STEP_H
#define AVR_CORE_STEP_H

#include "avr/core/core.h"

enum avr_event_kind {
    EVENT_INSTRUCTION,
    EVENT_INTERRUPT,
    EVENT_FLAG, /* only without AVR_LAZY_FLAGS */
    EVENT_RESET /* by the watchdog */
};

struct avr_event {
    uint8_t kind;
    uint8_t vector; /* of INTERRUPT; of FLAG: whose flag comes up */
};

enum { AVR_EVENTS = 80 };

/* What may happen in this state, in a fixed order: the instruction, interrupts,
 * flags, reset.  None: it sleeps, and nothing can wake it. */
size_t avr_events (struct avr_core *, struct avr_event event[AVR_EVENTS]);

enum avr_end {
    STEP_DONE,    /* core->fault and core->cut may be set */
    STEP_BRANCHED /* not done: it has to choose and may not; all is as before */
};

/* Executes one event (core_begin is done here; choices_rewind, before a run that
 * may branch, by the caller).  Ends with the flags and modes that the hardware
 * sets. */
enum avr_end avr_step (struct avr_core *, const struct avr_event *);
/* The instruction alone (avr_execute*.c), program counter included, without
 * anything around it. */
void avr_execute (struct avr_core *, const struct avr_instruction *);

#endif
