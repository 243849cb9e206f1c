/* template.c -- constants that are only copied from. */
#include "cohort-llvm/alias/internal.h"

#include <string.h>

static bool
use_is_copy (LLVMValueRef user, LLVMValueRef constant, uint64_t size)
{
    assert (user && LLVMIsAGlobalVariable (constant));
    if (!LLVMIsACallInst (user))
        return false;
    LLVMValueRef f = LLVMIsAFunction (LLVMGetCalledValue (user));
    size_t length;
    if (!f || strncmp (LLVMGetValueName2 (f, &length), "llvm.memcpy.", 12))
        return false;
    LLVMValueRef bytes = LLVMGetOperand (user, 2);
    return LLVMGetOperand (user, 1) == constant
           && LLVMGetOperand (user, 0) != constant && LLVMIsAConstantInt (bytes)
           && LLVMConstIntGetZExtValue (bytes) <= size;
}

bool
regions_template (LLVMValueRef v)
{
    assert (v);
    if (!LLVMIsAGlobalVariable (v) || !LLVMIsGlobalConstant (v)
        || !LLVMGetInitializer (v) || !LLVMGetFirstUse (v)
        || (LLVMGetLinkage (v) != LLVMPrivateLinkage
            && LLVMGetLinkage (v) != LLVMInternalLinkage))
        return false;
    LLVMTypeRef type = LLVMGlobalGetValueType (v);
    LLVMTargetDataRef layout =
        LLVMGetModuleDataLayout (LLVMGetGlobalParent (v));
    uint64_t size = LLVMABISizeOfType (layout, type);
    bool only = true;
    for (LLVMUseRef u = LLVMGetFirstUse (v); u && only; u = LLVMGetNextUse (u))
        only = use_is_copy (LLVMGetUser (u), v, size);
    return only;
}
