/* flow.c -- the blocks of a function: order, edges, phis.
 *
 * Blocks are made when the first edge to them is, and treated in reverse
 * post-order, so that what dominates comes first; one to which no edge was made
 * by then (what comes before it ends) is never reached. */
#include "cohort-llvm/memory/memory.h"
#include "cohort-llvm/to_program/internal.h"

#include <stdio.h>

struct flow_block {
    LLVMBasicBlockRef block;
    uint32_t into; /* edges to it */
    uint32_t made; /* index + 1 of the program's block; 0: not yet */
    uint32_t next; /* successor that the search is at */
    bool open;     /* on the path of the search */
    bool loop;     /* a back edge comes here */
};

struct flow_translation {
    struct flow_block *at; /* in order of the module */
    size_t size;
    struct map index;        /* block -> index */
    struct vec_target order; /* reverse post-order */
};

static struct flow_block *
flow_find (const struct flow_translation *f, LLVMBasicBlockRef block)
{
    uint64_t *index = map_get (&f->index, map_number ((uintptr_t) block));
    assert (index && *index < f->size);
    return &f->at[*index];
}

/* Depth first, without recursion: functions of ten thousands of blocks exist.
 */
static void
flow_search (struct flow_translation *f)
{
    struct vec_target stack = {0};
    VEC_PUSH (stack, 0);
    f->at[0].open = true;
    f->at[0].into = 1;
    while (stack.size) {
        struct flow_block *b = &f->at[VEC_LAST (stack)];
        LLVMValueRef last = LLVMGetBasicBlockTerminator (b->block);
        if (b->next == LLVMGetNumSuccessors (last)) {
            b->open = false;
            VEC_PUSH (f->order, VEC_POP (stack));
            continue;
        }
        struct flow_block *to =
            flow_find (f, LLVMGetSuccessor (last, b->next++));
        to->loop |= to->open;
        if (!to->into++) {
            to->open = true;
            VEC_PUSH (stack, (uint32_t) (to - f->at));
        }
    }
    VEC_CLEAR (stack);
    for (size_t i = 0, j = f->order.size; i + 1 < j; i++) {
        uint32_t other = f->order.at[--j];
        f->order.at[j] = f->order.at[i];
        f->order.at[i] = other;
    }
}

static struct flow_translation *
flow_new (LLVMValueRef function)
{
    struct flow_translation *f = NEW (struct flow_translation);
    map_init (&f->index);
    f->size = LLVMCountBasicBlocks (function);
    f->at = NEW_ARRAY (struct flow_block, f->size);
    size_t i = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (function); b;
         b = LLVMGetNextBasicBlock (b)) {
        f->at[i].block = b;
        map_put (&f->index, map_number ((uintptr_t) b), i++);
    }
    assert (i == f->size && i);
    flow_search (f);
    return f;
}

static void
flow_free (struct flow_translation *f)
{
    map_clear (&f->index);
    VEC_CLEAR (f->order);
    memory_free (f->at);
    memory_free (f);
}

/* ---- blocks and edges */

static void
phi_registers (translation *t, LLVMBasicBlockRef block)
{
    for (LLVMValueRef v = LLVMGetFirstInstruction (block);
         v && LLVMIsAPHINode (v); v = LLVMGetNextInstruction (v)) {
        struct translated_value own =
            value_new (t, value_leaves (t, LLVMTypeOf (v)));
        for (size_t i = 0; i < own.leaves; i++)
            own.leaf[i] = translate_register (t, v, i, own.leaves,
                                              leaf_sort (t, LLVMTypeOf (v), i));
        translate_know (t, v, own);
    }
}

static uint32_t
flow_make (translation *t, struct flow_block *b)
{
    if (b->made)
        return b->made - 1;
    char label[280];
    const char *name = LLVMGetBasicBlockName (b->block);
    if (*name)
        snprintf (label, sizeof label, "%.250s", name);
    else
        snprintf (label, sizeof label, "bb%zu", (size_t) (b - t->flow->at));
    uint32_t made = emit_block (t, label);
    b->made = made + 1;
    phi_registers (t, b->block);
    if (b->loop) {
        struct block *own =
            &t->program->procedure.at[t->current].block.at[made];
        struct statement head = {
            .kind = STATEMENT_ASSUME,
            .term = term_true (t->terms),
            .attribute = mark_add (t->program, NULL, MARK_LOOP, NULL),
            .place = unit_place (t->program,
                                 LLVMGetBasicBlockTerminator (b->block))};
        VEC_PUSH (own->statement, head);
    }
    return made;
}

static LLVMValueRef
phi_incoming (LLVMValueRef phi, LLVMBasicBlockRef from, unsigned *guess)
{
    unsigned count = LLVMCountIncoming (phi);
    if (*guess < count && LLVMGetIncomingBlock (phi, *guess) == from)
        return LLVMGetIncomingValue (phi, *guess);
    for (unsigned i = 0; i < count; i++)
        if (LLVMGetIncomingBlock (phi, i) == from)
            return LLVMGetIncomingValue (phi, *guess = i);
    assert (false);
    return NULL;
}

