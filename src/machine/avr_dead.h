/* avr_dead.h -- dead-variable reduction: what nobody reads before it is
 * overwritten becomes unknown, as it was after reset. */
#ifndef AVR_DEAD_H
#define AVR_DEAD_H

#include "machine/avr_core.h"

/* Forgets what program->live says is dead in this state; nothing if there is no
 * such table.  Cannot be undone. */
void avr_dead_forget (struct avr_core *);

#endif
