/* native_process.h -- a process that may do nothing but compute.
 *
 * stdin is empty, stdout and stderr are collected together, the process has a
 * group of its own that is killed at its end or at the deadline, and it dies
 * with the thread that started it. */
#ifndef NATIVE_PROCESS_H
#define NATIVE_PROCESS_H

#include <stdbool.h>

#include "base/text.h"

struct native_process {
    const char *const *argv; /* ends with null; looked up on the PATH */
    const char *const *env;  /* ends with null; the whole environment */
    const char *directory;   /* where it starts; null: here */
    unsigned seconds;
    bool confined;            /* limits on processes and size of files, no
                                 network where the system permits that */
    unsigned long long space; /* bytes of memory; 0: no limit */
};

struct native_end {
    int error;               /* errno: it could not be started; else 0 */
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
