/* instruction.c -- one instruction after the other, and registers. */
#include "cohort-llvm/memory/memory.h"
#include "cohort-llvm/signed.h"
#include "cohort-llvm/to_program/internal.h"

#include <stdio.h>
#include <string.h>

/* Operators of a term that stands in place of its register: used often, used
 * once. */
enum { WEIGHT_SHARED = 4, WEIGHT_SINGLE = 40 };

struct translated_value
operand_value (translation *t, LLVMValueRef instruction, unsigned index)
{
    assert ((int) index < LLVMGetNumOperands (instruction));
    return value_of (t, LLVMGetOperand (instruction, index));
}

const term *
operand_term (translation *t, LLVMValueRef instruction, unsigned index)
{
    struct translated_value v = operand_value (t, instruction, index);
    assert (v.leaves == 1);
    return v.leaf[0];
}

static bool
used_often (LLVMValueRef v)
{
    LLVMUseRef use = LLVMGetFirstUse (v);
    return use && LLVMGetNextUse (use);
}

/* A local variable or a constant: it stays what it is. */
static bool
leaf_is_settled (const translation *t, const term *leaf)
{
    if (leaf->op == OP_VAR)
        return !map_get (&t->global_name, digest_string (leaf->text));
    return term_is_constant (leaf);
}

/* What depends on the memory as it is now must be kept. */
static bool
has_effect (LLVMOpcode op)
{
    return op == LLVMLoad || op == LLVMCall || op == LLVMAlloca
           || op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg;
}

static bool
leaf_needs_register (const translation *t, LLVMValueRef v, const term *leaf)
{
    assert (leaf && LLVMIsAInstruction (v));
    if (leaf_is_settled (t, leaf))
        return false;
    if (leaf->op == OP_VAR || has_effect (LLVMGetInstructionOpcode (v)))
        return true;
    unsigned most = used_often (v) ? WEIGHT_SHARED : WEIGHT_SINGLE;
    return term_weight (leaf, most + 1) > most;
}

const term *
translate_register (translation *t, LLVMValueRef v, size_t leaf, size_t leaves,
                    const sort *s)
{
    assert (leaf < leaves && s);
    const char *c = ghosts_name (t, v);
    const char *name = c ? c : value_name (v);
    char text[256];
    if (leaves == 1 || !leaf)
        snprintf (text, sizeof text, "%.200s", *name ? name : "t");
    else if (leaves == 2)
        snprintf (text, sizeof text, "%.200s.offset", *name ? name : "t");
    else
        snprintf (text, sizeof text, "%.200s#%zu", *name ? name : "t", leaf);
    return emit_local (t, text, s);
}

void
translate_know (translation *t, LLVMValueRef v, struct translated_value value)
{
    assert (value.leaf || !value.leaves);
    struct translated_value *kept = arena_new (&t->arena, sizeof *kept);
    *kept = value;
    map_put (&t->known, map_number ((uintptr_t) v), (uintptr_t) kept);
}

void
translate_define (translation *t, LLVMValueRef v, struct translated_value value)
{
    assert (value.leaves == value_leaves (t, LLVMTypeOf (v)));
    struct translated_value own = value_new (t, value.leaves);
    for (size_t i = 0; i < value.leaves; i++) {
        own.leaf[i] = value.leaf[i];
        if (!leaf_needs_register (t, v, value.leaf[i]))
            continue;
        own.leaf[i] =
            translate_register (t, v, i, value.leaves, value.leaf[i]->sort);
        emit_assign (t, own.leaf[i], value.leaf[i]);
    }
    translate_know (t, v, own);
}

/* ---- instructions by kind; no leaves: not modelled */

static struct translated_value
one_select (translation *t, LLVMValueRef v)
{
    struct translated_value condition = operand_value (t, v, 0);
    struct translated_value yes = operand_value (t, v, 1),
                            no = operand_value (t, v, 2);
    if (condition.leaves != 1 || condition.leaf[0]->sort->kind != SORT_BOOL)
        return (struct translated_value) {0};
    assert (yes.leaves == no.leaves);
    struct translated_value result = value_new (t, yes.leaves);
    for (size_t i = 0; i < yes.leaves; i++)
        result.leaf[i] =
            term_ite (t->terms, condition.leaf[0], yes.leaf[i], no.leaf[i]);
    return result;
}

/* Where the part that the indices name begins; *part: its type. */
static size_t
part_position (translation *t, LLVMValueRef v, LLVMTypeRef *part)
{
    size_t at = 0;
    const unsigned *index = LLVMGetIndices (v);
    *part = LLVMTypeOf (LLVMGetOperand (v, 0));
    for (unsigned i = 0; i < LLVMGetNumIndices (v); i++) {
        at += value_position (t, *part, index[i]);
        *part = type_element (*part, index[i]);
    }
    return at;
}

static struct translated_value
one_extract (translation *t, LLVMValueRef v)
{
    LLVMTypeRef part;
    size_t at = part_position (t, v, &part);
    return value_slice (operand_value (t, v, 0), at, value_leaves (t, part));
}