/* All phis at once: they may exchange their values. */
static void
phi_assign (translation *t, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    struct term_vec target = {0}, value = {0};
    unsigned guess = 0;
    for (LLVMValueRef v = LLVMGetFirstInstruction (to); v && LLVMIsAPHINode (v);
         v = LLVMGetNextInstruction (v)) {
        struct translated_value own = value_of (t, v);
        struct translated_value in =
            value_of (t, phi_incoming (v, from, &guess));
        assert (own.leaves == in.leaves);
        for (size_t i = 0; i < own.leaves; i++) {
            if (own.leaf[i] == in.leaf[i])
                continue;
            VEC_PUSH (target, own.leaf[i]);
            VEC_PUSH (value, in.leaf[i]);
        }
    }
    emit_assign_all (t, target.at, value.at, target.size);
    VEC_CLEAR (target);
    VEC_CLEAR (value);
}

/* The edge to `to` if the condition holds, from the block that is worked on;
 * `alone`: it has no other edge.  The target itself serves for the edge if
 * nothing else leads there. */
static void
flow_edge (translation *t, LLVMBasicBlockRef from, LLVMBasicBlockRef to,
           const term *condition, bool alone)
{
    struct flow_block *b = flow_find (t->flow, to);
    assert (condition->sort->kind == SORT_BOOL);
    uint32_t here = t->block, target;
    if (term_is_false (condition))
        return;
    target = flow_make (t, b);
    if (b->into == 1 && !b->loop) {
        emit_goto (t, target);
        emit_at (t, target);
        emit_assume (t, condition);
        phi_assign (t, from, to);
        emit_at (t, here);
        return;
    }
    if (!alone) {
        uint32_t edge = emit_block (t, "edge");
        emit_goto (t, edge);
        emit_at (t, edge);
        emit_assume (t, condition);
    }
    phi_assign (t, from, to);
    emit_goto (t, target);
    emit_at (t, here);
}

/* ---- terminators */

static void
end_branch (translation *t, LLVMValueRef v, LLVMBasicBlockRef from)
{
    LLVMBasicBlockRef to = LLVMGetSuccessor (v, 0);
    const term *yes = term_true (t->terms);
    if (!LLVMIsConditional (v) || LLVMGetSuccessor (v, 1) == to) {
        flow_edge (t, from, to, yes, true);
        return;
    }
    struct translated_value condition = value_of (t, LLVMGetCondition (v));
    assert (condition.leaves == 1);
    yes = condition.leaf[0];
    flow_edge (t, from, to, yes, false);
    flow_edge (t, from, LLVMGetSuccessor (v, 1), term_not (t->terms, yes),
               false);
}

static const term *
case_equal (translation *t, LLVMValueRef v, unsigned index, const term *value)
{
    struct translated_value constant = operand_value (t, v, 2 * index);
    assert (index && constant.leaves == 1);
    return bits_equal (t, value, constant.leaf[0]);
}

/* Cases of one target are one edge.  Operands: value, default, then pairs of
 * case and target; successors in the same order. */
static void
end_switch (translation *t, LLVMValueRef v, LLVMBasicBlockRef from)
{
    unsigned count = LLVMGetNumSuccessors (v);
    const term *value = term_settle (t, operand_term (t, v, 0));
    struct term_vec other = {0}, same = {0};
    struct map done;
    map_init (&done);
    for (unsigned i = 1; i < count; i++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor (v, i);
        VEC_PUSH (other, term_not (t->terms, case_equal (t, v, i, value)));
        if (!map_put (&done, map_number ((uintptr_t) to), 1))
            continue;
        same.size = 0;
        for (unsigned j = i; j < count; j++)
            if (LLVMGetSuccessor (v, j) == to)
                VEC_PUSH (same, case_equal (t, v, j, value));
        flow_edge (t, from, to, term_or (t->terms, same.at, same.size), false);
    }
    flow_edge (t, from, LLVMGetSuccessor (v, 0),
               term_and (t->terms, other.at, other.size), false);
    map_clear (&done);
    VEC_CLEAR (other);
    VEC_CLEAR (same);
}

/* goto *p: to each label that it can be, once; whatever else p may be is not
 * modelled. */
static void
end_computed (translation *t, LLVMValueRef v, LLVMBasicBlockRef from)
{
    struct translated_value to = operand_value (t, v, 0);
    struct term_vec other = {0};
    struct map done;
    map_init (&done);
    assert (to.leaves == 2);
    for (size_t i = 0; i < to.leaves; i++)
        to.leaf[i] = term_settle (t, to.leaf[i]);
    for (unsigned i = 0; i < LLVMGetNumSuccessors (v); i++) {
        LLVMBasicBlockRef target = LLVMGetSuccessor (v, i);
        if (!map_put (&done, map_number ((uintptr_t) target), 1))
            continue;
        struct translated_value label =
            value_of (t, LLVMBlockAddress (t->function, target));
        const term *is = translate_compare (
            t, LLVMIntEQ, LLVMTypeOf (LLVMGetOperand (v, 0)), to, label);
        VEC_PUSH (other, term_not (t->terms, is));
        flow_edge (t, from, target, is, false);
    }
    uint32_t nowhere = emit_block (t, "nowhere");
    emit_goto (t, nowhere);
    emit_at (t, nowhere);
    emit_assume (t, term_and (t->terms, other.at, other.size));
    emit_cut (t, "a computed goto to no label of its function");
    map_clear (&done);
    VEC_CLEAR (other);
}

