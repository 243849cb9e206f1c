/* native.c -- functions of the machine, found by name and by thread. */
#include "vm/library/native_internal.h"
#include "vm/library/native_table.h"

#include <string.h>

static const char nondet[] = "__VERIFIER_nondet_";

/* Without what headers put before a name. */
static const char *
name_plain (const char *name)
{
    static const char *const prefix[] = {"__isoc99_", "__isoc23_"};
    for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++)
        if (!strncmp (name, prefix[i], strlen (prefix[i])))
            return name + strlen (prefix[i]);
    return name;
}

static uint32_t
table_find (const char *name)
{
    uint32_t low = 0, high = vm_natives ();
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp (name, vm_native_table[middle].name);
        if (!order)
            return middle;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return VM_NOWHERE;
}

uint32_t
vm_native_find (const char *name)
{
    assert (name);
    uint32_t found = table_find (name_plain (name));
    if (found == VM_NOWHERE && !strncmp (name, nondet, sizeof nondet - 1))
        found = table_find (nondet);
    return found;
}

const struct vm_native *
vm_native_at (uint32_t number)
{
    assert (number < vm_natives ());
    return &vm_native_table[number];
}

uint32_t
vm_natives (void)
{
    return vm_native_table_size;
}

/* ---- of a thread */

/* The same, of the instruction so many behind the next one. */
static const struct vm_native *
native_after (struct vm_run *r, uint32_t thread, uint32_t skip,
              struct vm_value *argument, uint32_t *arguments)
{
    struct vm_thread *t = &r->state->thread.at[thread];
    assert (t->status == VM_ALIVE || t->status == VM_ASLEEP);
    if (!t->frames)
        return NULL;
    struct vm_frame *f = vm_frame_top (t);
    const struct vm_instruction *i = &r->code->instruction.at[f->pc + skip];
    if (i->op != VM_NATIVE)
        return NULL;
    struct vm_call call = vm_call_of (r->code, i);
    struct vm_value *reg = vm_frame_registers (r->state, f);
    *arguments = call.arguments < VM_NATIVE_ARGUMENTS ? call.arguments
                                                      : VM_NATIVE_ARGUMENTS;
    for (uint32_t k = 0; k < *arguments; k++)
        argument[k] =
            call.argument[k] & VM_CONSTANT
                ? r->code->constant.at[call.argument[k] & ~VM_CONSTANT]
                : reg[call.argument[k]];
    return vm_native_at (i->a);
}

const struct vm_native *
vm_native_next (struct vm_run *r, uint32_t thread, struct vm_value *argument,
                uint32_t *arguments)
{
    return native_after (r, thread, 0, argument, arguments);
}

/* What a thread must do first, if that may block: the beginning of a section
 * never does. */
static const struct vm_native *
native_first (struct vm_run *r, uint32_t thread, struct vm_value *argument,
              uint32_t *arguments)
{
    uint32_t skip = 0;
    if (!r->state->thread.at[thread].frames)
        return NULL;
    for (const struct vm_instruction *i = vm_next (r, thread);
         i->op == VM_NATIVE; i++, skip++) {
        const struct vm_native *n = vm_native_at (i->a);
        if (!(n->flags & VM_NATIVE_SECTION))
            return n->blocked
                       ? native_after (r, thread, skip, argument, arguments)
                       : NULL;
    }
    return NULL;
}

bool
vm_is_blocked (struct vm_run *r, uint32_t thread)
{
    struct vm_value argument[VM_NATIVE_ARGUMENTS];
    uint32_t arguments, before = r->thread;
    const struct vm_native *n = native_first (r, thread, argument, &arguments);
    if (!n || !n->blocked || arguments < n->least)
        return false;
    r->thread = thread;
    bool blocked = n->blocked (r, argument, arguments);
    r->thread = before;
    return blocked;
}

uint32_t
vm_waits_for (struct vm_run *r, uint32_t thread)
{
    struct vm_value argument[VM_NATIVE_ARGUMENTS];
    uint32_t arguments, before = r->thread;
    const struct vm_native *n = native_first (r, thread, argument, &arguments);
    if (!n || !n->waits_for || arguments < n->least)
        return VM_NOWHERE;
    r->thread = thread;
    uint32_t other = n->waits_for (r, argument, arguments);
    r->thread = before;
    assert (other == VM_NOWHERE || other < r->state->thread.size);
    return other;
}
