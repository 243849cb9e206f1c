/* native.h -- a counterexample of the C machine, run by the real
 * program.
 *
 * The program, as clang compiles it, runs with its threads taking turns as in
 * the walk (embedded/shim.c), and must fail: end by a signal, block for ever, or
 * do before the shim's eyes what the fault says.  It is confined (process/confine.h);
 * where that cannot be had it is not run. */
#ifndef VM_NATIVE_NATIVE_H
#define VM_NATIVE_NATIVE_H

#include "command/work.h"
#include "vm/replay/walk.h"

/* Says in the report how it went.  False: it did not fail, or cannot be built.
 */
bool threads_native (struct work *, const struct vm_walk *, struct text *report,
                     struct problem *);

/* C text behind the tables of the turns: embedded/shim.c. */
extern const char embedded_shim[];
/* Functions that it wraps; ends with null. */
extern const char *const threads_wrapped[];

#endif
