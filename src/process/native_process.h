/* native_process.h -- a process whose output is collected: a compiler, or, confined
 * (process/confine.h), what it made.
 *
 * stdin is empty, stdout and stderr are collected together, the process has a
 * group of its own that is killed at its end or at the deadline, and it dies
 * with the thread that started it. */
#ifndef PROCESS_NATIVE_PROCESS_H
#define PROCESS_NATIVE_PROCESS_H

#include <stdbool.h>

#include "process/confine.h"
#include "base/text.h"

struct native_process {
    const char *const *argv; /* ends with null; looked up on the PATH */
    const char *const *env;  /* ends with null; the whole environment */
    const char *directory;   /* where it starts; null: here */
    unsigned seconds;
    const struct confine *confine; /* null: it is trusted.  Else argv, env and
                                      directory are not looked at, and it has
                                      its own seconds of CPU time */
};

struct native_end {
    int error;               /* errno: it could not be started; else 0 */
    char *refused;           /* owned; it was not started, because it cannot be
                                confined here, and why; else null */
    bool greedy;             /* killed: too much memory, or too many threads */
    bool late;               /* killed at the deadline */
    int code;                /* exit code, if signal is 0 */
    int signal;              /* that ended it */
    struct text first, last; /* of what it wrote, NATIVE_KEPT bytes each; what
                                is shorter stands in both */
};

enum { NATIVE_KEPT = 16384 };

void native_process_run (const struct native_process *, struct native_end *);
void native_end_clear (struct native_end *);

#endif
