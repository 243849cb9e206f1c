/* shadow_arith.c -- numbers of the C machine as terms. */
#include <inttypes.h>
#include <stdio.h>

#include "vm/solve/shadow.h"
#include "logic/term/sort.h"

const term *
shadow_number (struct vm_shadow *s, uint64_t bits, unsigned width)
{
    char text[24];
    snprintf (text, sizeof text, "%" PRIu64, bits & vm_mask (width));
    return term_bits (s->terms, width, text);
}

static const term *
make2 (struct vm_shadow *s, enum op op, const term *a, const term *b)
{
    const term *arg[2] = {a, b};
    return term_make (s->terms, op, arg, 2, 0, 0);
}

static const term *
make1 (struct vm_shadow *s, enum op op, const term *a, uint32_t i, uint32_t j)
{
    return term_make (s->terms, op, &a, 1, i, j);
}

const term *
shadow_resize (struct vm_shadow *s, const term *t, unsigned width)
{
    unsigned now = t->sort->width;
    if (now > width)
        return make1 (s, OP_EXTRACT, t, width - 1, 0);
    return now < width ? make1 (s, OP_ZERO_EXTEND, t, width - now, 0) : t;
}

/* A condition as one bit. */
static const term *
bit_of (struct vm_shadow *s, const term *condition)
{
    return term_ite (s->terms, condition, shadow_number (s, 1, 1),
                     shadow_number (s, 0, 1));
}

const term *
shadow_equal (struct vm_shadow *s, const term *a, const term *b)
{
    return bit_of (s, term_eq (s->terms, a, b));
}

static const term *
compare (struct vm_shadow *s, enum vm_compare how, const term *a, const term *b)
{
    switch (how) {
    case VM_EQ:
        return term_eq (s->terms, a, b);
    case VM_NE:
        return term_not (s->terms, term_eq (s->terms, a, b));
    case VM_UGT:
        return make2 (s, OP_BVULT, b, a);
    case VM_UGE:
        return make2 (s, OP_BVULE, b, a);
    case VM_ULT:
        return make2 (s, OP_BVULT, a, b);
    case VM_ULE:
        return make2 (s, OP_BVULE, a, b);
    case VM_SGT:
        return make2 (s, OP_BVSLT, b, a);
    case VM_SGE:
        return make2 (s, OP_BVSLE, b, a);
    case VM_SLT:
        return make2 (s, OP_BVSLT, a, b);
    case VM_SLE:
        return make2 (s, OP_BVSLE, a, b);
    }
    return NULL;
}

/* OP_COUNT: none. */
static enum op
binary_op (enum vm_op op)
{
    switch (op) {
    case VM_ADD:
        return OP_BVADD;
    case VM_SUB:
        return OP_BVSUB;
    case VM_MUL:
        return OP_BVMUL;
    case VM_UDIV:
        return OP_BVUDIV;
    case VM_SDIV:
        return OP_BVSDIV;
    case VM_UREM:
        return OP_BVUREM;
    case VM_SREM:
        return OP_BVSREM;
    case VM_SHL:
        return OP_BVSHL;
    case VM_LSHR:
        return OP_BVLSHR;
    case VM_ASHR:
        return OP_BVASHR;
    case VM_AND:
        return OP_BVAND;
    case VM_OR:
        return OP_BVOR;
    case VM_XOR:
        return OP_BVXOR;
    default:
        return OP_COUNT;
    }
}

static const term *
compute_cast (struct vm_shadow *s, struct vm_run *r,
              const struct vm_instruction *i)
{
    const term *a = shadow_operand (s, r, i->a, i->c ? i->c : i->width);
    if (i->op == VM_SEXT && i->width > a->sort->width)
        return make1 (s, OP_SIGN_EXTEND, a, i->width - a->sort->width, 0);
    return shadow_resize (s, a, i->width);
}

static const term *
compute_offset (struct vm_shadow *s, struct vm_run *r,
                const struct vm_instruction *i)
{
    unsigned word = r->code->pointer_bytes * 8;
    const term *base = shadow_operand (s, r, i->a, word);
    const term *index = shadow_operand (s, r, i->b, i->width);
    index = i->width < word
                ? make1 (s, OP_SIGN_EXTEND, index, word - i->width, 0)
                : shadow_resize (s, index, word);
    index =
        make2 (s, OP_BVMUL, index,
               shadow_number (s, (uint64_t) (int64_t) (int32_t) i->c, word));
    return make2 (s, OP_BVADD, base, index);
}

const term *
shadow_compute (struct vm_shadow *s, struct vm_run *r,
                const struct vm_instruction *i)
{
    enum op op = binary_op ((enum vm_op) i->op);
    if (op != OP_COUNT)
        return make2 (s, op, shadow_operand (s, r, i->a, i->width),
                      shadow_operand (s, r, i->b, i->width));
    switch ((enum vm_op) i->op) {
    case VM_ICMP:
        return bit_of (s, compare (s, (enum vm_compare) (i->flags & 15),
                                   shadow_operand (s, r, i->a, i->width),
                                   shadow_operand (s, r, i->b, i->width)));
    case VM_TRUNC:
    case VM_ZEXT:
    case VM_SEXT:
        return compute_cast (s, r, i);
    case VM_OFFSET:
        return compute_offset (s, r, i);
    default:
        return NULL;
    }
}

/* In twice the bits nothing overflows. */
const term *
shadow_overflow (struct vm_shadow *s, struct vm_run *r,
                 const struct vm_instruction *i, bool so)
{
    unsigned width = i->width;
    const term *a = shadow_operand (s, r, i->a, width);
    const term *b = shadow_operand (s, r, i->b, width);
    enum op op = binary_op ((enum vm_op) i->op);
    const term *wide = make2 (s, op, make1 (s, OP_SIGN_EXTEND, a, width, 0),
                              make1 (s, OP_SIGN_EXTEND, b, width, 0));
    const term *back = make1 (s, OP_SIGN_EXTEND, make2 (s, op, a, b), width, 0);
    const term *same = term_eq (s->terms, wide, back);
    return so ? term_not (s->terms, same) : same;
}

const term *
shadow_rmw (struct vm_shadow *s, uint32_t rmw, const term *old, const term *b)
{
    switch ((enum vm_rmw) rmw) {
    case VM_RMW_XCHG:
        return b;
    case VM_RMW_ADD:
        return make2 (s, OP_BVADD, old, b);
    case VM_RMW_SUB:
        return make2 (s, OP_BVSUB, old, b);
    case VM_RMW_AND:
        return make2 (s, OP_BVAND, old, b);
    case VM_RMW_NAND:
        return make1 (s, OP_BVNOT, make2 (s, OP_BVAND, old, b), 0, 0);
    case VM_RMW_OR:
        return make2 (s, OP_BVOR, old, b);
    case VM_RMW_XOR:
        return make2 (s, OP_BVXOR, old, b);
    case VM_RMW_MAX:
        return term_ite (s->terms, make2 (s, OP_BVSLT, old, b), b, old);
    case VM_RMW_MIN:
        return term_ite (s->terms, make2 (s, OP_BVSLT, old, b), old, b);
    case VM_RMW_UMAX:
        return term_ite (s->terms, make2 (s, OP_BVULT, old, b), b, old);
    case VM_RMW_UMIN:
        return term_ite (s->terms, make2 (s, OP_BVULT, old, b), old, b);
    }
    return NULL;
}
