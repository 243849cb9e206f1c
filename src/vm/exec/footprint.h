/* footprint.h -- what a function of the machine reads and writes, for races. */
#ifndef VM_EXEC_FOOTPRINT_H
#define VM_EXEC_FOOTPRINT_H

#include "vm/exec/run.h"

/* The bytes from a pointer on, as far as they are there; false: none that are
 * shared. */
bool vm_reach_of (struct vm_run *, struct vm_value pointer, uint64_t size,
                  struct vm_reach *);
/* What the function that a thread stands before touches, if that is known
 * before it is run; gives how many. */
uint32_t vm_footprintes (struct vm_run *, uint32_t thread, struct vm_reach[2]);
/* May it touch something shared that vm_footprintes does not know?  Then a race
 * with it is not seen. */
bool vm_footprint_hides (struct vm_run *, uint32_t thread);

#endif
