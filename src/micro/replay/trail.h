/* trail.h -- all single steps of a path of the machine, with the states
 * between them, kept as differences. */
#ifndef MICRO_REPLAY_TRAIL_H
#define MICRO_REPLAY_TRAIL_H

#include "micro/machine.h"

struct trail_change {
    uint32_t at; /* byte of the state */
    uint8_t before, after;
};

struct micro_trail_step {
    struct micro_event event; /* the first step is the power-on */
    uint32_t pc;              /* where it happened */
    size_t first; /* of its changes; they end where the next begin */
    bool delayed; /* read something that stayed unknown */
};

struct micro_trail {
    struct VEC (struct micro_trail_step) step;
    struct VEC (struct trail_change) change;
    struct VEC (size_t) edge; /* of each edge: the steps up to its end */
    uint8_t *state;           /* owned; the state after `at` steps */
    size_t at, size;
    uint32_t fault; /* on the last step */
};

/* False: that is no path of the machine, or it does not end as it should: in a fault,
 * or in none. */
bool micro_trail_read (struct micro_trail *, const generator *,
                       const uint32_t *choice, size_t choices, bool fails);
void micro_trail_clear (struct micro_trail *);
void micro_trail_forward (struct micro_trail *);
void micro_trail_back (struct micro_trail *);
/* Where the changes of a step end. */
size_t micro_trail_end (const struct micro_trail *, size_t step);

#endif
