/* native.c -- see native.h. */
#include "cohort-llvm/native/internal.h"

#include <string.h>

#include "vm/code/code.h"

static bool
name_begins (LLVMValueRef f, const char *with)
{
    size_t size;
    return !strncmp (LLVMGetValueName2 (f, &size), with, strlen (with));
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
        return !name_begins (f, "llvm.") && !name_begins (f, "cohort.");
    }
    default:
        return false;
    }
}

/* What an instruction touches: `to` is written, `from` read. */
struct native_touch {
    LLVMValueRef to, to_size, from, from_size;
    bool atomic;
};

static LLVMValueRef
size_of (const struct native *n, LLVMTypeRef type)
{
    return LLVMConstInt (LLVMInt64TypeInContext (n->unit->context),
                         LLVMStoreSizeOfType (n->unit->layout, type), false);
}

static struct native_touch
touch_of (const struct native *n, LLVMValueRef i)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext (n->unit->context, 0);
    LLVMTypeRef size = LLVMInt64TypeInContext (n->unit->context);
    struct native_touch t = {LLVMConstNull (pointer), LLVMConstNull (size),
                             LLVMConstNull (pointer), LLVMConstNull (size),
                             false};
    switch (LLVMGetInstructionOpcode (i)) {
    case LLVMLoad:
        t.from = LLVMGetOperand (i, 0);
        t.from_size = size_of (n, LLVMTypeOf (i));
        t.atomic = LLVMGetOrdering (i) != LLVMAtomicOrderingNotAtomic;
        break;
    case LLVMStore:
        t.to = LLVMGetOperand (i, 1);
        t.to_size = size_of (n, LLVMTypeOf (LLVMGetOperand (i, 0)));
        t.atomic = LLVMGetOrdering (i) != LLVMAtomicOrderingNotAtomic;
        break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        t.to = LLVMGetOperand (i, 0);
        t.to_size = size_of (n, LLVMTypeOf (LLVMGetOperand (i, 1)));
        t.atomic = true;
        break;
    default:
        break;
    }
    return t;
}

/* The machine reads and writes an aggregate leaf by leaf. */
static unsigned
leaves_of (LLVMTypeRef type)
{
    unsigned leaves = 0;
    switch (LLVMGetTypeKind (type)) {
    case LLVMStructTypeKind:
        for (unsigned k = 0; k < LLVMCountStructElementTypes (type); k++)
            leaves += leaves_of (LLVMStructGetTypeAtIndex (type, k));
        return leaves;
    case LLVMArrayTypeKind:
        return (unsigned) LLVMGetArrayLength2 (type)
               * leaves_of (LLVMGetElementType (type));
    case LLVMVectorTypeKind:
        return LLVMGetVectorSize (type);
    default:
        return 1;
    }
}

static unsigned
turns_of (LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode (i)) {
    case LLVMLoad:
        return leaves_of (LLVMTypeOf (i));
    case LLVMStore:
        return leaves_of (LLVMTypeOf (LLVMGetOperand (i, 0)));
    default:
        return 1;
    }
}

static void
turns_insert (const struct native *n, LLVMValueRef i)
{
    LLVMTypeRef number = LLVMInt32TypeInContext (n->unit->context);
    LLVMPositionBuilderBefore (n->builder, i);
    struct native_touch t = touch_of (n, i);
    LLVMValueRef argument[] = {
        LLVMConstInt (number, LLVMGetDebugLocLine (i), false),
        t.to,
        t.to_size,
        t.from,
        t.from_size,
        LLVMConstInt (number, t.atomic, false)};
    for (unsigned left = turns_of (i); left; left--)
        LLVMBuildCall2 (n->builder, n->turn_type, n->turn, argument,
                        sizeof argument / sizeof *argument, "");
}

/* A loop that nobody else sees may never come to another turn: whoever is in it
 * has nothing to hold up the others with. */
