/* binary.c -- integer arithmetic and comparison. */
#include "cohort-llvm/prepare/prepare.h"
#include "cohort-llvm/to_program/internal.h"

#include <inttypes.h>
#include <stdio.h>

static const term *
smallest (translation *t, unsigned width)
{
    assert (width > 1);
    const term *one = bits_constant (t, width, 1);
    return bits_op (t, OP_BVSHL, one, bits_constant (t, width, width - 1));
}

/* Does clang's own check stand before this division?  It has none for numbers
 * that are complex, and the library is compiled without. */
static bool
is_guarded (LLVMValueRef division)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent (division);
    for (LLVMUseRef u = LLVMGetFirstUse (LLVMBasicBlockAsValue (block)); u;
         u = LLVMGetNextUse (u)) {
        LLVMValueRef branch = LLVMGetUser (u);
        for (unsigned i = 0; i < LLVMGetNumSuccessors (branch); i++)
            for (LLVMValueRef c =
                     LLVMGetFirstInstruction (LLVMGetSuccessor (branch, i));
                 c; c = LLVMGetNextInstruction (c))
                if (value_is_call_of (c, "__ubsan_handle_divrem_overflow"))
                    return true;
    }
    return false;
}

/* The machine traps: the path ends, unless that is checked, by clang or here.
 */
static void
divisor_fits (translation *t, const term *a, const term *b, bool is_signed)
{
    unsigned width = b->sort->width;
    const term *zero = bits_constant (t, width, 0);
    const term *fits = term_not (t->terms, bits_equal (t, b, zero));
    bool here = !is_guarded (t->instruction);
    if (!term_is_true (fits))
        emit_unchecked (t, CHECK_DIVISION);
    if (here && t->unit->options.checks & CHECK_DIVISION)
        emit_assert (t, fits, CHECK_DIVISION, "division by zero");
    emit_assume (t, fits);
    if (!is_signed)
        return;
    const term *wraps =
        term_and2 (t->terms, bits_equal (t, a, smallest (t, width)),
                   bits_equal (t, b, bits_signed (t, width, -1)));
    fits = term_not (t->terms, wraps);
    if (!term_is_true (fits) && !(t->unit->options.checks & CHECK_OVERFLOW)) {
        emit_unchecked (t, CHECK_OVERFLOW);
        mark_assumes (t->program, "no division overflows");
    }
    if (here && t->unit->options.checks & CHECK_OVERFLOW)
        emit_assert (t, fits, CHECK_OVERFLOW, "signed overflow in a division");
    emit_assume (t, fits);
}

static const term *
divide (translation *t, enum op op, const term *a, const term *b)
{
    assert (a->sort == b->sort);
    bool is_signed = op == OP_BVSDIV || op == OP_BVSREM;
    a = term_settle (t, a);
    b = term_settle (t, b);
    divisor_fits (t, a, b, is_signed);
    return bits_op (t, op, a, b);
}

/* Too far: arbitrary, but whatever a machine makes of it, no bits give none. */
static const term *
shift (translation *t, enum op op, const term *a, const term *b)
{
    assert (a->sort == b->sort);
    unsigned width = a->sort->width;
    const term *fits =
        bits_op (t, OP_BVULT, b, bits_constant (t, width, width));
    if (term_is_true (fits))
        return bits_op (t, op, a, b);
    emit_unchecked (t, CHECK_SHIFT);
    a = term_settle (t, a);
    b = term_settle (t, b);
    fits = bits_op (t, OP_BVULT, b, bits_constant (t, width, width));
    const term *zero = bits_constant (t, width, 0);
    const term *any = term_ite (t->terms, bits_equal (t, a, zero), zero,
                                emit_any (t, "shifted", a->sort));
    return term_ite (t->terms, fits, bits_op (t, op, a, b), any);
}

static const term *
subtract (translation *t, const term *a, const term *b)
{
    if (bits_are (b, 0))
        return a;
    const term *near = pointer_difference (t, a, b);
    return near ? near : bits_op (t, OP_BVSUB, a, b);
}

