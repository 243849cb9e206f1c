/* execute_branch.c -- decisions.
 *
 * What an unknown value decides tells something about it: the register that was
 * asked for, and the one that it was compared with a constant just before, know
 * more afterwards. */
#include <assert.h>

#include "vm/exec/execute.h"

/* ---- what a comparison tells */

static void
clear_above (struct vm_value *v, uint64_t most)
{
    unsigned width = most ? 64 - (unsigned) __builtin_clzll (most) : 0;
    uint64_t gone = v->unknown & ~vm_mask (width);
    v->unknown &= ~gone;
    v->bits &= ~gone;
}

static void
set_sign (struct vm_value *v, uint64_t sign, bool negative)
{
    if (!(v->unknown & sign))
        return;
    v->unknown &= ~sign;
    v->bits = (v->bits & ~sign) | (negative ? sign : 0);
}

static void
learn_signed (struct vm_value *v, enum vm_compare how, unsigned width,
              uint64_t bits)
{
    uint64_t sign = UINT64_C (1) << (width - 1);
    int64_t with = vm_signed (bits, width);
    bool below = how == VM_SLT || how == VM_SLE;
    int64_t edge = how == VM_SLT   ? with - (with != INT64_MIN)
                   : how == VM_SGT ? with + (with != INT64_MAX)
                                   : with;
    if (!below && edge >= 0)
        set_sign (v, sign, false);
    if (below && edge < 0)
        set_sign (v, sign, true);
    if (below && edge >= 0 && !((v->unknown | v->bits) & sign))
        clear_above (v, (uint64_t) edge);
}

void
vm_learn (struct vm_value *v, enum vm_compare how, unsigned width,
          uint64_t bits)
{
    if (v->object)
        return;
    switch (how) {
    case VM_EQ:
        *v = vm_number (bits);
        break;
    case VM_ULT:
        if (bits)
            clear_above (v, bits - 1);
        break;
    case VM_ULE:
        clear_above (v, bits);
        break;
    case VM_NE:
    case VM_UGT:
    case VM_UGE:
        break;
    default:
        learn_signed (v, how, width, bits);
    }
}

enum vm_compare
vm_opposite (enum vm_compare how)
{
    static const enum vm_compare of[] = {
        [VM_EQ] = VM_NE,   [VM_NE] = VM_EQ,   [VM_UGT] = VM_ULE,
        [VM_UGE] = VM_ULT, [VM_ULT] = VM_UGE, [VM_ULE] = VM_UGT,
        [VM_SGT] = VM_SLE, [VM_SGE] = VM_SLT, [VM_SLT] = VM_SGE,
        [VM_SLE] = VM_SGT};
    return of[how];
}

/* The instruction before is in the same block: a block does not end with a
 * comparison. */
static void
learn_from_compare (const struct vm_step *s, bool taken)
{
    uint32_t first = s->run->code->function.at[s->frame->function].first;
    const struct vm_instruction *i = s->at - 1;
    if (s->frame->pc == first || i->op != VM_ICMP || i->result != s->at->a
        || (i->a & VM_CONSTANT) || i->a == i->result)
        return;
    struct vm_value *v = &s->reg[i->a], with = step_value (s, i->b);
    if (v->object || with.object || with.unknown || i->b == i->result)
        return;
    enum vm_compare how = (enum vm_compare) (i->flags & 15);
    unsigned width = i->width ? i->width : s->run->code->pointer_bytes * 8;
    vm_learn (v, taken ? how : vm_opposite (how), width, with.bits);
}

enum vm_effect
execute_branch (const struct vm_step *s)
{
    struct vm_value v = step_value (s, s->at->a);
    enum vm_effect effect;
    bool taken = vm_decide (s->run, v, &effect);
    if (effect != VM_DONE)
        return effect;
    if (v.unknown && !(s->at->a & VM_CONSTANT)) {
        s->reg[s->at->a] = vm_number (taken);
        learn_from_compare (s, taken);
    }
    return step_jump (s, taken ? s->at->b : s->at->c);
}

