/* scope.c -- where the block of a local begins and ends.
 *
 * Calls of cohort.scope: before the declaration of a local that is not declared
 * in the function's outermost block (it is there from now on), and wherever its
 * block is left.  Which block an instruction stands in is known from debug
 * information; where no optimiser ran that is as exact as the source.
 *
 * Only for locals whose address goes somewhere: others are used by their name,
 * and that is known in their block only.
 *
 * Each time that a block is entered its locals are new objects.  That matters
 * only if the address of an earlier one can be left: then there are two of
 * them. Where this cannot say it all, unit.scopes_open is set: declarations
 * that nothing comes to, jumps back before one beside those around it,
 * addresses that unknown functions have, or that a later call of the function
 * may find. */
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

bool
scope_within (LLVMContextRef context, LLVMMetadataRef inner,
              LLVMMetadataRef outer)
{
    for (unsigned n = 0; inner && n < CHAIN_MOST; n++) {
        if (inner == outer)
            return true;
        inner = scope_is_block (inner) ? scope_parent (context, inner) : NULL;
    }
    return false;
}

/* Where the loop begins that a jump goes back to the head of; null: it is no
 * such jump. */
static LLVMMetadataRef
loop_location (LLVMContextRef context, LLVMValueRef i)
{
    LLVMValueRef operand[16] = {0};
    LLVMValueRef loop = LLVMIsATerminatorInst (i)
                            ? LLVMGetMetadata (i, LLVMGetMDKindIDInContext (
                                                      context, "llvm.loop", 9))
                            : NULL;
    if (!loop || LLVMGetMDNodeNumOperands (loop) < 2
        || LLVMGetMDNodeNumOperands (loop) > sizeof operand / sizeof *operand)
        return NULL;
    LLVMGetMDNodeOperands (loop, operand);
    LLVMMetadataRef at = operand[1] ? LLVMValueAsMetadata (operand[1]) : NULL;
    return at && LLVMGetMetadataKind (at) == LLVMDILocationMetadataKind ? at
                                                                        : NULL;
}

/* Whether the instruction stands in the block; *known false: nowhere.  A jump
 * back stands where its loop does, whatever the last thing in the body was;
 * what jumps to a label comes to where that stands. */
static bool
stands_in (LLVMContextRef context, LLVMValueRef i, LLVMMetadataRef block,
           bool *known)
{
    LLVMMetadataRef loop = loop_location (context, i), outer;
    LLVMMetadataRef at = loop ? loop : LLVMInstructionGetDebugLoc (i);
    *known = at != NULL && !value_is_call_of (i, "cohort.")
             && (!value_is_call_of (i, "llvm.dbg.")
                 || value_is_call_of (i, "llvm.dbg.label"));
    if (!*known)
        return false;
    while ((outer = LLVMDILocationGetInlinedAt (at)))
        at = outer;
    return scope_within (context, LLVMDILocationGetScope (at), block);
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
    LLVMValueRef declare;  /* the instruction before which it begins */
    LLVMMetadataRef block; /* of the source */
    struct prepare_value_vec begin,
        end;                /* instructions before which it is there, and
                                    left */
    const struct map *home; /* where locals are declared (prepare.h) */
    LLVMValueRef latest;    /* a variable that has the object of the last round;
                            null: there is one object only */
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

/* ---- where it is entered and left */

/* Whether the block of the program ends inside; *known false: as it began.
 * Instructions before which that changes from `from`, but for the first, go to
 * `to`. */
static bool
side_at_end (const struct scoping *s, LLVMBasicBlockRef b, bool from,
             struct prepare_value_vec *to, bool *known)
{
    bool side = !from;
    *known = false;
    for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
         i = LLVMGetNextInstruction (i)) {
        bool told, now = stands_in (s->p->unit->context, i, s->block, &told);
        if (!told)
            continue;
        if (side == from && now != from)
            VEC_PUSH (*to, i);
        side = now;
        *known = true;
    }
    return side;
}

static LLVMValueRef
first_known (const struct scoping *s, LLVMBasicBlockRef b, bool *inside)
{
    bool known = false;
    LLVMValueRef i = LLVMGetFirstInstruction (b);
    for (; i; i = LLVMGetNextInstruction (i)) {
        *inside = stands_in (s->p->unit->context, i, s->block, &known);
        if (known && !LLVMIsAPHINode (i) && !LLVMIsALandingPadInst (i))
            return i;
    }
    return NULL;
}

