/* native.h -- a counterexample of the C machine, run by the real
 * program.
 *
 * The program, as clang compiles it, runs with its threads taking turns as in
 * the walk (embedded/shim.c), and must fail: end by a signal, block for ever, or
 * do before the shim's eyes what the fault says.  It is confined (process/confine.h);
 * where that cannot be had it is not run. */
#ifndef VM_NATIVE_NATIVE_H
#define VM_NATIVE_NATIVE_H

#include "frontend/c/c.h"
#include "machine/generator.h"
#include "vm/replay/walk.h"

/* The program that was read so, along a walk of its machine.  Says in the report how
 * it went.  False: it did not fail, or cannot be built. */
bool vm_native_replay (generator *machine, const struct c_options *read,
                       const struct vm_walk *, struct text *report,
                       struct problem *);

/* C text behind the tables of the turns: embedded/shim.c. */
extern const char embedded_shim[];
/* Functions that it wraps; ends with null. */
extern const char *const threads_wrapped[];

#endif
