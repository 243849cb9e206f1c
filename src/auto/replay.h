/* replay.h -- `cohort replay` of a proof or a trail of a program (auto.h), whichever stage
 * made it; its first line says which. */
#ifndef AUTO_REPLAY_H
#define AUTO_REPLAY_H

#include "auto/auto.h"
#include "report/replay.h"

/* Seconds for each solver: --time-limit, or a default. */
unsigned auto_replay_seconds (const struct options *);

/* The options are those of the check.  Of a trail the outcome gets verdict and trace. */
enum replay_result auto_replay (const struct auto_check *, struct program *,
                                const char *witness, const char *file,
                                struct outcome *, struct text *report,
                                struct problem *);

#endif
