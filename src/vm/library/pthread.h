/* pthread.h -- threads and what they wait for.
 *
 * Synchronisation objects live in the program's own bytes, all zero is fresh
 * and free; `owner` is a thread's number + 1.  A pthread_t is that number, too.
 *
 *   mutex      0 VM_LOCK_MAGIC while held   4 depth   8 owner   12 (16 where
 *              pointers take 4 bytes) users, see pthread_mutex.c
 *              kind at 16 (12 where pointers take 4 bytes), as glibc has it:
 *              0 normal, 1 recursive, 2 errorcheck
 *   rwlock     0 VM_LOCK_MAGIC while written   4 readers   8 owner
 *   spin       0: 1 free; else 2 + thread (0, as static memory is: never free)
 *   semaphore  0 value
 *   once       0: 0 not yet; 2 done; else it is being run: 4 * owner + 1
 *   barrier    0 how many it takes
 *   condition  nothing: who waits for it is known from the threads
 *   attribute  0 kind (mutex), detached (thread)
 *
 * VM_SYNC_DESTROYED stands at 0 of what was destroyed. */
#ifndef VM_LIBRARY_PTHREAD_H
#define VM_LIBRARY_PTHREAD_H

#include "vm/library/native.h"

#define VM_LOCK_MAGIC UINT32_C (0x4c6f636b)
/* The owner that ended before it gave the lock back. */
#define VM_OWNER_ENDED UINT32_MAX
#define VM_SYNC_DESTROYED UINT32_C (0x476f6e65)

/* The running thread's first function returned (its frame is still there), or
 * it was told to exit (all its frames are).  Destructors of keys run first, and
 * functions of exit if this ends the program: then CALLED; else EXITED, or
 * FINISHED.  For VM_RETURN of the only frame: whatever `result` is. */
enum vm_effect vm_thread_leave (struct vm_run *, struct vm_value result);

/* Would this thread give back by an unlocking native what it holds?  Else that
 * is misuse. */
bool vm_unlocks_own (struct vm_run *, uint32_t thread, const struct vm_native *,
                     struct vm_value lock);

/* Mutexes and rwlocks that a thread holds (for writing), in order of objects:
 * the n-th one, or a null pointer.  And how many. */
struct vm_value vm_lock_held (struct vm_state *, uint32_t thread, uint32_t n);
uint32_t vm_locks_held (struct vm_state *, uint32_t thread);

#endif
