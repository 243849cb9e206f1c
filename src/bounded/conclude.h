/* conclude.h -- from what a search found to an outcome, replayed. */
#ifndef CONCLUDE_H
#define CONCLUDE_H

#include "bounded/prepare.h"
#include "bounded/pursuit.h"
#include "report/outcome.h"

/* Executes the trail on the program as read.  UNSAFE only if it is an
 * execution; what could not be evaluated (quantifiers) is given to a solver,
 * and what that cannot decide either becomes an assumption. */
void conclude_unsafe (struct program *as_read, const struct trail *,
                      struct outcome *);
/* The leaves were confirmed; SAFE if they cover everything. */
void conclude_safe (const struct prepared *, const struct vec_partition *,
                    struct outcome *);
/* Free specifications that every verdict of SAFE rests on. */
void conclude_assumed (const struct prepared *, struct outcome *);

#endif
