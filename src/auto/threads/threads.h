/* threads.h -- C and C++ programs on the C machine, decided.
 *
 * Threads that are alike as one (many.h), then all of it explored; when that grows,
 * some schedules are tried (explore/guided/probe.h).  An UNSAFE is given only after
 * the path was followed again; and if an unknown input decided something on it, only
 * after its inputs were found and the run with these inputs came to the same
 * fault. */
#ifndef AUTO_THREADS_THREADS_H
#define AUTO_THREADS_THREADS_H

#include "auto/machine/machine.h"
#include "ctl/formula.h"
#include "frontend/task/c_ask.h"

struct threads {
    struct machine_check check;
    const struct c_ask *ask;    /* borrowed */
    generator *machine;         /* owned */
    struct ctl_formula formula; /* --ctl; without nodes: none is asked */
    generator *zero; /* that machine with VM_FRESH_ZERO; null: not made */
    bool on_zero;    /* the path of the counterexample is one of that */
};

void threads_clear (struct threads *);
bool threads_decide (struct threads *, struct problem *);
/* Also by the real program, with --native. */
enum replay_result threads_replay (struct threads *, const char *witness,
                                   const char *file, struct text *report,
                                   struct problem *);

#endif
