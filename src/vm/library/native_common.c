/* native_common.c -- what the functions of the machine share. */
#include "vm/library/native_internal.h"
#include "vm/library/pthread.h"

/* ---- arguments */

enum vm_effect
native_known (struct vm_run *r, struct vm_value *v, unsigned width,
              const char *what)
{
    assert (v && width && width <= 64);
    if (vm_is_unwritten (*v) && r->code->checks & VM_CHECK_UNINIT)
        return vm_fail (r, VM_FAULT_UNINITIALISED, "%s was never written",
                        what);
    if (!vm_is_known (*v) && !vm_settle (r, v, width))
        return vm_cut (r, "%s is unknown", what);
    return VM_DONE;
}

struct vm_value
native_at (const struct vm_run *r, struct vm_value pointer, uint64_t offset)
{
    pointer.bits = (pointer.bits + offset) & vm_mask (native_word (r));
    return pointer;
}

enum vm_effect
native_function (struct vm_run *r, struct vm_value pointer, uint32_t *function)
{
    if (vm_is_null (pointer))
        return vm_fail (r, VM_FAULT_NULL, "call through a null pointer");
    if (!vm_is_known (pointer) || pointer.bits
        || vm_id_kind (pointer.object) != VM_FUNCTION)
        return vm_cut (r, "a call through what points to no function");
    *function = vm_id_number (pointer.object);
    assert (*function < r->code->function.size);
    return VM_DONE;
}

enum vm_effect
native_call (struct vm_run *r, uint32_t function,
             const struct vm_value *argument, uint32_t arguments)
{
    const struct vm_function *f = &r->code->function.at[function];
    if (f->first == f->end)
        return vm_cut (r, "%s has no body", r->code->text.at[f->name]);
    if (f->parameters > arguments)
        return vm_cut (r, "%s is called with too few arguments",
                       r->code->text.at[f->name]);
    if (!vm_frame_push (r->state, r->thread, function, argument, f->parameters))
        return vm_cut (r, "the stack is too deep");
    if (f->atomic)
        vm_self (r)->atomic++;
    return VM_CALLED;
}

const struct vm_instruction *
native_instruction (const struct vm_run *r)
{
    const struct vm_frame *f = vm_frame_top (vm_self (r));
    return &r->code->instruction.at[f->pc];
}

const char *
native_name (const struct vm_run *r)
{
    const struct vm_instruction *i = native_instruction (r);
    assert (i->op == VM_NATIVE);
    return vm_native_at (i->a)->name;
}

void
native_phase (struct vm_run *r, uint8_t phase)
{
    struct vm_thread *t = vm_self (r);
    vm_own_thread (r->state, t);
    t->phase = phase;
}

/* ---- misuse */

enum vm_effect
misused (struct vm_run *r, const char *what)
{
    TRY (vm_fail (r, VM_FAULT_LOCK, "%s", what));
    return vm_cut (r, "%s", what);
}

enum vm_effect
misused_fresh (struct vm_run *r, const char *what)
{
    TRY (vm_fail (r, VM_FAULT_LOCK, "%s", what));
    if (r->code->options & VM_FRESH_ZERO)
        return VM_DONE;
    return vm_guess (r, 2) ? vm_cut (r, "%s", what) : VM_DONE;
}

/* ---- words */

enum vm_effect
word_load (struct vm_run *r, struct vm_value pointer, uint32_t offset,
           uint32_t *word)
{
    struct vm_value v;
    TRY (vm_load (r, native_at (r, pointer, offset), 32, &v));
    if (vm_is_unwritten (v)) {
        *word = 0;
        return misused_fresh (r,
                              "a synchronisation object was never initialised");
    }
    if (!vm_is_known (v) || v.object)
        return vm_cut (r, "a synchronisation object with unknown contents");
    *word = (uint32_t) v.bits;
    return VM_DONE;
}

