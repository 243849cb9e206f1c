/* guarded_atomic.h -- atomic sections that wait: AWAIT of include/cohort.h.
 *
 * Where AWAIT does not hold the whole section does not happen: there is no
 * edge, and the thread stands before the section, blocked.  For that, in code
 * with AWAIT (vm_independence.awaits), an edge that comes to a section ends there,
 * whoever runs, and a section is not cut in two by its choices. */
#ifndef VM_EXEC_GUARDED_ATOMIC_H
#define VM_EXEC_GUARDED_ATOMIC_H

#include "vm/exec/run.h"

/* Does the thread stand before an atomic section, in code with AWAIT? */
bool vm_guarded_atomics (struct vm_run *, uint32_t thread);
/* Of such a thread: does every way through the section come to an AWAIT that
 * does not hold?  Costly: it is run, on a state of its own. */
bool vm_section_is_blocked (struct vm_run *, uint32_t thread);
void vm_probe_free (struct vm_probe *);

#endif
