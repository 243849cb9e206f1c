/* vm_pthread.c -- threads begin, end, and wait for each other's end. */
#include "machine/vm_pthread.h"

#include "machine/vm_many.h"
#include "machine/vm_native_private.h"
#include "machine/vm_native_table.h"

/* ---- beginning */

/* Makes the thread: DONE with its number. */
static enum vm_effect
thread_start (struct vm_run *r, struct vm_value function,
              const struct vm_value *argument, uint32_t arguments,
              uint32_t *thread)
{
    uint32_t number;
    TRY (native_function (r, function, &number));
    const struct vm_function *f = &r->code->function.at[number];
    uint32_t parameters = f->parameters;
    if (parameters > arguments || f->first == f->end || f->atomic)
        return vm_cut (r, "a thread that begins with %s",
                       r->code->text.at[f->name]);
    for (uint32_t i = 0; i < arguments; i++)
        if (argument[i].object)
            vm_share (r->state, argument[i].object);
    *thread = vm_thread_new (r->state, number, argument, parameters);
    if (*thread == VM_NOWHERE)
        return vm_cut (r, "too many threads");
    if (!(r->code->reductions & VM_REDUCE_LOCAL))
        vm_run_prefix (r, *thread);
    return VM_DONE;
}

/* pthread_create (thread, attribute, function, argument) */
NATIVE (native_thread_create)
{
    uint32_t thread, detached = 0;
    struct vm_object *o;
    assert (arguments >= 4);
    (void) arguments;
    if (!vm_is_null (argument[1]))
        TRY (word_load (r, argument[1], 0, &detached));
    uint32_t offset;
    TRY (vm_access (r, argument[0], native_word (r) / 8, true, &o, &offset));
    TRY (thread_start (r, argument[2], argument + 3, 1, &thread));
    bool many = vm_is_many (r->code);
    r->state->thread.at[thread].detached = many || detached == 1;
    *result = native_int (0);
    return vm_store (r, argument[0], native_word (r),
                     many ? vm_unknown (native_word (r))
                          : vm_number (thread + 1));
}

/* thrd_create (thread, function, argument) */
NATIVE (native_thrd_create)
{
    struct vm_value all[4] = {argument[0], vm_number (0), argument[1],
                              argument[2]};
    assert (arguments >= 3);
    (void) arguments;
    return native_thread_create (r, all, 4, result);
}

/* ---- ends */

/* A key of the running thread that has a value and a destructor. */
static uint32_t
key_left (const struct vm_run *r)
{
    const struct vm_thread *t = vm_self (r);
    for (uint32_t k = 0; k < t->keys && k < r->state->key.size; k++)
        if (vm_id_kind (r->state->key.at[k]) == VM_FUNCTION
            && !vm_is_null (t->key[k]))
            return k;
    return VM_NOWHERE;
}

static void
frames_drop (struct vm_run *r)
{
    while (vm_self (r)->frames)
        vm_frame_pop (r->state, r->thread);
}

static bool
others_left (const struct vm_run *r)
{
    for (uint32_t t = 0; t < r->state->thread.size; t++) {
        uint8_t status = r->state->thread.at[t].status;
        if (t != r->thread && (status == VM_ALIVE || status == VM_ASLEEP))
            return true;
    }
    return false;
}

/* What it still holds nobody can give back, not even a thread that gets its
 * number. */
static void
locks_leave (struct vm_run *r)
{
    struct vm_value held;
    while ((held = vm_lock_held (r->state, r->thread, 0)).object)
        if (word_store (r, held, 8, VM_OWNER_ENDED) != VM_DONE)
            break;
}

