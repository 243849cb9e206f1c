/* work_threads.h -- C and C++ programs on the C machine: what work_c.c hands
 * over when cohort-llvm gave code of that machine.
 *
 * An UNSAFE is given only after the path was followed again; and if an unknown
 * input decided something on it, only after its inputs were found and the run
 * with these inputs came to the same fault. */
#ifndef WORK_THREADS_H
#define WORK_THREADS_H

#include "command/work.h"
#include "vm/replay/trace.h"

/* Checks the options and makes the machine of the work (a struct c_work).  The
 * code is cleared or moved. */
bool threads_read (struct work *, struct vm_code *adopted, struct problem *);
bool threads_decide (struct work *, struct problem *);
enum replay_result threads_replay (struct work *, const char *witness,
                                   const char *file, struct text *report,
                                   struct problem *);

/* Adds the witness as other tools read it to an outcome that is UNSAFE, if one
 * can say what failed (vm/native/witness.c). */
void threads_witness (struct work *, uint32_t fault,
                      const struct vec_vm_told *);

#endif
