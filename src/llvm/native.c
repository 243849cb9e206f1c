/* native.c -- see native.h. */
#include "llvm/native.h"

#include <string.h>

struct native {
    struct unit *unit;
    LLVMBuilderRef builder;
    LLVMValueRef turn;
    LLVMTypeRef turn_type;
};

static bool
name_begins (LLVMValueRef f, const char *with)
{
    size_t size;
    return !strncmp (LLVMGetValueName2 (f, &size), with, strlen (with));
}

/* Intrinsics that the machine has as functions. */
static bool
is_memory_intrinsic (LLVMValueRef f)
{
    return name_begins (f, "llvm.memcpy") || name_begins (f, "llvm.memmove")
           || name_begins (f, "llvm.memset");
}

static bool
is_turn (LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode (i)) {
    case LLVMLoad:
    case LLVMStore:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        return true;
    case LLVMCall:
    case LLVMInvoke: {
        LLVMValueRef f = LLVMGetCalledValue (i);
        if (!LLVMIsAFunction (f) || !LLVMIsDeclaration (f))
            return false;
        return is_memory_intrinsic (f)
               || (!name_begins (f, "llvm.") && !name_begins (f, "cohort."));
    }
    default:
        return false;
    }
}

static void
turn_insert (const struct native *n, LLVMValueRef i)
{
    LLVMTypeRef number = LLVMInt32TypeInContext (n->unit->context);
    LLVMValueRef line = LLVMConstInt (number, LLVMGetDebugLocLine (i), false);
    LLVMPositionBuilderBefore (n->builder, i);
    LLVMBuildCall2 (n->builder, n->turn_type, n->turn, &line, 1, "");
}

/* What prepare inserted; true: it is gone. */
static bool
inserted_drop (LLVMValueRef i)
{
    if (LLVMGetInstructionOpcode (i) != LLVMCall)
        return false;
    LLVMValueRef f = LLVMGetCalledValue (i);
    if (!LLVMIsAFunction (f) || !name_begins (f, "cohort."))
        return false;
    LLVMTypeRef type = LLVMTypeOf (i);
    if (LLVMGetTypeKind (type) != LLVMVoidTypeKind)
        LLVMReplaceAllUsesWith (i, LLVMConstNull (type));
    LLVMInstructionEraseFromParent (i);
    return true;
}

static void
function_prepare (const struct native *n, LLVMValueRef f, unsigned memory)
{
    if (memory)
        LLVMAddAttributeAtIndex (
            f, LLVMAttributeFunctionIndex,
            LLVMCreateEnumAttribute (n->unit->context, memory, 0));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
         b = LLVMGetNextBasicBlock (b))
        for (LLVMValueRef i = LLVMGetFirstInstruction (b), next; i; i = next) {
            next = LLVMGetNextInstruction (i);
            if (!inserted_drop (i) && is_turn (i))
                turn_insert (n, i);
        }
}

void
native_prepare (struct unit *u, bool memory)
{
    static const char sanitize[] = "sanitize_address";
    LLVMTypeRef number = LLVMInt32TypeInContext (u->context);
    struct native n = {.unit = u,
                       .builder = LLVMCreateBuilderInContext (u->context)};
    n.turn_type = LLVMFunctionType (LLVMVoidTypeInContext (u->context), &number,
                                    1, false);
    n.turn = LLVMAddFunction (u->module, "__cohort_turn", n.turn_type);
    unsigned kind =
        memory ? LLVMGetEnumAttributeKindForName (sanitize, sizeof sanitize - 1)
               : 0;
    for (LLVMValueRef f = LLVMGetFirstFunction (u->module); f;
         f = LLVMGetNextFunction (f))
        if (!LLVMIsDeclaration (f))
            function_prepare (&n, f, kind);
    LLVMDisposeBuilder (n.builder);
    /* The compiler's own start files have one. */
    LLVMValueRef handle = LLVMGetNamedGlobal (u->module, "__dso_handle");
    if (handle && LLVMGetInitializer (handle))
        LLVMSetLinkage (handle, LLVMInternalLinkage);
}
