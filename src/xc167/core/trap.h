/* trap.h -- how the core leaves a program for a vector: hardware traps, interrupts,
 * TRAP; and PEC transfers, which leave it where it is. */
#ifndef XC167_CORE_TRAP_H
#define XC167_CORE_TRAP_H

#include "xc167/core/core.h"

/* Pushes PSW, CSP and IP, and goes to the vector of this number. */
void trap_enter (struct micro_core *, unsigned number);
/* Serves a trap that is asked for in TFR, if now is the time.  A flag that its
 * handler leaves set is served again. */
void trap_serve (struct micro_core *);
/* RETI, after the pops: which service has ended. */
void trap_return (struct micro_core *);
void trap_set_level (struct micro_core *, unsigned level);

/* The PEC channel that serves a request of this priority (request_priority), if its
 * counter says so; -1: it is an interrupt. */
int pec_channel (struct micro_core *, unsigned priority);
/* Where the channel's next transfer goes; true: it is one of a byte. */
bool pec_addresses (struct micro_core *, unsigned channel, uint32_t *from,
                    uint32_t *to);
/* One transfer.  True: it was the last, and the request stays for an interrupt. */
bool pec_transfer (struct micro_core *, unsigned channel);

#endif
