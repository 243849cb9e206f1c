/* vm_pthread_mutex.c -- mutexes of all kinds, and spin locks. */
#include "machine/vm_native_private.h"
#include "machine/vm_native_table.h"
#include "machine/vm_pthread.h"

#include <string.h>

enum { AT_LOCK = 0, AT_DEPTH = 4, AT_OWNER = 8 };
enum { NORMAL = 0, RECURSIVE = 1, ERRORCHECK = 2, KIND_MASK = 3 };

static uint32_t
at_kind (const struct vm_run *r)
{
    return r->code->pointer_bytes == 8 ? 16 : 12;
}

static uint32_t
mutex_size (const struct vm_run *r)
{
    return r->code->pointer_bytes == 8 ? 40 : 24;
}

struct mutex {
    uint32_t lock, depth, owner, kind;
};

static enum vm_effect
mutex_load (struct vm_run *r, struct vm_value p, struct mutex *m)
{
    TRY (sync_load (r, p, "mutex", &m->lock));
    TRY (word_load (r, p, AT_DEPTH, &m->depth));
    TRY (word_load (r, p, AT_OWNER, &m->owner));
    TRY (word_load (r, p, at_kind (r), &m->kind));
    m->kind &= KIND_MASK;
    if (m->lock && m->lock != VM_LOCK_MAGIC)
        return vm_fail (r, VM_FAULT_LOCK, "this is no mutex");
    return VM_DONE;
}

static bool
mutex_peek (struct vm_run *r, struct vm_value p, struct mutex *m)
{
    bool known = sync_peek (r, p, &m->lock)
                 && word_peek (r, p, AT_DEPTH, &m->depth)
                 && word_peek (r, p, AT_OWNER, &m->owner)
                 && word_peek (r, p, at_kind (r), &m->kind);
    m->kind = known ? m->kind & KIND_MASK : 0;
    return known && (!m->lock || m->lock == VM_LOCK_MAGIC);
}

static enum vm_effect
mutex_save (struct vm_run *r, struct vm_value p, uint32_t depth)
{
    TRY (word_store (r, p, AT_LOCK, depth ? VM_LOCK_MAGIC : 0));
    TRY (word_store (r, p, AT_DEPTH, depth));
    return word_store (r, p, AT_OWNER, depth ? r->thread + 1 : 0);
}

/* ---- for conditions, too */

/* *taken false and *error 0: somebody holds it. */
enum vm_effect
mutex_acquire (struct vm_run *r, struct vm_value p, bool *taken, int *error)
{
    struct mutex m;
    TRY (mutex_load (r, p, &m));
    *error = 0;
    *taken = !m.lock;
    if (!m.lock)
        return mutex_save (r, p, 1);
    if (m.owner != r->thread + 1)
        return VM_DONE;
    if (m.kind == RECURSIVE) {
        *taken = true;
        return mutex_save (r, p, m.depth + 1);
    }
    if (m.kind == ERRORCHECK)
        *error = EDEADLK;
    return VM_DONE;
}

enum vm_effect
mutex_release (struct vm_run *r, struct vm_value p, int *error)
{
    struct mutex m;
    TRY (mutex_load (r, p, &m));
    *error = 0;
    if (m.lock && m.owner == r->thread + 1)
        return mutex_save (r, p, m.depth - 1);
    if (m.kind == ERRORCHECK || m.kind == RECURSIVE) {
        *error = EPERM;
        return VM_DONE;
    }
    if (!m.lock)
        return vm_fail (r, VM_FAULT_LOCK, "unlock of a mutex that is free");
    if (m.owner == VM_OWNER_ENDED)
        return vm_fail (r, VM_FAULT_LOCK,
                        "unlock of a mutex whose holder has ended");
    return vm_fail (r, VM_FAULT_LOCK, "unlock of a mutex that thread %u holds",
                    m.owner - 1);
}

bool
mutex_would_block (struct vm_run *r, struct vm_value p)
{
    struct mutex m;
    if (!mutex_peek (r, p, &m) || !m.lock)
        return false;
    return m.owner != r->thread + 1 || m.kind == NORMAL || m.kind == KIND_MASK;
}

uint32_t
mutex_owner (struct vm_run *r, struct vm_value p)
{
    struct mutex m;
    return mutex_peek (r, p, &m) && m.lock
                   && m.owner - 1 < r->state->thread.size
               ? m.owner - 1
               : VM_NOWHERE;
}

/* ---- functions */

NATIVE (native_mutex_init)
{
    uint32_t kind = 0;
    if (arguments > 1 && !vm_is_null (argument[1]))
        TRY (word_load (r, argument[1], 0, &kind));
    TRY (vm_fill (r, argument[0], vm_number (0), mutex_size (r)));
    *result = native_int (0);
    return word_store (r, argument[0], at_kind (r), kind & KIND_MASK);
}

/* mtx_init (mutex, kind): 1 is recursive; 2, timed, makes no difference. */
NATIVE (native_mtx_init)
{
    struct vm_value kind = argument[1];
    assert (arguments >= 2);
    (void) arguments;
    TRY (native_known (r, &kind, 32, "the kind of a mutex"));
    TRY (vm_fill (r, argument[0], vm_number (0), mutex_size (r)));
    *result = native_int (0);
    return word_store (r, argument[0], at_kind (r), kind.bits & 1);
}

