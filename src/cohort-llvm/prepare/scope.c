/* scope.c -- where the block of a local begins and ends.
 *
 * Calls of cohort.scope: before the declaration of a local that is not declared
 * in the function's outermost block (it is there from now on), and wherever its
 * block is left.  Which block an instruction stands in is known from debug
 * information; where no optimiser ran that is as exact as the source.
 *
 * Only for locals whose address goes somewhere: others are used by their name,
 * and that is known in their block only.  Where this cannot say it all,
 * unit.scopes_open is set: declarations that are jumped over, and locals of a
 * loop, each round of which has the same object. */
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "cohort-llvm/prepare/prepare.h"

enum { CHAIN_MOST = 1000 }; /* of nested blocks, and of pointers */

/* ---- blocks of the source */

static bool
scope_is_block (LLVMMetadataRef scope)
{
    LLVMMetadataKind kind = LLVMGetMetadataKind (scope);
    return kind == LLVMDILexicalBlockMetadataKind
           || kind == LLVMDILexicalBlockFileMetadataKind;
}

/* What a block stands in: its operand 1. */
static LLVMMetadataRef
scope_parent (LLVMContextRef context, LLVMMetadataRef block)
{
    LLVMValueRef node = LLVMMetadataAsValue (context, block), parent[8] = {0};
    unsigned operands = LLVMGetMDNodeNumOperands (node);
    if (operands < 2 || operands > sizeof parent / sizeof *parent)
        return NULL;
    LLVMGetMDNodeOperands (node, parent);
    return parent[1] ? LLVMValueAsMetadata (parent[1]) : NULL;
}

/* Whether the instruction stands in the block; *known false: nowhere. */
static bool
stands_in (LLVMContextRef context, LLVMValueRef i, LLVMMetadataRef block,
           bool *known)
{
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc (i), outer;
    *known = at != NULL && !value_is_call_of (i, "llvm.dbg.")
             && !value_is_call_of (i, "cohort.");
    if (!*known)
        return false;
    while ((outer = LLVMDILocationGetInlinedAt (at)))
        at = outer;
    LLVMMetadataRef scope = LLVMDILocationGetScope (at);
    for (unsigned n = 0; scope && n < CHAIN_MOST; n++) {
        if (scope == block)
            return true;
        scope = scope_is_block (scope) ? scope_parent (context, scope) : NULL;
    }
    return false;
}

/* ---- whether an address goes somewhere */

static bool
goes_somewhere (LLVMValueRef pointer, unsigned depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse (pointer); u; u = LLVMGetNextUse (u)) {
        LLVMValueRef i = LLVMGetUser (u);
        bool inner = LLVMIsAGetElementPtrInst (i) || LLVMIsABitCastInst (i)
                     || LLVMIsAAddrSpaceCastInst (i);
        bool direct =
            LLVMIsALoadInst (i) || LLVMIsAICmpInst (i)
            || (LLVMIsAStoreInst (i) && LLVMGetOperand (i, 0) != pointer)
            || value_is_call_of (i, "llvm.") || value_is_call_of (i, "cohort.");
        if (inner ? depth > CHAIN_MOST || goes_somewhere (i, depth + 1)
                  : !direct)
            return true;
    }
    return false;
}

/* ---- ways through the function */

struct vec_basic VEC (LLVMBasicBlockRef);

struct scoping {
    struct preparation *p;
    LLVMValueRef object;
    LLVMValueRef declare;         /* the instruction before which it begins */
    LLVMMetadataRef block;        /* of the source */
    struct prepare_value_vec end; /* instructions before which it is left */
};

static void
block_follow (struct vec_basic *open, struct map *seen, LLVMBasicBlockRef b)
{
    LLVMValueRef last = LLVMGetBasicBlockTerminator (b);
    for (unsigned i = 0; i < LLVMGetNumSuccessors (last); i++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor (last, i);
        if (map_put (seen, map_number ((uintptr_t) to), 1))
            VEC_PUSH (*open, to);
    }
}

