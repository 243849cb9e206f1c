/* estimate.h -- what the estimates of vm/machine.h are made of. */
#ifndef VM_GUIDE_ESTIMATE_H
#define VM_GUIDE_ESTIMATE_H

#include "vm/guide/error_distance.h"
#include "vm/machine.h"

/* Names by enum vm_estimate, then null: for struct generator_class. */
extern const char *const vm_estimates[];

/* How far the values of a state are from passing what guards the nearest
 * error.  The run has a guide. */
int64_t vm_estimate_branch (struct vm_run *);

#endif
