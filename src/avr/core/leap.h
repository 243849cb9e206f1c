/* leap.h -- rounds of a delay loop that are left out (avr/device/loop.h).
 *
 * Behind the branch to the head of such a loop the counter becomes 2, if it is known
 * and no interrupt can come; so the two last rounds are executed, and leave every
 * flag as all of them would.  A watchdog may reset in any round: then the counters
 * are unknown. */
#ifndef AVR_CORE_LEAP_H
#define AVR_CORE_LEAP_H

#include "avr/core/core.h"

/* After the branch at `back`, which is marked, has gone to its head. */
void leap_on (struct micro_core *, uint32_t back);
/* Before a reset that may come in any round. */
void leap_lose (struct micro_core *);

#endif
