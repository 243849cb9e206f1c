/* native.h -- a prepared module that runs by itself, its threads taking turns.
 *
 * Before everything that the C machine counts as an access or a call of a
 * function of its own, void __cohort_turn (i32 line) is called: whoever defines
 * it says who goes on.  What prepare put in is taken out again: contents of
 * local objects are undefined as they were. */
#ifndef NATIVE_H
#define NATIVE_H

#include "llvm/unit.h"

/* In place, after unit_prepare_machine.  `memory`: for a build with the address
 * sanitizer. */
void native_prepare (struct unit *, bool memory);

#endif
