/* confirmation.h -- every leaf of a proof refuted once more, by items.
 *
 * The reference of modes whose searches do not confirm by themselves (hydra):
 * a quest that asks for nothing but CONFIRM items, all at once. */
#ifndef CONFIRMATION_H
#define CONFIRMATION_H

#include "bounded/item.h"

typedef struct confirmation confirmation;

/* The leaves are borrowed.  `bounded[i]`: leaf i needs calls beyond the bound
 * to be blocked. */
confirmation *confirmation_new (struct passive_program *, uint32_t bound,
                                const struct partition *leaf,
                                const bool *bounded, size_t leaves);
void confirmation_free (confirmation *);
bool confirmation_good (const confirmation *); /* all, once decided */

extern const struct quest_class confirmation_quest;

#endif
