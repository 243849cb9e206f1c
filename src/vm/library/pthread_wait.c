/* pthread_wait.c -- conditions, barriers and semaphores.
 *
 * A thread in a condition or barrier sleeps on its address; whoever signals
 * picks among those that sleep on it.  Phases of a wait for a condition: 0
 * begins: gives the mutex back and sleeps 1 sleeps (a timed one may stop doing
 * so by itself) 2 woken, 3 timed out: wants the mutex again */
#include "vm/library/native_internal.h"
#include "vm/library/native_table.h"
#include "vm/library/pthread.h"

enum { BEGINS, SLEEPS, WOKEN, TIMED_OUT };
enum { CONDITION_SIZE = 48, SERIAL = -1 };
enum { BARRIER_MOST = 0x7fffffff, SEMAPHORE_MOST = 0x7fffffff };

/* ---- conditions */

NATIVE (native_cond_init)
{
    (void) arguments;
    *result = native_int (0);
    return vm_fill (r, argument[0], vm_number (0), CONDITION_SIZE);
}

NATIVE (native_cond_destroy)
{
    (void) arguments;
    *result = native_int (0);
    if (sleepers (r, argument[0])) {
        TRY (vm_fail (r, VM_FAULT_LOCK,
                      "destruction of a condition that a thread waits for"));
        return VM_BLOCKED;
    }
    return sync_destroy (r, argument[0], "condition");
}

/* glibc waits until the sleepers were woken. */
bool
blocked_destroy (struct vm_run *r, const struct vm_value *argument,
                 uint32_t arguments)
{
    (void) arguments;
    return !(r->code->checks & VM_CHECK_LOCK) && sleepers (r, argument[0]);
}

uint32_t
cond_waiters (struct vm_run *r, struct vm_value mutex)
{
    struct vm_value argument[VM_NATIVE_ARGUMENTS];
    uint32_t arguments, count = 0;
    for (uint32_t t = 0; t < r->state->thread.size; t++) {
        const struct vm_thread *other = &r->state->thread.at[t];
        if ((other->status != VM_ALIVE && other->status != VM_ASLEEP)
            || other->phase == BEGINS)
            continue;
        const struct vm_native *n = vm_native_next (r, t, argument, &arguments);
        count +=
            n && n->waits_for == waits_cond && vm_same (argument[1], mutex);
    }
    return count;
}

/* DONE: *result is an error. */
static enum vm_effect
wait_begin (struct vm_run *r, struct vm_value condition, struct vm_value mutex,
            struct vm_value *result)
{
    uint32_t word;
    int error;
    TRY (sync_load (r, condition, "condition", &word));
    TRY (mutex_release (r, mutex, &error));
    *result = native_int (error);
    if (error)
        return vm_fail (r, VM_FAULT_LOCK,
                        "wait with a mutex that this thread does not hold");
    /* A recursive mutex that is held twice stays held: nobody can signal under
     * it, which is what happens. */
    return sleep_on (r, condition, SLEEPS);
}

/* `timed`: it may wake by itself, and that is an error. */
static enum vm_effect
wait_run (struct vm_run *r, struct vm_value condition, struct vm_value mutex,
          bool timed, struct vm_value *result)
{
    uint8_t phase = vm_self (r)->phase;
    bool taken;
    int error;
    if (phase == BEGINS)
        return wait_begin (r, condition, mutex, result);
    if (phase == SLEEPS) {
        if (!timed && !(r->code->options & VM_SPURIOUS))
            return VM_BLOCKED;
        sleeper_wake (r, r->thread, timed ? TIMED_OUT : WOKEN);
        return VM_PARKED;
    }
    TRY (mutex_acquire (r, mutex, &taken, &error));
    if (!taken && !error)
        return VM_BLOCKED;
    *result = native_int (error ? error : phase == TIMED_OUT ? ETIMEDOUT : 0);
    return VM_DONE;
}

NATIVE (native_cond_wait)
{
    assert (arguments >= 2);
    (void) arguments;
    return wait_run (r, argument[0], argument[1], false, result);
}

NATIVE (native_cond_timedwait)
{
    bool bad = false;
    assert (arguments >= 2);
    if (vm_self (r)->phase == BEGINS && arguments > 2)
        TRY (time_is_bad (r, argument[arguments - 1], &bad));
    *result = native_int (EINVAL);
    return bad ? VM_DONE : wait_run (r, argument[0], argument[1], true, result);
}

static bool
wait_blocked (struct vm_run *r, struct vm_value mutex, bool timed)
{
    uint8_t phase = vm_self (r)->phase;
    if (phase == SLEEPS)
        return !timed && !(r->code->options & VM_SPURIOUS);
    return phase != BEGINS && mutex_would_block (r, mutex);
}

bool
blocked_cond (struct vm_run *r, const struct vm_value *argument,
              uint32_t arguments)
{
    (void) arguments;
    return wait_blocked (r, argument[1], false);
}

bool
blocked_cond_timed (struct vm_run *r, const struct vm_value *argument,
                    uint32_t arguments)
{
    (void) arguments;
    return wait_blocked (r, argument[1], true);
}

uint32_t
waits_cond (struct vm_run *r, const struct vm_value *argument,
            uint32_t arguments)
{
    (void) arguments;
    return vm_self (r)->phase > SLEEPS ? mutex_owner (r, argument[1])
                                       : VM_NOWHERE;
}

NATIVE (native_cond_signal)
{
    uint32_t word, count = sleepers (r, argument[0]);
    (void) arguments;
    *result = native_int (0);
    TRY (sync_load (r, argument[0], "condition", &word));
    if (!count)
        return VM_DONE;
    uint32_t which = vm_choose (r, count);
    uint32_t thread = sleeper_next (r, argument[0], 0);
    while (which--)
        thread = sleeper_next (r, argument[0], thread + 1);
    sleeper_wake (r, thread, WOKEN);
    return VM_DONE;
}