static void
beat_insert (const struct native *n, LLVMValueRef branch)
{
    LLVMPositionBuilderBefore (n->builder, branch);
    LLVMBuildCall2 (n->builder, n->beat_type, n->beat, NULL, 0, "");
}

/* A weak compare-exchange that fails stores what is there, and says that it
 * failed: the shim says which. */
static void
weak_insert (const struct native *n, LLVMValueRef i)
{
    LLVMValueRef old = LLVMGetOperand (i, 1), stored = LLVMGetOperand (i, 2);
    LLVMPositionBuilderBefore (n->builder, i);
    LLVMValueRef fails = LLVMBuildICmp (
        n->builder, LLVMIntNE,
        LLVMBuildCall2 (n->builder, n->weak_type, n->weak, NULL, 0, ""),
        LLVMConstNull (LLVMInt32TypeInContext (n->unit->context)), "");
    LLVMSetOperand (i, 2, LLVMBuildSelect (n->builder, fails, old, stored, ""));
    LLVMSetWeak (i, false);
    LLVMPositionBuilderBefore (n->builder, LLVMGetNextInstruction (i));
    LLVMValueRef was = LLVMBuildExtractValue (n->builder, i, 0, "");
    LLVMValueRef equal = LLVMBuildExtractValue (n->builder, i, 1, "");
    LLVMValueRef so = LLVMBuildAnd (n->builder, equal,
                                    LLVMBuildNot (n->builder, fails, ""), "");
    LLVMValueRef pair = LLVMBuildInsertValue (
        n->builder, LLVMGetPoison (LLVMTypeOf (i)), was, 0, "");
    pair = LLVMBuildInsertValue (n->builder, pair, so, 1, "");
    LLVMReplaceAllUsesWith (i, pair);
    LLVMSetOperand (was, 0, i);
    LLVMSetOperand (equal, 0, i);
}

/* ---- overflow: the shim is told what becomes of every sum and product */

static const char *
overflow_intrinsic (LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode (i)) {
    case LLVMAdd:
        return "llvm.sadd.with.overflow";
    case LLVMSub:
        return "llvm.ssub.with.overflow";
    case LLVMMul:
        return "llvm.smul.with.overflow";
    default:
        return NULL;
    }
}

static void
overflow_insert (const struct native *n, LLVMValueRef i)
{
    const char *name = overflow_intrinsic (i);
    LLVMTypeRef type = LLVMTypeOf (i);
    if (!name || !LLVMGetNSW (i)
        || LLVMGetTypeKind (type) != LLVMIntegerTypeKind)
        return;
    unsigned id = LLVMLookupIntrinsicID (name, strlen (name));
    LLVMValueRef f =
        LLVMGetIntrinsicDeclaration (n->unit->module, id, &type, 1);
    LLVMValueRef of[] = {LLVMGetOperand (i, 0), LLVMGetOperand (i, 1)};
    LLVMPositionBuilderBefore (n->builder, i);
    LLVMValueRef pair = LLVMBuildCall2 (
        n->builder, LLVMIntrinsicGetType (n->unit->context, id, &type, 1), f,
        of, 2, "");
    LLVMValueRef so = LLVMBuildZExt (
        n->builder, LLVMBuildExtractValue (n->builder, pair, 1, ""),
        LLVMInt32TypeInContext (n->unit->context), "");
    LLVMBuildCall2 (n->builder, n->overflow_type, n->overflow, &so, 1, "");
}

/* What clang found: the shim is told, the sanitizer's own library is not there.
 */
static void
overflow_tell (const struct native *n, LLVMValueRef handler)
{
    LLVMValueRef so =
        LLVMConstInt (LLVMInt32TypeInContext (n->unit->context), 1, false);
    LLVMPositionBuilderBefore (n->builder, handler);
    LLVMBuildCall2 (n->builder, n->overflow_type, n->overflow, &so, 1, "");
}

