/* replay_team.h -- the checks of a replay, spread over a team.
 *
 * A proof of many clauses is as many checks that have nothing to do with each
 * other; they can take longer than finding it.  The workers are a team of their
 * own for that time.  Who was not made by this process is not believed alone:
 * another must say the same.  Nothing is remembered, so what a run's directory
 * says about a proof is worth nothing.
 *
 * What the team does not confirm, for whatever reason, is left to the caller. */
#ifndef ENGINE_REPLAY_TEAM_H
#define ENGINE_REPLAY_TEAM_H

#include "engine/context.h"
#include "report/replay.h"
#include "team/engine.h"

/* Of the checks that this gives to a team there are so many at least. */
enum { REPLAY_TEAM_LEAST = 200 };

/* replay_check (REPLAY_FIRST) over a team; the report does not end its line. */
enum replay_result replay_team_check (const struct engine_context *,
                                      const char *witness,
                                      const char *witness_file,
                                      const char *input, const char *input_file,
                                      unsigned seconds, struct text *report,
                                      struct problem *);

/* Answers the items: report/replay_part.h. */
extern const struct item_worker_class replay_item_worker;

#endif
