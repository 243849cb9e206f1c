/* handler.h -- interrupt handlers: which can come at all, and where they begin once
 * they have saved what they save. */
#ifndef MCS51_REDUCE_HANDLER_H
#define MCS51_REDUCE_HANDLER_H

#include "mcs51/device/program.h"
#include "micro/reduce/flow.h"

/* Where the body begins: behind the pushes at the entry, if all that is pushed is
 * popped in reverse before every RETI; else the entry. */
uint32_t mcs51_handler_body (const struct mcs51_program *,
                             const struct micro_flow *, uint32_t entry);
/* Is there an instruction that may permit this interrupt? */
bool mcs51_handler_may_come (const struct mcs51_program *,
                             const struct micro_flow *, unsigned vector);

#endif
