/* trail.h -- all single steps of a path of the machine, with the states
 * between them, kept as differences. */
#ifndef AVR_REPLAY_TRAIL_H
#define AVR_REPLAY_TRAIL_H

#include "avr/machine.h"

struct trail_change {
    uint32_t at; /* byte of the state */
    uint8_t before, after;
};

struct avr_trail_step {
    struct avr_event event; /* the first step is the power-on */
    uint32_t pc;            /* word address where it happened */
    size_t first;           /* of its changes; they end where the next begin */
    bool delayed;           /* read something that stayed unknown */
};

struct avr_trail {
    struct VEC (struct avr_trail_step) step;
    struct VEC (struct trail_change) change;
    uint8_t *state; /* owned; the state after `at` steps */
    size_t at, size;
    uint32_t fault; /* on the last step */
};

/* False: that is no path of the machine, or its end is no fault. */
bool avr_trail_read (struct avr_trail *, const generator *,
                     const uint32_t *choice, size_t choices);
void avr_trail_clear (struct avr_trail *);
void avr_trail_forward (struct avr_trail *);
void avr_trail_back (struct avr_trail *);
/* Where the changes of a step end. */
size_t avr_trail_end (const struct avr_trail *, size_t step);

#endif
