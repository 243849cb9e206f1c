/* pthread_mutex.c -- mutexes of all kinds, and spin locks.
 *
 * Misuse that is not asked for does what it does with glibc 2.36: a mutex of the
 * normal kind that is free, or somebody else's, is unlocked; one with users is
 * not destroyed (EBUSY); one that was destroyed is no mutex (EINVAL). */
#include "vm/library/native_internal.h"
#include "vm/library/native_table.h"
#include "vm/library/pthread.h"
#include "vm/reduce/independence.h"

enum { AT_LOCK = 0, AT_DEPTH = 4, AT_OWNER = 8 };
enum { NORMAL = 0, RECURSIVE = 1, ERRORCHECK = 2, KIND_MASK = 3 };

static uint32_t
at_kind (const struct vm_run *r)
{
    return r->code->pointer_bytes == 8 ? 16 : 12;
}

/* glibc's number of users, less 1 while it is held: 0, unless it was unlocked
 * when it was free. */
static uint32_t
at_users (const struct vm_run *r)
{
    return r->code->pointer_bytes == 8 ? 12 : 16;
}

static uint32_t
mutex_size (const struct vm_run *r)
{
    return r->code->pointer_bytes == 8 ? 40 : 24;
}

struct mutex {
    uint32_t lock, depth, owner, kind;
    bool destroyed;
};

static enum vm_effect
mutex_load (struct vm_run *r, struct vm_value p, struct mutex *m)
{
    TRY (sync_load (r, p, "mutex", &m->lock));
    TRY (word_load (r, p, AT_DEPTH, &m->depth));
    TRY (word_load (r, p, AT_OWNER, &m->owner));
    TRY (word_load (r, p, at_kind (r), &m->kind));
    m->destroyed = m->lock == VM_SYNC_DESTROYED;
    if (m->destroyed)
        return VM_DONE;
    if ((m->lock && m->lock != VM_LOCK_MAGIC) || m->kind > KIND_MASK)
        return misused (r, "this is no mutex");
    return VM_DONE;
}

