/* fold.c -- constant expressions over null become numbers.
 *
 * offsetof, where it is written as the address of a member of null, is an
 * expression to LLVM; as an index of a pointer it would be taken for one that
 * may be anything. */
#include "cohort-llvm/prepare/prepare.h"

enum { FOLD_DEPTH = 64 };

static bool fold_number (const struct unit *, LLVMValueRef, unsigned depth,
                         uint64_t *);

static unsigned
number_width (LLVMValueRef v)
{
    LLVMTypeRef t = LLVMTypeOf (v);
    return LLVMGetTypeKind (t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth (t)
                                                      : 0;
}

static uint64_t
number_cut (uint64_t n, unsigned width)
{
    assert (width && width <= 64);
    return width < 64 ? n & ((UINT64_C (1) << width) - 1) : n;
}

/* The address of a place behind null. */
static bool
fold_address (const struct unit *u, LLVMValueRef pointer, uint64_t *n)
{
    struct fixed_pointer p = pointer_fix (u, pointer);
    if (!p.known || !LLVMIsAConstantPointerNull (p.base))
        return false;
    *n = (uint64_t) p.offset;
    return true;
}

static bool
fold_two (const struct unit *u, LLVMValueRef v, unsigned depth, uint64_t *n)
{
    uint64_t a, b;
    if (!fold_number (u, LLVMGetOperand (v, 0), depth, &a)
        || !fold_number (u, LLVMGetOperand (v, 1), depth, &b))
        return false;
    switch (LLVMGetConstOpcode (v)) {
    case LLVMAdd:
        *n = a + b;
        return true;
    case LLVMSub:
        *n = a - b;
        return true;
    case LLVMMul:
        *n = a * b;
        return true;
    default:
        return false;
    }
}

/* False: it is no number, or one that depends on where something is. */
static bool
fold_number (const struct unit *u, LLVMValueRef v, unsigned depth, uint64_t *n)
{
    unsigned width = number_width (v);
    if (!width || width > 64 || depth > FOLD_DEPTH)
        return false;
    if (LLVMIsAConstantInt (v)) {
        *n = LLVMConstIntGetZExtValue (v);
        return true;
    }
    if (!LLVMIsAConstantExpr (v))
        return false;
    bool good = false;
    switch (LLVMGetConstOpcode (v)) {
    case LLVMPtrToInt:
        good = LLVMPointerSize (u->layout) * 8 >= width
               && fold_address (u, LLVMGetOperand (v, 0), n);
        break;
    case LLVMTrunc:
        good = fold_number (u, LLVMGetOperand (v, 0), depth + 1, n);
        break;
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
        good = fold_two (u, v, depth + 1, n);
        break;
    default:
        break;
    }
    if (good)
        *n = number_cut (*n, width);
    return good;
}

static void
fold_operands (const struct unit *u, LLVMValueRef instruction)
{
    int operands = LLVMGetNumOperands (instruction);
    for (int i = 0; i < operands; i++) {
        LLVMValueRef v = LLVMGetOperand (instruction, (unsigned) i);
        uint64_t n;
        if (v && LLVMIsAConstantExpr (v) && fold_number (u, v, 0, &n))
            LLVMSetOperand (instruction, (unsigned) i,
                            LLVMConstInt (LLVMTypeOf (v), n, false));
    }
}

void
prepare_fold (struct preparation *p, LLVMValueRef function)
{
    assert (!LLVMIsDeclaration (function));
    LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function);
    for (; b; b = LLVMGetNextBasicBlock (b))
        for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
             i = LLVMGetNextInstruction (i))
            fold_operands (p->unit, i);
}