/* Whether the declaration can be reached again. */
static bool
declared_again (const struct scoping *s)
{
    LLVMBasicBlockRef home = LLVMGetInstructionParent (s->declare);
    struct vec_basic open = {0};
    struct map seen;
    map_init (&seen);
    block_follow (&open, &seen, home);
    while (open.size)
        block_follow (&open, &seen, VEC_POP (open));
    bool again = map_get (&seen, map_number ((uintptr_t) home)) != NULL;
    map_clear (&seen);
    VEC_CLEAR (open);
    return again;
}

/* Whether its address can be taken without its declaration: a use of the object
 * that is met on a way from the function's entry. */
static bool
is_used (LLVMValueRef i, LLVMValueRef object)
{
    for (int k = 0; k < LLVMGetNumOperands (i); k++)
        if (LLVMGetOperand (i, (unsigned) k) == object)
            return !value_is_call_of (i, "cohort.")
                   && !(LLVMIsAStoreInst (i)
                        && value_is_call_of (LLVMGetOperand (i, 0),
                                             COHORT_FRESH));
    return false;
}

static bool
jumped_over (const struct scoping *s, LLVMValueRef function)
{
    struct vec_basic open = {0};
    struct map seen;
    bool used = false;
    map_init (&seen);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock (function);
    map_put (&seen, map_number ((uintptr_t) entry), 1);
    VEC_PUSH (open, entry);
    while (open.size && !used) {
        LLVMBasicBlockRef b = VEC_POP (open);
        LLVMValueRef i = LLVMGetFirstInstruction (b);
        while (i && i != s->declare && !used) {
            used = is_used (i, s->object);
            i = LLVMGetNextInstruction (i);
        }
        if (!i)
            block_follow (&open, &seen, b);
    }
    map_clear (&seen);
    VEC_CLEAR (open);
    return used;
}

/* ---- where it is left */

/* Whether the block of the program ends inside; instructions before which the
 * source's block is left, but for its beginning, go to s->end. */
static bool
inside_at_end (struct scoping *s, LLVMBasicBlockRef b)
{
    bool inside = false;
    for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
         i = LLVMGetNextInstruction (i)) {
        bool known, now = stands_in (s->p->unit->context, i, s->block, &known);
        if (!known)
            continue;
        if (inside && !now)
            VEC_PUSH (s->end, i);
        inside = now;
    }
    return inside;
}

static LLVMValueRef
first_known (const struct scoping *s, LLVMBasicBlockRef b, bool *inside)
{
    bool known = false;
    LLVMValueRef i = LLVMGetFirstInstruction (b);
    for (; i; i = LLVMGetNextInstruction (i)) {
        *inside = stands_in (s->p->unit->context, i, s->block, &known);
        if (known && !LLVMIsAPHINode (i))
            return i;
    }
    return NULL;
}

static void
ends_find (struct scoping *s, LLVMValueRef function)
{
    struct map left;
    map_init (&left);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function); b;
         b = LLVMGetNextBasicBlock (b)) {
        if (!inside_at_end (s, b))
            continue;
        LLVMValueRef last = LLVMGetBasicBlockTerminator (b);
        for (unsigned k = 0; k < LLVMGetNumSuccessors (last); k++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor (last, k);
            bool inside = true;
            LLVMValueRef first = first_known (s, to, &inside);
            if (first && !inside
                && map_put (&left, map_number ((uintptr_t) to), 1))
                VEC_PUSH (s->end, first);
        }
    }
    map_clear (&left);
}

/* ---- the calls */