static enum vm_effect
leave_on (struct vm_run *r)
{
    struct vm_thread *t = vm_self (r);
    uint32_t key = t->unwinding & VM_EXITING ? VM_NOWHERE : key_left (r);
    frames_drop (r);
    TRY (variables_leave (r));
    if (key != VM_NOWHERE) {
        struct vm_value value = t->key[key];
        t->key[key] = vm_number (0);
        return native_call (r, vm_id_number (r->state->key.at[key]), &value, 1);
    }
    if (t->unwinding & VM_EXITING || !others_left (r))
        return native_finish (r);
    bool detached = t->detached;
    locks_leave (r);
    vm_thread_end (r->state, r->thread, t->result);
    if (detached)
        vm_thread_forget (r->state, r->thread);
    return VM_EXITED;
}

static enum vm_effect
leave_by (struct vm_run *r, struct vm_value value, uint8_t how)
{
    struct vm_thread *t = vm_self (r);
    vm_own_thread (r->state, t);
    if (!(t->unwinding & (VM_LEAVING | VM_EXITING))) {
        t->result = value;
        if (how == VM_EXITING)
            exit_begin (r);
        t->unwinding |= how;
        t->phase = 0;
        t->atomic = 0; /* frames of sections go */
        if (value.object && how == VM_LEAVING)
            vm_share (r->state, value.object);
    }
    return leave_on (r);
}

enum vm_effect
vm_thread_leave (struct vm_run *r, struct vm_value value)
{
    assert (vm_self (r)->frames == 1);
    /* main's return ends the program, destructors of keys do not run. */
    return leave_by (r, value, r->thread ? VM_LEAVING : VM_EXITING);
}

/* In C++ this unwinds: only frames that have nothing to clean up are dropped.
 */
NATIVE (native_thread_exit)
{
    const struct vm_thread *t = vm_self (r);
    (void) arguments, (void) result;
    for (uint32_t k = 0; k < t->frames; k++) {
        const struct vm_frame *f = &t->frame[k];
        const struct vm_instruction *i = &r->code->instruction.at[f->pc];
        if (i->c != VM_NOWHERE)
            return vm_cut (r, "an exit of a thread out of functions that must "
                              "clean up");
    }
    return leave_by (r, argument[0], VM_LEAVING);
}

/* ---- joining */

/* The number of a thread that can be joined; VM_NOWHERE: none. */
static uint32_t
thread_of (const struct vm_run *r, struct vm_value handle)
{
    uint64_t number = handle.bits - 1;
    if (!vm_is_known (handle) || handle.object
        || number >= r->state->thread.size
        || r->state->thread.at[number].status == VM_ABSENT
        || r->state->thread.at[number].detached)
        return VM_NOWHERE;
    return (uint32_t) number;
}

static enum vm_effect
thread_join (struct vm_run *r, struct vm_value handle, struct vm_value *value)
{
    if (vm_is_unwritten (handle))
        return vm_fail (r, VM_FAULT_LOCK,
                        "join of a thread that was never created");
    if (!vm_is_known (handle))
        return vm_cut (r, "join of an unknown thread");
    uint32_t thread = thread_of (r, handle);
    if (thread == VM_NOWHERE)
        return vm_fail (r, VM_FAULT_LOCK,
                        "join of what is no thread that can "
                        "be joined");
    struct vm_thread *t = &r->state->thread.at[thread];
    if (t->status != VM_ENDED)
        return VM_BLOCKED;
    *value = t->result;
    vm_thread_forget (r->state, thread);
    return VM_DONE;
}

NATIVE (native_thread_join)
{
    struct vm_value value;
    (void) arguments;
    TRY (thread_join (r, argument[0], &value));
    *result = native_int (0);
    return arguments < 2 || vm_is_null (argument[1])
               ? VM_DONE
               : vm_store (r, argument[1], native_word (r), value);
}

NATIVE (native_thrd_join)
{
    struct vm_value value;
    assert (arguments >= 2);
    (void) arguments;
    TRY (thread_join (r, argument[0], &value));
    *result = native_int (0);
    if (vm_is_null (argument[1]))
        return VM_DONE;
    value.bits &= vm_mask (32), value.unknown &= vm_mask (32);
    return vm_store (r, argument[1], 32, value);
}

