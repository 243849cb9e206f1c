/* intrinsic.c -- functions of LLVM itself, by name.
 *
 * A row's name is the intrinsic's without "llvm." and without the types at its
 * end. */
#include "cohort-llvm/intrinsic.h"
#include "cohort-llvm/memory/memory.h"
#include "cohort-llvm/to_program/internal.h"

#include <string.h>

/* The result; no leaves for one that has a type: not modelled. */
typedef struct translated_value meaning (translation *, LLVMValueRef call,
                                         int how);

static struct translated_value
means_nothing (translation *t, LLVMValueRef call, int how)
{
    assert (t && call);
    (void) t, (void) call, (void) how;
    return (struct translated_value) {0};
}

static struct translated_value
means_ghost (translation *t, LLVMValueRef call, int how)
{
    (void) how;
    ghosts_write (t, call);
    return (struct translated_value) {0};
}

/* stacksave (how 0), stackrestore (how 1). */
static struct translated_value
means_stack (translation *t, LLVMValueRef call, int how)
{
    if (!how)
        return memory_stack_save (t, LLVMTypeOf (call));
    memory_stack_restore (t, operand_value (t, call, 0));
    return (struct translated_value) {0};
}

/* expect, launder: the first argument. */
static struct translated_value
means_first (translation *t, LLVMValueRef call, int how)
{
    (void) how;
    return operand_value (t, call, 0);
}

static struct translated_value
means_any (translation *t, LLVMValueRef call, int how)
{
    (void) how;
    return value_any (t, LLVMTypeOf (call), "any");
}

/* Neither gcc nor clang know more than their source where they do not
 * optimise. */
static struct translated_value
means_false (translation *t, LLVMValueRef call, int how)
{
    assert (value_leaves (t, LLVMTypeOf (call)) == 1);
    (void) call, (void) how;
    return value_one (t, term_false (t->terms));
}

static struct translated_value
means_assume (translation *t, LLVMValueRef call, int how)
{
    (void) how;
    mark_assumes (t->program, "__builtin_assume holds");
    emit_assume (t, operand_term (t, call, 0));
    return (struct translated_value) {0};
}

static struct translated_value
means_move (translation *t, LLVMValueRef call, int how)
{
    assert (LLVMGetNumArgOperands (call) >= 3);
    (void) how;
    memory_move (t, LLVMGetOperand (call, 0), LLVMGetOperand (call, 1),
                 operand_term (t, call, 2));
    return (struct translated_value) {0};
}

static struct translated_value
means_set (translation *t, LLVMValueRef call, int how)
{
    assert (LLVMGetNumArgOperands (call) >= 3);
    (void) how;
    memory_set (t, LLVMGetOperand (call, 0), operand_term (t, call, 1),
                operand_term (t, call, 2));
    return (struct translated_value) {0};
}

/* Unknown: the greatest number, or 0 if the least is asked for. */
static struct translated_value
means_size (translation *t, LLVMValueRef call, int how)
{
    assert (LLVMGetNumArgOperands (call) >= 2);
    (void) how;
    unsigned width = type_bits (LLVMTypeOf (call));
    bool least = term_is_true (operand_term (t, call, 1));
    return value_one (t, bits_signed (t, width, least ? 0 : -1));
}

/* ---- arithmetic; `how` names the operation */

enum { HOW_ADD, HOW_SUB, HOW_MUL, HOW_OP = 3, HOW_SIGNED = 4 };
enum { HOW_MAX = 0, HOW_MIN = 1 };

static const term *
extreme (translation *t, unsigned width, unsigned wide, bool is_signed,
         bool high)
{
    assert (wide > width);
    const term *one = bits_constant (t, wide, 1);
    unsigned power = is_signed ? width - 1 : width;
    const term *two =
        bits_op (t, OP_BVSHL, one, bits_constant (t, wide, power));
    if (high)
        return bits_op (t, OP_BVSUB, two, one);
    return is_signed ? bits_negate (t, two) : bits_constant (t, wide, 0);
}

/* The exact result in wider bits, and whether it leaves the range. */
static const term *
exactly (translation *t, LLVMValueRef call, int how, const term **leaves)
{
    static const enum op op[] = {OP_BVADD, OP_BVSUB, OP_BVMUL};
    const term *a = operand_term (t, call, 0), *b = operand_term (t, call, 1);
    unsigned width = bits_width (a);
    bool is_signed = how & HOW_SIGNED;
    /* One bit more than needed: the bounds of either kind fit as signed. */
    unsigned wide = (how & HOW_OP) == HOW_MUL ? 2 * width + 1 : width + 2;
    a = bits_resize (t, a, wide, is_signed);
    b = bits_resize (t, b, wide, is_signed);
    const term *sum = term_settle (t, bits_op (t, op[how & HOW_OP], a, b));
    *leaves = term_or2 (
        t->terms,
        bits_op (t, OP_BVSLT, sum, extreme (t, width, wide, is_signed, false)),
        bits_op (t, OP_BVSLT, extreme (t, width, wide, is_signed, true), sum));
    return sum;
}