static void
scope_call (struct scoping *s, LLVMValueRef before, bool begins)
{
    struct preparation *p = s->p;
    LLVMContextRef context = p->unit->context;
    LLVMTypeRef number = LLVMInt32TypeInContext (context);
    if (!p->scope) {
        LLVMTypeRef taken[] = {LLVMPointerTypeInContext (context, 0), number};
        p->scope_type =
            LLVMFunctionType (LLVMVoidTypeInContext (context), taken, 2, false);
        p->scope = prepare_declare (p, COHORT_SCOPE, p->scope_type);
    }
    LLVMPositionBuilderBefore (p->builder, before);
    LLVMSetCurrentDebugLocation2 (p->builder,
                                  LLVMInstructionGetDebugLoc (before));
    LLVMValueRef argument[] = {s->object, LLVMConstInt (number, begins, false)};
    LLVMBuildCall2 (p->builder, p->scope_type, p->scope, argument, 2, "");
}

/* A local that is there from s->declare on, where `at` is. */
static void
scope_object (struct scoping *s, LLVMValueRef function, LLVMMetadataRef at)
{
    struct unit *u = s->p->unit;
    assert (LLVMIsAAllocaInst (s->object));
    if (!s->block || !scope_is_block (s->block)
        || !goes_somewhere (s->object, 0))
        return;
    /* One of variable length is gone with what the stack was before. */
    LLVMBasicBlockRef home = LLVMGetInstructionParent (s->object);
    if (home != LLVMGetEntryBasicBlock (function)
        || !LLVMIsAConstantInt (LLVMGetOperand (s->object, 0)))
        return;
    if (!at || LLVMDILocationGetInlinedAt (at) || jumped_over (s, function)) {
        u->scopes_open = true;
        return;
    }
    u->scopes_open |= declared_again (s);
    ends_find (s, function);
    scope_call (s, s->declare, true);
    for (size_t i = 0; i < s->end.size; i++)
        scope_call (s, s->end.at[i], false);
    VEC_CLEAR (s->end);
}

static void
scope_local (struct preparation *p, LLVMValueRef function, LLVMValueRef declare)
{
    struct scoping s = {.p = p, .declare = declare};
    LLVMValueRef address = LLVMGetOperand (declare, 0);
    LLVMValueRef variable = LLVMGetOperand (declare, 1);
    if (LLVMGetMDNodeNumOperands (address) == 1)
        LLVMGetMDNodeOperands (address, &s.object);
    if (!s.object || !LLVMIsAAllocaInst (s.object))
        return;
    s.block = LLVMDIVariableGetScope (LLVMValueAsMetadata (variable));
    scope_object (&s, function, LLVMInstructionGetDebugLoc (declare));
}

static LLVMValueRef
first_use (LLVMValueRef function, LLVMValueRef object)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function); b;
         b = LLVMGetNextBasicBlock (b))
        for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
             i = LLVMGetNextInstruction (i))
            if (is_used (i, object))
                return i;
    return NULL;
}

/* What has no name is there from its first use on. */
static void
scope_literal (struct preparation *p, LLVMValueRef function, LLVMValueRef a)
{
    size_t size;
    const char *name = LLVMGetValueName2 (a, &size);
    struct scoping s = {.p = p, .object = a};
    if (strncmp (name, ".compoundliteral", 16) && strncmp (name, "tmp", 3))
        return;
    s.declare = first_use (function, a);
    LLVMMetadataRef at =
        s.declare ? LLVMInstructionGetDebugLoc (s.declare) : NULL;
    if (!at)
        return;
    s.block = LLVMDILocationGetScope (at);
    scope_object (&s, function, at);
}

void
prepare_scope (struct preparation *p, LLVMValueRef function)
{
    assert (!LLVMIsDeclaration (function));
    struct prepare_value_vec declare = {0}, object = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function); b;
         b = LLVMGetNextBasicBlock (b))
        for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
             i = LLVMGetNextInstruction (i))
            if (value_is_call_of (i, "llvm.dbg.declare"))
                VEC_PUSH (declare, i);
            else if (LLVMIsAAllocaInst (i))
                VEC_PUSH (object, i);
    for (size_t i = 0; i < declare.size; i++)
        scope_local (p, function, declare.at[i]);
    for (size_t i = 0; i < object.size; i++)
        scope_literal (p, function, object.at[i]);
    VEC_CLEAR (declare);
    VEC_CLEAR (object);
}
