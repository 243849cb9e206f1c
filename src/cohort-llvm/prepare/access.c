/* access.c -- calls of cohort.access before accesses that could be
 * invalid.
 *
 * Not before those that surely are valid: at a constant offset within a local
 * or global object (sroa would not see through the call); of stores, within one
 * that may be written. */
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "cohort-llvm/prepare/prepare.h"

/* ---- pointers with constant indices */

static bool
is_gep (LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst (v)
           || (LLVMIsAConstantExpr (v)
               && LLVMGetConstOpcode (v) == LLVMGetElementPtr);
}

/* The offset by the indices after the first one. */
static bool
index_step (const struct unit *u, LLVMTypeRef *t, LLVMValueRef index,
            int64_t *offset)
{
    assert (LLVMIsAConstantInt (index));
    int64_t n = LLVMConstIntGetSExtValue (index), step;
    if (LLVMGetTypeKind (*t) == LLVMStructTypeKind) {
        if (n < 0 || (uint64_t) n >= LLVMCountStructElementTypes (*t))
            return false;
        *offset += (int64_t) LLVMOffsetOfElement (u->layout, *t, (unsigned) n);
        *t = LLVMStructGetTypeAtIndex (*t, (unsigned) n);
        return true;
    }
    if (LLVMGetTypeKind (*t) != LLVMArrayTypeKind)
        return false;
    *t = LLVMGetElementType (*t);
    int64_t size = (int64_t) LLVMABISizeOfType (u->layout, *t);
    return !__builtin_mul_overflow (n, size, &step)
           && !__builtin_add_overflow (*offset, step, offset);
}

static bool
gep_step (const struct unit *u, LLVMValueRef gep, int64_t *offset)
{
    assert (is_gep (gep));
    int count = LLVMGetNumOperands (gep);
    LLVMTypeRef t = LLVMGetGEPSourceElementType (gep);
    for (int i = 1; i < count; i++) {
        LLVMValueRef index = LLVMGetOperand (gep, (unsigned) i);
        if (!LLVMIsAConstantInt (index)
            || LLVMGetIntTypeWidth (LLVMTypeOf (index)) > 64)
            return false;
        int64_t step;
        if (i == 1) {
            int64_t size = (int64_t) LLVMABISizeOfType (u->layout, t);
            if (__builtin_mul_overflow (LLVMConstIntGetSExtValue (index), size,
                                        &step)
                || __builtin_add_overflow (*offset, step, offset))
                return false;
        } else if (!index_step (u, &t, index, offset))
            return false;
    }
    return true;
}

struct fixed_pointer
pointer_fix (const struct unit *u, LLVMValueRef v)
{
    struct fixed_pointer p = {.base = v, .known = true};
    while (p.known && is_gep (p.base)) {
        p.known = gep_step (u, p.base, &p.offset);
        p.base = LLVMGetOperand (p.base, 0);
    }
    return p;
}

/* The type of a struct that is passed in memory: the function's own copy. Null:
 * the argument is none. */
static LLVMTypeRef
argument_copy (LLVMValueRef argument)
{
    LLVMValueRef function = LLVMGetParamParent (argument);
    unsigned index = 1;
    for (LLVMValueRef a = LLVMGetFirstParam (function); a != argument;
         a = LLVMGetNextParam (a))
        index++;
    LLVMAttributeRef byval = LLVMGetEnumAttributeAtIndex (
        function, index, LLVMGetEnumAttributeKindForName ("byval", 5));
    return byval ? LLVMGetTypeAttributeValue (byval) : NULL;
}

static bool
object_size (const struct unit *u, LLVMValueRef object, uint64_t *size)
{
    LLVMTypeRef t;
    if (LLVMIsAAllocaInst (object)) {
        LLVMValueRef count = LLVMGetOperand (object, 0);
        t = LLVMGetAllocatedType (object);
        if (!LLVMIsAConstantInt (count)
            || LLVMConstIntGetZExtValue (count) != 1)
            return false;
    } else if (LLVMIsAGlobalVariable (object))
        t = LLVMGlobalGetValueType (object);
    else if (LLVMIsAArgument (object))
        t = argument_copy (object);
    else
        return false;
    if (!t || !LLVMTypeIsSized (t))
        return false;
    *size = LLVMABISizeOfType (u->layout, t);
    return true;
}

