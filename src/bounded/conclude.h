/* conclude.h -- from leaves that a search refuted to an outcome that is SAFE.  What
 * it found is concluded as for all engines (engine/conclude.h). */
#ifndef BOUNDED_CONCLUDE_H
#define BOUNDED_CONCLUDE_H

#include "bounded/prepare.h"
#include "bounded/search/partition_search.h"
#include "report/outcome.h"

/* The leaves were confirmed by workers; SAFE if they cover everything. `doubt`:
 * some rest on one word from elsewhere, so each leaf is refuted here once more. */
void conclude_safe (struct prepared *, const struct vec_partition *, bool doubt,
                    struct outcome *);
/* Free specifications that every verdict of SAFE rests on. */
void conclude_assumed (const struct prepared *, struct outcome *);

#endif
