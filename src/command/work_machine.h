/* work_machine.h -- what all machines have in common: options, exploring, the
 * witness of a path. */
#ifndef WORK_MACHINE_H
#define WORK_MACHINE_H

#include "command/work.h"
#include "explore/check.h"

/* Options that only make sense for clauses and programs. */
bool machine_usage (const struct options *, struct problem *);
/* Threads share one process; members of a team have their own. */
uint64_t machine_processes (const struct options *);
/* check_machine with what the work says.  With --emit=states the drawing
 * becomes what is emitted. */
bool machine_explore (struct work *, generator *, struct bytes program,
                      struct path *, struct problem *);
/* The same, with `stuck` of struct explore_check, whose context is the work. */
bool machine_explore_probing (struct work *, generator *, struct bytes program,
                              bool (*stuck) (void *work, struct path *),
                              struct path *, struct problem *);
/* The same, but UNKNOWN after a layer (of --search=layers) that ends with more
 * states than that, and in this process alone; 0: no bound. */
bool machine_explore_some (struct work *, generator *, struct bytes program,
                           uint64_t most, struct path *, struct problem *);
/* The head of a witness that is a list of choices or happenings. */
void machine_witness (const generator *, const char *fault, struct text *);
/* The last step of the counterexample: which fault it is, and what of it. */
void machine_fault (struct work *, const char *fault, const char *detail);

/* ---- judging again */

/* A witness of SAFE, or of UNSAFE: then `judge` looks at the lines behind its head.
 * and says whether they end in the fault of that name. */
enum replay_result
machine_replay (struct work *, generator *, const char *witness,
                const char *file,
                bool (*judge) (struct work *, generator *, const char *fault,
                               const char *lines, struct problem *),
                struct text *report, struct problem *);

#endif
