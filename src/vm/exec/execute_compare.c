/* execute_compare.c -- comparisons, of pointers as well.
 *
 * Live objects lie apart, so pointers into two of them are never equal.  What
 * was freed, or returned, may lie where a live object lies now (a local one: of
 * its size): then equality goes both ways.  Which of two objects lies first is not
 * modelled. */
#include <assert.h>

#include "vm/exec/execute.h"
#include "vm/reduce/split.h"

enum { LOWEST = 65536, HIGHEST = 4096 }; /* no object lies there */

static bool
is_no_address (const struct vm_run *r, struct vm_value v)
{
    uint64_t mask = vm_mask (r->code->pointer_bytes * 8);
    return !v.unknown && (v.bits < LOWEST || v.bits > mask - HIGHEST);
}

/* An object that is no more, or a live one. */
struct there {
    bool dead, sized;
    uint32_t size;
    enum vm_kind kind; /* where it lies: GLOBAL, STACK, HEAP, TLS or FUNCTION */
};

static struct there
there_of (struct vm_run *r, vm_id id)
{
    struct there t = {.kind = vm_id_kind (id)};
    if (t.kind == VM_FUNCTION)
        return t;
    const struct vm_object *o =
        t.kind == VM_GONE ? NULL : vm_object_find (r->state, id);
    t.dead = !o || (o->flags & VM_FREED);
    t.sized = o;
    t.size = o ? o->size : 0;
    if (t.kind == VM_GONE || t.kind == VM_TLS)
        t.kind = VM_STACK;
    return t;
}

static bool
may_meet (struct vm_run *r, struct vm_value a, struct vm_value b)
{
    struct there x = there_of (r, a.object), y = there_of (r, b.object);
    if (x.kind != y.kind || (!x.dead && !y.dead))
        return false;
    if (x.sized && y.sized && x.size != y.size && x.kind != VM_HEAP)
        return false;
    return !((a.bits ^ b.bits) & ~(a.unknown | b.unknown));
}

static enum vm_effect
compare_equal (struct vm_run *r, struct vm_value a, struct vm_value b,
               bool *equal)
{
    *equal = false;
    if (a.object && b.object) {
        if (may_meet (r, a, b))
            *equal = vm_choose (r, 2);
        return VM_DONE;
    }
    if (is_no_address (r, a.object ? b : a))
        return VM_DONE;
    return vm_cut (r, "an address is compared with a number");
}

/* Every address is above null. */
static enum vm_effect
compare_order (struct vm_run *r, enum vm_compare how, struct vm_value a,
               struct vm_value b, struct vm_value *result)
{
    bool above = vm_is_null (b), below = vm_is_null (a);
    if (!above && !below)
        return vm_cut (r, "addresses of two objects are compared");
    if (how >= VM_SGT)
        return vm_cut (r, "an address is compared as a signed number");
    bool greater = how == VM_UGT || how == VM_UGE;
    *result = vm_number (above ? greater : !greater);
    return VM_DONE;
}

enum vm_effect
compare_any (struct vm_run *r, enum vm_compare how, unsigned width,
             struct vm_value a, struct vm_value b, struct vm_value *result)
{
    bool lost = vm_id_kind (a.object) == VM_GONE;
    if (a.object == b.object && !lost) {
        *result = vm_compare (how, width, a, b);
        return VM_DONE;
    }
    if (how != VM_EQ && how != VM_NE)
        return compare_order (r, how, a, b, result);
    bool equal;
    enum vm_effect effect = compare_equal (r, a, b, &equal);
    *result = vm_number (equal ^ (how == VM_NE));
    return effect;
}

/* The same seen from the other operand. */
static enum vm_compare
mirrored (enum vm_compare how)
{
    static const enum vm_compare of[] = {
        [VM_EQ] = VM_EQ,   [VM_NE] = VM_NE,   [VM_UGT] = VM_ULT,
        [VM_UGE] = VM_ULE, [VM_ULT] = VM_UGT, [VM_ULE] = VM_UGE,
        [VM_SGT] = VM_SLT, [VM_SGE] = VM_SLE, [VM_SLT] = VM_SGT,
        [VM_SLE] = VM_SGE};
    return of[how];
}

/* Where that is wanted a block of what it can be is chosen. */
static void
learn (const struct vm_step *s, uint32_t reg, enum vm_compare how,
       uint64_t bits)
{
    struct vm_value *v = &s->reg[reg];
    unsigned width = step_width (s);
    uint32_t options = s->run->code->options, blocks = 0;
    if (options & (VM_SPLIT_FEW | VM_SPLIT_OTHER) && v->unknown && !v->object
        && !vm_is_unwritten (*v))
        blocks = vm_split_count (*v, how, width, bits);
    bool other = options & VM_SPLIT_OTHER && how == VM_NE;
    if (blocks && (blocks <= VM_FEW_BLOCKS || other))
        *v = vm_split_take (*v, how, width, bits, vm_guess (s->run, blocks));
    else
        vm_learn (v, how, width, bits);
}

/* What an input decides is decided here, not where it is used: so much is known
 * then of what was compared. */
static enum vm_effect
compare_guess (const struct vm_step *s, struct vm_value a, struct vm_value b)
{
    const struct vm_instruction *i = s->at;
    bool holds = vm_guess (s->run, 2);
    enum vm_compare how = (enum vm_compare) (i->flags & 15);
    if (!holds)
        how = vm_opposite (how);
    if (!(i->a & VM_CONSTANT) && !b.unknown && !b.object)
        learn (s, i->a, how, b.bits);
    if (!(i->b & VM_CONSTANT) && !a.unknown && !a.object)
        learn (s, i->b, mirrored (how), a.bits);
    return step_set (s, vm_number (holds));
}

enum vm_effect
execute_compare (const struct vm_step *s)
{
    struct vm_value a = step_value (s, s->at->a), b = step_value (s, s->at->b);
    struct vm_value result;
    enum vm_effect effect =
        compare_any (s->run, (enum vm_compare) (s->at->flags & 15),
                     step_width (s), a, b, &result);
    if (effect != VM_DONE)
        return effect;
    if (result.unknown && !vm_is_unwritten (result))
        return compare_guess (s, a, b);
    return step_set (s, result);
}