NATIVE (native_mutex_destroy)
{
    struct mutex m;
    (void) arguments;
    *result = native_int (0);
    TRY (mutex_load (r, argument[0], &m));
    if (m.lock)
        return vm_fail (r, VM_FAULT_LOCK,
                        "destruction of a mutex that thread %u holds",
                        m.owner - 1);
    return sync_destroy (r, argument[0], "mutex");
}

NATIVE (native_mutex_lock)
{
    bool taken;
    int error;
    (void) arguments;
    TRY (mutex_acquire (r, argument[0], &taken, &error));
    *result = native_int (error);
    return taken || error ? VM_DONE : VM_BLOCKED;
}

bool
blocked_mutex (struct vm_run *r, const struct vm_value *argument,
               uint32_t arguments)
{
    (void) arguments;
    return mutex_would_block (r, argument[0]);
}

uint32_t
waits_mutex (struct vm_run *r, const struct vm_value *argument,
             uint32_t arguments)
{
    (void) arguments;
    return mutex_owner (r, argument[0]);
}

NATIVE (native_mutex_trylock)
{
    bool taken;
    int error;
    (void) arguments;
    TRY (mutex_acquire (r, argument[0], &taken, &error));
    *result = native_int (taken ? 0 : EBUSY);
    return VM_DONE;
}

/* May time out whenever somebody else holds it, and is never blocked. */
NATIVE (native_mutex_timedlock)
{
    bool taken;
    int error;
    (void) arguments;
    TRY (mutex_acquire (r, argument[0], &taken, &error));
    *result = native_int (taken ? 0 : error ? error : ETIMEDOUT);
    return VM_DONE;
}

NATIVE (native_mutex_unlock)
{
    int error;
    (void) arguments;
    TRY (mutex_release (r, argument[0], &error));
    *result = native_int (error);
    return VM_DONE;
}

/* ---- attributes: a word */

NATIVE (native_attribute_init)
{
    (void) arguments;
    *result = native_int (0);
    return word_store (r, argument[0], 0, 0);
}

NATIVE (native_attribute_set)
{
    struct vm_value word = argument[1];
    assert (arguments >= 2);
    (void) arguments;
    TRY (native_known (r, &word, 32, "an attribute"));
    *result = native_int (0);
    return word_store (r, argument[0], 0, (uint32_t) word.bits);
}

NATIVE (native_attribute_get)
{
    uint32_t word;
    assert (arguments >= 2);
    (void) arguments;
    *result = native_int (0);
    TRY (word_load (r, argument[0], 0, &word));
    return word_store (r, argument[1], 0, word);
}

/* ---- spin locks */

NATIVE (native_spin_init)
{
    (void) arguments;
    *result = native_int (0);
    return word_store (r, argument[0], 0, 0);
}

NATIVE (native_spin_destroy)
{
    uint32_t owner;
    (void) arguments;
    *result = native_int (0);
    TRY (sync_load (r, argument[0], "spin lock", &owner));
    if (owner)
        return vm_fail (r, VM_FAULT_LOCK,
                        "destruction of a spin lock that thread %u holds",
                        owner - 1);
    return sync_destroy (r, argument[0], "spin lock");
}

NATIVE (native_spin_lock)
{
    uint32_t owner;
    (void) arguments;
    TRY (sync_load (r, argument[0], "spin lock", &owner));
    if (owner)
        return VM_BLOCKED;
    *result = native_int (0);
    return word_store (r, argument[0], 0, r->thread + 1);
}

bool
blocked_spin (struct vm_run *r, const struct vm_value *argument,
              uint32_t arguments)
{
    uint32_t owner;
    (void) arguments;
    return sync_peek (r, argument[0], &owner) && owner;
}

uint32_t
waits_spin (struct vm_run *r, const struct vm_value *argument,
            uint32_t arguments)
{
    uint32_t owner;
    (void) arguments;
    return sync_peek (r, argument[0], &owner)
                   && owner - 1 < r->state->thread.size
               ? owner - 1
               : VM_NOWHERE;
}

NATIVE (native_spin_trylock)
{
    uint32_t owner;
    (void) arguments;
    TRY (sync_load (r, argument[0], "spin lock", &owner));
    *result = native_int (owner ? EBUSY : 0);
    return owner ? VM_DONE : word_store (r, argument[0], 0, r->thread + 1);
}

NATIVE (native_spin_unlock)
{
    uint32_t owner;
    (void) arguments;
    TRY (sync_load (r, argument[0], "spin lock", &owner));
    if (owner != r->thread + 1)
        return vm_fail (r, VM_FAULT_LOCK,
                        "unlock of a spin lock that this thread does not hold");
    *result = native_int (0);
    return word_store (r, argument[0], 0, 0);
}

/* ---- C11, which has other numbers for errors */

enum { THRD_BUSY = 1, THRD_ERROR = 2, THRD_TIMEDOUT = 4 };

NATIVE (native_mtx_trylock)
{
    TRY (native_mutex_trylock (r, argument, arguments, result));
    if (result->bits)
        *result = native_int (THRD_BUSY);
    return VM_DONE;
}

NATIVE (native_mtx_timedlock)
{
    TRY (native_mutex_timedlock (r, argument, arguments, result));
    if (result->bits)
        *result =
            native_int (result->bits == ETIMEDOUT ? THRD_TIMEDOUT : THRD_ERROR);
    return VM_DONE;
}

NATIVE (native_cnd_timedwait)
{
    TRY (native_cond_timedwait (r, argument, arguments, result));
    if (result->bits)
        *result = native_int (THRD_TIMEDOUT);
    return VM_DONE;
}
