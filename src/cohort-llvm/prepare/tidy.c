/* tidy.c -- after the passes: what they made superfluous.
 *
 * Objects that are still in memory get arbitrary contents where they are made,
 * so what was stored there at the beginning is not needed. */
#include "cohort-llvm/prepare/prepare.h"

/* Nothing but its value matters, and it cannot trap. */
static bool
value_is_pure (LLVMValueRef v)
{
    switch (LLVMGetInstructionOpcode (v)) {
    case LLVMGetElementPtr:
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMLShr:
    case LLVMShl:
    case LLVMAnd:
    case LLVMOr:
    case LLVMBitCast:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
        return true;
    default:
        return value_is_call_of (v, COHORT_FRESH);
    }
}

/* Stores before cohort.begin are ours. */
static void
tidy_stores (LLVMBasicBlockRef entry, LLVMValueRef begin)
{
    LLVMValueRef next;
    for (LLVMValueRef i = LLVMGetFirstInstruction (entry); i != begin;
         i = next) {
        next = LLVMGetNextInstruction (i);
        if (LLVMIsAStoreInst (i))
            LLVMInstructionEraseFromParent (i);
    }
}

/* dbg.value of what nobody needs. */
static void
tidy_names (LLVMBasicBlockRef entry, LLVMValueRef begin)
{
    LLVMValueRef next;
    for (LLVMValueRef i = LLVMGetFirstInstruction (entry); i != begin;
         i = next) {
        next = LLVMGetNextInstruction (i);
        LLVMValueRef value = NULL;
        if (value_is_call_of (i, "llvm.dbg.value")
            && LLVMGetMDNodeNumOperands (LLVMGetOperand (i, 0)) == 1)
            LLVMGetMDNodeOperands (LLVMGetOperand (i, 0), &value);
        if (value && LLVMIsAInstruction (value) && !LLVMGetFirstUse (value))
            LLVMInstructionEraseFromParent (i);
    }
}

static void
tidy_entry (LLVMBasicBlockRef entry)
{
    LLVMValueRef begin = LLVMGetFirstInstruction (entry);
    while (begin && !value_is_call_of (begin, COHORT_BEGIN))
        begin = LLVMGetNextInstruction (begin);
    if (!begin)
        return;
    tidy_stores (entry, begin);
    tidy_names (entry, begin);
    LLVMInstructionEraseFromParent (begin);
}

/* Backwards, so that what a dead value used is seen after it. */
static void
tidy_block (LLVMBasicBlockRef b)
{
    LLVMValueRef before;
    for (LLVMValueRef i = LLVMGetLastInstruction (b); i; i = before) {
        before = LLVMGetPreviousInstruction (i);
        if (value_is_call_of (i, COHORT_KEEP)
            || (!LLVMGetFirstUse (i) && value_is_pure (i)))
            LLVMInstructionEraseFromParent (i);
    }
}

void
prepare_tidy (struct preparation *p, LLVMValueRef function)
{
    (void) p;
    tidy_entry (LLVMGetEntryBasicBlock (function));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function); b;
         b = LLVMGetNextBasicBlock (b))
        tidy_block (b);
}