static void
wake_all (struct vm_run *r, struct vm_value on)
{
    uint32_t thread = sleeper_next (r, on, 0);
    for (; thread != VM_NOWHERE; thread = sleeper_next (r, on, thread + 1))
        sleeper_wake (r, thread, WOKEN);
}

NATIVE (native_cond_broadcast)
{
    uint32_t word;
    (void) arguments;
    *result = native_int (0);
    TRY (sync_load (r, argument[0], "condition", &word));
    wake_all (r, argument[0]);
    return VM_DONE;
}

/* ---- barriers */

NATIVE (native_barrier_init)
{
    struct vm_value count = argument[2];
    assert (arguments >= 3);
    (void) arguments;
    TRY (native_known (r, &count, 32, "the count of a barrier"));
    bool good = count.bits && count.bits < BARRIER_MOST;
    *result = native_int (good ? 0 : EINVAL);
    return good ? word_store (r, argument[0], 0, (uint32_t) count.bits)
                : VM_DONE;
}

/* glibc divides by the number. */
static enum vm_effect
barrier_load (struct vm_run *r, struct vm_value p, uint32_t *needs)
{
    TRY (sync_load (r, p, "barrier", needs));
    if (*needs)
        return VM_DONE;
    TRY (vm_fail (r, VM_FAULT_LOCK,
                  "use of a barrier that was never initialised"));
    return vm_fail (r, VM_FAULT_CRASH,
                    "division by zero in the library, by a barrier that was "
                    "never initialised");
}

NATIVE (native_barrier_destroy)
{
    (void) arguments;
    *result = native_int (0);
    if (sleepers (r, argument[0])) {
        TRY (vm_fail (r, VM_FAULT_LOCK,
                      "destruction of a barrier that a thread waits at"));
        return VM_BLOCKED;
    }
    uint32_t needs;
    TRY (barrier_load (r, argument[0], &needs));
    return sync_destroy (r, argument[0], "barrier");
}

NATIVE (native_barrier_wait)
{
    uint32_t needs;
    (void) arguments;
    uint8_t phase = vm_self (r)->phase;
    *result = native_int (0);
    if (phase == WOKEN)
        return VM_DONE;
    if (phase == SLEEPS)
        return VM_BLOCKED;
    TRY (barrier_load (r, argument[0], &needs));
    if (sleepers (r, argument[0]) + 1 < needs)
        return sleep_on (r, argument[0], SLEEPS);
    wake_all (r, argument[0]);
    *result = native_int (SERIAL);
    return VM_DONE;
}

bool
blocked_barrier (struct vm_run *r, const struct vm_value *argument,
                 uint32_t arguments)
{
    (void) argument, (void) arguments;
    return vm_self (r)->phase == SLEEPS;
}

/* ---- semaphores */

static enum vm_effect
sem_fails (struct vm_run *r, int error, struct vm_value *result)
{
    *result = native_int (-1);
    return errno_set (r, error);
}

NATIVE (native_sem_init)
{
    struct vm_value value = argument[2];
    assert (arguments >= 3);
    (void) arguments;
    TRY (native_known (r, &value, 32, "the value of a semaphore"));
    if (value.bits > SEMAPHORE_MOST)
        return sem_fails (r, EINVAL, result);
    *result = native_int (0);
    return word_store (r, argument[0], 0, (uint32_t) value.bits);
}

NATIVE (native_sem_destroy)
{
    (void) arguments;
    *result = native_int (0);
    return sync_destroy (r, argument[0], "semaphore");
}

NATIVE (native_sem_wait)
{
    uint32_t value;
    (void) arguments;
    TRY (sync_load (r, argument[0], "semaphore", &value));
    if (!value)
        return VM_BLOCKED;
    *result = native_int (0);
    return word_store (r, argument[0], 0, value - 1);
}

bool
blocked_sem (struct vm_run *r, const struct vm_value *argument,
             uint32_t arguments)
{
    uint32_t value;
    (void) arguments;
    return sync_peek (r, argument[0], &value) && !value;
}

/* Without waiting, or as long as it likes: never blocked. */
static enum vm_effect
sem_try (struct vm_run *r, struct vm_value semaphore, int error,
         struct vm_value *result)
{
    uint32_t value;
    TRY (sync_load (r, semaphore, "semaphore", &value));
    *result = native_int (0);
    return value ? word_store (r, semaphore, 0, value - 1)
                 : sem_fails (r, error, result);
}

NATIVE (native_sem_trywait)
{
    (void) arguments;
    return sem_try (r, argument[0], EAGAIN, result);
}

NATIVE (native_sem_timedwait)
{
    bool bad = false;
    if (arguments > 1)
        TRY (time_is_bad (r, argument[arguments - 1], &bad));
    return bad ? sem_fails (r, EINVAL, result)
               : sem_try (r, argument[0], ETIMEDOUT, result);
}

NATIVE (native_sem_post)
{
    uint32_t value;
    (void) arguments;
    TRY (sync_load (r, argument[0], "semaphore", &value));
    if (value == SEMAPHORE_MOST)
        return sem_fails (r, EOVERFLOW, result);
    *result = native_int (0);
    return word_store (r, argument[0], 0, value + 1);
}

NATIVE (native_sem_getvalue)
{
    uint32_t value;
    assert (arguments >= 2);
    (void) arguments;
    TRY (sync_load (r, argument[0], "semaphore", &value));
    *result = native_int (0);
    return word_store (r, argument[1], 0, value);
}
