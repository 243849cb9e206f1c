/* scan.c -- what each instruction makes flow where. */
#include "cohort-llvm/alias/internal.h"

#include <string.h>

static struct alias_cell
operand_cell (struct alias_graph *g, LLVMValueRef instruction, unsigned i)
{
    return value_cell (g, LLVMGetOperand (instruction, i));
}

static bool
has_pointers (LLVMValueRef v)
{
    return type_has_pointers (LLVMTypeOf (v));
}

static void
scan_alloca (struct alias_graph *g, LLVMValueRef v)
{
    assert (LLVMIsAAllocaInst (v));
    LLVMValueRef count = LLVMGetOperand (v, 0);
    uint64_t size =
        LLVMABISizeOfType (g->unit->layout, LLVMGetAllocatedType (v));
    uint64_t total = 0;
    if (LLVMIsAConstantInt (count)
        && __builtin_mul_overflow (size, LLVMConstIntGetZExtValue (count),
                                   &total))
        total = 0;
    thing_cell (g, v, total);
}

static void
scan_load (struct alias_graph *g, LLVMValueRef v)
{
    assert (LLVMIsALoadInst (v));
    struct alias_cell there = operand_cell (g, v, 0);
    struct alias_cell value =
        has_pointers (v) ? value_cell (g, v) : (struct alias_cell) {0};
    type_use (g, there, LLVMTypeOf (v), value, false);
}

static void
scan_store (struct alias_graph *g, LLVMValueRef v)
{
    assert (LLVMIsAStoreInst (v));
    LLVMValueRef value = LLVMGetOperand (v, 0);
    struct alias_cell there = operand_cell (g, v, 1);
    if (call_is_fresh (value)) {
        struct opaque o = {there, LLVMTypeOf (value)};
        VEC_PUSH (g->opaque, o);
        return;
    }
    struct alias_cell from =
        has_pointers (value) ? value_cell (g, value) : (struct alias_cell) {0};
    type_use (g, there, LLVMTypeOf (value), from, true);
}

static void
scan_exchange (struct alias_graph *g, LLVMValueRef v)
{
    struct alias_cell there = operand_cell (g, v, 0);
    assert (there.node < g->node.size);
    bool compares = LLVMGetInstructionOpcode (v) == LLVMAtomicCmpXchg;
    LLVMValueRef value = LLVMGetOperand (v, compares ? 2 : 1);
    struct alias_cell from = {0}, old = {0};
    if (has_pointers (value)) {
        from = value_cell (g, value);
        old = value_cell (g, v);
    }
    type_use (g, there, LLVMTypeOf (value), from, true);
    type_use (g, there, LLVMTypeOf (value), old, false);
}

/* Pointers of some operands come together in the value. */
static void
scan_join (struct alias_graph *g, LLVMValueRef v, unsigned first)
{
    struct alias_cell all = value_cell (g, v);
    for (int i = (int) first; i < LLVMGetNumOperands (v); i++) {
        LLVMValueRef operand = LLVMGetOperand (v, (unsigned) i);
        if (has_pointers (operand))
            graph_flow (g, all, value_cell (g, operand));
    }
}

static void
scan_phi (struct alias_graph *g, LLVMValueRef v)
{
    assert (LLVMIsAPHINode (v));
    struct alias_cell all = value_cell (g, v);
    for (unsigned i = 0; i < LLVMCountIncoming (v); i++)
        graph_flow (g, all, value_cell (g, LLVMGetIncomingValue (v, i)));
}

static void
scan_return (struct alias_graph *g, LLVMValueRef v, LLVMValueRef function)
{
    if (LLVMGetNumOperands (v) && has_pointers (LLVMGetOperand (v, 0)))
        graph_flow (g, function_result (g, function), operand_cell (g, v, 0));
}

/* A part of a constant is all of it. */
static void
scan_alias (struct alias_graph *g, LLVMValueRef v)
{
    assert (LLVMGetNumOperands (v) >= 1);
    if (has_pointers (v))
        value_define (g, v, operand_cell (g, v, 0));
}

static void
scan_to_pointer (struct alias_graph *g, LLVMValueRef v)
{
    assert (LLVMIsAIntToPtrInst (v));
    LLVMValueRef of = LLVMGetOperand (v, 0);
    bool null = LLVMIsAConstantInt (of) && LLVMIsNull (of);
    if (null)
        value_cell (g, v); /* a node with nothing in it */
    else
        value_define (g, v, graph_lump (g));
}

/* A number that is not that of any object: null, (void *) -1. */
static bool
is_number (LLVMValueRef v)
{
    if (LLVMIsAConstantExpr (v) && LLVMGetConstOpcode (v) == LLVMIntToPtr)
        v = LLVMGetOperand (v, 0);
    return LLVMIsNull (v) || LLVMIsAConstantInt (v);
}

static void
scan_compare (struct alias_graph *g, LLVMValueRef v)
{
    LLVMValueRef a = LLVMGetOperand (v, 0), b = LLVMGetOperand (v, 1);
    if (!has_pointers (a) || is_number (a) || is_number (b))
        return;
    struct compared c = {.a = value_cell (g, a), .b = value_cell (g, b)};
    if (c.a.node && c.b.node)
        VEC_PUSH (g->compared, c);
}

