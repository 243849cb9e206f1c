/* lower.h -- a prepared module to code of the C machine (vm/code/code.h).
 *
 * Everything that main, constructors and destructors can reach is lowered;
 * functions and globals are numbered as they are met.  What is not modelled
 * becomes VM_CUT where it stands, so that only runs that come there are lost.
 */
#ifndef COHORT_LLVM_TO_VM_LOWER_H
#define COHORT_LLVM_TO_VM_LOWER_H

#include "cohort-llvm/unit.h"
#include "vm/code/code.h"

/* Into code that was initialised.  False: problem (there is no entry). */
bool lower (struct unit *, struct vm_code *, struct problem *);

#endif
