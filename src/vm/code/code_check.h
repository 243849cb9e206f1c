/* code_check.h -- is code that came from elsewhere fit to be run? */
#ifndef VM_CODE_CODE_CHECK_H
#define VM_CODE_CODE_CHECK_H

#include "vm/code/code.h"

/* Every index is in range: of texts, registers, constants, targets, lists,
 * functions, globals.  The functions' instructions follow each other without
 * gaps, and no function runs out of its last one.  Costs a pass over the code.
 */
bool vm_code_check (const struct vm_code *);

#endif