/* Instructions before which the source's block is left (from inside), or
 * entered.  A block of the program that nothing is known of is where those are
 * that lead to it. */
static void
changes_find (const struct scoping *s, LLVMValueRef function, bool from,
              struct prepare_value_vec *to)
{
    struct vec_basic open = {0};
    struct map seen; /* blocks that may begin on the side `from` */
    struct prepare_value_vec none = {0};
    map_init (&seen);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock (function);
    if (!from && map_put (&seen, map_number ((uintptr_t) entry), 1))
        VEC_PUSH (open, entry);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function); b;
         b = LLVMGetNextBasicBlock (b)) {
        bool known, side = side_at_end (s, b, from, to, &known);
        if (known && side == from)
            block_follow (&open, &seen, b);
    }
    while (open.size) {
        LLVMBasicBlockRef b = VEC_POP (open);
        bool known, inside = from;
        LLVMValueRef first = first_known (s, b, &inside);
        if (first && inside != from)
            VEC_PUSH (*to, first);
        side_at_end (s, b, from, &none, &known);
        if (!known)
            block_follow (&open, &seen, b);
    }
    VEC_CLEAR (none);
    map_clear (&seen);
    VEC_CLEAR (open);
}

/* ---- rounds of a loop */

static bool
is_one_of (const struct prepare_value_vec *v, LLVMValueRef i)
{
    for (size_t k = 0; k < v->size; k++)
        if (v->at[k] == i)
            return true;
    return false;
}

/* Whether the declaration is reached from behind i; `without`: on a way on
 * which the block is not left. */
static bool
declares_after (const struct scoping *s, LLVMValueRef i, bool without)
{
    struct vec_basic open = {0};
    struct map seen;
    bool found = false;
    map_init (&seen);
    for (LLVMBasicBlockRef b = LLVMGetInstructionParent (i); b && !found;
         b = open.size ? VEC_POP (open) : NULL,
                           i = b ? LLVMGetFirstInstruction (b) : NULL) {
        for (; i && !found && !(without && is_one_of (&s->end, i));
             i = LLVMGetNextInstruction (i))
            found = i == s->declare;
        if (!i)
            block_follow (&open, &seen, b);
    }
    map_clear (&seen);
    VEC_CLEAR (open);
    return found;
}

enum rounds { ROUNDS_ONE, ROUNDS_ANEW, ROUNDS_MIXED };

/* Whether its block is entered again after it was left, and if so, whether each
 * time that its declaration is reached again. */
static enum rounds
rounds_of (const struct scoping *s)
{
    LLVMValueRef next = LLVMGetNextInstruction (s->declare);
    bool left = false;
    for (size_t k = 0; k < s->end.size && !left; k++)
        left = declares_after (s, s->end.at[k], false);
    if (!left)
        return ROUNDS_ONE;
    return next && declares_after (s, next, true) ? ROUNDS_MIXED : ROUNDS_ANEW;
}

/* ---- the calls */

static void
scope_call_of (struct scoping *s, LLVMValueRef object, LLVMValueRef before,
               bool begins)
{
    struct preparation *p = s->p;
    LLVMContextRef context = p->unit->context;
    LLVMTypeRef number = LLVMInt32TypeInContext (context);
    LLVMTypeRef pointer = LLVMPointerTypeInContext (context, 0);
    if (!p->scope) {
        LLVMTypeRef taken[] = {pointer, number};
        p->scope_type =
            LLVMFunctionType (LLVMVoidTypeInContext (context), taken, 2, false);
        p->scope = prepare_declare (p, COHORT_SCOPE, p->scope_type);
    }
    LLVMPositionBuilderBefore (p->builder, before);
    LLVMSetCurrentDebugLocation2 (p->builder,
                                  LLVMInstructionGetDebugLoc (before));
    if (!object)
        object = LLVMBuildLoad2 (p->builder, pointer, s->latest, "");
    LLVMValueRef argument[] = {object, LLVMConstInt (number, begins, false)};
    LLVMBuildCall2 (p->builder, p->scope_type, p->scope, argument, 2, "");
}

static void
scope_call (struct scoping *s, LLVMValueRef before, bool begins)
{
    scope_call_of (s, s->latest && !begins ? NULL : s->object, before, begins);
}

