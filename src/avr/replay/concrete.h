/* concrete.h -- the parts of a concrete step, and what it touches. */
#ifndef AVR_REPLAY_CONCRETE_H
#define AVR_REPLAY_CONCRETE_H

#include "avr/reduce/effect.h"
#include "avr/machine.h"

struct avr_touched {
    struct avr_effect effect; /* none for events other than instructions */
    uint16_t address;         /* of `count` bytes of the data space */
    unsigned count;
    bool reads, writes; /* which of the two is done with them */
};

/* Chooses what the event reads and nobody wrote.  Then comes avr_step; then
 * concrete_finish, which chooses what the step left open.  Each begins a list
 * of changes of its own, but finish adds to that of the step. */
void concrete_prepare (struct avr_core *, const struct avr_event *,
                       struct avr_touched *);
void concrete_finish (struct avr_core *, const struct avr_touched *);

#endif
