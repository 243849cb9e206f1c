/* outlive.c -- may the address of a local outlive its block?
 *
 * It is followed through the program, whatever the order of things: to
 * variables that nobody has the address of, parameters, results.  A variable of
 * the same block, or of a function that is called, is gone with it or before.
 */
#include <string.h>

#include "cohort-llvm/prepare/prepare.h"

struct outlive_search {
    const struct outlive *of;
    struct prepare_value_vec open; /* pointers whose uses are to be looked at */
    struct map seen;
    bool outlives, unknown;
};

static void
follow (struct outlive_search *f, LLVMValueRef pointer)
{
    if (map_put (&f->seen, map_number ((uintptr_t) pointer), 1))
        VEC_PUSH (f->open, pointer);
}

/* A variable that is read and written as a whole only, all its life. */
static bool
is_plain (LLVMValueRef slot)
{
    for (LLVMUseRef u = LLVMGetFirstUse (slot); u; u = LLVMGetNextUse (u)) {
        LLVMValueRef i = LLVMGetUser (u);
        if (!LLVMIsALoadInst (i)
            && !(LLVMIsAStoreInst (i) && LLVMGetOperand (i, 0) != slot)
            && !value_is_call_of (i, "llvm.dbg.")
            && !value_is_call_of (i, "llvm.lifetime.")
            && !value_is_call_of (i, COHORT_ACCESS)
            && !value_is_call_of (i, COHORT_SCOPE))
            return false;
    }
    return true;
}

static bool
slot_is_gone (const struct outlive *of, LLVMValueRef slot)
{
    LLVMValueRef function =
        LLVMGetBasicBlockParent (LLVMGetInstructionParent (slot));
    if (function != of->function)
        return true;
    uint64_t *scope = map_get (of->home, map_number ((uintptr_t) slot));
    return scope
           && scope_within (of->context, (LLVMMetadataRef) (uintptr_t) *scope,
                            of->block);
}

static void
follow_stored (struct outlive_search *f, LLVMValueRef slot)
{
    if (!LLVMIsAAllocaInst (slot) || !is_plain (slot)
        || !slot_is_gone (f->of, slot)) {
        f->outlives = true;
        return;
    }
    for (LLVMUseRef u = LLVMGetFirstUse (slot); u; u = LLVMGetNextUse (u))
        if (LLVMIsALoadInst (LLVMGetUser (u)))
            follow (f, LLVMGetUser (u));
}

/* What a function of no body makes of it: it is read and written, and comes
 * back perhaps. */
static void
follow_outside (struct outlive_search *f, LLVMValueRef call, const char *name)
{
    static const char *const known[] = {"memcpy", "memmove",       "memset",
                                        "strcpy", "strncpy",       "strcat",
                                        "free",   "__assert_fail", "printf"};
    bool keeps = strncmp (name, "llvm.", 5) && strncmp (name, "cohort.", 7);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        keeps = keeps && strcmp (name, known[i]);
    f->unknown |= keeps;
    follow (f, call);
}

static void
follow_call (struct outlive_search *f, LLVMValueRef call, LLVMValueRef pointer)
{
    LLVMValueRef callee = LLVMIsAFunction (LLVMGetCalledValue (call));
    size_t size;
    if (!callee || LLVMGetCalledValue (call) == pointer) {
        f->outlives = true;
        return;
    }
    if (LLVMIsDeclaration (callee)) {
        follow_outside (f, call, LLVMGetValueName2 (callee, &size));
        return;
    }
    unsigned parameters = LLVMCountParams (callee);
    for (unsigned k = 0; k < LLVMGetNumArgOperands (call); k++) {
        if (LLVMGetOperand (call, k) != pointer)
            continue;
        if (k < parameters)
            follow (f, LLVMGetParam (callee, k));
        else
            f->outlives = true;
    }
}

static void
follow_return (struct outlive_search *f, LLVMValueRef i)
{
    LLVMValueRef function =
        LLVMGetBasicBlockParent (LLVMGetInstructionParent (i));
    /* Its own frame is gone then, and all that is in it. */
    if (function == f->of->function)
        f->outlives = true;
    for (LLVMUseRef u = LLVMGetFirstUse (function); u; u = LLVMGetNextUse (u)) {
        LLVMValueRef call = LLVMIsACallInst (LLVMGetUser (u));
        if (call && LLVMGetCalledValue (call) == function)
            follow (f, call);
        else
            f->outlives = true;
    }
}

static void
follow_use (struct outlive_search *f, LLVMValueRef i, LLVMValueRef pointer)
{
    if (LLVMIsAGetElementPtrInst (i) || LLVMIsABitCastInst (i)
        || LLVMIsAPHINode (i) || LLVMIsASelectInst (i))
        follow (f, i);
    else if (LLVMIsAStoreInst (i)) {
        if (LLVMGetOperand (i, 0) == pointer)
            follow_stored (f, LLVMGetOperand (i, 1));
    } else if (LLVMIsACallInst (i))
        follow_call (f, i, pointer);
    else if (LLVMIsAReturnInst (i))
        follow_return (f, i);
    else if (!LLVMIsALoadInst (i) && !LLVMIsAICmpInst (i))
        f->outlives = true;
}

enum outliving
prepare_outlives (const struct outlive *of)
{
    struct outlive_search f = {.of = of};
    assert (LLVMIsAAllocaInst (of->object));
    map_init (&f.seen);
    follow (&f, of->object);
    while (f.open.size && !f.outlives) {
        LLVMValueRef pointer = VEC_POP (f.open);
        for (LLVMUseRef u = LLVMGetFirstUse (pointer); u;
             u = LLVMGetNextUse (u))
            follow_use (&f, LLVMGetUser (u), pointer);
    }
    map_clear (&f.seen);
    VEC_CLEAR (f.open);
    return f.outlives ? OUTLIVES : f.unknown ? OUTLIVES_PERHAPS : OUTLIVES_NOT;
}
