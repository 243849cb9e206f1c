/* solver_process.h -- runs a solver program on a script and collects its
 * answer.
 *
 * The program gets the script as its standard input, a process group of its
 * own, and limits on CPU time; at the deadline the whole group is killed.  It
 * dies with the thread that started it. */
#ifndef PROCESS_SOLVER_PROCESS_H
#define PROCESS_SOLVER_PROCESS_H

#include <stdint.h>

#include "base/text.h"

enum solver_end {
    SOLVER_ENDED,   /* by itself, with whatever status */
    SOLVER_KILLED,  /* by a signal that was not ours */
    SOLVER_LATE,    /* killed at the deadline */
    SOLVER_FLOODED, /* killed, because it wrote too much */
    SOLVER_MISSING, /* not found on the PATH */
    SOLVER_FAILED   /* could not be started; errno says why */
};

/* argv ends with null; argv[0] without a slash is looked up on the PATH.  What
 * the program wrote to stdout is appended to the output, even if it was killed;
 * its stderr goes nowhere. */
enum solver_end solver_process (const char *const *argv, const char *script,
                                size_t size, uint64_t milliseconds,
                                struct text *output);

#endif
