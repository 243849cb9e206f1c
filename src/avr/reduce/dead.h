/* dead.h -- dead-variable reduction: what nobody reads before it is
 * overwritten becomes unknown, as it was after reset. */
#ifndef AVR_REDUCE_DEAD_H
#define AVR_REDUCE_DEAD_H

#include "avr/core/core.h"

/* Forgets what program->live says is dead in this state; nothing if there is no
 * such table.  Cannot be undone. */
void avr_dead_forget (struct micro_core *);

#endif
