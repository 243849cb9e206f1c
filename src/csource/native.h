/* native.h -- runs the user's program natively, with the inputs of a trace.
 *
 * Compiled by whoever read it, the same clang with the same flags, and linked by
 * gcc with a harness that gives the inputs in order; run confined
 * (process/confine.h), or not at all.  --no-execute forbids it. */
#ifndef CSOURCE_NATIVE_H
#define CSOURCE_NATIVE_H

#include <stdint.h>

#include "base/problem.h"
#include "base/text.h"

struct native_options {
    const char *const *compiler; /* the words that start cohort-llvm as it reads
                                    these files, without what it is to do; ends
                                    with null */
    const char *const *file;     /* the user's C files; none: those that the
                                    compilation database names */
    size_t files;
    unsigned bits;
    const char *harness;      /* C text (program/trail/inputs.h) */
    unsigned seconds;         /* of the run; compiling has 60 */
    const char *check;        /* what is to fail: "unreach-call" (or null),
                                 "no-overflow", "division", "shift", "valid-deref",
                                 "valid-free", "valid-memtrack", "valid-memcleanup" */
    const char *uncontrolled; /* of struct inputs: a run that passes is
                                 UNDECIDED; may be null */
    bool memory; /* if a run passes, it is made again with other contents of
                    memory that was never written: each of these, and some that
                    any program may meet */
    const uint64_t *fill;
    size_t fills;
};

enum native_result {
    NATIVE_FAILED,   /* as it should: the property is broken */
    NATIVE_PASSED,   /* it ended, or ran out of inputs or time, and nothing
                        happened */
    NATIVE_UNDECIDED /* it could not be compiled or run, or not be given what
                        it needs; problem says why */
};

/* `output` gets what the program wrote, the first 4 KB of it. */
enum native_result native_run (const struct native_options *,
                               struct text *output, struct problem *);

#endif