static void
end_return (translation *t, LLVMValueRef v)
{
    struct vec_variable *out = &t->program->procedure.at[t->current].out;
    if (LLVMGetNumOperands (v)) {
        struct translated_value result = operand_value (t, v, 0);
        struct term_vec target = {0};
        assert (result.leaves == out->size);
        for (size_t i = 0; i < out->size; i++)
            VEC_PUSH (target, out->at[i].term);
        emit_assign_all (t, target.at, result.leaf, target.size);
        VEC_CLEAR (target);
    }
    memory_leave (t);
    if (translate_is_entry (t, t->function))
        memory_end (t);
}

/* The function that is called last before the block ends; null: none by name. */
static LLVMValueRef
called_last (LLVMValueRef v)
{
    while (v && LLVMIsADbgInfoIntrinsic (v))
        v = LLVMGetPreviousInstruction (v);
    LLVMValueRef callee =
        v && LLVMIsACallInst (v) ? LLVMGetCalledValue (v) : NULL;
    return callee && LLVMIsAFunction (callee) ? callee : NULL;
}

/* A function of the program that does not return says so at its own end; one of
 * the library that has returned was declared wrong, and what is behind its call
 * is not known.  Else somebody promised. */
static void
end_unreachable (translation *t, LLVMValueRef v)
{
    unsigned kind = LLVMGetEnumAttributeKindForName ("noreturn", 8);
    LLVMValueRef callee = called_last (LLVMGetPreviousInstruction (v));
    bool never = callee
                 && LLVMGetEnumAttributeAtIndex (
                     callee, LLVMAttributeFunctionIndex, kind);
    if (never && LLVMIsDeclaration (callee)) {
        struct text reason;
        text_init (&reason);
        text_print (&reason, "a call of %s, which is declared as noreturn",
                    value_name (callee));
        emit_cut (t, text_view (&reason));
        text_clear (&reason);
        return;
    }
    if (!never)
        mark_assumes (t->program, "__builtin_unreachable is not reached");
    emit_assume (t, term_false (t->terms));
}

static void
translate_end (translation *t, LLVMValueRef v, LLVMBasicBlockRef from)
{
    assert (LLVMIsATerminatorInst (v));
    t->instruction = v;
    switch (LLVMGetInstructionOpcode (v)) {
    case LLVMBr:
        end_branch (t, v, from);
        break;
    case LLVMSwitch:
        end_switch (t, v, from);
        break;
    case LLVMRet:
        end_return (t, v);
        break;
    case LLVMUnreachable:
        end_unreachable (t, v);
        break;
    case LLVMIndirectBr:
        end_computed (t, v, from);
        break;
    default:
        emit_cut (t, "an instruction that jumps");
    }
}

static void
translate_block (translation *t, struct flow_block *b)
{
    assert (b->made);
    emit_at (t, b->made - 1);
    LLVMValueRef last = LLVMGetBasicBlockTerminator (b->block);
    bool ends = false;
    for (LLVMValueRef v = LLVMGetFirstInstruction (b->block);
         v != last && !ends; v = LLVMGetNextInstruction (v))
        if (!LLVMIsAPHINode (v))
            translate_instruction (t, v, &ends);
    if (ends)
        emit_assume (t, term_false (t->terms));
    else
        translate_end (t, last, b->block);
}

/* A struct that is passed by value is the callee's own copy. */
static void
translate_copies (translation *t, LLVMValueRef function)
{
    unsigned kind = LLVMGetEnumAttributeKindForName ("byval", 5), index = 0;
    for (LLVMValueRef p = LLVMGetFirstParam (function); p;
         p = LLVMGetNextParam (p)) {
        if (!LLVMGetEnumAttributeAtIndex (function, ++index, kind))
            continue;
        struct translated_value given = memory_parameter (t, p);
        struct translated_value own = value_new (t, given.leaves);
        for (size_t i = 0; i < given.leaves; i++) {
            own.leaf[i] =
                translate_register (t, p, i, given.leaves, given.leaf[i]->sort);
            emit_assign (t, own.leaf[i], given.leaf[i]);
        }
        translate_know (t, p, own);
    }
    assert (index == LLVMCountParams (function));
}

void
translate_blocks (translation *t, LLVMValueRef function)
{
    struct flow_translation *f = t->flow = flow_new (function);
    emit_at (t, flow_make (t, &f->at[0]));
    translate_copies (t, function);
    memory_enter (t);
    f->at[0].made = t->block + 1;
    for (size_t i = 0; i < f->order.size; i++)
        if (f->at[f->order.at[i]].made)
            translate_block (t, &f->at[f->order.at[i]]);
    t->flow = NULL;
    flow_free (f);
}
