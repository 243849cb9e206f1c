/* concrete.h -- the parts of a concrete step of an AVR, and what it touches
 * (micro/class.h). */
#ifndef AVR_REPLAY_CONCRETE_H
#define AVR_REPLAY_CONCRETE_H

#include "micro/class.h"

void avr_prepare (struct micro_core *, const struct micro_event *,
                  struct micro_touched *);
void avr_complete (struct micro_core *, const struct micro_touched *);
bool avr_leaves_open (const struct micro_core *, uint32_t pc);

#endif