/* pthread_tryjoin_np */
NATIVE (native_thread_tryjoin)
{
    struct vm_value value;
    enum vm_effect effect = thread_join (r, argument[0], &value);
    *result = native_int (effect == VM_BLOCKED ? EBUSY : 0);
    if (effect != VM_DONE)
        return effect == VM_BLOCKED ? VM_DONE : effect;
    return arguments < 2 || vm_is_null (argument[1])
               ? VM_DONE
               : vm_store (r, argument[1], native_word (r), value);
}

bool
blocked_join (struct vm_run *r, const struct vm_value *argument,
              uint32_t arguments)
{
    (void) arguments;
    uint32_t thread = thread_of (r, argument[0]);
    return thread != VM_NOWHERE
           && r->state->thread.at[thread].status != VM_ENDED;
}

uint32_t
waits_join (struct vm_run *r, const struct vm_value *argument,
            uint32_t arguments)
{
    (void) arguments;
    return thread_of (r, argument[0]);
}

NATIVE (native_thread_detach)
{
    (void) arguments;
    uint32_t thread = thread_of (r, argument[0]);
    if (thread == VM_NOWHERE)
        return vm_fail (r, VM_FAULT_LOCK,
                        "detaching what is no thread that "
                        "can be joined");
    struct vm_thread *t = &r->state->thread.at[thread];
    vm_own_thread (r->state, t);
    t->detached = 1;
    if (t->status == VM_ENDED)
        vm_thread_forget (r->state, thread);
    *result = native_int (0);
    return VM_DONE;
}

NATIVE (native_thread_self)
{
    (void) argument, (void) arguments;
    *result = native_self (r);
    return VM_DONE;
}

NATIVE (native_thread_equal)
{
    assert (arguments >= 2);
    (void) arguments;
    if (!vm_is_known (argument[0]) || !vm_is_known (argument[1]))
        return vm_cut (r, "comparison of unknown threads");
    *result = native_int (vm_same (argument[0], argument[1]));
    return VM_DONE;
}

/* ---- what is held */

static uint32_t
word_at (const struct vm_object *o, uint32_t at)
{
    uint32_t word = 0;
    for (unsigned i = 0; i < 4; i++)
        word |= (uint32_t) o->data[at + i] << 8 * i;
    return word;
}

/* The locks of `owner` in an object: the n-th one; *n less those before. */
static bool
held_in (const struct vm_object *o, uint32_t owner, uint32_t *n, uint32_t *at)
{
    if (o->flags & VM_FREED || o->size < 12 || !o->data)
        return false;
    for (*at = 0; *at <= o->size - 12; *at += 4)
        if (word_at (o, *at) == VM_LOCK_MAGIC && word_at (o, *at + 8) == owner
            && (!o->unknown || !o->unknown[*at]) && !(*n)--)
            return true;
    return false;
}

struct vm_value
vm_lock_held (struct vm_state *s, uint32_t thread, uint32_t n)
{
    uint32_t at;
    for (uint32_t g = 0; g < s->code->global.size; g++)
        if (!s->code->global.at[g].constant
            && held_in (&s->global[g], thread + 1, &n, &at))
            return vm_pointer (vm_id_of (VM_GLOBAL, g), at);
    for (uint32_t t = 0; t < s->thread.size; t++)
        for (uint32_t f = 0; f < s->thread.at[t].frames; f++) {
            struct vm_frame *frame = &s->thread.at[t].frame[f];
            for (uint32_t k = 0; k < frame->objects; k++)
                if (held_in (&frame->object[k], thread + 1, &n, &at))
                    return vm_pointer (vm_id_stack (t, f, k), at);
        }
    for (uint32_t h = 0; h < s->heap.size; h++)
        if (held_in (&s->heap.at[h], thread + 1, &n, &at))
            return vm_pointer (vm_id_of (VM_HEAP, h + 1), at);
    return vm_number (0);
}

uint32_t
vm_locks_held (struct vm_state *s, uint32_t thread)
{
    uint32_t n = 0;
    while (vm_lock_held (s, thread, n).object)
        n++;
    return n;
}
