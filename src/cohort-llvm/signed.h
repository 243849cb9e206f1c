/* signed.h -- where a program computes with signed numbers.
 *
 * clang says so by `nsw`, which also lets passes and compilers take that nothing
 * overflows.  Here signed numbers wrap (doc/c.md), so the flag becomes metadata
 * that nobody but us reads; only a C machine that looks for overflow keeps it. */
#ifndef COHORT_LLVM_SIGNED_H
#define COHORT_LLVM_SIGNED_H

#include "cohort-llvm/unit.h"

/* All instructions of the module, which is the program without the library. */
void signed_mark (const struct unit *);
/* Was the instruction one, and may its result not fit?  What the operands were
 * widened from is all that is looked at. */
bool signed_may_wrap (const struct unit *, LLVMValueRef instruction);

#endif
