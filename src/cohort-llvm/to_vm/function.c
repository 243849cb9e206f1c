/* function.c -- the body of a function: blocks, and how they end.
 *
 * Blocks are lowered in reverse postorder, so that a value is met before it is
 * used; what cannot be reached is left out. */
#include "cohort-llvm/to_vm/internal.h"

#include <string.h>

enum { FORWARD_MOST = 100 };

struct order {
    struct VEC (LLVMBasicBlockRef) list;
    struct map seen;
};
struct function_visit {
    LLVMBasicBlockRef block;
    unsigned left; /* successors that were not looked at, from the last */
};

static unsigned
successors (LLVMBasicBlockRef b)
{
    LLVMValueRef t = LLVMGetBasicBlockTerminator (b);
    return t ? LLVMGetNumSuccessors (t) : 0;
}

/* The last successor first, so that in the end the first one follows next. */
static void
order_find (struct order *o, LLVMBasicBlockRef entry)
{
    struct VEC (struct function_visit) stack = {0};
    struct function_visit first = {entry, successors (entry)};
    VEC_PUSH (stack, first);
    map_put (&o->seen, map_number ((uintptr_t) entry), 1);
    while (stack.size) {
        struct function_visit *v = &VEC_LAST (stack);
        if (!v->left) {
            VEC_PUSH (o->list, v->block);
            stack.size--;
            continue;
        }
        LLVMBasicBlockRef b = LLVMGetSuccessor (
            LLVMGetBasicBlockTerminator (v->block), --v->left);
        struct function_visit next = {b, successors (b)};
        if (map_put (&o->seen, map_number ((uintptr_t) b), 1))
            VEC_PUSH (stack, next);
    }
    VEC_CLEAR (stack);
    for (size_t i = 0, j = o->list.size; i + 1 < j; i++) {
        LLVMBasicBlockRef b = o->list.at[i];
        o->list.at[i] = o->list.at[--j];
        o->list.at[j] = b;
    }
}

static bool
is_debug_call (LLVMValueRef i)
{
    LLVMValueRef f = LLVMIsACallInst (i) ? LLVMGetCalledValue (i) : NULL;
    return f && LLVMIsAFunction (f)
           && !strncmp (lower_symbol (f), "llvm.dbg.", 9);
}

static bool
has_phis (LLVMBasicBlockRef b)
{
    LLVMValueRef i = LLVMGetFirstInstruction (b);
    return i && LLVMIsAPHINode (i);
}

/* The block that this one does nothing but lead to; else null. */
static LLVMBasicBlockRef
forwards_to (LLVMBasicBlockRef b)
{
    LLVMValueRef i = LLVMGetFirstInstruction (b);
    while (i && is_debug_call (i))
        i = LLVMGetNextInstruction (i);
    if (!i || !LLVMIsABranchInst (i) || LLVMIsConditional (i))
        return NULL;
    LLVMBasicBlockRef to = LLVMGetSuccessor (i, 0);
    return to == b || has_phis (to) ? NULL : to;
}

static uint64_t *
label_slot (lowering *l, LLVMBasicBlockRef b)
{
    return map_get (&l->label, map_number ((uintptr_t) b));
}

/* Every block has a label; one that only leads on has that of the other. */
static void
labels_make (lowering *l, const struct order *o)
{
    for (size_t i = 0; i < o->list.size; i++)
        map_put (&l->label, map_number ((uintptr_t) o->list.at[i]),
                 lower_label (l));
    for (size_t i = 1; i < o->list.size; i++) {
        LLVMBasicBlockRef b = o->list.at[i], to = b, next;
        unsigned hops = 0;
        while ((next = forwards_to (to)) && hops++ < FORWARD_MOST)
            to = next;
        if (to != b && hops < FORWARD_MOST)
            *label_slot (l, b) |= ((*label_slot (l, to) & UINT32_MAX) + 1)
                                  << 32;
    }
}

uint32_t
lower_block_label (lowering *l, LLVMBasicBlockRef b)
{
    uint64_t slot = *label_slot (l, b);
    return slot >> 32 ? (uint32_t) (slot >> 32) - 1 : (uint32_t) slot;
}

static bool
is_skipped (lowering *l, LLVMBasicBlockRef b)
{
    assert (label_slot (l, b));
    return *label_slot (l, b) >> 32;
}

/* ---- terminators */

static void
terminate_branch (lowering *l, LLVMValueRef i)
{
    LLVMBasicBlockRef b = LLVMGetInstructionParent (i);
    LLVMBasicBlockRef yes = LLVMGetSuccessor (i, 0);
    if (!LLVMIsConditional (i)
        || (LLVMGetSuccessor (i, 1) == yes && !has_phis (yes))) {
        lower_edge_here (l, b, yes);
        return;
    }
    uint32_t condition = lower_operand (l, LLVMGetCondition (i), 0);
    lower_emit (l, (struct vm_instruction) {
                       .op = VM_BRANCH,
                       .width = 1,
                       .a = condition,
                       .b = lower_edge (l, b, yes),
                       .c = lower_edge (l, b, LLVMGetSuccessor (i, 1))});
}

