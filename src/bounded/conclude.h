/* conclude.h -- from what a search found to an outcome, replayed. */
#ifndef CONCLUDE_H
#define CONCLUDE_H

#include "bounded/prepare.h"
#include "bounded/search/partition_search.h"
#include "report/outcome.h"

/* Executes the trail on the program as read.  UNSAFE only if it is an
 * execution; what could not be evaluated (quantifiers) is given to a solver,
 * and what that cannot decide either becomes an assumption.  A trail that ends
 * at a cut (program/attributes.h) gives UNKNOWN.  The trace is told in C's terms if
 * the program was read from C.  True: UNKNOWN, and only because it contradicts
 * what is said with a quantifier. */
bool conclude_unsafe (struct program *as_read, const struct trail *,
                      struct outcome *);
/* The same of a trail that a solver gave.  It gives a map any value where the
 * run does not look, and what is said of all places of the map may want another
 * one there: then the trail that has 0 there is tried, as strictly. */
void conclude_found (struct program *as_read, const struct trail *,
                     struct outcome *);
/* The leaves were confirmed by workers; SAFE if they cover everything. `doubt`:
 * some workers came from elsewhere, so each leaf is refuted here once more. */
void conclude_safe (struct prepared *, const struct vec_partition *, bool doubt,
                    struct outcome *);
/* Free specifications that every verdict of SAFE rests on. */
void conclude_assumed (const struct prepared *, struct outcome *);

#endif
