/* machine.h -- what all machines have in common: exploring as the options say, the
 * witness of a path, and judging one again. */
#ifndef AUTO_MACHINE_MACHINE_H
#define AUTO_MACHINE_MACHINE_H

#include "explore/check.h"
#include "report/replay.h"

struct machine_check {
    const struct engine_context *engine; /* its teams have machine_members */
    struct outcome *outcome;             /* borrowed; filled by a search */
};

/* Members that a search begins with. */
unsigned machine_members (const struct options *);
/* Threads share one process; members of a team have their own. */
uint64_t machine_processes (const struct options *);
/* False: the memory limit is less than they can obey, a problem of usage. */
bool machine_memory_good (const struct options *, struct problem *);
/* check_machine with what the options say.  With --emit=states the drawing
 * becomes what is emitted. */
bool machine_explore (const struct machine_check *, generator *,
                      struct bytes program, struct path *, struct problem *);
/* The same, with `stuck` of struct explore_check. */
bool machine_explore_probing (const struct machine_check *, generator *,
                              struct bytes program,
                              bool (*stuck) (void *context, struct path *),
                              void *context, struct path *, struct problem *);
/* The same, but UNKNOWN after a layer (of --search=layers) that ends with more
 * states than that, and in this process alone; 0: no bound. */
bool machine_explore_some (const struct machine_check *, generator *,
                           struct bytes program, uint64_t most, struct path *,
                           struct problem *);
/* The head of a witness that is a list of choices or happenings. */
void machine_witness (const generator *, const char *fault, struct text *);
/* The last step of the counterexample: which fault it is, and what of it. */
void machine_fault (struct outcome *, const char *fault, const char *detail);

/* ---- machines whose paths are their own counterexamples (choices.c) */

/* Walks the path once more: UNSAFE, with trace and witness, only if it really ends
 * in a fault.  False: problem. */
bool machine_confirm (generator *, const struct path *, struct outcome *,
                      struct problem *);
/* `judge` of machine_replay for such witnesses; the context is the outcome that gets the
 * trace. */
bool machine_judge_choices (void *outcome, generator *, const char *fault,
                            const char *lines, struct problem *);

/* ---- judging again */

/* A witness of SAFE, or of UNSAFE: then `judge` looks at the lines behind its head.
 * and says whether they end in the fault of that name. */
enum replay_result
machine_replay (generator *, const char *witness, const char *file,
                bool (*judge) (void *context, generator *, const char *fault,
                               const char *lines, struct problem *),
                void *context, struct text *report, struct problem *);

#endif
