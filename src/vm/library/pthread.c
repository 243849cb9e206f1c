/* pthread.c -- threads begin, end, and wait for each other's end. */
#include "vm/library/pthread.h"

#include "vm/reduce/counter_abstraction.h"
#include "vm/library/native_internal.h"
#include "vm/library/native_table.h"
#include "vm/reduce/independence.h"

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

/* ---- joining
 * What glibc does of misuse.  A thread that was joined is unknown to it (ESRCH),
 * and so is 0; one that was detached is not, even when it has ended (EINVAL):
 * the machine forgets the two alike, so where some are joined and some detached,
 * which of them it was is not modelled. */

enum target { TARGET_GOOD, TARGET_SELF, TARGET_DETACHED, TARGET_GONE };

/* Of a handle that is known. */
static enum target
target_of (const struct vm_run *r, struct vm_value handle, uint32_t *thread)
{
    uint64_t number = handle.bits - 1;
    *thread = VM_NOWHERE;
    if (handle.object || number >= r->state->thread.size
        || r->state->thread.at[number].status == VM_ABSENT)
        return TARGET_GONE;
    *thread = (uint32_t) number;
    return r->state->thread.at[number].detached ? TARGET_DETACHED
           : number == r->thread                ? TARGET_SELF
                                                : TARGET_GOOD;
}

/* *error: what glibc says of a thread that cannot be joined. */
static enum vm_effect
target_find (struct vm_run *r, struct vm_value handle, bool joins,
             uint32_t *thread, int *error)
{
    const char *doing = joins ? "join of" : "detaching";
    *error = 0;
    *thread = VM_NOWHERE;
    if (vm_is_unwritten (handle)) {
        *error = ESRCH;
        return misused_fresh (r, "a thread that was never created is joined "
                                 "or detached");
    }
    if (!vm_is_known (handle))
        return vm_cut (r, "%s an unknown thread", doing);
    switch (target_of (r, handle, thread)) {
    case TARGET_GOOD:
        return VM_DONE;
    case TARGET_SELF: /* detaching is good then */
        *error = joins ? EDEADLK : 0;
        return joins ? vm_fail (r, VM_FAULT_LOCK, "%s oneself", doing)
                     : VM_DONE;
    case TARGET_DETACHED:
        *error = EINVAL;
        return vm_fail (r, VM_FAULT_LOCK, "%s a thread that is detached",
                        doing);
    default:
        break;
    }
    bool detaches = !r->quiet || r->quiet->detaches;
    *error = handle.bits && detaches ? EINVAL : ESRCH;
    TRY (vm_fail (r, VM_FAULT_LOCK, "%s what is no thread that can be joined",
                  doing));
    if (handle.object || handle.bits > VM_THREADS_MOST)
        return vm_cut (r, "%s a number that is no thread", doing);
    if (handle.bits && detaches && (!r->quiet || r->quiet->joins))
        return vm_cut (r, "%s a thread that is no more", doing);
    return VM_DONE;
}

/* Does another thread stand before joining this one? */
static bool
is_wanted (struct vm_run *r, uint32_t target)
{
    struct vm_value argument[VM_NATIVE_ARGUMENTS];
    uint32_t arguments;
    for (uint32_t t = 0; t < r->state->thread.size; t++) {
        if (t == r->thread || r->state->thread.at[t].status != VM_ALIVE)
            continue;
        const struct vm_native *n = vm_native_next (r, t, argument, &arguments);
        if (n && n->blocked == blocked_join && arguments
            && vm_is_known (argument[0]) && argument[0].bits == target + 1)
            return true;
    }
    return false;
}

