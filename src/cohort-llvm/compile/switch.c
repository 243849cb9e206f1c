/* switch.c -- jumps by constants.
 *
 * Of a switch over a constant clang emits the statements of one case, without
 * the blocks around them: where a local or a literal ends is lost with those.
 * It does not if what is switched over has an effect (SWITCH_KEPT: a hint for
 * the cache, which means nothing), but then emits all cases, as the switch that
 * it is.  What of them cannot be reached is emptied here, before anybody looks
 * at what the program uses. */
#include <llvm-c/DebugInfo.h>

#include "base/map.h"
#include "cohort-llvm/compile/compile.h"

struct vec_dead VEC (LLVMBasicBlockRef);

static bool
begins_with_phi (LLVMBasicBlockRef b)
{
    LLVMValueRef i = LLVMGetFirstInstruction (b);
    return i && LLVMIsAPHINode (i);
}

/* Where it goes to; null: that depends, or somebody must know who came. */
static LLVMBasicBlockRef
switch_target (LLVMValueRef i)
{
    if (!LLVMIsASwitchInst (i) || !LLVMIsAConstantInt (LLVMGetOperand (i, 0)))
        return NULL;
    LLVMBasicBlockRef target = LLVMGetSwitchDefaultDest (i);
    /* Operands: what is looked at, the default, and pairs. */
    for (unsigned k = 1; k < LLVMGetNumSuccessors (i); k++)
        if (LLVMGetOperand (i, 2 * k) == LLVMGetOperand (i, 0))
            target = LLVMGetSuccessor (i, k);
    for (unsigned k = 0; k < LLVMGetNumSuccessors (i); k++)
        if (begins_with_phi (LLVMGetSuccessor (i, k)))
            return NULL;
    return target;
}

static bool
switch_fold (LLVMBuilderRef builder, LLVMBasicBlockRef b)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator (b);
    LLVMBasicBlockRef target = last ? switch_target (last) : NULL;
    if (!target)
        return false;
    LLVMPositionBuilderBefore (builder, last);
    LLVMInstructionSetDebugLoc (LLVMBuildBr (builder, target),
                                LLVMInstructionGetDebugLoc (last));
    LLVMInstructionEraseFromParent (last);
    return true;
}

/* ---- what cannot be reached */

static void
reach (struct map *seen, LLVMValueRef function)
{
    struct vec_dead open = {0};
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock (function);
    map_put (seen, map_number ((uintptr_t) entry), 1);
    VEC_PUSH (open, entry);
    while (open.size) {
        LLVMBasicBlockRef from = VEC_POP (open);
        LLVMValueRef last = LLVMGetBasicBlockTerminator (from);
        for (unsigned k = 0; k < LLVMGetNumSuccessors (last); k++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor (last, k);
            if (map_put (seen, map_number ((uintptr_t) to), 1))
                VEC_PUSH (open, to);
        }
    }
    VEC_CLEAR (open);
}

/* Whether a block that stays would lose a way to it that it must know. */
static bool
is_needed (const struct map *seen, LLVMBasicBlockRef dead)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator (dead);
    for (unsigned k = 0; k < LLVMGetNumSuccessors (last); k++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor (last, k);
        if (map_get (seen, map_number ((uintptr_t) to)) && begins_with_phi (to))
            return true;
    }
    return false;
}

static void
block_empty (LLVMBuilderRef builder, LLVMBasicBlockRef b)
{
    for (LLVMValueRef i = LLVMGetLastInstruction (b), before; i; i = before) {
        before = LLVMGetPreviousInstruction (i);
        if (LLVMGetFirstUse (i))
            LLVMReplaceAllUsesWith (i, LLVMGetUndef (LLVMTypeOf (i)));
        LLVMInstructionEraseFromParent (i);
    }
    LLVMPositionBuilderAtEnd (builder, b);
    LLVMBuildUnreachable (builder);
}

static void
dead_empty (LLVMBuilderRef builder, LLVMValueRef function)
{
    struct vec_dead dead = {0};
    struct map seen;
    bool needed = false;
    map_init (&seen);
    reach (&seen, function);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function); b;
         b = LLVMGetNextBasicBlock (b))
        if (!map_get (&seen, map_number ((uintptr_t) b))) {
            VEC_PUSH (dead, b);
            needed |= is_needed (&seen, b);
        }
    for (size_t i = 0; i < dead.size && !needed; i++)
        block_empty (builder, dead.at[i]);
    map_clear (&seen);
    VEC_CLEAR (dead);
}

void
module_fold_switches (LLVMModuleRef m)
{
    LLVMBuilderRef builder =
        LLVMCreateBuilderInContext (LLVMGetModuleContext (m));
    for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
         f = LLVMGetNextFunction (f)) {
        bool folded = false;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
             b = LLVMGetNextBasicBlock (b))
            folded |= switch_fold (builder, b);
        if (folded)
            dead_empty (builder, f);
    }
    LLVMDisposeBuilder (builder);
}