/* But for those that say where it is. */
static void
uses_replace (LLVMValueRef old, LLVMValueRef new)
{
    struct prepare_value_vec user = {0};
    for (LLVMUseRef u = LLVMGetFirstUse (old); u; u = LLVMGetNextUse (u))
        VEC_PUSH (user, LLVMGetUser (u));
    for (size_t k = 0; k < user.size; k++)
        for (int n = 0; n < LLVMGetNumOperands (user.at[k]); n++)
            if (LLVMGetOperand (user.at[k], (unsigned) n) == old)
                LLVMSetOperand (user.at[k], (unsigned) n, new);
    VEC_CLEAR (user);
}

static void
phis_rename (LLVMBuilderRef builder, LLVMBasicBlockRef at,
             LLVMBasicBlockRef old, LLVMBasicBlockRef new)
{
    LLVMValueRef i = LLVMGetFirstInstruction (at);
    while (i && LLVMIsAPHINode (i)) {
        LLVMPositionBuilderBefore (builder, i);
        LLVMValueRef phi = LLVMBuildPhi (builder, LLVMTypeOf (i), "");
        LLVMInstructionSetDebugLoc (phi, LLVMInstructionGetDebugLoc (i));
        for (unsigned k = 0; k < LLVMCountIncoming (i); k++) {
            LLVMValueRef value = LLVMGetIncomingValue (i, k);
            LLVMBasicBlockRef from = LLVMGetIncomingBlock (i, k);
            from = from == old ? new : from;
            LLVMAddIncoming (phi, &value, &from, 1);
        }
        LLVMReplaceAllUsesWith (i, phi);
        LLVMInstructionEraseFromParent (i);
        i = LLVMGetNextInstruction (phi);
    }
}

/* The rest of the block of the program, from i on, as one of its own; the first
 * part has no end yet. */
static LLVMBasicBlockRef
block_cut (struct preparation *p, LLVMValueRef i)
{
    LLVMBasicBlockRef head = LLVMGetInstructionParent (i);
    LLVMBasicBlockRef tail =
        LLVMInsertBasicBlockInContext (p->unit->context, head, "");
    LLVMMoveBasicBlockAfter (tail, head);
    LLVMPositionBuilderAtEnd (p->builder, tail);
    for (LLVMValueRef next; i; i = next) {
        LLVMMetadataRef at = LLVMInstructionGetDebugLoc (i);
        next = LLVMGetNextInstruction (i);
        LLVMInstructionRemoveFromParent (i);
        LLVMSetCurrentDebugLocation2 (p->builder, at);
        LLVMInsertIntoBuilder (p->builder, i);
    }
    LLVMValueRef last = LLVMGetBasicBlockTerminator (tail);
    for (unsigned k = 0; k < LLVMGetNumSuccessors (last); k++)
        phis_rename (p->builder, LLVMGetSuccessor (last, k), head, tail);
    return tail;
}

/* Two objects stand for those of all rounds: one for the rounds up to any that
 * is chosen, the other from then on.  Of an object of an earlier round that is
 * used in a later one the choice is the later one: then it is found to be gone.
 */
static void
object_pair (struct scoping *s, LLVMValueRef function)
{
    struct preparation *p = s->p;
    LLVMContextRef context = p->unit->context;
    LLVMBuilderRef builder = p->builder;
    LLVMTypeRef pointer = LLVMPointerTypeInContext (context, 0);
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc (s->declare);
    LLVMValueRef first = s->object, i = first;
    LLVMPositionBuilderBefore (
        builder, LLVMGetFirstInstruction (LLVMGetEntryBasicBlock (function)));
    LLVMSetCurrentDebugLocation2 (builder, NULL);
    s->latest = LLVMBuildAlloca (builder, pointer, "");
    LLVMValueRef second =
        LLVMBuildAlloca (builder, LLVMGetAllocatedType (first), "");
    LLVMSetAlignment (second, LLVMGetAlignment (first));
    map_put (&p->twin, map_number ((uintptr_t) first), (uintptr_t) second);
    LLVMBasicBlockRef head = LLVMGetInstructionParent (s->declare);
    LLVMBasicBlockRef tail = block_cut (p, s->declare);
    LLVMBasicBlockRef other = LLVMInsertBasicBlockInContext (context, tail, "");
    LLVMPositionBuilderAtEnd (builder, head);
    LLVMSetCurrentDebugLocation2 (builder, at);
    LLVMBuildCondBr (builder, prepare_any (p, LLVMInt1TypeInContext (context)),
                     other, tail);
    LLVMPositionBuilderAtEnd (builder, other);
    LLVMBuildStore (builder, second, s->latest);
    LLVMBuildBr (builder, tail);
    LLVMPositionBuilderBefore (builder, s->declare);
    s->object = LLVMBuildLoad2 (builder, pointer, s->latest, "");
    uses_replace (first, s->object);
    while (LLVMIsAAllocaInst (i))
        i = LLVMGetNextInstruction (i);
    LLVMPositionBuilderBefore (builder, i);
    LLVMSetCurrentDebugLocation2 (builder, NULL);
    LLVMBuildStore (builder, first, s->latest);
    scope_call_of (s, first, i, false);
    scope_call_of (s, second, i, false);
}