/* BLOCKED: it has not ended.  *error: it cannot be joined. */
static enum vm_effect
thread_join (struct vm_run *r, struct vm_value handle, struct vm_value *value,
             int *error)
{
    uint32_t thread;
    TRY (target_find (r, handle, true, &thread, error));
    if (*error)
        return VM_DONE;
    struct vm_thread *t = &r->state->thread.at[thread];
    if (t->status != VM_ENDED)
        return VM_BLOCKED;
    /* Of two that wait glibc leaves one waiting for ever, if it began in
     * time. */
    if (is_wanted (r, thread))
        return misused (r, "a thread is joined by two at once");
    *value = t->result;
    vm_thread_forget (r->state, thread);
    return VM_DONE;
}

static enum vm_effect
join_done (struct vm_run *r, struct vm_value value, int error,
           const struct vm_value *to, struct vm_value *result)
{
    *result = native_int (error);
    return error || !to || vm_is_null (*to)
               ? VM_DONE
               : vm_store (r, *to, native_word (r), value);
}

NATIVE (native_thread_join)
{
    struct vm_value value;
    int error;
    TRY (thread_join (r, argument[0], &value, &error));
    return join_done (r, value, error, arguments < 2 ? NULL : &argument[1],
                      result);
}

NATIVE (native_thrd_join)
{
    struct vm_value value;
    int error;
    assert (arguments >= 2);
    (void) arguments;
    TRY (thread_join (r, argument[0], &value, &error));
    *result = c11_result (native_int (error));
    if (error || vm_is_null (argument[1]))
        return VM_DONE;
    value.bits &= vm_mask (32), value.unknown &= vm_mask (32);
    return vm_store (r, argument[1], 32, value);
}

/* pthread_timedjoin_np and pthread_clockjoin_np: time may run out at once. */
NATIVE (native_thread_timedjoin)
{
    struct vm_value value;
    int error;
    enum vm_effect effect = thread_join (r, argument[0], &value, &error);
    if (effect == VM_BLOCKED)
        error = ETIMEDOUT;
    else if (effect != VM_DONE)
        return effect;
    return join_done (r, value, error, arguments < 2 ? NULL : &argument[1],
                      result);
}

/* pthread_tryjoin_np: whatever has not ended, or ended and is no more, is
 * busy. */
NATIVE (native_thread_tryjoin)
{
    struct vm_value value;
    int error;
    enum vm_effect effect = thread_join (r, argument[0], &value, &error);
    if (effect == VM_BLOCKED || (effect == VM_DONE && error))
        error = EBUSY;
    else if (effect != VM_DONE)
        return effect;
    return join_done (r, value, error, arguments < 2 ? NULL : &argument[1],
                      result);
}

/* The number of a thread that another one can wait for; VM_NOWHERE: none. */
static uint32_t
joined_by (const struct vm_run *r, struct vm_value handle)
{
    uint32_t thread;
    return vm_is_known (handle) && target_of (r, handle, &thread) == TARGET_GOOD
               ? thread
               : VM_NOWHERE;
}

bool
blocked_join (struct vm_run *r, const struct vm_value *argument,
              uint32_t arguments)
{
    (void) arguments;
    uint32_t thread = joined_by (r, argument[0]);
    return thread != VM_NOWHERE
           && r->state->thread.at[thread].status != VM_ENDED;
}

uint32_t
waits_join (struct vm_run *r, const struct vm_value *argument,
            uint32_t arguments)
{
    (void) arguments;
    return joined_by (r, argument[0]);
}

NATIVE (native_thread_detach)
{
    uint32_t thread;
    int error;
    (void) arguments;
    TRY (target_find (r, argument[0], false, &thread, &error));
    *result = native_int (error);
    if (error)
        return VM_DONE;
    struct vm_thread *t = &r->state->thread.at[thread];
    vm_own_thread (r->state, t);
    t->detached = 1;
    if (t->status == VM_ENDED)
        vm_thread_forget (r->state, thread);
    return VM_DONE;
}

NATIVE (native_thrd_detach)
{
    TRY (native_thread_detach (r, argument, arguments, result));
    *result = c11_result (*result);
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