bool
scan_join_compared (struct alias_graph *g)
{
    bool any = false;
    /* Which of them are to be joined is known before any is. */
    for (size_t i = 0; i < g->compared.size; i++) {
        struct compared *c = &g->compared.at[i];
        const struct alias_node *a = graph_root (g, c->a.node);
        const struct alias_node *b = graph_root (g, c->b.node);
        c->joins = !c->joined && (a != b || a->unknown || b->unknown);
    }
    for (size_t i = 0; i < g->compared.size; i++) {
        struct compared *c = &g->compared.at[i];
        if (!c->joins)
            continue;
        c->joined = any = true;
        graph_flow (g, c->a, c->b);
        graph_flow (g, c->b, c->a);
    }
    return any;
}

static void
scan_operands (struct alias_graph *g, LLVMValueRef v)
{
    for (int i = 0; i < LLVMGetNumOperands (v); i++) {
        LLVMValueRef operand = LLVMGetOperand (v, (unsigned) i);
        if (!LLVMIsAConstantExpr (operand))
            continue;
        if (has_pointers (operand))
            value_cell (g, operand);
        else
            value_is_address (g, operand);
    }
}

static void
scan_instruction (struct alias_graph *g, LLVMValueRef v, LLVMValueRef function)
{
    scan_operands (g, v);
    switch (LLVMGetInstructionOpcode (v)) {
    case LLVMAlloca:
        scan_alloca (g, v);
        return;
    case LLVMLoad:
        scan_load (g, v);
        return;
    case LLVMStore:
        scan_store (g, v);
        return;
    case LLVMAtomicCmpXchg:
    case LLVMAtomicRMW:
        scan_exchange (g, v);
        return;
    case LLVMGetElementPtr:
        value_define (g, v, value_gep (g, v, operand_cell (g, v, 0)));
        return;
    case LLVMCall:
    case LLVMInvoke:
    case LLVMCallBr:
        call_scan (g, v);
        return;
    case LLVMRet:
        scan_return (g, v, function);
        return;
    case LLVMPtrToInt:
        graph_expose (g, operand_cell (g, v, 0));
        return;
    case LLVMIntToPtr:
        scan_to_pointer (g, v);
        return;
    case LLVMPHI:
        if (has_pointers (v))
            scan_phi (g, v);
        return;
    case LLVMICmp:
        scan_compare (g, v);
        return;
    case LLVMSelect:
        if (has_pointers (v))
            scan_join (g, v, 1);
        return;
    case LLVMInsertValue:
    case LLVMInsertElement:
    case LLVMShuffleVector:
        if (has_pointers (v))
            scan_join (g, v, 0);
        return;
    case LLVMExtractValue:
    case LLVMExtractElement:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMFreeze:
        scan_alias (g, v);
        return;
    case LLVMVAArg:
        graph_expose (g, operand_cell (g, v, 0));
        if (has_pointers (v))
            value_define (g, v, graph_lump (g));
        return;
    default:
        if (has_pointers (v)) /* landing pads and what is yet to come */
            value_define (g, v, graph_lump (g));
    }
}

static void
scan_globals (struct alias_graph *g)
{
    LLVMModuleRef m = g->unit->module;
    for (LLVMValueRef f = LLVMGetFirstFunction (m); f;
         f = LLVMGetNextFunction (f))
        thing_cell (g, f, 0);
    for (LLVMValueRef v = LLVMGetFirstGlobal (m); v;
         v = LLVMGetNextGlobal (v)) {
        LLVMTypeRef type = LLVMGlobalGetValueType (v);
        bool sized = LLVMTypeIsSized (type);
        struct alias_cell c = thing_cell (
            g, v, sized ? LLVMABISizeOfType (g->unit->layout, type) : 0);
        struct thing *t = &VEC_LAST (g->thing);
        t->constant = LLVMIsGlobalConstant (v) && LLVMGetInitializer (v);
        /* Others know it by name. */
        if (LLVMIsDeclaration (v) && !g->unit->options.pure_externals)
            graph_escape (g, c);
    }
    for (LLVMValueRef v = LLVMGetFirstGlobal (m); v; v = LLVMGetNextGlobal (v))
        value_initialise (g, v);
}

static void
scan_function (struct alias_graph *g, LLVMValueRef f)
{
    assert (!LLVMIsDeclaration (f));
    const char *entry = g->unit->options.entry;
    size_t length;
    const char *name = LLVMGetValueName2 (f, &length);
    bool is_entry = !strcmp (name, entry ? entry : "main");
    for (LLVMValueRef p = LLVMGetFirstParam (f); p; p = LLVMGetNextParam (p)) {
        if (!has_pointers (p))
            continue;
        struct alias_cell c =
            param_is_copy (p) ? thing_cell (g, p, 0) : value_cell (g, p);
        if (is_entry)
            graph_root (g, c.node)->unknown = true;
    }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (f); b;
         b = LLVMGetNextBasicBlock (b))
        for (LLVMValueRef v = LLVMGetFirstInstruction (b); v;
             v = LLVMGetNextInstruction (v))
            scan_instruction (g, v, f);
}

void
scan_module (struct alias_graph *g)
{
    assert (!g->thing.size && !g->frozen);
    scan_globals (g);
    for (LLVMValueRef f = LLVMGetFirstFunction (g->unit->module); f;
         f = LLVMGetNextFunction (f))
        if (!LLVMIsDeclaration (f))
            scan_function (g, f);
}