enum vm_effect
word_store (struct vm_run *r, struct vm_value pointer, uint32_t offset,
            uint32_t word)
{
    return vm_store (r, native_at (r, pointer, offset), 32, vm_number (word));
}

bool
word_peek (struct vm_run *r, struct vm_value pointer, uint32_t offset,
           uint32_t *word)
{
    struct vm_object *o = vm_object_find (r->state, pointer.object);
    uint64_t at = (pointer.bits + offset) & vm_mask (native_word (r));
    if (!o || pointer.unknown || o->flags & VM_FREED || o->size < 4
        || at > o->size - 4)
        return false;
    *word = 0;
    for (unsigned i = 0; i < 4; i++) {
        if (o->unknown && o->unknown[at + i])
            return false;
        *word |= (uint32_t) o->data[at + i] << 8 * i;
    }
    return true;
}

enum vm_effect
sync_load (struct vm_run *r, struct vm_value pointer, const char *what,
           uint32_t *word)
{
    TRY (word_load (r, pointer, 0, word));
    return *word == VM_SYNC_DESTROYED
               ? vm_fail (r, VM_FAULT_LOCK, "use of a %s that was destroyed",
                          what)
               : VM_DONE;
}

bool
sync_peek (struct vm_run *r, struct vm_value pointer, uint32_t *word)
{
    return word_peek (r, pointer, 0, word) && *word != VM_SYNC_DESTROYED;
}

enum vm_effect
sync_destroy (struct vm_run *r, struct vm_value pointer, const char *what)
{
    uint32_t word;
    TRY (sync_load (r, pointer, what, &word));
    return r->code->checks & VM_CHECK_LOCK
               ? word_store (r, pointer, 0, VM_SYNC_DESTROYED)
               : VM_DONE;
}

/* ---- times and errors */

enum vm_effect
time_is_bad (struct vm_run *r, struct vm_value time, bool *bad)
{
    const uint64_t second = 1000000000;
    struct vm_value v;
    unsigned word = native_word (r);
    TRY (vm_load (r, native_at (r, time, word / 8), word, &v));
    *bad = vm_is_known (v) && !v.object && v.bits >= second;
    return VM_DONE;
}

struct vm_value
c11_result (struct vm_value error)
{
    enum { SUCCESS, BUSY, ERROR, NO_MEMORY, TIMED_OUT };
    switch (error.bits) {
    case 0:
        return native_int (SUCCESS);
    case EBUSY:
        return native_int (BUSY);
    case ETIMEDOUT:
        return native_int (TIMED_OUT);
    case ENOMEM:
        return native_int (NO_MEMORY);
    default:
        return native_int (ERROR);
    }
}

/* ---- sleepers */

uint32_t
sleeper_next (const struct vm_run *r, struct vm_value on, uint32_t thread)
{
    for (; thread < r->state->thread.size; thread++) {
        const struct vm_thread *t = &r->state->thread.at[thread];
        if (t->status == VM_ASLEEP && vm_same (t->wait, on))
            return thread;
    }
    return VM_NOWHERE;
}

uint32_t
sleepers (const struct vm_run *r, struct vm_value on)
{
    uint32_t count = 0, at = sleeper_next (r, on, 0);
    for (; at != VM_NOWHERE; at = sleeper_next (r, on, at + 1))
        count++;
    return count;
}

void
sleeper_wake (struct vm_run *r, uint32_t thread, uint8_t phase)
{
    struct vm_thread *t = &r->state->thread.at[thread];
    assert (t->status == VM_ASLEEP);
    vm_own_thread (r->state, t);
    t->status = VM_ALIVE;
    t->phase = phase;
    t->wait = vm_number (0);
}

enum vm_effect
sleep_on (struct vm_run *r, struct vm_value on, uint8_t phase)
{
    struct vm_thread *t = vm_self (r);
    assert (t->status == VM_ALIVE && phase);
    vm_own_thread (r->state, t);
    t->status = VM_ASLEEP;
    t->phase = phase;
    t->wait = on;
    return VM_PARKED;
}
