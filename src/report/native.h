/* native.h -- runs the user's program natively, with the inputs of a trace.
 *
 * Compiled by gcc together with a harness that gives the inputs in order; run
 * in an empty directory, without network, with limits on time, memory, files
 * and processes.  --no-execute forbids it. */
#ifndef NATIVE_H
#define NATIVE_H

#include "base/problem.h"
#include "base/text.h"

struct native_options {
    const char *const *file; /* the user's C files */
    size_t files;
    const char *const *flag;
    size_t flags;
    unsigned bits;
    const char *harness; /* C text (harness.h) */
    unsigned seconds;
};

enum native_result {
    NATIVE_FAILED,    /* as it should: the property is broken */
    NATIVE_PASSED,    /* it ended, or ran out of inputs or time, and nothing
                         happened */
    NATIVE_UNDECIDED  /* it could not be compiled or run; problem says why */
};

enum native_result native_run (const struct native_options *,
                               struct text *output, struct problem *);

#endif
