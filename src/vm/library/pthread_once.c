/* pthread_once.c -- initialisers that run once, and values of each thread.
 */
#include "vm/library/native_internal.h"
#include "vm/library/native_table.h"
#include "vm/library/pthread.h"

/* ---- once */

enum { ONCE_DONE = 2, ONCE_RUNNING = 1 };

/* The thread that runs the initialiser, or VM_NOWHERE. */
static uint32_t
once_runner (struct vm_run *r, struct vm_value once)
{
    uint32_t word;
    return word_peek (r, once, 0, &word) && word % 4 == ONCE_RUNNING
                   && word / 4 - 1 < r->state->thread.size
               ? word / 4 - 1
               : VM_NOWHERE;
}

NATIVE (native_once)
{
    uint32_t word, function;
    assert (arguments >= 2);
    (void) arguments;
    *result = native_int (0);
    TRY (word_load (r, argument[0], 0, &word));
    if (word == ONCE_DONE)
        return VM_DONE;
    if (vm_self (r)->phase == VM_PHASE_RETURNED)
        return word_store (r, argument[0], 0, ONCE_DONE);
    if (once_runner (r, argument[0]) != VM_NOWHERE)
        return VM_BLOCKED;
    if (word)
        return misused (r, "this is no once");
    TRY (native_function (r, argument[1], &function));
    TRY (word_store (r, argument[0], 0, 4 * (r->thread + 1) + ONCE_RUNNING));
    return native_call (r, function, NULL, 0);
}

bool
blocked_once (struct vm_run *r, const struct vm_value *argument,
              uint32_t arguments)
{
    (void) arguments;
    return vm_self (r)->phase != VM_PHASE_RETURNED
           && once_runner (r, argument[0]) != VM_NOWHERE;
}

uint32_t
waits_once (struct vm_run *r, const struct vm_value *argument,
            uint32_t arguments)
{
    (void) arguments;
    return once_runner (r, argument[0]);
}

/* ---- keys
 * Two numbers are kept for the machine itself: errno's object, and the list of
 * destructors of this thread's variables. */

enum { KEY_ERRNO, KEY_VARIABLES, KEY_FIRST, KEYS_MOST = 1024 };

static bool
key_in_use (const struct vm_run *r, struct vm_value key)
{
    return vm_is_known (key) && !key.object && key.bits >= KEY_FIRST
           && key.bits < r->state->key.size && r->state->key.at[key.bits];
}

/* One that nobody wrote may be any. */
static enum vm_effect
key_check (struct vm_run *r, struct vm_value key)
{
    if (vm_is_unwritten (key))
        return misused_fresh (r, "use of a key that was never created");
    return vm_is_known (key) ? VM_DONE : vm_cut (r, "use of an unknown key");
}

/* pthread_key_create (key, destructor) */
NATIVE (native_key_create)
{
    uint32_t key = KEY_FIRST, function;
    vm_id entry = 1;
    assert (arguments >= 2);
    (void) arguments;
    if (!vm_is_null (argument[1])) {
        TRY (native_function (r, argument[1], &function));
        entry = argument[1].object;
    }
    while (key < r->state->key.size && r->state->key.at[key])
        key++;
    *result = native_int (EAGAIN);
    if (key >= KEY_FIRST + KEYS_MOST)
        return VM_DONE;
    while (r->state->key.size <= key)
        VEC_PUSH (r->state->key, 0);
    r->state->key.at[key] = entry;
    *result = native_int (0);
    return word_store (r, argument[0], 0, key);
}

static struct vm_value
key_value (const struct vm_run *r, uint64_t key)
{
    const struct vm_thread *t = vm_self (r);
    return key < t->keys ? t->key[key] : vm_number (0);
}

