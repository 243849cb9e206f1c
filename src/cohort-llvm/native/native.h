/* native.h -- a prepared module that runs by itself, its threads taking turns.
 *
 * Before everything that the C machine counts as an access or a call of a
 * function of its own, void __cohort_turn (i32 line, ptr write, i64 size,
 * ptr read, i64 size, i32 atomic) is called, with the bytes that are touched
 * next: whoever defines it says who goes on.  Before every branch void
 * __cohort_beat (void) is called: what a thread was to do may be done.  If overflow is checked, void
 * __cohort_overflow (i32 so) is called before every signed sum, difference and
 * product.  What prepare put in is taken out again: contents of local objects
 * are undefined as they were. */
#ifndef COHORT_LLVM_NATIVE_NATIVE_H
#define COHORT_LLVM_NATIVE_NATIVE_H

#include "cohort-llvm/unit.h"

/* In place, after unit_prepare_machine.  `memory`: for a build with the address
 * sanitizer. */
void native_prepare (struct unit *, bool memory);

#endif
