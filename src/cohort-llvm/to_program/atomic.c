/* atomic.c -- atomic operations, in a program of one thread. */
#include "cohort-llvm/memory/memory.h"
#include "cohort-llvm/to_program/internal.h"

static const term *
best (translation *t, LLVMIntPredicate predicate, const term *a, const term *b)
{
    const term *first = translate_compare (
        t, predicate, LLVMInt32TypeInContext (t->unit->context),
        value_one (t, a), value_one (t, b));
    return term_ite (t->terms, first, a, b);
}

static const term *
updated (translation *t, LLVMAtomicRMWBinOp op, LLVMTypeRef type, const term *a,
         const term *b)
{
    struct translated_value x = value_one (t, a), y = value_one (t, b);
    switch (op) {
    case LLVMAtomicRMWBinOpAdd:
        return translate_binary (t, LLVMAdd, type, x, y).leaf[0];
    case LLVMAtomicRMWBinOpSub:
        return translate_binary (t, LLVMSub, type, x, y).leaf[0];
    case LLVMAtomicRMWBinOpAnd:
        return translate_binary (t, LLVMAnd, type, x, y).leaf[0];
    case LLVMAtomicRMWBinOpNand:
        return bits_not (t, bits_op (t, OP_BVAND, a, b));
    case LLVMAtomicRMWBinOpOr:
        return translate_binary (t, LLVMOr, type, x, y).leaf[0];
    case LLVMAtomicRMWBinOpXor:
        return translate_binary (t, LLVMXor, type, x, y).leaf[0];
    case LLVMAtomicRMWBinOpMax:
        return best (t, LLVMIntSGT, a, b);
    case LLVMAtomicRMWBinOpMin:
        return best (t, LLVMIntSLT, a, b);
    case LLVMAtomicRMWBinOpUMax:
        return best (t, LLVMIntUGT, a, b);
    case LLVMAtomicRMWBinOpUMin:
        return best (t, LLVMIntULT, a, b);
    default:
        return NULL;
    }
}

/* What was loaded is kept before the memory changes. */
static struct translated_value
loaded (translation *t, LLVMValueRef pointer, LLVMTypeRef type)
{
    struct translated_value v = memory_load (t, pointer, type);
    struct translated_value kept = value_new (t, v.leaves);
    for (size_t i = 0; i < v.leaves; i++) {
        kept.leaf[i] = emit_local (t, "old", v.leaf[i]->sort);
        emit_assign (t, kept.leaf[i], v.leaf[i]);
    }
    return kept;
}

static struct translated_value
atomic_update (translation *t, LLVMValueRef v)
{
    LLVMValueRef pointer = LLVMGetOperand (v, 0);
    LLVMTypeRef type = LLVMTypeOf (v);
    struct translated_value old = loaded (t, pointer, type),
                            new = operand_value (t, v, 1);
    LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp (v);
    if (op != LLVMAtomicRMWBinOpXchg) {
        bool plain = LLVMGetTypeKind (type) == LLVMIntegerTypeKind;
        const term *result =
            plain ? updated (t, op, type, old.leaf[0], new.leaf[0]) : NULL;
        if (!result)
            return (struct translated_value) {0};
        new = value_one (t, result);
    }
    memory_store (t, pointer, type, new);
    return old;
}

/* { old value, whether it was the expected one }: a weak one may fail though.
 */
static struct translated_value
atomic_exchange (translation *t, LLVMValueRef v)
{
    LLVMValueRef pointer = LLVMGetOperand (v, 0);
    LLVMTypeRef type = LLVMTypeOf (LLVMGetOperand (v, 1));
    struct translated_value expected = operand_value (t, v, 1);
    struct translated_value new = operand_value (t, v, 2),
                            old = loaded (t, pointer, type);
    struct translated_value result = value_new (t, old.leaves + 1);
    const term *same = term_true (t->terms);
    assert (old.leaves == expected.leaves && old.leaves == new.leaves);
    for (size_t i = 0; i < old.leaves; i++)
        same = term_and2 (t->terms, same,
                          bits_equal (t, old.leaf[i], expected.leaf[i]));
    if (LLVMGetWeak (v))
        same = term_and2 (t->terms, same,
                          emit_any (t, "weak", sort_bool (t->terms)));
    struct translated_value written = value_new (t, old.leaves);
    for (size_t i = 0; i < old.leaves; i++) {
        written.leaf[i] = term_ite (t->terms, same, new.leaf[i], old.leaf[i]);
        result.leaf[i] = old.leaf[i];
    }
    memory_store (t, pointer, type, written);
    result.leaf[old.leaves] = same;
    return result;
}

struct translated_value
translate_atomic (translation *t, LLVMValueRef v)
{
    LLVMOpcode op = LLVMGetInstructionOpcode (v);
    assert (op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg);
    return op == LLVMAtomicRMW ? atomic_update (t, v) : atomic_exchange (t, v);
}
