/* step.h -- what can happen next, and one such step. */
#ifndef MCS51_CORE_STEP_H
#define MCS51_CORE_STEP_H

#include "mcs51/core/core.h"

/* What may happen in this state, in a fixed order: the instruction, interrupts,
 * flags.  None: it is stopped, and nothing can wake it. */
size_t mcs51_events (struct micro_core *, struct micro_event[MICRO_EVENTS]);
/* Executes one event (see micro/class.h). */
enum micro_end mcs51_step (struct micro_core *, const struct micro_event *);

#endif