static const term *
binary_bits (translation *t, LLVMOpcode op, const term *a, const term *b)
{
    switch (op) {
    case LLVMAdd:
        return bits_add (t, a, b);
    case LLVMSub:
        return subtract (t, a, b);
    case LLVMMul:
        return bits_op (t, OP_BVMUL, a, b);
    case LLVMUDiv:
        return divide (t, OP_BVUDIV, a, b);
    case LLVMSDiv:
        return divide (t, OP_BVSDIV, a, b);
    case LLVMURem:
        return divide (t, OP_BVUREM, a, b);
    case LLVMSRem:
        return divide (t, OP_BVSREM, a, b);
    case LLVMShl:
        return shift (t, OP_BVSHL, a, b);
    case LLVMLShr:
        return shift (t, OP_BVLSHR, a, b);
    case LLVMAShr:
        return shift (t, OP_BVASHR, a, b);
    case LLVMAnd:
        return bits_op (t, OP_BVAND, a, b);
    case LLVMOr:
        return bits_op (t, OP_BVOR, a, b);
    case LLVMXor:
        return bits_op (t, OP_BVXOR, a, b);
    default:
        return NULL;
    }
}

static const term *
bool_differ (translation *t, const term *a, const term *b)
{
    if (term_is_true (b))
        return term_not (t->terms, a);
    if (term_is_false (b))
        return a;
    return term_not (t->terms, term_eq (t->terms, a, b));
}

static void
divisor_true (translation *t, const term *b)
{
    if (!term_is_true (b))
        emit_unchecked (t, CHECK_DIVISION);
    emit_assume (t, b);
}

/* One bit: modulo 2; a divisor and a shift must be 1 and 0. */
static const term *
binary_bool (translation *t, LLVMOpcode op, const term *a, const term *b)
{
    assert (a->sort->kind == SORT_BOOL);
    switch (op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMXor:
        return bool_differ (t, a, b);
    case LLVMMul:
    case LLVMAnd:
        return term_and2 (t->terms, a, b);
    case LLVMOr:
        return term_or2 (t->terms, a, b);
    case LLVMUDiv:
        divisor_true (t, b);
        return a;
    case LLVMURem:
        divisor_true (t, b);
        return term_false (t->terms);
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return term_ite (t->terms, b,
                         emit_any (t, "shifted", sort_bool (t->terms)), a);
    default:
        return NULL;
    }
}

struct translated_value
translate_binary (translation *t, LLVMOpcode op, LLVMTypeRef type,
                  struct translated_value a, struct translated_value b)
{
    const term *result = NULL;
    if (a.leaves != 1 || b.leaves != 1)
        return (struct translated_value) {0};
    if (type_is_float (type))
        result = translate_float (t, op, type, a.leaf[0], b.leaf[0]);
    else if (a.leaf[0]->sort->kind == SORT_BOOL)
        result = binary_bool (t, op, a.leaf[0], b.leaf[0]);
    else
        result = binary_bits (t, op, a.leaf[0], b.leaf[0]);
    return result ? value_one (t, result) : (struct translated_value) {0};
}

/* ---- comparison */

/* a < b or a <= b for the predicates of an order, sides exchanged if need be.
 */
static bool
order_of (LLVMIntPredicate predicate, bool *is_signed, bool *equal, bool *swap)
{
    switch (predicate) {
    case LLVMIntUGT:
    case LLVMIntUGE:
    case LLVMIntULT:
    case LLVMIntULE:
        *is_signed = false;
        break;
    case LLVMIntSGT:
    case LLVMIntSGE:
    case LLVMIntSLT:
    case LLVMIntSLE:
        *is_signed = true;
        break;
    default:
        return false;
    }
    *equal = predicate == LLVMIntUGE || predicate == LLVMIntULE
             || predicate == LLVMIntSGE || predicate == LLVMIntSLE;
    *swap = predicate == LLVMIntUGT || predicate == LLVMIntUGE
            || predicate == LLVMIntSGT || predicate == LLVMIntSGE;
    return true;
}

