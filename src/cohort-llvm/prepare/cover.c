/* cover.c -- which bytes of an object its scalars are in. */
#include "cohort-llvm/prepare/prepare.h"

enum { LEAVES_MOST = 64, DEPTH_MOST = 64 };

static bool
type_is_scalar (LLVMTypeKind k)
{
    switch (k) {
    case LLVMIntegerTypeKind:
    case LLVMPointerTypeKind:
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind:
        return true;
    default:
        return false;
    }
}

static bool
cover_leaf (struct prepare_cover *c, LLVMTypeRef t, uint64_t at)
{
    uint64_t size = LLVMStoreSizeOfType (c->unit->layout, t);
    assert (c->size <= COVER_BYTES);
    if (++c->leaves > LEAVES_MOST || at + size > c->size)
        return false;
    for (uint64_t i = at; i < at + size; i++)
        c->byte[i] = true;
    return true;
}

/* False: too large, or of a kind that is no plain data. */
static bool
cover_type (struct prepare_cover *c, LLVMTypeRef t, uint64_t at, unsigned depth)
{
    LLVMTypeKind kind = LLVMGetTypeKind (t);
    bool good = depth < DEPTH_MOST;
    if (type_is_scalar (kind) || kind == LLVMVectorTypeKind)
        return cover_leaf (c, t, at);
    if (kind == LLVMStructTypeKind) {
        unsigned count = LLVMCountStructElementTypes (t);
        for (unsigned i = 0; good && i < count; i++)
            good = cover_type (c, LLVMStructGetTypeAtIndex (t, i),
                               at + LLVMOffsetOfElement (c->unit->layout, t, i),
                               depth + 1);
        return good;
    }
    if (kind != LLVMArrayTypeKind)
        return false;
    LLVMTypeRef element = LLVMGetElementType (t);
    uint64_t size = LLVMABISizeOfType (c->unit->layout, element);
    uint64_t count = LLVMGetArrayLength2 (t);
    good = good && count <= COVER_BYTES;
    for (uint64_t i = 0; good && i < count; i++)
        good = cover_type (c, element, at + i * size, depth + 1);
    return good;
}

static bool
alloca_is_plain (LLVMValueRef a)
{
    LLVMValueRef count = LLVMGetOperand (a, 0);
    return LLVMIsAConstantInt (count) && LLVMConstIntGetZExtValue (count) == 1;
}

bool
cover_alloca (struct prepare_cover *c, const struct unit *u, LLVMValueRef a)
{
    LLVMTypeRef t = LLVMGetAllocatedType (a);
    *c = (struct prepare_cover) {.unit = u};
    if (!alloca_is_plain (a) || !LLVMTypeIsSized (t))
        return false;
    c->size = LLVMABISizeOfType (u->layout, t);
    return c->size <= COVER_BYTES && cover_type (c, t, 0, 0);
}

/* False: of a kind that is no plain data, or with too many scalars. */
static bool
cover_value (struct prepare_cover *c, LLVMValueRef v, uint64_t at,
             unsigned depth)
{
    LLVMTypeRef t = LLVMTypeOf (v);
    LLVMTypeKind kind = LLVMGetTypeKind (t);
    if (LLVMIsUndef (v))
        return true;
    if (LLVMIsNull (v) || kind == LLVMVectorTypeKind || type_is_scalar (kind))
        return cover_type (c, t, at, depth);
    if (depth == DEPTH_MOST)
        return false;
    bool is_struct = kind == LLVMStructTypeKind, good = true;
    if (!is_struct && kind != LLVMArrayTypeKind)
        return false;
    unsigned count = is_struct ? LLVMCountStructElementTypes (t)
                               : (unsigned) LLVMGetArrayLength2 (t);
    uint64_t each =
        is_struct ? 0
                  : LLVMABISizeOfType (c->unit->layout, LLVMGetElementType (t));
    for (unsigned i = 0; good && i < count; i++)
        good = cover_value (
            c, LLVMGetAggregateElement (v, i),
            at
                + (is_struct ? LLVMOffsetOfElement (c->unit->layout, t, i)
                             : i * each),
            depth + 1);
    return good;
}

bool
cover_constant (struct prepare_cover *c, const struct unit *u, LLVMValueRef v)
{
    *c = (struct prepare_cover) {
        .unit = u, .size = LLVMABISizeOfType (u->layout, LLVMTypeOf (v))};
    return c->size <= COVER_BYTES && cover_value (c, v, 0, 0);
}