/* Nothing may be written to what is constant. */
static bool
access_is_valid (const struct unit *u, LLVMValueRef pointer, uint64_t bytes,
                 bool write)
{
    struct fixed_pointer p = pointer_fix (u, pointer);
    uint64_t size;
    if (write && LLVMIsAGlobalVariable (p.base)
        && LLVMIsGlobalConstant (p.base))
        return false;
    return p.known && p.offset >= 0 && object_size (u, p.base, &size)
           && bytes <= size && (uint64_t) p.offset <= size - bytes;
}

/* ---- the calls */

static void
access_insert (struct preparation *p, LLVMValueRef before, LLVMValueRef pointer,
               LLVMValueRef bytes, bool write)
{
    assert (before && pointer && bytes);
    LLVMContextRef context = p->unit->context;
    LLVMTypeRef wide = LLVMInt64TypeInContext (context);
    LLVMTypeRef narrow = LLVMInt32TypeInContext (context);
    if (LLVMIsAConstantInt (bytes)
        && access_is_valid (p->unit, pointer, LLVMConstIntGetZExtValue (bytes),
                            write))
        return;
    if (!p->access) {
        LLVMTypeRef parameter[] = {LLVMPointerTypeInContext (context, 0), wide,
                                   narrow};
        p->access_type = LLVMFunctionType (LLVMVoidTypeInContext (context),
                                           parameter, 3, false);
        p->access = prepare_declare (p, COHORT_ACCESS, p->access_type);
    }
    LLVMPositionBuilderBefore (p->builder, before);
    LLVMSetCurrentDebugLocation2 (p->builder,
                                  LLVMInstructionGetDebugLoc (before));
    LLVMValueRef argument[] = {
        pointer, LLVMBuildIntCast2 (p->builder, bytes, wide, false, ""),
        LLVMConstInt (narrow, write, false)};
    LLVMBuildCall2 (p->builder, p->access_type, p->access, argument, 3, "");
}

static void
access_typed (struct preparation *p, LLVMValueRef i, unsigned operand,
              LLVMTypeRef t, bool write)
{
    uint64_t bytes = LLVMStoreSizeOfType (p->unit->layout, t);
    access_insert (
        p, i, LLVMGetOperand (i, operand),
        LLVMConstInt (LLVMInt64TypeInContext (p->unit->context), bytes, false),
        write);
}

/* memcpy and its kin that clang makes of assignments, and structs that are
 * passed by value in memory. */
static void
access_call (struct preparation *p, LLVMValueRef call)
{
    if (value_is_call_of (call, "llvm.memcpy")
        || value_is_call_of (call, "llvm.memmove")) {
        LLVMValueRef bytes = LLVMGetOperand (call, 2);
        access_insert (p, call, LLVMGetOperand (call, 1), bytes, false);
        access_insert (p, call, LLVMGetOperand (call, 0), bytes, true);
    } else if (value_is_call_of (call, "llvm.memset"))
        access_insert (p, call, LLVMGetOperand (call, 0),
                       LLVMGetOperand (call, 2), true);
    unsigned byval = LLVMGetEnumAttributeKindForName ("byval", 5);
    for (unsigned i = 0; i < LLVMGetNumArgOperands (call); i++) {
        LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute (call, i + 1, byval);
        if (a)
            access_typed (p, call, i, LLVMGetTypeAttributeValue (a), false);
    }
}

static void
access_instruction (struct preparation *p, LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode (i)) {
    case LLVMLoad:
        access_typed (p, i, 0, LLVMTypeOf (i), false);
        break;
    case LLVMStore:
        access_typed (p, i, 1, LLVMTypeOf (LLVMGetOperand (i, 0)), true);
        break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        access_typed (p, i, 0, LLVMTypeOf (LLVMGetOperand (i, 1)), true);
        break;
    case LLVMCall:
        access_call (p, i);
        break;
    default:
        break;
    }
}

void
prepare_access (struct preparation *p, LLVMValueRef function)
{
    assert (!LLVMIsDeclaration (function));
    struct prepare_value_vec all = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function); b;
         b = LLVMGetNextBasicBlock (b))
        for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
             i = LLVMGetNextInstruction (i))
            VEC_PUSH (all, i);
    for (size_t i = 0; i < all.size; i++)
        access_instruction (p, all.at[i]);
    VEC_CLEAR (all);
}