/* What prepare or clang's checks inserted; true: it is gone. */
static bool
inserted_drop (const struct native *n, LLVMValueRef i)
{
    if (LLVMGetInstructionOpcode (i) != LLVMCall)
        return false;
    LLVMValueRef f = LLVMGetCalledValue (i);
    bool handler = LLVMIsAFunction (f) && name_begins (f, "__ubsan_handle_");
    if (!handler && (!LLVMIsAFunction (f) || !name_begins (f, "cohort.")))
        return false;
    if (handler && n->overflow)
        overflow_tell (n, i);
    LLVMTypeRef type = LLVMTypeOf (i);
    if (LLVMGetTypeKind (type) != LLVMVoidTypeKind)
        LLVMReplaceAllUsesWith (i, LLVMConstNull (type));
    LLVMInstructionEraseFromParent (i);
    return true;
}

/* Shared libraries (the sanitizer's, when it reports) call their own functions,
 * not ours with turns in them; those that replace operator new and delete are
 * for all. */
static void
function_hide (LLVMValueRef f)
{
    static const char *const replaced[] = {"_Znw", "_Zna", "_Zdl", "_Zda"};
    LLVMLinkage linkage = LLVMGetLinkage (f);
    if (linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage)
        return;
    for (size_t i = 0; i < sizeof replaced / sizeof *replaced; i++)
        if (name_begins (f, replaced[i]))
            return;
    LLVMSetVisibility (f, LLVMHiddenVisibility);
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
            if (inserted_drop (n, i) || native_copy_insert (n, i))
                continue;
            if (is_turn (i)) {
                turns_insert (n, i);
                if (LLVMIsAAtomicCmpXchgInst (i) && LLVMGetWeak (i))
                    weak_insert (n, i);
            } else if (LLVMIsABranchInst (i) || LLVMIsASwitchInst (i))
                beat_insert (n, i);
            else if (n->overflow)
                overflow_insert (n, i);
        }
}

void
native_prepare (struct unit *u, bool memory)
{
    static const char sanitize[] = "sanitize_address";
    LLVMTypeRef number = LLVMInt32TypeInContext (u->context);
    struct native n = {.unit = u,
                       .builder = LLVMCreateBuilderInContext (u->context)};
    LLVMTypeRef pointer = LLVMPointerTypeInContext (u->context, 0);
    LLVMTypeRef size = LLVMInt64TypeInContext (u->context);
    LLVMTypeRef nothing = LLVMVoidTypeInContext (u->context);
    LLVMTypeRef taken[] = {number, pointer, size, pointer, size, number};
    n.turn_type =
        LLVMFunctionType (nothing, taken, sizeof taken / sizeof *taken, false);
    n.turn = LLVMAddFunction (u->module, "__cohort_turn", n.turn_type);
    n.beat_type = LLVMFunctionType (nothing, NULL, 0, false);
    n.beat = LLVMAddFunction (u->module, "__cohort_beat", n.beat_type);
    n.weak_type = LLVMFunctionType (number, NULL, 0, false);
    n.weak = LLVMAddFunction (u->module, "__cohort_weak", n.weak_type);
    if (u->options.vm_checks & VM_CHECK_OVERFLOW) {
        n.overflow_type = LLVMFunctionType (nothing, &number, 1, false);
        n.overflow =
            LLVMAddFunction (u->module, "__cohort_overflow", n.overflow_type);
    }
    unsigned kind =
        memory ? LLVMGetEnumAttributeKindForName (sanitize, sizeof sanitize - 1)
               : 0;
    for (LLVMValueRef f = LLVMGetFirstFunction (u->module); f;
         f = LLVMGetNextFunction (f))
        if (!LLVMIsDeclaration (f)) {
            function_hide (f);
            function_prepare (&n, f, kind);
        }
    LLVMDisposeBuilder (n.builder);
    /* The compiler's own start files have one. */
    LLVMValueRef handle = LLVMGetNamedGlobal (u->module, "__dso_handle");
    if (handle && LLVMGetInitializer (handle))
        LLVMSetLinkage (handle, LLVMInternalLinkage);
}
