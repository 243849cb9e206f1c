/* native_cohort.c -- annotations of include/cohort.h, atomic sections, and
 * functions that only give others a turn. */
#include "vm/library/native_internal.h"
#include "vm/library/native_table.h"

#include "base/text.h"

enum { RANGE_MOST = 1 << 16 };

/* ---- atomic sections */

NATIVE (native_atomic_begin)
{
    UNUSED_NATIVE;
    struct vm_thread *t = vm_self (r);
    vm_own_thread (r->state, t);
    r->section |= !r->steps && !t->atomic;
    t->atomic++;
    return VM_DONE;
}

NATIVE (native_atomic_end)
{
    UNUSED_NATIVE;
    struct vm_thread *t = vm_self (r);
    if (!t->atomic)
        return misused (r, "the end of an atomic section that did not begin");
    vm_own_thread (r->state, t);
    t->atomic--;
    return VM_DONE;
}

/* __cohort_await (int holds): else the section did not begin.  One that did in
 * an edge before this one cannot be undone. */
NATIVE (native_await)
{
    enum vm_effect effect;
    assert (arguments >= 1);
    (void) arguments, (void) result;
    if (!vm_self (r)->atomic)
        return vm_cut (r, "AWAIT outside of an atomic section");
    if (!r->section)
        return vm_cut (r, "AWAIT in an atomic section that was interrupted");
    bool holds = vm_decide (r, argument[0], &effect);
    if (effect != VM_DONE || holds)
        return effect;
    r->undone = true;
    return VM_BLOCKED;
}

NATIVE (native_yield)
{
    UNUSED_NATIVE;
    *result = native_int (0);
    return VM_DONE;
}

/* ---- VASSERT, RANGE */

/* __cohort_assert (int holds, const char *text) */
NATIVE (native_vassert)
{
    enum vm_effect effect = VM_DONE;
    struct text what;
    assert (arguments >= 2);
    (void) arguments, (void) result;
    bool holds = vm_decide (r, argument[0], &effect);
    if (effect != VM_DONE || holds)
        return effect;
    text_init (&what);
    bool known = vm_string (r, argument[1], &what);
    effect = vm_fail (r, VM_FAULT_ASSERT, "VASSERT (%s) fails",
                      known ? text_view (&what) : "");
    text_clear (&what);
    return effect;
}

/* __cohort_range (long long low, long long high): any of them, both included */
NATIVE (native_range)
{
    struct vm_value low = argument[0], high = argument[1];
    assert (arguments >= 2);
    (void) arguments;
    TRY (native_known (r, &low, 64, "a bound of RANGE"));
    TRY (native_known (r, &high, 64, "a bound of RANGE"));
    if (low.object || high.object)
        return vm_cut (r, "a RANGE of addresses");
    if ((int64_t) low.bits > (int64_t) high.bits)
        return VM_IGNORED;
    uint64_t ways = high.bits - low.bits + 1;
    if (!ways || ways > RANGE_MOST)
        return vm_cut (r, "a RANGE of more than %u values",
                       (unsigned) RANGE_MOST);
    *result = vm_number (low.bits + vm_choose (r, (uint32_t) ways));
    return VM_DONE;
}

/* ---- VLOCK: __cohort_lock (pointer, size) */

/* Who holds some of these bytes, not counting the running thread. */
static const struct vm_hold *
hold_other (const struct vm_run *r, struct vm_value p, uint64_t size)
{
    for (size_t i = 0; i < r->state->hold.size; i++) {
        const struct vm_hold *h = &r->state->hold.at[i];
        if (h->object == p.object && h->thread != r->thread
            && h->from < p.bits + size && p.bits < h->end)
            return h;
    }
    return NULL;
}

static size_t
hold_find (const struct vm_run *r, vm_id object, uint32_t from, uint32_t end)
{
    size_t i = 0;
    for (; i < r->state->hold.size; i++) {
        const struct vm_hold *h = &r->state->hold.at[i];
        if (h->object == object && h->from == from && h->end == end
            && h->thread == r->thread)
            break;
    }
    return i;
}

/* Kept by object, then from, then end. */
static bool
hold_before (const struct vm_hold *a, const struct vm_hold *b)
{
    return a->object != b->object ? a->object < b->object
           : a->from != b->from   ? a->from < b->from
                                  : a->end < b->end;
}

static void
hold_add (struct vm_run *r, struct vm_hold new)
{
    VEC_PUSH (r->state->hold, new);
    size_t i = r->state->hold.size - 1;
    for (; i && hold_before (&new, &r->state->hold.at[i - 1]); i--)
        r->state->hold.at[i] = r->state->hold.at[i - 1];
    r->state->hold.at[i] = new;
}

NATIVE (native_vlock)
{
    struct vm_value size = argument[1];
    struct vm_object *o;
    uint32_t from;
    assert (arguments >= 2);
    (void) arguments, (void) result;
    TRY (native_known (r, &size, native_word (r), "the size of VLOCK"));
    if (vm_is_known (argument[0]) && hold_other (r, argument[0], size.bits))
        return VM_BLOCKED;
    TRY (vm_access (r, argument[0], size.bits, false, &o, &from));
    uint32_t end = from + (uint32_t) size.bits;
    size_t i = hold_find (r, argument[0].object, from, end);
    if (i < r->state->hold.size) {
        r->state->hold.at[i].depth++;
        return VM_DONE;
    }
    vm_share (r->state, argument[0].object);
    vm_own_object (r->state, o);
    o->flags |= VM_HELD;
    hold_add (r,
              (struct vm_hold) {argument[0].object, from, end, r->thread, 1});
    return VM_DONE;
}

bool
blocked_vlock (struct vm_run *r, const struct vm_value *argument,
               uint32_t arguments)
{
    (void) arguments;
    return vm_is_known (argument[0]) && vm_is_known (argument[1])
           && hold_other (r, argument[0], argument[1].bits);
}

uint32_t
waits_vlock (struct vm_run *r, const struct vm_value *argument,
             uint32_t arguments)
{
    const struct vm_hold *h =
        blocked_vlock (r, argument, arguments)
            ? hold_other (r, argument[0], argument[1].bits)
            : NULL;
    return h ? h->thread : VM_NOWHERE;
}

NATIVE (native_vunlock)
{
    struct vm_value size = argument[1];
    assert (arguments >= 2);
    (void) arguments, (void) result;
    TRY (native_known (r, &size, native_word (r), "the size of VUNLOCK"));
    uint32_t from = (uint32_t) argument[0].bits;
    size_t i = vm_is_known (argument[0])
                   ? hold_find (r, argument[0].object, from,
                                from + (uint32_t) size.bits)
                   : r->state->hold.size;
    if (i == r->state->hold.size)
        return misused (r, "VUNLOCK of what this thread does not hold");
    if (--r->state->hold.at[i].depth)
        return VM_DONE;
    for (r->state->hold.size--; i < r->state->hold.size; i++)
        r->state->hold.at[i] = r->state->hold.at[i + 1];
    bool held = false;
    for (i = 0; i < r->state->hold.size; i++)
        held |= r->state->hold.at[i].object == argument[0].object;
    struct vm_object *o = vm_object_find (r->state, argument[0].object);
    if (o && !held) {
        vm_own_object (r->state, o);
        o->flags &= ~(uint32_t) VM_HELD;
    }
    return VM_DONE;
}