/* ---- calls of a function */

/* Whether the block of the program comes after itself. */
static bool
block_again (LLVMBasicBlockRef home)
{
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

/* May the function be called more than once?  (In main, not from main.) */
static bool
runs_again (LLVMValueRef function)
{
    for (unsigned n = 0; n < CHAIN_MOST; n++) {
        LLVMUseRef use = LLVMGetFirstUse (function);
        if (!use)
            return false;
        LLVMValueRef call = LLVMIsACallInst (LLVMGetUser (use));
        if (LLVMGetNextUse (use) || !call
            || LLVMGetCalledValue (call) != function
            || block_again (LLVMGetInstructionParent (call)))
            return true;
        function = LLVMGetBasicBlockParent (LLVMGetInstructionParent (call));
    }
    return true;
}

/* A later call has the same object: is one of an earlier call used then? */
static void
scope_calls (struct scoping *s, LLVMValueRef function)
{
    struct unit *u = s->p->unit;
    if (u->machine || u->scopes_open || !s->block || !runs_again (function))
        return;
    struct outlive of = {.context = u->context,
                         .object = s->object,
                         .function = function,
                         .block = LLVMGetSubprogram (function),
                         .home = s->home};
    u->scopes_open |= of.block && prepare_outlives (&of) != OUTLIVES_NOT;
}

/* Objects of one place that have different rounds.  The C machine tells them
 * apart by itself. */
static void
scope_rounds (struct scoping *s, LLVMValueRef function, bool jumped)
{
    struct unit *u = s->p->unit;
    enum rounds rounds = u->machine ? ROUNDS_ONE : rounds_of (s);
    if (rounds == ROUNDS_ONE)
        return;
    struct outlive of = {.context = u->context,
                         .object = s->object,
                         .function = function,
                         .block = s->block,
                         .home = s->home};
    enum outliving outlives = prepare_outlives (&of);
    assert (LLVMIsAAllocaInst (s->object));
    if (outlives == OUTLIVES && rounds == ROUNDS_ANEW && !jumped)
        object_pair (s, function);
    else
        u->scopes_open |= outlives != OUTLIVES_NOT;
}

/* A local that is there from s->declare on, where `at` is; if that is jumped
 * over, from the beginning of its block. */
static void
scope_object (struct scoping *s, LLVMValueRef function, LLVMMetadataRef at)
{
    struct unit *u = s->p->unit;
    assert (LLVMIsAAllocaInst (s->object));
    if (!goes_somewhere (s->object, 0))
        return;
    scope_calls (s, function);
    if (!s->block || !scope_is_block (s->block))
        return;
    /* One of variable length is gone with what the stack was before. */
    LLVMBasicBlockRef home = LLVMGetInstructionParent (s->object);
    if (home != LLVMGetEntryBasicBlock (function)
        || !LLVMIsAConstantInt (LLVMGetOperand (s->object, 0)))
        return;
    if (!at || LLVMDILocationGetInlinedAt (at)) {
        u->scopes_open = true;
        return;
    }
    bool jumped = jumped_over (s, function);
    changes_find (s, function, true, &s->end);
    if (jumped)
        changes_find (s, function, false, &s->begin);
    else
        VEC_PUSH (s->begin, s->declare);
    scope_rounds (s, function, jumped);
    for (size_t i = 0; i < s->begin.size; i++)
        scope_call (s, s->begin.at[i], true);
    for (size_t i = 0; i < s->end.size; i++)
        scope_call (s, s->end.at[i], false);
    VEC_CLEAR (s->begin);
    VEC_CLEAR (s->end);
}

static LLVMValueRef
declare_local (LLVMValueRef declare)
{
    LLVMValueRef address = LLVMGetOperand (declare, 0), object = NULL;
    if (LLVMGetMDNodeNumOperands (address) == 1)
        LLVMGetMDNodeOperands (address, &object);
    return object ? LLVMIsAAllocaInst (object) : NULL;
}

static LLVMMetadataRef
declare_block (LLVMValueRef declare)
{
    return LLVMDIVariableGetScope (
        LLVMValueAsMetadata (LLVMGetOperand (declare, 1)));
}

static void
scope_local (struct preparation *p, LLVMValueRef function, LLVMValueRef declare,
             const struct map *home)
{
    struct scoping s = {.p = p,
                        .declare = declare,
                        .object = declare_local (declare),
                        .block = declare_block (declare),
                        .home = home};
    if (s.object)
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

/* What clang makes for itself; a variable has none of these in its name. */
static bool
name_is_clangs (const char *name)
{
    return strchr (name, '.') || strchr (name, '-') || !strcmp (name, "retval")
           || !strcmp (name, "coerce") || !strcmp (name, "saved_stack");
}

/* What has no declaration: a literal is there from its first use on; of a
 * variable it is not known where its block is. */
static void
scope_undeclared (struct preparation *p, LLVMValueRef function, LLVMValueRef a,
                  const struct map *home)
{
    size_t size;
    const char *name = LLVMGetValueName2 (a, &size);
    struct scoping s = {.p = p, .object = a, .home = home};
    if (strncmp (name, ".compoundliteral", 16) && strncmp (name, "tmp", 3)) {
        p->unit->scopes_open |= !name_is_clangs (name) && goes_somewhere (a, 0);
        return;
    }
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
    struct map home;
    map_init (&home);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function); b;
         b = LLVMGetNextBasicBlock (b))
        for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
             i = LLVMGetNextInstruction (i))
            if (value_is_call_of (i, "llvm.dbg.declare")) {
                VEC_PUSH (declare, i);
                map_put (&home, map_number ((uintptr_t) declare_local (i)),
                         (uintptr_t) declare_block (i));
            } else if (LLVMIsAAllocaInst (i))
                VEC_PUSH (object, i);
    for (size_t i = 0; i < object.size; i++)
        if (!map_get (&home, map_number ((uintptr_t) object.at[i])))
            scope_undeclared (p, function, object.at[i], &home);
    for (size_t i = 0; i < declare.size; i++)
        scope_local (p, function, declare.at[i], &home);
    map_clear (&home);
    VEC_CLEAR (declare);
    VEC_CLEAR (object);
}