static struct translated_value
one_insert (translation *t, LLVMValueRef v)
{
    LLVMTypeRef part;
    size_t at = part_position (t, v, &part);
    struct translated_value whole = operand_value (t, v, 0),
                            in = operand_value (t, v, 1);
    struct translated_value result = value_new (t, whole.leaves);
    assert (at + in.leaves <= whole.leaves);
    memcpy (result.leaf, whole.leaf, whole.leaves * sizeof *whole.leaf);
    memcpy (result.leaf + at, in.leaf, in.leaves * sizeof *in.leaf);
    return result;
}

static struct translated_value
one_compare (translation *t, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf (LLVMGetOperand (v, 0));
    struct translated_value a = operand_value (t, v, 0),
                            b = operand_value (t, v, 1);
    const term *result;
    if (LLVMGetInstructionOpcode (v) == LLVMFCmp) {
        result = translate_float_compare (t, LLVMGetFCmpPredicate (v), type,
                                          a.leaf[0], b.leaf[0]);
    } else if (LLVMGetTypeKind (type) == LLVMPointerTypeKind
               && (LLVMGetICmpPredicate (v) == LLVMIntEQ
                   || LLVMGetICmpPredicate (v) == LLVMIntNE)) {
        result = memory_equal (t, LLVMGetOperand (v, 0), LLVMGetOperand (v, 1),
                               translate_compare (t, LLVMIntEQ, type, a, b));
        if (LLVMGetICmpPredicate (v) == LLVMIntNE)
            result = term_not (t->terms, result);
    } else {
        result = translate_compare (t, LLVMGetICmpPredicate (v), type, a, b);
    }
    return result ? value_one (t, result) : (struct translated_value) {0};
}

static struct translated_value
one_binary (translation *t, LLVMValueRef v, LLVMOpcode op)
{
    assert (LLVMGetNumOperands (v) == 2);
    struct translated_value a = operand_value (t, v, 0),
                            b = operand_value (t, v, 1);
    if (signed_may_wrap (t->unit, v))
        emit_unchecked (t, CHECK_OVERFLOW);
    return translate_binary (t, op, LLVMTypeOf (v), a, b);
}

static struct translated_value
one_cast (translation *t, LLVMValueRef v, LLVMOpcode op)
{
    assert (LLVMIsACastInst (v));
    LLVMTypeRef from = LLVMTypeOf (LLVMGetOperand (v, 0));
    if (op == LLVMIntToPtr && !type_is_vector (from))
        return memory_pointer (
            t, LLVMGetOperand (v, 0),
            bits_resize (t, operand_term (t, v, 0), t->width, false));
    if (op == LLVMPtrToInt)
        memory_expose (t, v);
    return translate_cast (t, op, from, LLVMTypeOf (v),
                           operand_value (t, v, 0));
}

static struct translated_value
instruction_value (translation *t, LLVMValueRef v, LLVMOpcode op, bool *ends)
{
    LLVMTypeRef type = LLVMTypeOf (v);
    switch (op) {
    case LLVMLoad:
        return memory_load (t, LLVMGetOperand (v, 0), type);
    case LLVMAlloca:
        return memory_local (t, v);
    case LLVMGetElementPtr:
        return value_element (t, v, operand_value (t, v, 0), 0);
    case LLVMCall:
        return translate_call (t, v, ends);
    case LLVMSelect:
        return one_select (t, v);
    case LLVMExtractValue:
        return one_extract (t, v);
    case LLVMInsertValue:
        return one_insert (t, v);
    case LLVMFreeze:
        return operand_value (t, v, 0);
    case LLVMFNeg:
        return value_one (t, float_negate (t, type, operand_term (t, v, 0)));
    case LLVMICmp:
    case LLVMFCmp:
        return one_compare (t, v);
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        return translate_atomic (t, v);
    default:
        return LLVMIsABinaryOperator (v) ? one_binary (t, v, op)
               : LLVMIsACastInst (v)     ? one_cast (t, v, op)
                                         : (struct translated_value) {0};
    }
}

static bool
has_vector (LLVMValueRef v)
{
    if (type_is_vector (LLVMTypeOf (v)))
        return true;
    int operands = LLVMGetNumOperands (v);
    for (int i = 0; i < operands && i < 3; i++)
        if (type_is_vector (LLVMTypeOf (LLVMGetOperand (v, (unsigned) i))))
            return true;
    return false;
}

static void
instruction_unknown (translation *t, LLVMValueRef v, const char *why)
{
    assert (why && *why);
    emit_cut (t, why);
    translate_define (t, v, value_any (t, LLVMTypeOf (v), "any"));
}

void
translate_instruction (translation *t, LLVMValueRef v, bool *ends)
{
    LLVMOpcode op = LLVMGetInstructionOpcode (v);
    assert (op != LLVMPHI);
    t->instruction = v;
    if (has_vector (v)) {
        instruction_unknown (t, v, "vectors");
        return;
    }
    if (op == LLVMStore) {
        LLVMValueRef what = LLVMGetOperand (v, 0);
        memory_store (t, LLVMGetOperand (v, 1), LLVMTypeOf (what),
                      value_of (t, what));
        return;
    }
    if (op == LLVMFence)
        return;
    struct translated_value result = instruction_value (t, v, op, ends);
    if (*ends)
        return;
    if (result.leaves == value_leaves (t, LLVMTypeOf (v)))
        translate_define (t, v, result);
    else
        instruction_unknown (
            t, v, op == LLVMVAArg ? "variable arguments" : "an instruction");
}
