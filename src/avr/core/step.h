/* step.h -- what can happen next, and one such step.
 *
 * An event is the instruction at the program counter, or an interrupt that is
 * taken instead.  Between two instructions the hardware may do anything that
 * io.h allows. */
#ifndef AVR_CORE_STEP_H
#define AVR_CORE_STEP_H

#include "avr/core/core.h"

/* What may happen in this state, in a fixed order: the instruction, interrupts,
 * flags, reset.  None: it sleeps, and nothing can wake it. */
size_t avr_events (struct micro_core *, struct micro_event event[MICRO_EVENTS]);

/* Executes one event (core_begin is done here; choices_rewind, before a run that
 * may branch, by the caller).  Ends with the flags and modes that the hardware
 * sets. */
enum micro_end avr_step (struct micro_core *, const struct micro_event *);
/* The instruction alone (avr_execute*.c), program counter included, without
 * anything around it. */
void avr_execute (struct micro_core *, const struct avr_instruction *);

#endif
