/* conclude.h -- from a trail that an engine found to an outcome, replayed. */
#ifndef ENGINE_CONCLUDE_H
#define ENGINE_CONCLUDE_H

#include "program/trail/trail.h"
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

#endif
