/* c_task.h -- a C program and what is asked of it: decided by several engines, and its
 * counterexamples run natively; `cohort replay` of what is said about it. */
#ifndef AUTO_C_C_TASK_H
#define AUTO_C_C_TASK_H

#include "engine/context.h"
#include "frontend/task/c_ask.h"
#include "process/watchdog.h"
#include "report/outcome.h"
#include "report/replay.h"

struct c_task {
    struct c_ask ask;
    struct options options; /* of the engines: the program itself marks its
                               entry */
    struct program program;
    char *reuse; /* the proof that --reuse names; null: none */
    /* With the options as given; set before it is decided or judged. */
    const struct engine_context *engine;
    /* A whole check, in the child of a watchdog; the context is struct options.
     * Gives its exit code. */
    int (*check) (watched *, void *options);
};

void c_task_clear (struct c_task *);
/* Takes the proof that --reuse names, a file or a run directory; null: none.  False:
 * problem (USAGE). */
bool c_task_reuse (struct c_task *, const char *from, struct problem *);
/* False: the input's fault, or ours. */
bool c_task_decide (struct c_task *, struct outcome *, struct problem *);
/* Of a trail the outcome gets the trace. */
enum replay_result c_task_replay (struct c_task *, const char *witness,
                                  const char *file, struct outcome *,
                                  struct text *report, struct problem *);

/* ---- the parts share */

/* The last word on an outcome that is UNSAFE, with a trail through `program`:
 * its inputs are given to the real program, and that must fail.  Adds harness
 * and witness.  The context is the task. */
void c_task_confirm (void *task, struct program *program, struct outcome *);
/* Adds the witness of an outcome that is SAFE. */
void c_task_proved (struct c_task *, struct outcome *);

#endif