static void
key_set (struct vm_run *r, struct vm_thread *t, uint64_t key,
         struct vm_value value)
{
    vm_own_thread (r->state, t);
    if (key >= t->keys) {
        struct vm_value *more = vm_scratch (r->state, (key + 1) * sizeof *more);
        for (uint32_t k = 0; k < key; k++)
            more[k] = k < t->keys ? t->key[k] : vm_number (0);
        t->key = more;
        t->keys = (uint32_t) key + 1;
    }
    t->key[key] = value;
    while (t->keys && vm_is_null (t->key[t->keys - 1]))
        t->keys--;
}

NATIVE (native_key_delete)
{
    (void) arguments;
    TRY (key_check (r, argument[0]));
    *result = native_int (0);
    if (!key_in_use (r, argument[0])) {
        *result = native_int (EINVAL);
        return VM_DONE;
    }
    for (uint32_t t = 0; t < r->state->thread.size; t++)
        if (argument[0].bits < r->state->thread.at[t].keys)
            key_set (r, &r->state->thread.at[t], argument[0].bits,
                     vm_number (0));
    r->state->key.at[argument[0].bits] = 0;
    return VM_DONE;
}

NATIVE (native_setspecific)
{
    assert (arguments >= 2);
    (void) arguments;
    TRY (key_check (r, argument[0]));
    *result = native_int (key_in_use (r, argument[0]) ? 0 : EINVAL);
    if (!result->bits)
        key_set (r, vm_self (r), argument[0].bits, argument[1]);
    return VM_DONE;
}

NATIVE (native_getspecific)
{
    (void) arguments;
    TRY (key_check (r, argument[0]));
    *result = key_in_use (r, argument[0]) ? key_value (r, argument[0].bits)
                                          : vm_number (0);
    return VM_DONE;
}

/* ---- errno */

NATIVE (native_errno)
{
    (void) argument, (void) arguments;
    *result = key_value (r, KEY_ERRNO);
    if (result->object)
        return VM_DONE;
    vm_id object = vm_heap_new (r->state, 4, VM_BY_LIBRARY);
    if (!object)
        return vm_cut (r, "too many objects");
    vm_object_zero (r->state, vm_object_find (r->state, object));
    *result = vm_pointer (object, 0);
    key_set (r, vm_self (r), KEY_ERRNO, *result);
    return VM_DONE;
}

enum vm_effect
errno_set (struct vm_run *r, int error)
{
    struct vm_value at;
    TRY (native_errno (r, NULL, 0, &at));
    return word_store (r, at, 0, (uint32_t) error);
}

/* ---- destructors of thread_local variables: nodes of function, object, next
 */

NATIVE (native_thread_atexit)
{
    unsigned word = native_word (r);
    assert (arguments >= 2);
    (void) arguments;
    vm_id node = vm_heap_new (r->state, 3 * word / 8, VM_BY_LIBRARY);
    if (!node)
        return vm_cut (r, "too many objects");
    struct vm_value at = vm_pointer (node, 0);
    TRY (vm_store (r, at, word, argument[0]));
    TRY (vm_store (r, native_at (r, at, word / 8), word, argument[1]));
    TRY (vm_store (r, native_at (r, at, 2 * word / 8), word,
                   key_value (r, KEY_VARIABLES)));
    key_set (r, vm_self (r), KEY_VARIABLES, at);
    *result = native_int (0);
    return VM_DONE;
}

enum vm_effect
variables_leave (struct vm_run *r)
{
    unsigned word = native_word (r);
    uint32_t number;
    struct vm_value function, object, next, at = key_value (r, KEY_VARIABLES);
    if (vm_is_null (at))
        return VM_DONE;
    TRY (vm_load (r, at, word, &function));
    TRY (vm_load (r, native_at (r, at, word / 8), word, &object));
    TRY (vm_load (r, native_at (r, at, 2 * word / 8), word, &next));
    key_set (r, vm_self (r), KEY_VARIABLES, next);
    TRY (native_function (r, function, &number));
    return native_call (r, number, &object, 1);
}
