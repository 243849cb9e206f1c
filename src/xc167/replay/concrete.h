/* concrete.h -- single steps in which nothing stays unknown (micro/class.h). */
#ifndef XC167_REPLAY_CONCRETE_H
#define XC167_REPLAY_CONCRETE_H

#include "micro/class.h"

void xc167_prepare (struct micro_core *, const struct micro_event *,
                    struct micro_touched *);
void xc167_complete (struct micro_core *, const struct micro_touched *);
bool xc167_leaves_open (const struct micro_core *, uint32_t pc);

#endif
