/* execute_number.c -- arithmetic, and the ways in which it fails. */
#include <assert.h>

#include "vm/exec/execute.h"

/* ---- signed overflow */

/* What a number may be, signed. */
__extension__ typedef __int128 wide;

struct execute_number_range {
    wide least, most;
};

static struct execute_number_range
range_of (struct vm_value v, unsigned width)
{
    uint64_t sign = UINT64_C (1) << (width - 1);
    uint64_t low = v.bits & ~v.unknown, high = v.bits | v.unknown;
    if (v.unknown & sign) {
        low |= sign;
        high &= ~sign;
    }
    return (struct execute_number_range) {vm_signed (low, width),
                                          vm_signed (high, width)};
}

static struct execute_number_range
range_product (struct execute_number_range a, struct execute_number_range b)
{
    wide p[4] = {a.least * b.least, a.least * b.most, a.most * b.least,
                 a.most * b.most};
    struct execute_number_range r = {p[0], p[0]};
    for (unsigned i = 1; i < 4; i++) {
        r.least = p[i] < r.least ? p[i] : r.least;
        r.most = p[i] > r.most ? p[i] : r.most;
    }
    return r;
}

static struct execute_number_range
range_result (enum vm_op op, struct execute_number_range a,
              struct execute_number_range b)
{
    switch (op) {
    case VM_ADD:
        return (struct execute_number_range) {a.least + b.least,
                                              a.most + b.most};
    case VM_SUB:
        return (struct execute_number_range) {a.least - b.most,
                                              a.most - b.least};
    case VM_MUL:
        return range_product (a, b);
    default: /* of a division only the least by -1 is wrong */
        assert (op == VM_SDIV || op == VM_SREM);
        if (b.least <= -1 && b.most >= -1)
            return (struct execute_number_range) {-a.most, -a.least};
        return (struct execute_number_range) {0, 0};
    }
}

static enum vm_effect
check_overflow (const struct vm_step *s, struct vm_value a, struct vm_value b)
{
    enum vm_op op = (enum vm_op) s->at->op;
    unsigned width = step_width (s);
    if (op == VM_SHL || a.object || b.object)
        return VM_DONE;
    struct execute_number_range r =
        range_result (op, range_of (a, width), range_of (b, width));
    wide end = (wide) 1 << (width - 1);
    if (r.least >= -end && r.most < end)
        return VM_DONE;
    bool sure = r.least >= end || r.most < -end || !(a.unknown | b.unknown);
    if (!sure && !vm_guess (s->run, 2))
        return VM_DONE;
    return vm_fail (s->run, VM_FAULT_OVERFLOW,
                    "a signed number of %u bits overflows", width);
}

static enum vm_effect
check_divisor (const struct vm_step *s, struct vm_value b)
{
    enum vm_effect effect;
    if (b.object || vm_decide (s->run, b, &effect))
        return VM_DONE;
    if (effect != VM_DONE)
        return effect;
    return vm_fail (s->run, VM_FAULT_DIVISION, "division by zero");
}

static inline bool
divides (enum vm_op op)
{
    return op >= VM_UDIV && op <= VM_SREM;
}

static enum vm_effect
binary_slow (const struct vm_step *s, struct vm_value a, struct vm_value b)
{
    enum vm_op op = (enum vm_op) s->at->op;
    unsigned width = step_width (s);
    struct vm_run *r = s->run;
    if (vm_binary_mixes (op, width, a, b))
        return vm_cut (r, "arithmetic on addresses");
    enum vm_effect effect = divides (op) ? check_divisor (s, b) : VM_DONE;
    bool wraps =
        op == VM_SDIV || op == VM_SREM || (s->at->flags & VM_SIGNED_WRAP_FAULT);
    if (effect == VM_DONE && wraps && (r->code->checks & VM_CHECK_OVERFLOW))
        effect = check_overflow (s, a, b);
    if (effect != VM_DONE)
        return effect;
    return step_set (s, vm_binary (op, width, a, b));
}

enum vm_effect
execute_binary (const struct vm_step *s)
{
    struct vm_value a = step_value (s, s->at->a), b = step_value (s, s->at->b);
    if ((a.unknown | b.unknown) || a.object || b.object
        || (s->at->flags & VM_SIGNED_WRAP_FAULT))
        return binary_slow (s, a, b);
    uint64_t mask = vm_mask (step_width (s));
    switch ((enum vm_op) s->at->op) {
    case VM_ADD:
        return step_set (s, vm_number ((a.bits + b.bits) & mask));
    case VM_SUB:
        return step_set (s, vm_number ((a.bits - b.bits) & mask));
    case VM_AND:
        return step_set (s, vm_number (a.bits & b.bits));
    case VM_OR:
        return step_set (s, vm_number (a.bits | b.bits));
    case VM_XOR:
        return step_set (s, vm_number (a.bits ^ b.bits));
    default:
        return binary_slow (s, a, b);
    }
}