static struct translated_value
means_overflow (translation *t, LLVMValueRef call, int how)
{
    assert (LLVMGetNumArgOperands (call) >= 2);
    struct translated_value v = value_new (t, 2);
    const term *a = operand_term (t, call, 0), *b = operand_term (t, call, 1);
    static const LLVMOpcode op[] = {LLVMAdd, LLVMSub, LLVMMul};
    LLVMTypeRef type = LLVMTypeOf (LLVMGetOperand (call, 0));
    if (bits_width (a) == 1)
        return (struct translated_value) {0};
    exactly (t, call, how, &v.leaf[1]);
    v.leaf[0] = translate_binary (t, op[how & HOW_OP], type, value_one (t, a),
                                  value_one (t, b))
                    .leaf[0];
    return v;
}

static struct translated_value
means_saturated (translation *t, LLVMValueRef call, int how)
{
    assert (LLVMGetNumArgOperands (call) >= 2);
    const term *leaves;
    unsigned width = bits_width (operand_term (t, call, 0));
    if (width == 1)
        return (struct translated_value) {0};
    const term *sum = exactly (t, call, how, &leaves);
    unsigned wide = bits_width (sum);
    const term *low = extreme (t, width, wide, how & HOW_SIGNED, false);
    const term *high = extreme (t, width, wide, how & HOW_SIGNED, true);
    const term *result = term_ite (
        t->terms, bits_op (t, OP_BVSLT, sum, low), low,
        term_ite (t->terms, bits_op (t, OP_BVSLT, high, sum), high, sum));
    return value_one (t, bits_resize (t, result, width, false));
}

static struct translated_value
means_extreme (translation *t, LLVMValueRef call, int how)
{
    assert (LLVMGetNumArgOperands (call) >= 2);
    struct translated_value a = operand_value (t, call, 0),
                            b = operand_value (t, call, 1);
    bool is_signed = how & HOW_SIGNED, least = how & HOW_MIN;
    LLVMIntPredicate order = is_signed ? least ? LLVMIntSLT : LLVMIntSGT
                             : least   ? LLVMIntULT
                                       : LLVMIntUGT;
    const term *first = translate_compare (t, order, LLVMTypeOf (call), a, b);
    if (!first)
        return (struct translated_value) {0};
    return value_one (t, term_ite (t->terms, first, a.leaf[0], b.leaf[0]));
}

static struct translated_value
means_magnitude (translation *t, LLVMValueRef call, int how)
{
    (void) how;
    const term *a = operand_term (t, call, 0);
    if (bits_width (a) == 1)
        return (struct translated_value) {0};
    const term *minus =
        bits_op (t, OP_BVSLT, a, bits_constant (t, a->sort->width, 0));
    return value_one (t, term_ite (t->terms, minus, bits_negate (t, a), a));
}

/* ---- bits */

static struct translated_value
means_swap (translation *t, LLVMValueRef call, int how)
{
    (void) how;
    const term *a = term_settle (t, operand_term (t, call, 0)), *all = NULL;
    assert (bits_width (a) % 8 == 0);
    for (unsigned low = 0; low < bits_width (a); low += 8) {
        const term *byte = bits_extract (t, a, low + 7, low);
        all = all ? term_make (t->terms, OP_CONCAT,
                               (const term *[]) {all, byte}, 2, 0, 0)
                  : byte;
    }
    return value_one (t, all);
}

static const term *
bit_at (translation *t, const term *a, unsigned index)
{
    return term_eq (t->terms, bits_extract (t, a, index, index),
                    bits_constant (t, 1, 1));
}

/* Locals keep the sums small. */
static struct translated_value
means_count (translation *t, LLVMValueRef call, int how)
{
    (void) how;
    const term *a = term_settle (t, operand_term (t, call, 0));
    unsigned width = bits_width (a);
    if (width == 1)
        return (struct translated_value) {0};
    const term *sum = bits_constant (t, width, 0);
    for (unsigned i = 0; i < width; i++) {
        sum = bits_add (t, sum, bits_of_bool (t, bit_at (t, a, i), width));
        if (i % 8 == 7)
            sum = term_settle (t, sum);
    }
    return value_one (t, sum);
}

