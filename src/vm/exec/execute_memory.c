/* execute_memory.c -- loads, stores, atomics, new local objects. */
#include <assert.h>

#include "vm/exec/execute.h"
#include "vm/reduce/counter_abstraction.h"
#include "vm/reduce/independence.h"

enum vm_effect
execute_load (const struct vm_step *s)
{
    struct vm_value v;
    enum vm_effect effect =
        vm_load (s->run, step_value (s, s->at->a), step_width (s), &v);
    return effect == VM_DONE ? step_set (s, v) : effect;
}

/* To what nobody ever reads: only the access is checked. */
static bool
store_is_lost (const struct vm_run *r, struct vm_value p)
{
    return vm_is_many (r->code) && r->quiet
           && vm_id_kind (p.object) == VM_GLOBAL
           && r->quiet->unread[vm_id_number (p.object)];
}

/* One that is not known, and not checked: perhaps it is valid. */
static bool
access_passes (const struct vm_run *r, struct vm_value p)
{
    return p.unknown && !vm_is_unwritten (p)
           && !(r->code->checks & VM_CHECK_ACCESS);
}

static enum vm_effect
store_lose (struct vm_run *r, struct vm_value p, uint32_t bytes)
{
    struct vm_object *o;
    uint32_t offset;
    return access_passes (r, p) ? VM_DONE
                                : vm_access (r, p, bytes, true, &o, &offset);
}

enum vm_effect
execute_store (const struct vm_step *s)
{
    struct vm_value to = step_value (s, s->at->a);
    enum vm_effect effect =
        store_is_lost (s->run, to)
            ? store_lose (s->run, to, (step_width (s) + 7) / 8)
            : vm_store (s->run, to, step_width (s), step_value (s, s->at->b));
    return effect == VM_DONE ? step_done (s) : effect;
}

/* The address once, so that reading and writing agree on it. */
static enum vm_effect
address_settle (const struct vm_step *s, struct vm_value *p)
{
    *p = step_value (s, s->at->a);
    if (p->unknown && !vm_settle (s->run, p, 64))
        return vm_cut (s->run,
                       "an address that depends on too many unknown bits");
    return VM_DONE;
}

static enum vm_effect
rmw_value (const struct vm_step *s, struct vm_value old, struct vm_value *v)
{
    enum vm_rmw how = (enum vm_rmw) s->at->c;
    unsigned width = step_width (s);
    struct vm_value with = *v, keeps;
    enum vm_effect effect;
    if (how == VM_RMW_XCHG)
        return VM_DONE;
    if (old.object && with.object && old.object != with.object)
        return vm_cut (s->run, "arithmetic on addresses");
    if (how <= VM_RMW_XOR) {
        enum vm_op op = how == VM_RMW_ADD   ? VM_ADD
                        : how == VM_RMW_SUB ? VM_SUB
                                            : VM_MUL; /* of numbers only */
        if (vm_binary_mixes (op, width, old, with))
            return vm_cut (s->run, "arithmetic on addresses");
        *v = vm_rmw (how, width, old, with);
        return VM_DONE;
    }
    effect = compare_any (s->run, vm_rmw_order (how), width, old, with, &keeps);
    if (effect == VM_DONE)
        *v = vm_decide (s->run, keeps, &effect) ? old : with;
    return effect;
}

enum vm_effect
execute_rmw (const struct vm_step *s)
{
    struct vm_value p, old, v = step_value (s, s->at->b);
    enum vm_effect effect = address_settle (s, &p);
    if (effect == VM_DONE)
        effect = vm_load (s->run, p, step_width (s), &old);
    if (effect == VM_DONE)
        effect = rmw_value (s, old, &v);
    if (effect == VM_DONE)
        effect = vm_store (s->run, p, step_width (s), v);
    return effect == VM_DONE ? step_set (s, old) : effect;
}

enum vm_effect
execute_cmpxchg (const struct vm_step *s)
{
    struct vm_value p, old, equal, with = step_value (s, s->at->c);
    unsigned width = step_width (s);
    enum vm_effect effect = address_settle (s, &p);
    if (effect == VM_DONE)
        effect = vm_load (s->run, p, width, &old);
    if (effect == VM_DONE)
        effect = compare_any (s->run, VM_EQ, width, old,
                              step_value (s, s->at->b), &equal);
    if (effect != VM_DONE)
        return effect;
    bool same = vm_decide (s->run, equal, &effect);
    if (effect == VM_DONE && same && s->at->flags & VM_MAY_FAIL)
        same = !vm_choose (s->run, 2);
    if (effect == VM_DONE && same)
        effect = vm_store (s->run, p, width, with);
    if (effect != VM_DONE)
        return effect;
    s->reg[s->at->result + 1] = vm_number (same);
    return step_set (s, old);
}

enum vm_effect
execute_alloca (const struct vm_step *s)
{
    struct vm_run *r = s->run;
    struct vm_value a = step_value (s, s->at->a), b = step_value (s, s->at->b);
    if (a.object || b.object)
        return vm_cut (r, "a local object of the size of an address");
    if (!vm_settle (r, &a, 64) || !vm_settle (r, &b, 64))
        return vm_cut (r, "a local object of unknown size");
    if (b.bits && a.bits > VM_OBJECT_MOST / b.bits)
        return vm_cut (r, "a local object above 16 MB");
    /* A result before the frame's objects move. */
    vm_id id = vm_stack_new (r->state, r->thread, (uint32_t) (a.bits * b.bits));
    if (!id)
        return vm_cut (r, "too many local objects in one function");
    struct vm_frame *f = vm_frame_top (vm_self (r));
    f->reg[s->at->result] = vm_pointer (id, 0);
    f->pc++;
    return VM_DONE;
}
