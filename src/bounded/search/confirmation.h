/* confirmation.h -- every leaf of a proof refuted once more, by items.
 *
 * Asks for one CONFIRM item per leaf, all at once, commits the answers in the
 * order of the leaves.  The last part of a pursuit; after hydra, whose clients do
 * not confirm, a driver of its own. */
#ifndef BOUNDED_SEARCH_CONFIRMATION_H
#define BOUNDED_SEARCH_CONFIRMATION_H

#include "bounded/search/item.h"

typedef struct confirmation confirmation;

confirmation *confirmation_new (struct passive_program *, uint32_t bound);
void confirmation_free (confirmation *);
/* A leaf, borrowed.  `bounded`: it needs calls beyond the bound to be blocked. */
void confirmation_add (confirmation *, const struct partition *, bool bounded);
enum driver_step confirmation_step (confirmation *, struct oracle *);
bool confirmation_good (const confirmation *);   /* all, once decided */
bool confirmation_failed (const confirmation *); /* an answer was none */
size_t confirmation_done (const confirmation *);
struct digest confirmation_digest (const confirmation *); /* of the answers */

extern const struct driver_class confirmation_driver;

#endif
