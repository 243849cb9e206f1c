/* signed.c -- see signed.h. */
#include "cohort-llvm/signed.h"

#include <assert.h>

#include "vm/code/code.h"

static unsigned
signed_kind (const struct unit *u)
{
    static const char name[] = "cohort.signed";
    return LLVMGetMDKindIDInContext (u->context, name, sizeof name - 1);
}

static bool
may_be_signed (LLVMValueRef i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode (i);
    return op == LLVMAdd || op == LLVMSub || op == LLVMMul;
}

static void
instruction_mark (const struct unit *u, LLVMValueRef i, bool keep)
{
    if (LLVMIsAGetElementPtrInst (i))
        LLVMSetIsInBounds (i, false);
    if (!may_be_signed (i) || !LLVMGetNSW (i))
        return;
    LLVMMetadataRef node = LLVMMDNodeInContext2 (u->context, NULL, 0);
    LLVMSetMetadata (i, signed_kind (u),
                     LLVMMetadataAsValue (u->context, node));
    LLVMSetNSW (i, keep);
}

void
signed_mark (const struct unit *u)
{
    bool keep =
        u->machine && (u->options.vm_checks & (uint32_t) VM_CHECK_OVERFLOW);
    for (LLVMValueRef f = LLVMGetFirstFunction (u->module); f;
         f = LLVMGetNextFunction (f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
             b = LLVMGetNextBasicBlock (b))
            for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
                 i = LLVMGetNextInstruction (i))
                instruction_mark (u, i, keep);
}

/* Of how many bits, as a signed number, it is at most. */
static unsigned
bits_of (LLVMValueRef v)
{
    unsigned width = LLVMGetIntTypeWidth (LLVMTypeOf (v)), bits = 1;
    bool zero = LLVMIsAZExtInst (v);
    if (zero || LLVMIsASExtInst (v))
        return LLVMGetIntTypeWidth (LLVMTypeOf (LLVMGetOperand (v, 0))) + zero;
    if (!LLVMIsAConstantInt (v) || width > 64)
        return width;
    int64_t value = LLVMConstIntGetSExtValue (v);
    while (bits < width
           && (value < -((int64_t) 1 << (bits - 1))
               || value >= (int64_t) 1 << (bits - 1)))
        bits++;
    return bits;
}

bool
signed_may_wrap (const struct unit *u, LLVMValueRef i)
{
    assert (LLVMIsAInstruction (i));
    LLVMTypeRef type = LLVMTypeOf (i);
    if (!may_be_signed (i) || !LLVMGetMetadata (i, signed_kind (u))
        || LLVMGetTypeKind (type) != LLVMIntegerTypeKind)
        return false;
    unsigned a = bits_of (LLVMGetOperand (i, 0)),
             b = bits_of (LLVMGetOperand (i, 1));
    unsigned needed = LLVMGetInstructionOpcode (i) == LLVMMul ? a + b
                      : a > b                                 ? a + 1
                                                              : b + 1;
    return needed > LLVMGetIntTypeWidth (type);
}