/* ctlz (how 1), cttz (how 0): zeros before the first one.  Zero itself gives
 * the width, or anything if the second argument is set. */
static struct translated_value
means_zeros (translation *t, LLVMValueRef call, int how)
{
    assert (LLVMGetNumArgOperands (call) >= 2);
    const term *a = term_settle (t, operand_term (t, call, 0));
    unsigned width = bits_width (a);
    if (width == 1)
        return (struct translated_value) {0};
    const term *count = term_is_true (operand_term (t, call, 1))
                            ? emit_any (t, "zeros", a->sort)
                            : bits_constant (t, width, width);
    for (unsigned i = width; i-- > 0;) {
        const term *bit = bit_at (t, a, how ? width - 1 - i : i);
        count = term_ite (t->terms, bit, bits_constant (t, width, i), count);
        if (i % 16 == 0 && i)
            count = term_settle (t, count);
    }
    return value_one (t, count);
}

/* fshl (how 1), fshr (how 0): a funnel of two words; the amount is modulo the
 * width. */
static struct translated_value
means_funnel (translation *t, LLVMValueRef call, int how)
{
    assert (LLVMGetNumArgOperands (call) >= 3);
    const term *high = operand_term (t, call, 0);
    const term *low = operand_term (t, call, 1);
    const term *by = operand_term (t, call, 2);
    unsigned width = bits_width (high);
    if (width == 1)
        return (struct translated_value) {0};
    const term *both =
        term_make (t->terms, OP_CONCAT, (const term *[]) {high, low}, 2, 0, 0);
    by = bits_op (t, OP_BVUREM, by, bits_constant (t, width, width));
    by = bits_resize (t, by, 2 * width, false);
    if (how)
        return value_one (t, bits_extract (t, bits_op (t, OP_BVSHL, both, by),
                                           2 * width - 1, width));
    return value_one (
        t, bits_extract (t, bits_op (t, OP_BVLSHR, both, by), width - 1, 0));
}

static struct translated_value
means_cut (translation *t, LLVMValueRef call, int how)
{
    (void) how;
    emit_cut (t, "variable arguments");
    return value_any (t, LLVMTypeOf (call), "any");
}

/* ---- floats */

static struct translated_value
means_fabs (translation *t, LLVMValueRef call, int how)
{
    (void) how;
    LLVMTypeRef type = LLVMTypeOf (call);
    if (!type_is_float (type))
        return (struct translated_value) {0};
    return value_one (t, float_magnitude (t, type, operand_term (t, call, 0)));
}

/* is.fpclass (x, set): is x of a class in the set?  Bits: 0 signalling, 1 quiet,
 * 2 -infinity, 3 -normal, 4 -subnormal, 5 -zero, 6 +zero, .., 9 +infinity. */
static struct translated_value
means_class (translation *t, LLVMValueRef call, int how)
{
    (void) how;
    LLVMTypeRef type = LLVMTypeOf (LLVMGetOperand (call, 0));
    LLVMValueRef mask = LLVMGetOperand (call, 1);
    unsigned low = LLVMGetTypeKind (type) == LLVMDoubleTypeKind  ? 52
                   : LLVMGetTypeKind (type) == LLVMFloatTypeKind ? 23
                                                                 : 0;
    if (!low || !LLVMIsAConstantInt (mask))
        return (struct translated_value) {0};
    terms *s = t->terms;
    uint64_t set = LLVMConstIntGetZExtValue (mask);
    const term *x = term_settle (t, operand_term (t, call, 0));
    unsigned width = bits_width (x);
    const term *size = term_settle (t, float_magnitude (t, type, x));
    uint64_t infinity = ((UINT64_C (1) << (width - 1 - low)) - 1) << low;
    const term *zero = bits_constant (t, width, 0);
    const term *top = bits_constant (t, width, infinity);
    const term *quiet =
        bits_constant (t, width, infinity | UINT64_C (1) << (low - 1));
    const term *normal = bits_constant (t, width, UINT64_C (1) << low);
    const term *minus = bits_op (t, OP_BVSLT, x, zero);
    /* From zero to infinity, of both signs. */
    const term *in[4];
    for (unsigned i = 0; i < 4; i++)
        in[i] = term_ite (s, minus, term_bool (s, set >> (5 - i) & 1),
                          term_bool (s, set >> (6 + i) & 1));
    const term *nan =
        term_ite (s, bits_op (t, OP_BVULE, quiet, size),
                  term_bool (s, set >> 1 & 1), term_bool (s, set & 1));
    const term *is = term_ite (
        s, bits_equal (t, size, zero), in[0],
        term_ite (
            s, bits_op (t, OP_BVULT, size, normal), in[1],
            term_ite (s, bits_op (t, OP_BVULT, size, top), in[2],
                      term_ite (s, bits_equal (t, size, top), in[3], nan))));
    return value_one (t, is);
}

