/* concrete.h -- what micro/replay asks of a step in which nothing stays unknown
 * (micro/class.h). */
#ifndef MCS51_REPLAY_CONCRETE_H
#define MCS51_REPLAY_CONCRETE_H

#include "mcs51/device/program.h"
#include "micro/class.h"

void mcs51_prepare (struct micro_core *, const struct micro_event *,
                    struct micro_touched *);
void mcs51_complete (struct micro_core *, const struct micro_touched *);
bool mcs51_leaves_open (const struct micro_core *, uint32_t pc);
/* RAM, and the registers of the core. */
bool mcs51_is_kept (const struct mcs51_program *, uint32_t address);

#endif
