/* witness.h -- a counterexample of the C machine as other tools read it: which thread
 * goes on where (format 2.2 of witnesses has thread_id). */
#ifndef VM_NATIVE_WITNESS_H
#define VM_NATIVE_WITNESS_H

#include "report/witness_yaml.h"
#include "vm/replay/trace.h"

/* The caller frees it.  The task has no specification: that is the fault's.  Null:
 * none can say what failed. */
char *vm_witness (const struct witness_task *, uint32_t fault,
                  const struct vec_vm_told *);

#endif
