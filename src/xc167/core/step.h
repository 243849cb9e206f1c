/* step.h -- what can happen next, and one such step.
 *
 * An event is the instruction at the program counter, or an interrupt (or a PEC
 * transfer) that is served instead.  A hardware trap belongs to the instruction that
 * asked for it: at its end the program is at the vector. */
#ifndef XC167_CORE_STEP_H
#define XC167_CORE_STEP_H

#include "xc167/core/core.h"

/* What may happen in this state, in a fixed order: the instruction, interrupts,
 * flags, reset.  None: it sleeps, and nothing can wake it. */
size_t xc167_events (struct micro_core *, struct micro_event[MICRO_EVENTS]);
/* Executes one event (see micro/class.h). */
enum micro_end xc167_step (struct micro_core *, const struct micro_event *);
/* The instruction alone, program counter included, without anything around it. */
void xc167_execute (struct micro_core *, const struct xc167_instruction *);

#endif
