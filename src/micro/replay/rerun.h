/* rerun.h -- runs a counterexample once more, believing nothing.
 *
 * What happens and which values are read is told by a witness; that it can happen
 * and where it ends is found out here, on the exact machine. */
#ifndef MICRO_REPLAY_RERUN_H
#define MICRO_REPLAY_RERUN_H

#include "micro/machine.h"

/* One event and the values that it reads, as a witness tells them. */
struct micro_claim {
    struct micro_event event;
    uint32_t value[MICRO_CHOICES];
    unsigned values;
};
struct vec_claim VEC (struct micro_claim);

/* The first claim is the power-on.  Gives the run, and the fault that its last step
 * ends in.  False: something cannot happen, the last step does not fail or an earlier
 * one does; problem set. */
bool micro_rerun (const struct micro_program *, const struct vec_claim *,
                  struct vec_happening *run, uint32_t *fault, struct problem *);

#endif