static const term *
compare_bits (translation *t, LLVMIntPredicate predicate, const term *a,
              const term *b)
{
    bool is_signed, equal, swap;
    if (predicate == LLVMIntEQ)
        return bits_equal (t, a, b);
    if (predicate == LLVMIntNE)
        return term_not (t->terms, bits_equal (t, a, b));
    if (!order_of (predicate, &is_signed, &equal, &swap))
        return NULL;
    const term *low = swap ? b : a, *high = swap ? a : b;
    if (a->sort->kind == SORT_BV)
        return bits_op (t,
                        equal       ? is_signed ? OP_BVSLE : OP_BVULE
                        : is_signed ? OP_BVSLT
                                    : OP_BVULT,
                        low, high);
    /* One bit, signed: true is -1. */
    if (is_signed) {
        const term *other = low;
        low = high;
        high = other;
    }
    return equal ? term_implies (t->terms, low, high)
                 : term_and2 (t->terms, term_not (t->terms, low), high);
}

/* A constant that some object may have as address: (char *) 0x55a8a2e6b007. */
static bool
may_be_address (const translation *t, struct translated_value v)
{
    const term *offset = pointer_offset (v);
    uint64_t n;
    return bits_are (pointer_object (v), 0) && offset->op == OP_BITS
           && sscanf (offset->text, "%" SCNu64, &n) == 1 && n >= 4096
           && n < (t->width == 64 ? UINT64_C (1) << 47 : UINT64_C (0xfffff000));
}

static const term *
same_pointer (translation *t, struct translated_value a,
              struct translated_value b)
{
    if (may_be_address (t, a) != may_be_address (t, b))
        return bits_equal (t, pointer_flat (t, a), pointer_flat (t, b));
    return term_and2 (t->terms,
                      bits_equal (t, pointer_object (a), pointer_object (b)),
                      bits_equal (t, pointer_offset (a), pointer_offset (b)));
}

/* Within an object by offsets, which may be negative on the way; else, and for
 * integers (object 0), by addresses. */
static const term *
compare_pointers (translation *t, LLVMIntPredicate predicate,
                  struct translated_value a, struct translated_value b)
{
    bool is_signed, equal, swap;
    if (predicate == LLVMIntEQ)
        return same_pointer (t, a, b);
    if (predicate == LLVMIntNE)
        return term_not (t->terms, same_pointer (t, a, b));
    if (!order_of (predicate, &is_signed, &equal, &swap))
        return NULL;
    struct translated_value low = swap ? b : a, high = swap ? a : b;
    const term *object = pointer_object (a);
    const term *within = term_and2 (
        t->terms, bits_equal (t, object, pointer_object (b)),
        term_not (t->terms, bits_equal (t, object, object_constant (t, 0))));
    const term *by_offset =
        bits_op (t, equal ? OP_BVSLE : OP_BVSLT, pointer_offset (low),
                 pointer_offset (high));
    if (term_is_true (within))
        return by_offset;
    bool same = object == pointer_object (b);
    const term *from = same ? pointer_offset (low) : pointer_flat (t, low);
    const term *to = same ? pointer_offset (high) : pointer_flat (t, high);
    return term_ite (t->terms, within, by_offset,
                     bits_op (t, equal ? OP_BVULE : OP_BVULT, from, to));
}

const term *
translate_compare (translation *t, LLVMIntPredicate predicate, LLVMTypeRef type,
                   struct translated_value a, struct translated_value b)
{
    if (LLVMGetTypeKind (type) == LLVMPointerTypeKind)
        return compare_pointers (t, predicate, a, b);
    if (a.leaves != 1 || b.leaves != 1)
        return NULL;
    return compare_bits (t, predicate, a.leaf[0], b.leaf[0]);
}
