/* recheck.h -- every leaf of a proof refuted once more, by items.
 *
 * Asks for one CONFIRM item per leaf, all at once, commits the answers in the
 * order of the leaves.  The last part of a partition search; after hydra, whose clients do
 * not confirm, a driver of its own. */
#ifndef BOUNDED_SEARCH_RECHECK_H
#define BOUNDED_SEARCH_RECHECK_H

#include "bounded/search/item.h"

typedef struct recheck recheck;

recheck *recheck_new (struct passive_program *, uint32_t bound);
void recheck_free (recheck *);
/* A leaf, borrowed.  `bounded`: it needs calls beyond the bound to be blocked. */
void recheck_add (recheck *, const struct partition *, bool bounded);
enum driver_step recheck_step (recheck *, struct oracle *);
bool recheck_good (const recheck *);   /* all, once decided */
bool recheck_failed (const recheck *); /* an answer was none */
size_t recheck_done (const recheck *);
struct digest recheck_digest (const recheck *); /* of the answers */

extern const struct driver_class recheck_driver;

#endif
