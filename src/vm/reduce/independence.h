/* independence.h -- what the code says once and for all about what threads can see of
 * each other.
 *
 * Threads but main's run only functions whose address is taken, and what these
 * call.  So:
 *   - a global whose address goes nowhere, and that is only read, or only touched
 *     by functions that no other thread runs, is nobody else's business;
 *   - if only main's thread creates and joins threads, and none is detached, numbers that it
 *     gives and takes back do not depend on the schedule: creating a thread, and
 *     joining one that ended, commute with all that others do;
 *   - without functions that ask whether a lock is free (try, timed, and mutexes
 *     destroyed while others may run) unlocking commutes with all that others do: they wait, or do not care.  That is so for
 *     locks in globals, which nobody can free, and that the thread holds;
 *   - an atomic section that only computes is nobody else's business either. */
#ifndef VM_REDUCE_INDEPENDENCE_H
#define VM_REDUCE_INDEPENDENCE_H

#include "vm/code/code.h"

struct vm_independence {
    bool *global;   /* by number: its accesses are local */
    bool *unread;   /* by number: nothing ever reads it.  Where states need
                           not be shown (VM_REDUCE_MANY) it is not written */
    bool *threaded; /* by function: others than main's thread may run it */
    bool *hollow;   /* by instruction: an atomic section begins here, and ends
                           before any memory, jump or call */
    bool
        main_creates; /* no other thread does or joins, none is detached, and it comes to
                           an end with it */
    bool release;         /* unlocking is local */
    bool ends;            /* nobody asks whether a thread has ended (tryjoin) */
    bool awaits;          /* there is an AWAIT (vm/exec/guarded_atomic.h) */
    bool detaches, joins; /* some thread may be detached; joined */
};

void vm_independence_init (struct vm_independence *, const struct vm_code *);
void vm_independence_clear (struct vm_independence *);
/* Does a native of this name create a thread (its number goes to where the first
 * argument points)? */
bool vm_independence_creates (const char *native);

#endif
