/* threads_native.h -- a counterexample of the C machine, run by the real
 * program.
 *
 * The program, as clang compiles it, runs with its threads taking turns as in
 * the walk (threads_shim.c), and must fail: end by a signal, or block for ever.
 */
#ifndef THREADS_NATIVE_H
#define THREADS_NATIVE_H

#include "command/work.h"
#include "machine/vm_walk.h"

/* Says in the report how it went.  False: it did not fail, or cannot be built.
 */
bool threads_native (struct work *, const struct vm_walk *, struct text *report,
                     struct problem *);

/* C text behind the tables of the turns; ends with null. */
extern const char *const threads_shim[];

#endif
