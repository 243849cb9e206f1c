/* request.h -- interrupt requests: what raises them, and which may be taken. */
#ifndef XC167_CORE_REQUEST_H
#define XC167_CORE_REQUEST_H

#include "xc167/core/core.h"

/* After every step: flags whose source is active may be set (with MICRO_LAZY_FLAGS
 * they become unknown). */
void request_settle (struct micro_core *);
/* The same whatever the step did: after power-on. */
void request_settle_all (struct micro_core *);

/* A bit per node whose interrupt is enabled: others are PENDING_NOT; and per node whose
 * flag is surely not up: others cannot rise. */
uint64_t request_enabled (const struct micro_core *);
uint64_t request_down (const struct micro_core *);

enum xc167_pending { PENDING_NOT, PENDING_MAYBE, PENDING_SURELY };
/* Is this node's interrupt enabled, and its flag up?  Whether PSW lets it in is not
 * asked. */
enum xc167_pending request_state (const struct micro_core *, unsigned node);
/* Level (bits 3 up) and group of a node's request, as they are written. */
unsigned request_priority (const struct micro_core *, unsigned node);
/* May it be taken now?  SURELY: it comes before the next instruction. */
enum xc167_pending request_pending (const struct micro_core *, unsigned node);
/* It is taken: its flag is known to be set, then cleared. */
void request_taken (struct micro_core *, unsigned node);
/* Its flag; without MICRO_LAZY_FLAGS: may it come up now? */
bool request_may_raise (const struct micro_core *, unsigned node);
void request_raise (struct micro_core *, unsigned node);
/* After the last PEC transfer: the request stays, for an interrupt. */
void request_again (struct micro_core *, unsigned node);

#endif