static struct translated_value
means_fused (translation *t, LLVMValueRef call, int how)
{
    assert (LLVMGetNumArgOperands (call) >= 3);
    (void) how;
    LLVMTypeRef type = LLVMTypeOf (call);
    const term *arg[3];
    if (!type_is_float (type))
        return (struct translated_value) {0};
    for (unsigned i = 0; i < 3; i++)
        arg[i] = operand_term (t, call, i);
    return value_one (
        t, float_abstract (t, "fmuladd", type, arg[0]->sort, arg, 3));
}

static const struct intrinsic {
    const char *name;
    meaning *means;
    int how;
} intrinsics[] = {
    {"dbg.value", means_ghost, 0},
    {"dbg.declare", means_nothing, 0},
    {"dbg.label", means_nothing, 0},
    {"dbg.assign", means_nothing, 0},
    {"lifetime.start", means_nothing, 0},
    {"lifetime.end", means_nothing, 0},
    {"stackrestore", means_stack, 1},
    {"stacksave", means_stack, 0},
    {"prefetch", means_nothing, 0},
    {"donothing", means_nothing, 0},
    {"experimental.noalias.scope.decl", means_nothing, 0},
    {"returnaddress", means_any, 0},
    {"frameaddress", means_any, 0},
    {"is.constant", means_false, 0},
    {"expect", means_first, 0},
    {"expect.with.probability", means_first, 0},
    {"launder.invariant.group", means_first, 0},
    {"annotation", means_first, 0},
    {"ptr.annotation", means_first, 0},
    {"var.annotation", means_nothing, 0},
    {"assume", means_assume, 0},
    {"memcpy", means_move, 0},
    {"memcpy.inline", means_move, 0},
    {"memmove", means_move, 0},
    {"memset", means_set, 0},
    {"memset.inline", means_set, 0},
    {"objectsize", means_size, 0},
    {"sadd.with.overflow", means_overflow, HOW_ADD | HOW_SIGNED},
    {"ssub.with.overflow", means_overflow, HOW_SUB | HOW_SIGNED},
    {"smul.with.overflow", means_overflow, HOW_MUL | HOW_SIGNED},
    {"uadd.with.overflow", means_overflow, HOW_ADD},
    {"usub.with.overflow", means_overflow, HOW_SUB},
    {"umul.with.overflow", means_overflow, HOW_MUL},
    {"sadd.sat", means_saturated, HOW_ADD | HOW_SIGNED},
    {"ssub.sat", means_saturated, HOW_SUB | HOW_SIGNED},
    {"uadd.sat", means_saturated, HOW_ADD},
    {"usub.sat", means_saturated, HOW_SUB},
    {"smax", means_extreme, HOW_MAX | HOW_SIGNED},
    {"smin", means_extreme, HOW_MIN | HOW_SIGNED},
    {"umax", means_extreme, HOW_MAX},
    {"umin", means_extreme, HOW_MIN},
    {"abs", means_magnitude, 0},
    {"bswap", means_swap, 0},
    {"ctpop", means_count, 0},
    {"ctlz", means_zeros, 1},
    {"cttz", means_zeros, 0},
    {"fshl", means_funnel, 1},
    {"fshr", means_funnel, 0},
    {"fabs", means_fabs, 0},
    {"is.fpclass", means_class, 0},
    {"fmuladd", means_fused, 0},
    {"va_start", means_cut, 0},
    {"va_copy", means_cut, 0},
    {"va_end", means_nothing, 0},
};

bool
translate_intrinsic (translation *t, LLVMValueRef call, const char *name,
                     struct translated_value *result, bool *ends)
{
    assert (!strncmp (name, "llvm.", 5));
    name += 5;
    if (!strcmp (name, "trap") || !strcmp (name, "ubsantrap")
        || !strcmp (name, "debugtrap")) {
        *ends = true;
        return true;
    }
    for (size_t i = 0; i < sizeof intrinsics / sizeof *intrinsics; i++) {
        if (!intrinsic_fits (name, intrinsics[i].name))
            continue;
        *result = intrinsics[i].means (t, call, intrinsics[i].how);
        return result->leaves == value_leaves (t, LLVMTypeOf (call));
    }
    return false;
}