enum vm_effect
execute_select (const struct vm_step *s)
{
    struct vm_value v = step_value (s, s->at->a);
    struct vm_value b = step_value (s, s->at->b), c = step_value (s, s->at->c);
    enum vm_effect effect;
    if (vm_same (b, c))
        return step_set (s, b);
    bool taken = vm_decide (s->run, v, &effect);
    if (effect != VM_DONE)
        return effect;
    if (v.unknown && !(s->at->a & VM_CONSTANT)) {
        s->reg[s->at->a] = vm_number (taken);
        learn_from_compare (s, taken);
    }
    return step_set (s, taken ? b : c);
}

/* ---- switches */

static bool
may_be (struct vm_value v, struct vm_value constant)
{
    return !((v.bits ^ constant.bits) & ~v.unknown);
}

/* The n-th case that it may be; `cases`: none, the default. */
static uint32_t
case_find (const struct vm_step *s, struct vm_value v, uint32_t n)
{
    const uint32_t *pair = s->run->code->list.at + s->at->b;
    uint32_t i;
    for (i = 0; i < s->at->c; i++)
        if (may_be (v, step_value (s, pair[2 * i])) && !n--)
            break;
    return i;
}

static uint32_t
cases_count (const struct vm_step *s, struct vm_value v)
{
    const uint32_t *pair = s->run->code->list.at + s->at->b;
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->at->c; i++)
        count += may_be (v, step_value (s, pair[2 * i]));
    return count;
}

/* With few unknown bits all of its values may be cases. */
static bool
has_default (struct vm_value v, uint32_t cases)
{
    int bits = __builtin_popcountll (v.unknown);
    return bits >= 31 || cases < UINT32_C (1) << bits;
}

static enum vm_effect
switch_guess (const struct vm_step *s, struct vm_value v, uint32_t *found)
{
    if (vm_is_unwritten (v)) {
        enum vm_effect e = vm_fail (s->run, VM_FAULT_UNINITIALISED,
                                    "a value that was never written decides");
        if (e != VM_DONE)
            return e;
    }
    uint32_t cases = cases_count (s, v);
    uint32_t ways = cases + has_default (v, cases);
    *found = case_find (s, v, vm_guess (s->run, ways));
    const uint32_t *pair = s->run->code->list.at + s->at->b;
    if (*found < s->at->c && !(s->at->a & VM_CONSTANT))
        s->reg[s->at->a] = step_value (s, pair[2 * *found]);
    return VM_DONE;
}

enum vm_effect
execute_switch (const struct vm_step *s)
{
    struct vm_value v = step_value (s, s->at->a);
    uint32_t found;
    if (v.object)
        return vm_cut (s->run, "an address is compared with a number");
    if (v.unknown) {
        enum vm_effect effect = switch_guess (s, v, &found);
        if (effect != VM_DONE)
            return effect;
    } else
        found = case_find (s, v, 0);
    const uint32_t *pair = s->run->code->list.at + s->at->b;
    return step_jump (s,
                      found < s->at->c ? pair[2 * found + 1] : s->at->result);
}

/* ---- phis: all are read before one is set */

enum vm_effect
execute_moves (const struct vm_step *s)
{
    const uint32_t *pair = s->run->code->list.at + s->at->a;
    uint32_t pairs = s->at->b;
    if (pairs == 1)
        s->reg[pair[0]] = step_value (s, pair[1]);
    else {
        struct vm_value few[16], *value = few;
        if (pairs > 16)
            value = vm_scratch (s->run->state, pairs * sizeof *value);
        for (uint32_t i = 0; i < pairs; i++)
            value[i] = step_value (s, pair[2 * i + 1]);
        for (uint32_t i = 0; i < pairs; i++)
            s->reg[pair[2 * i]] = value[i];
    }
    return step_done (s);
}
