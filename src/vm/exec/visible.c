/* visible.c -- what another thread can see, or can be kept from. */
#include <assert.h>
#include <string.h>

#include "vm/exec/guarded_atomic.h"
#include "vm/reduce/counter_abstraction.h"
#include "vm/library/native.h"
#include "vm/library/pthread.h"
#include "vm/reduce/independence.h"
#include "vm/exec/footprint.h"

enum { MANY = 16 }; /* threads that are created before they run */

static struct vm_value
operand_of (struct vm_run *r, uint32_t thread, uint32_t operand)
{
    if (operand & VM_CONSTANT)
        return r->code->constant.at[operand & ~VM_CONSTANT];
    struct vm_frame *f = vm_frame_top (&r->state->thread.at[thread]);
    return vm_frame_registers (r->state, f)[operand];
}

struct vm_value
vm_operand (struct vm_run *r, uint32_t operand)
{
    return operand_of (r, r->thread, operand);
}

/* Locals that others reach, in frames from this one on. */
static bool
locals_are_seen (const struct vm_thread *t, uint32_t from)
{
    for (uint32_t f = from; f < t->frames; f++)
        for (uint32_t i = 0; i < t->frame[f].objects; i++)
            if (t->frame[f].object[i].shared)
                return true;
    return false;
}

/* Locals that others reach go with the frame; main's end is the program's. */
static bool
return_is_visible (struct vm_run *r, uint32_t thread)
{
    const struct vm_thread *t = &r->state->thread.at[thread];
    if (locals_are_seen (t, t->frames - 1))
        return true;
    if (t->frames > 1)
        return false;
    if (!(r->code->reductions & VM_REDUCE_LOCAL)
        || (r->quiet && !r->quiet->ends))
        return true;
    for (uint32_t i = 0; t->local && i < r->code->thread_locals; i++)
        if (t->local[i].shared)
            return true;
    return !thread || (t->detached && !vm_is_many (r->code)) || t->unwinding;
}

/* Can other threads come to what it points to? */
bool
vm_is_seen (struct vm_run *r, struct vm_value p)
{
    if (!p.object)
        return false;
    uint32_t number = vm_id_number (p.object);
    if (r->quiet && vm_id_kind (p.object) == VM_GLOBAL
        && (r->quiet->global[number]
            || (vm_is_many (r->code) && r->quiet->unread[number])))
        return false;
    return vm_is_shared (r->state, p.object);
}

static bool
arguments_are_seen (struct vm_run *r, uint32_t thread, struct vm_call call,
                    uint32_t from, uint32_t end)
{
    for (uint32_t k = from; k < call.arguments && k < end; k++)
        if (vm_is_seen (r, operand_of (r, thread, call.argument[k])))
            return true;
    return false;
}

/* Functions that are marked visible, but commute with all that others do
 * (vm/reduce/independence.h). */
static bool
native_is_quiet (struct vm_run *r, uint32_t thread,
                 const struct vm_instruction *i, const struct vm_native *n)
{
    const struct vm_independence *q = r->quiet;
    struct vm_call call = vm_call_of (r->code, i);
    if (!q || !(r->code->reductions & VM_REDUCE_LOCAL))
        return false;
    if (n->flags & VM_NATIVE_SECTION)
        return q->hollow[i - r->code->instruction.at];
    if (!call.arguments || r->state->thread.at[thread].phase)
        return false;
    if (vm_independence_creates (n->name))
        return q->main_creates && !thread && r->living < MANY
               && !vm_is_many (r->code)
               && !arguments_are_seen (r, thread, call, 0, 1);
    if (!strcmp (n->name, "pthread_join") || !strcmp (n->name, "thrd_join"))
        return q->main_creates && !thread && !vm_is_blocked (r, thread)
               && !arguments_are_seen (r, thread, call, 1, 2);
    if (!(n->flags & VM_NATIVE_RELEASE) || !strcmp (n->name, "__cohort_unlock"))
        return false;
    struct vm_value lock = operand_of (r, thread, call.argument[0]);
    return q->release && vm_id_kind (lock.object) == VM_GLOBAL
           && vm_unlocks_own (r, thread, n, lock);
}