enum vm_effect
execute_float (const struct vm_step *s)
{
    const struct vm_instruction *i = s->at;
    struct vm_value a = step_value (s, i->a);
    struct vm_value b = i->op == VM_FNEG ? a : step_value (s, i->b);
    if (i->width != 32 && i->width != 64)
        return vm_cut (s->run, "floats of %u bits", i->width);
    if (a.object || b.object)
        return vm_cut (s->run, "arithmetic on addresses");
    if (i->op == VM_FCMP)
        return step_set (s, vm_float_compare (i->flags & 15, i->width, a, b));
    return step_set (s, vm_float_binary ((enum vm_op) i->op, i->width, a, b));
}

/* ---- casts */

/* An address may be held by a wider number, not by a narrower one. */
static enum vm_effect
cast_address (const struct vm_step *s, unsigned from, unsigned to,
              struct vm_value v)
{
    unsigned pointer = s->run->code->pointer_bytes * 8;
    if (to < pointer || (s->at->op == VM_SEXT && to != from))
        return vm_cut (s->run, "part of an address as a number");
    v.bits &= vm_mask (to);
    v.unknown &= vm_mask (to);
    return step_set (s, v);
}

enum vm_effect
execute_cast (const struct vm_step *s)
{
    const struct vm_instruction *i = s->at;
    unsigned pointer = s->run->code->pointer_bytes * 8;
    unsigned to = step_width (s), from = i->c;
    struct vm_value v = step_value (s, i->a);
    enum vm_op op = (enum vm_op) i->op;
    if (op == VM_PTRTOINT)
        from = pointer;
    if (op == VM_INTTOPTR) {
        from = to;
        to = pointer;
    }
    if (op >= VM_FPTOUI && op <= VM_FPEXT) {
        if (v.object)
            return vm_cut (s->run, "an address as a float");
        return step_set (s, vm_float_cast (op, from, to, v));
    }
    if (v.object)
        return cast_address (s, from, to, v);
    if (op == VM_PTRTOINT || op == VM_INTTOPTR)
        op = to < from ? VM_TRUNC : VM_ZEXT;
    return step_set (s, vm_cast (op, from, to, v));
}

/* An index of few ways is settled here, not where the address is used: so it is
 * known, and so is what it was widened from just before. */
static void
settle_index (const struct vm_step *s, struct vm_value *b)
{
    const struct vm_instruction *i = s->at, *before = i - 1;
    uint32_t first = s->run->code->function.at[s->frame->function].first;
    if (b->object || (i->b & VM_CONSTANT) || vm_is_unwritten (*b)
        || !vm_settle (s->run, b, step_width (s)))
        return;
    s->reg[i->b] = *b;
    if (s->frame->pc == first || before->result != i->b
        || (before->op != VM_SEXT && before->op != VM_ZEXT)
        || (before->a & VM_CONSTANT) || before->a == i->b)
        return;
    s->reg[before->a] = vm_number (b->bits & vm_mask (before->c));
}

enum vm_effect
execute_offset (const struct vm_step *s)
{
    unsigned pointer = s->run->code->pointer_bytes * 8;
    struct vm_value a = step_value (s, s->at->a), b = step_value (s, s->at->b);
    uint64_t by = (uint64_t) (int64_t) (int32_t) s->at->c;
    unsigned width = step_width (s);
    if (b.unknown)
        settle_index (s, &b);
    if (!(a.unknown | b.unknown) && !b.object) {
        uint64_t index = (uint64_t) vm_signed (b.bits, width);
        a.bits = (a.bits + index * by) & vm_mask (pointer);
        return step_set (s, a);
    }
    if (b.object)
        return vm_cut (s->run, "arithmetic on addresses");
    b = vm_cast (width < pointer ? VM_SEXT : VM_TRUNC, width, pointer, b);
    b = vm_binary (VM_MUL, pointer, b, vm_number (by & vm_mask (pointer)));
    return step_set (s, vm_binary (VM_ADD, pointer, a, b));
}