static bool
mutex_peek (struct vm_run *r, struct vm_value p, struct mutex *m)
{
    bool known = sync_peek (r, p, &m->lock)
                 && word_peek (r, p, AT_DEPTH, &m->depth)
                 && word_peek (r, p, AT_OWNER, &m->owner)
                 && word_peek (r, p, at_kind (r), &m->kind);
    return known && m->kind <= KIND_MASK
           && (!m->lock || m->lock == VM_LOCK_MAGIC);
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
    *error = m.destroyed ? EINVAL : 0;
    *taken = !m.lock;
    if (*error)
        return VM_DONE;
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
    char room[VM_THREAD_NAME];
    struct mutex m;
    TRY (mutex_load (r, p, &m));
    *error = m.destroyed ? EINVAL : 0;
    if (*error)
        return VM_DONE;
    if (m.lock && m.owner == r->thread + 1)
        return mutex_save (r, p, m.depth - 1);
    if (m.kind == ERRORCHECK || m.kind == RECURSIVE) {
        *error = EPERM;
        return VM_DONE;
    }
    if (!m.lock) {
        TRY (vm_fail (r, VM_FAULT_LOCK, "unlock of a mutex that is free"));
        uint32_t users;
        TRY (word_load (r, p, at_users (r), &users));
        return word_store (r, p, at_users (r), users - 1);
    }
    TRY (m.owner == VM_OWNER_ENDED
             ? vm_fail (r, VM_FAULT_LOCK,
                        "unlock of a mutex whose holder has ended")
             : vm_fail (r, VM_FAULT_LOCK, "unlock of a mutex that %s holds",
                        vm_thread_name (m.owner - 1, room)));
    return mutex_save (r, p, 0);
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

/* The unlocking of a lock that main destroys at its end is taken to be no step
 * (vm/reduce/independence.h): then all others must have ended. */
static bool
was_quiet (const struct vm_run *r, struct vm_value p)
{
    return r->quiet && r->quiet->release && r->living > 1
           && r->code->reductions & VM_REDUCE_LOCAL
           && vm_id_kind (p.object) == VM_GLOBAL;
}

NATIVE (native_mutex_destroy)
{
    char room[VM_THREAD_NAME];
    struct mutex m;
    uint32_t users, waiting = cond_waiters (r, argument[0]);
    (void) arguments;
    *result = native_int (0);
    TRY (mutex_load (r, argument[0], &m));
    if (m.destroyed)
        return VM_DONE;
    if (m.lock)
        TRY (vm_fail (r, VM_FAULT_LOCK, "destruction of a mutex that %s holds",
                      vm_thread_name (m.owner - 1, room)));
    if (waiting)
        TRY (vm_fail (r, VM_FAULT_LOCK,
                      "destruction of a mutex that a thread waits with"));
    if (was_quiet (r, argument[0]))
        return vm_cut (r, "destruction of a mutex while other threads run");
    TRY (word_load (r, argument[0], at_users (r), &users));
    *result = native_int ((m.lock != 0) + users + waiting ? EBUSY : 0);
    return result->bits ? VM_DONE
                        : word_store (r, argument[0], 0, VM_SYNC_DESTROYED);
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
    *result = native_int (taken ? 0 : error == EINVAL ? error : EBUSY);
    return VM_DONE;
}

/* May time out whenever somebody else holds it, and is never blocked. */
NATIVE (native_mutex_timedlock)
{
    bool taken, bad = false;
    int error;
    TRY (mutex_acquire (r, argument[0], &taken, &error));
    if (!taken && !error && arguments > 1)
        TRY (time_is_bad (r, argument[arguments - 1], &bad));
    *result = native_int (taken ? 0 : error ? error : bad ? EINVAL : ETIMEDOUT);
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

static enum vm_effect
attribute_set (struct vm_run *r, const struct vm_value *argument, uint32_t most,
               struct vm_value *result)
{
    struct vm_value word = argument[1];
    TRY (native_known (r, &word, 32, "an attribute"));
    *result = native_int (word.bits > most ? EINVAL : 0);
    return result->bits ? VM_DONE
                        : word_store (r, argument[0], 0, (uint32_t) word.bits);
}

NATIVE (native_attribute_type)
{
    assert (arguments >= 2);
    (void) arguments;
    return attribute_set (r, argument, KIND_MASK, result);
}

/* Detached or not. */
NATIVE (native_attribute_set)
{
    assert (arguments >= 2);
    (void) arguments;
    return attribute_set (r, argument, 1, result);
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

/* ---- spin locks
 * As glibc has them on x86, 1 is free; 0, which nobody initialised, never is. */

enum { SPIN_FREE = 1, SPIN_HELD = 2 }; /* and the thread's number */

static enum vm_effect
spin_load (struct vm_run *r, struct vm_value p, uint32_t *word)
{
    TRY (sync_load (r, p, "spin lock", word));
    return *word ? VM_DONE
                 : vm_fail (r, VM_FAULT_LOCK,
                            "use of a spin lock that was never initialised");
}

NATIVE (native_spin_init)
{
    (void) arguments;
    *result = native_int (0);
    return word_store (r, argument[0], 0, SPIN_FREE);
}

NATIVE (native_spin_destroy)
{
    char room[VM_THREAD_NAME];
    uint32_t word;
    (void) arguments;
    *result = native_int (0);
    TRY (spin_load (r, argument[0], &word));
    if (word >= SPIN_HELD)
        TRY (vm_fail (r, VM_FAULT_LOCK,
                      "destruction of a spin lock that %s holds",
                      vm_thread_name (word - SPIN_HELD, room)));
    return sync_destroy (r, argument[0], "spin lock");
}

NATIVE (native_spin_lock)
{
    uint32_t word;
    (void) arguments;
    TRY (spin_load (r, argument[0], &word));
    if (word != SPIN_FREE)
        return VM_BLOCKED;
    *result = native_int (0);
    return word_store (r, argument[0], 0, SPIN_HELD + r->thread);
}

bool
blocked_spin (struct vm_run *r, const struct vm_value *argument,
              uint32_t arguments)
{
    uint32_t word;
    (void) arguments;
    return sync_peek (r, argument[0], &word) && word != SPIN_FREE
           && (word || !(r->code->checks & VM_CHECK_LOCK));
}

uint32_t
waits_spin (struct vm_run *r, const struct vm_value *argument,
            uint32_t arguments)
{
    uint32_t word;
    (void) arguments;
    return sync_peek (r, argument[0], &word) && word >= SPIN_HELD
                   && word - SPIN_HELD < r->state->thread.size
               ? word - SPIN_HELD
               : VM_NOWHERE;
}

NATIVE (native_spin_trylock)
{
    uint32_t word;
    (void) arguments;
    TRY (spin_load (r, argument[0], &word));
    *result = native_int (word == SPIN_FREE ? 0 : EBUSY);
    return word == SPIN_FREE
               ? word_store (r, argument[0], 0, SPIN_HELD + r->thread)
               : VM_DONE;
}

/* Whoever held it. */
NATIVE (native_spin_unlock)
{
    uint32_t word;
    (void) arguments;
    TRY (spin_load (r, argument[0], &word));
    if (word != SPIN_HELD + r->thread)
        TRY (vm_fail (r, VM_FAULT_LOCK,
                      "unlock of a spin lock that this "
                      "thread does not hold"));
    *result = native_int (0);
    return word_store (r, argument[0], 0, SPIN_FREE);
}

/* ---- who unlocks */

bool
vm_unlocks_own (struct vm_run *r, uint32_t thread, const struct vm_native *n,
                struct vm_value p)
{
    struct mutex m;
    uint32_t word;
    if (n->run == native_spin_unlock)
        return sync_peek (r, p, &word) && word == SPIN_HELD + thread;
    if (n->run == native_rwlock_unlock)
        return rwlock_is_of (r, p, thread);
    return mutex_peek (r, p, &m) && m.lock && m.owner == thread + 1;
}

/* ---- C11 */

#define C11(name, of)                              \
    NATIVE (name)                                  \
    {                                              \
        TRY (of (r, argument, arguments, result)); \
        *result = c11_result (*result);            \
        return VM_DONE;                            \
    }
C11 (native_mtx_lock, native_mutex_lock)
C11 (native_mtx_trylock, native_mutex_trylock)
C11 (native_mtx_timedlock, native_mutex_timedlock)
C11 (native_mtx_unlock, native_mutex_unlock)
C11 (native_cnd_wait, native_cond_wait)
C11 (native_cnd_timedwait, native_cond_timedwait)
C11 (native_tss_create, native_key_create)
C11 (native_tss_set, native_setspecific)