/* ---- as clang says it */

bool
function_has_lifetimes (LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function); b;
         b = LLVMGetNextBasicBlock (b))
        for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
             i = LLVMGetNextInstruction (i))
            if (value_is_call_of (i, "llvm.lifetime."))
                return true;
    return false;
}

/* Whether a variable of a block has none: its declaration is jumped over. */
static bool
is_bypassed (LLVMValueRef declare)
{
    LLVMValueRef object = declare_local (declare);
    if (!object || !scope_is_block (declare_block (declare)))
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse (object); u; u = LLVMGetNextUse (u))
        if (value_is_call_of (LLVMGetUser (u), "llvm.lifetime."))
            return false;
    return goes_somewhere (object, 0);
}

/* What people are shown of a marker is what follows it. */
static void
marker_place (LLVMValueRef marker)
{
    LLVMValueRef i = marker;
    while (i && value_is_call_of (i, "llvm."))
        i = LLVMGetNextInstruction (i);
    LLVMMetadataRef at = i ? LLVMInstructionGetDebugLoc (i) : NULL;
    if (at)
        LLVMInstructionSetDebugLoc (marker, at);
}

void
prepare_lifetimes (struct preparation *p, LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function); b;
         b = LLVMGetNextBasicBlock (b))
        for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
             i = LLVMGetNextInstruction (i)) {
            if (value_is_call_of (i, "llvm.dbg.declare"))
                p->unit->scopes_open |= is_bypassed (i);
            if (!value_is_call_of (i, "llvm.lifetime."))
                continue;
            marker_place (i);
            struct scoping s = {.p = p, .object = LLVMGetOperand (i, 1)};
            if (LLVMIsAAllocaInst (s.object) && goes_somewhere (s.object, 0))
                scope_call (&s, i, value_is_call_of (i, "llvm.lifetime.start"));
        }
}
