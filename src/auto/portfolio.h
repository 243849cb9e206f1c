/* portfolio.h -- the stages of auto.h on one program, round by round. */
#ifndef AUTO_PORTFOLIO_H
#define AUTO_PORTFOLIO_H

#include "auto/auto.h"

/* What the campaigns of one check share. */
struct effort {
    const struct auto_check *check;
    memo *memo;           /* borrowed; of all stages and programs */
    struct digest digest; /* of all goes of all stages, in order */
    uint64_t goes;        /* positions in the journal */
};

/* With --audit the stages after the one that decides have their go too, and
 * must not contradict it (PROBLEM_INTERNAL). */
bool portfolio_run (struct effort *, struct program *, struct outcome *,
                    struct problem *);

#endif
