/* pthread_rwlock.c -- locks for many readers or one writer.
 *
 * Unlocking one that is free, or that another thread writes, spoils glibc's
 * counters: a cut.  How often each thread reads is not kept, only how many read: an unlock by a
 * thread that does not, while others do, passes for one of theirs. */
#include "vm/library/native_internal.h"
#include "vm/library/native_table.h"
#include "vm/library/pthread.h"

enum { AT_WRITTEN = 0, AT_READERS = 4, AT_OWNER = 8 };

struct rwlock {
    uint32_t written, readers, owner;
};

static enum vm_effect
rwlock_load (struct vm_run *r, struct vm_value p, struct rwlock *l)
{
    TRY (sync_load (r, p, "rwlock", &l->written));
    TRY (word_load (r, p, AT_READERS, &l->readers));
    return word_load (r, p, AT_OWNER, &l->owner);
}

static bool
rwlock_peek (struct vm_run *r, struct vm_value p, struct rwlock *l)
{
    return sync_peek (r, p, &l->written)
           && word_peek (r, p, AT_READERS, &l->readers)
           && word_peek (r, p, AT_OWNER, &l->owner);
}

static enum vm_effect
rwlock_save (struct vm_run *r, struct vm_value p, bool written,
             uint32_t readers)
{
    TRY (word_store (r, p, AT_WRITTEN, written ? VM_LOCK_MAGIC : 0));
    TRY (word_store (r, p, AT_READERS, readers));
    return word_store (r, p, AT_OWNER, written ? r->thread + 1 : 0);
}

NATIVE (native_rwlock_init)
{
    (void) arguments;
    *result = native_int (0);
    return vm_fill (r, argument[0], vm_number (0),
                    r->code->pointer_bytes == 8 ? 56 : 32);
}

NATIVE (native_rwlock_destroy)
{
    struct rwlock l;
    (void) arguments;
    *result = native_int (0);
    TRY (rwlock_load (r, argument[0], &l));
    if (l.written || l.readers)
        TRY (
            vm_fail (r, VM_FAULT_LOCK, "destruction of a rwlock that is held"));
    return sync_destroy (r, argument[0], "rwlock");
}

/* *error: of a lock that this thread writes already. */
static enum vm_effect
rwlock_acquire (struct vm_run *r, struct vm_value p, bool write, bool *taken,
                int *error)
{
    struct rwlock l;
    TRY (rwlock_load (r, p, &l));
    *error = l.written && l.owner == r->thread + 1 ? EDEADLK : 0;
    *taken = !l.written && (!write || !l.readers);
    if (!*taken)
        return VM_DONE;
    return rwlock_save (r, p, write, l.readers + !write);
}

static enum vm_effect
rwlock_lock (struct vm_run *r, struct vm_value p, bool write,
             struct vm_value *result)
{
    bool taken;
    int error;
    TRY (rwlock_acquire (r, p, write, &taken, &error));
    *result = native_int (error);
    return taken || error ? VM_DONE : VM_BLOCKED;
}

static enum vm_effect
rwlock_try (struct vm_run *r, struct vm_value p, bool write, int busy,
            struct vm_value *result)
{
    bool taken;
    int error;
    TRY (rwlock_acquire (r, p, write, &taken, &error));
    *result = native_int (taken ? 0 : error && busy != EBUSY ? error : busy);
    return VM_DONE;
}

static enum vm_effect
rwlock_timed (struct vm_run *r, const struct vm_value *argument,
              uint32_t arguments, bool write, struct vm_value *result)
{
    bool bad = false;
    if (arguments > 1)
        TRY (time_is_bad (r, argument[arguments - 1], &bad));
    *result = native_int (EINVAL);
    return bad ? VM_DONE
               : rwlock_try (r, argument[0], write, ETIMEDOUT, result);
}

NATIVE (native_rwlock_rdlock)
{
    (void) arguments;
    return rwlock_lock (r, argument[0], false, result);
}

NATIVE (native_rwlock_wrlock)
{
    (void) arguments;
    return rwlock_lock (r, argument[0], true, result);
}

NATIVE (native_rwlock_tryrdlock)
{
    (void) arguments;
    return rwlock_try (r, argument[0], false, EBUSY, result);
}

NATIVE (native_rwlock_trywrlock)
{
    (void) arguments;
    return rwlock_try (r, argument[0], true, EBUSY, result);
}

NATIVE (native_rwlock_timedrdlock)
{
    return rwlock_timed (r, argument, arguments, false, result);
}

NATIVE (native_rwlock_timedwrlock)
{
    return rwlock_timed (r, argument, arguments, true, result);
}

NATIVE (native_rwlock_unlock)
{
    struct rwlock l;
    (void) arguments;
    TRY (rwlock_load (r, argument[0], &l));
    *result = native_int (0);
    if (l.written && l.owner != r->thread + 1)
        return misused (r, "unlock of a rwlock that another thread writes");
    if (!l.written && !l.readers)
        return misused (r, "unlock of a rwlock that is free");
    return rwlock_save (r, argument[0], false, l.written ? 0 : l.readers - 1);
}

bool
rwlock_is_of (struct vm_run *r, struct vm_value p, uint32_t thread)
{
    struct rwlock l;
    return rwlock_peek (r, p, &l)
           && (l.written ? l.owner == thread + 1 : l.readers > 0);
}

bool
blocked_rdlock (struct vm_run *r, const struct vm_value *argument,
                uint32_t arguments)
{
    struct rwlock l;
    (void) arguments;
    return rwlock_peek (r, argument[0], &l) && l.written
           && l.owner != r->thread + 1;
}

bool
blocked_wrlock (struct vm_run *r, const struct vm_value *argument,
                uint32_t arguments)
{
    struct rwlock l;
    (void) arguments;
    return rwlock_peek (r, argument[0], &l) && (l.written || l.readers)
           && !(l.written && l.owner == r->thread + 1);
}

uint32_t
waits_rwlock (struct vm_run *r, const struct vm_value *argument,
              uint32_t arguments)
{
    struct rwlock l;
    (void) arguments;
    return rwlock_peek (r, argument[0], &l) && l.written
                   && l.owner - 1 < r->state->thread.size
               ? l.owner - 1
               : VM_NOWHERE;
}
