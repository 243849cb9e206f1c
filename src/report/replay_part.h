/* replay_part.h -- some checks of a replay, as bytes, so that somebody else can
 * give them to z3.
 *
 * Whoever does so is limited by steps of the solver, not by time, so that the
 * answer is the same everywhere.  It can only confirm: what it does not confirm
 * is asked again by whoever wants to know (replay.h).  Bytes from elsewhere may
 * declare, define and assert, nothing else: a solver knows commands that write
 * files. */
#ifndef REPLAY_PART_H
#define REPLAY_PART_H

#include "base/bytes.h"
#include "report/replay_plan.h"

/* Can checks of this plan be asked apart from each other? */
bool replay_part_fits (const struct replay_plan *);
/* The checks first .. last - 1. */
void replay_part_write (const struct replay_plan *, size_t first, size_t last,
                        struct buffer *);
/* A byte for each check, 1 if z3 confirms it; none if the bytes are malformed.
 * Gives their number. */
size_t replay_part_ask (const char *prelude, struct bytes part,
                        struct buffer *answer);
/* Marks those that were confirmed.  False: that is no answer. */
bool replay_part_answered (struct replay_plan *, size_t first, size_t last,
                           struct bytes answer);

#endif