static void
terminate_switch (lowering *l, LLVMValueRef i)
{
    assert (LLVMIsASwitchInst (i));
    LLVMBasicBlockRef b = LLVMGetInstructionParent (i);
    LLVMValueRef on = LLVMGetOperand (i, 0);
    unsigned cases = LLVMGetNumSuccessors (i) - 1;
    uint32_t operand = lower_operand (l, on, 0);
    uint32_t list = (uint32_t) l->code->list.size;
    for (unsigned k = 0; k < cases; k++) {
        LLVMValueRef c = LLVMGetOperand (i, 2 + 2 * k);
        uint32_t label = lower_edge (l, b, LLVMGetSuccessor (i, 1 + k));
        lower_list (l, lower_integer (l, LLVMConstIntGetZExtValue (c)));
        lower_list (l, label);
    }
    lower_emit (l, (struct vm_instruction) {
                       .op = VM_SWITCH,
                       .width = lower_shape (l, LLVMTypeOf (on))->leaf[0].width,
                       .result = lower_edge (l, b, LLVMGetSuccessor (i, 0)),
                       .a = operand,
                       .b = list,
                       .c = cases});
}

/* goto *p: labels are numbers of blocks. */
static void
terminate_indirect (lowering *l, LLVMValueRef i)
{
    LLVMBasicBlockRef from = LLVMGetInstructionParent (i);
    uint32_t operand = lower_operand (l, LLVMGetOperand (i, 0), 0);
    uint32_t list = (uint32_t) l->code->list.size, cases = 0, nowhere;
    unsigned targets = LLVMGetNumSuccessors (i);
    struct map done;
    map_init (&done);
    for (unsigned k = 0; k < targets; k++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor (i, k);
        uint64_t n = 1;
        if (!map_put (&done, map_number ((uintptr_t) to), 1))
            continue;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (l->current);
             b && b != to; b = LLVMGetNextBasicBlock (b))
            n++;
        uint32_t label = lower_edge (l, from, to);
        lower_list (l, lower_integer (l, n));
        lower_list (l, label);
        cases++;
    }
    map_clear (&done);
    nowhere = lower_label (l);
    lower_emit (l, (struct vm_instruction) {.op = VM_SWITCH,
                                            .width = (uint8_t) l->pointer_bits,
                                            .result = nowhere,
                                            .a = operand,
                                            .b = list,
                                            .c = cases});
    lower_label_here (l, nowhere);
    lower_cut (l, "jumps to a label of another function");
}

static void
terminate_return (lowering *l, LLVMValueRef i)
{
    assert (LLVMIsAReturnInst (i));
    LLVMValueRef v = LLVMGetNumOperands (i) ? LLVMGetOperand (i, 0) : NULL;
    uint32_t leaves = v ? lower_held (l, v)->leaves : 0;
    uint32_t *operand = NEW_ARRAY (uint32_t, leaves + 1);
    for (uint32_t k = 0; k < leaves; k++)
        operand[k] = lower_operand (l, v, k);
    uint32_t list = (uint32_t) l->code->list.size;
    for (uint32_t k = 0; k < leaves; k++)
        lower_list (l, operand[k]);
    memory_free (operand);
    lower_emit (l, (struct vm_instruction) {
                       .op = VM_RETURN, .a = leaves ? list : 0, .b = leaves});
}

void
lower_terminator (lowering *l, LLVMValueRef i)
{
    assert (LLVMIsATerminatorInst (i));
    LLVMBasicBlockRef b = LLVMGetInstructionParent (i);
    switch (LLVMGetInstructionOpcode (i)) {
    case LLVMBr:
        terminate_branch (l, i);
        break;
    case LLVMSwitch:
        terminate_switch (l, i);
        break;
    case LLVMIndirectBr:
        terminate_indirect (l, i);
        break;
    case LLVMRet:
        terminate_return (l, i);
        break;
    case LLVMInvoke:
        lower_call (l, i);
        lower_edge_here (l, b, LLVMGetNormalDest (i));
        break;
    case LLVMResume:
        lower_emit (l, (struct vm_instruction) {
                           .op = VM_RESUME,
                           .a = lower_operand (l, LLVMGetOperand (i, 0), 0),
                           .b = lower_operand (l, LLVMGetOperand (i, 0), 1)});
        break;
    case LLVMUnreachable:
        lower_emit (l, (struct vm_instruction) {.op = VM_UNREACHABLE});
        break;
    default:
        lower_cut (l, "has control flow of a kind that is not modelled");
    }
}

/* ---- blocks */

static void
block_lower (lowering *l, LLVMBasicBlockRef b)
{
    lower_forget_near (l);
    lower_label_here (l, (uint32_t) *label_slot (l, b));
    for (LLVMValueRef i = LLVMGetFirstInstruction (b); i;
         i = LLVMGetNextInstruction (i))
        if (!LLVMIsAPHINode (i))
            lower_instruction (l, i);
    lower_edges (l);
}

static void
phis_make (lowering *l, const struct order *o)
{
    for (size_t i = 0; i < o->list.size; i++)
        for (LLVMValueRef v = LLVMGetFirstInstruction (o->list.at[i]);
             v && LLVMIsAPHINode (v); v = LLVMGetNextInstruction (v))
            lower_result (l, v);
}

void
lower_body (lowering *l, LLVMValueRef f)
{
    assert (!LLVMIsDeclaration (f));
    struct order o = {0};
    map_init (&o.seen);
    order_find (&o, LLVMGetEntryBasicBlock (f));
    labels_make (l, &o);
    phis_make (l, &o);
    for (size_t i = 0; i < o.list.size; i++) {
        size_t next = i + 1;
        if (is_skipped (l, o.list.at[i]))
            continue;
        while (next < o.list.size && is_skipped (l, o.list.at[next]))
            next++;
        l->next = next < o.list.size ? lower_block_label (l, o.list.at[next])
                                     : VM_NOWHERE;
        block_lower (l, o.list.at[i]);
    }
    map_clear (&o.seen);
    VEC_CLEAR (o.list);
}