static bool
drops_locals (const char *name)
{
    return !strcmp (name, "cohort.stackrestore")
           || !strcmp (name, "cohort.scope") || strstr (name, "throw");
}

static bool
native_is_visible (struct vm_run *r, uint32_t thread,
                   const struct vm_instruction *i)
{
    const struct vm_native *n = vm_native_at (i->a);
    if (n->flags & VM_NATIVE_VISIBLE)
        return !native_is_quiet (r, thread, i, n);
    if ((n->flags & VM_NATIVE_ENDS) || drops_locals (n->name))
        return locals_are_seen (&r->state->thread.at[thread], 0);
    return (n->flags & VM_NATIVE_MEMORY)
           && arguments_are_seen (r, thread, vm_call_of (r->code, i), 0,
                                  UINT32_MAX);
}

static bool
access_is_visible (struct vm_run *r, uint32_t thread, uint32_t pointer)
{
    if (!(r->code->reductions & VM_REDUCE_LOCAL))
        return true;
    return vm_is_seen (r, operand_of (r, thread, pointer));
}

static bool
call_is_visible (struct vm_run *r, uint32_t thread,
                 const struct vm_instruction *i)
{
    uint32_t function = i->a;
    if (i->op == VM_CALL_POINTER) {
        struct vm_value p = operand_of (r, thread, i->a);
        if (vm_id_kind (p.object) != VM_FUNCTION)
            return false;
        function = vm_id_number (p.object);
    }
    return r->code->function.at[function].atomic;
}

bool
vm_begins_section (struct vm_run *r, uint32_t thread)
{
    const struct vm_instruction *i = vm_next (r, thread);
    if (i->op == VM_NATIVE)
        return vm_native_at (i->a)->flags & VM_NATIVE_SECTION;
    return (i->op == VM_CALL || i->op == VM_CALL_POINTER)
           && call_is_visible (r, thread, i);
}

bool
vm_is_visible (struct vm_run *r, uint32_t thread)
{
    if (r->living < 2 && (r->code->reductions & VM_REDUCE_LOCAL))
        return vm_guarded_atomics (r, thread);
    const struct vm_instruction *i = vm_next (r, thread);
    switch ((enum vm_op) i->op) {
    case VM_LOAD:
    case VM_STORE:
    case VM_RMW:
    case VM_CMPXCHG:
        return access_is_visible (r, thread, i->a);
    case VM_CALL:
    case VM_CALL_POINTER:
        return call_is_visible (r, thread, i);
    case VM_NATIVE:
        return native_is_visible (r, thread, i);
    case VM_RETURN:
        return return_is_visible (r, thread);
    case VM_RESUME:
        return locals_are_seen (&r->state->thread.at[thread], 0);
    default:
        return false;
    }
}

/* ---- for races */

uint32_t
vm_next_accesses (struct vm_run *r, uint32_t thread, struct vm_reach reach[2])
{
    const struct vm_instruction *i = vm_next (r, thread);
    unsigned width = i->width ? i->width : r->code->pointer_bytes * 8;
    switch ((enum vm_op) i->op) {
    case VM_LOAD:
    case VM_STORE:
    case VM_RMW:
    case VM_CMPXCHG:
        if (!vm_reach_of (r, operand_of (r, thread, i->a), (width + 7) / 8,
                          reach))
            return 0;
        reach->write = i->op != VM_LOAD;
        reach->atomic =
            i->op == VM_RMW || i->op == VM_CMPXCHG || (i->flags & VM_ATOMIC);
        return 1;
    case VM_NATIVE:
        return vm_footprintes (r, thread, reach);
    default:
        return 0;
    }
}

bool
vm_next_access (struct vm_run *r, uint32_t thread, struct vm_reach *reach)
{
    struct vm_reach both[2];
    if (!vm_next_accesses (r, thread, both))
        return false;
    *reach = both[0];
    return true;
}
