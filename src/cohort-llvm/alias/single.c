/* single.c -- which things exist at most once at a time.
 *
 * A local does if its function cannot be active twice: strongly connected
 * components of the calls (Tarjan 1972, with a stack of its own). */
#include "cohort-llvm/alias/internal.h"

struct vec_u32 VEC (uint32_t);

struct calls {
    struct alias_graph *graph;
    struct alias_value_vec function;
    struct map index;      /* function -> index */
    struct vec_u32 target; /* of all functions, in order */
    struct vec_u32 first; /* of each function, in target; one more at the end */
    uint32_t *order, *low; /* 0: not visited */
    bool *on, *recursive;
    struct vec_u32 stack;
};

static struct digest
value_key (LLVMValueRef v)
{
    return map_number ((uint64_t) (uintptr_t) v);
}

static void
calls_edge (struct calls *c, LLVMValueRef to)
{
    uint64_t *index = map_get (&c->index, value_key (to));
    if (index)
        VEC_PUSH (c->target, (uint32_t) *index);
}

/* What an unknown function was given it may call. */
static void
calls_back (struct calls *c)
{
    struct alias_graph *g = c->graph;
    if (!g->lump_closed)
        return;
    const struct alias_node *n = graph_root (g, g->lump);
    for (size_t i = 0; i < n->placed.size; i++)
        calls_edge (c, g->thing.at[n->placed.at[i].thing].value);
}

static void
calls_of (struct calls *c, LLVMValueRef call)
{
    LLVMValueRef f = call_function (call);
    if (f) {
        calls_edge (c, f);
        if (function_unknown (f))
            calls_back (c);
        return;
    }
    struct alias_value_vec to = {0};
    if (LLVMIsAInlineAsm (LLVMGetCalledValue (call)))
        return;
    if (!call_targets (c->graph, call, &to))
        calls_back (c);
    for (size_t i = 0; i < to.size; i++)
        calls_edge (c, to.at[i]);
    VEC_CLEAR (to);
}

static void
calls_collect (struct calls *c)
{
    for (size_t i = 0; i < c->function.size; i++) {
        VEC_PUSH (c->first, (uint32_t) c->target.size);
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock (c->function.at[i]);
             b; b = LLVMGetNextBasicBlock (b))
            for (LLVMValueRef v = LLVMGetFirstInstruction (b); v;
                 v = LLVMGetNextInstruction (v))
                if (LLVMIsACallInst (v) || LLVMIsAInvokeInst (v))
                    calls_of (c, v);
    }
    VEC_PUSH (c->first, (uint32_t) c->target.size);
    assert (c->first.size == c->function.size + 1);
}

/* The component that ends here leaves the stack. */
static void
component_end (struct calls *c, uint32_t f)
{
    assert (c->stack.size && c->low[f] == c->order[f]);
    bool alone = VEC_LAST (c->stack) == f;
    for (uint32_t member = UINT32_MAX; member != f;) {
        member = VEC_POP (c->stack);
        c->on[member] = false;
        c->recursive[member] |= !alone;
    }
}

struct single_frame {
    uint32_t function, next;
};
struct single_frame_vec VEC (struct single_frame);

static void
visit (struct calls *c, struct single_frame_vec *way, uint32_t f,
       uint32_t *count)
{
    assert (!c->order[f] && f < c->function.size);
    c->order[f] = c->low[f] = ++*count;
    c->on[f] = true;
    VEC_PUSH (c->stack, f);
    VEC_PUSH (*way, ((struct single_frame) {f, c->first.at[f]}));
}

static void
calls_components (struct calls *c)
{
    struct single_frame_vec way = {0};
    uint32_t count = 0;
    for (uint32_t root = 0; root < c->function.size; root++) {
        if (!c->order[root])
            visit (c, &way, root, &count);
        while (way.size) {
            struct single_frame *top = &VEC_LAST (way);
            uint32_t f = top->function;
            if (top->next < c->first.at[f + 1]) {
                uint32_t to = c->target.at[top->next++];
                c->recursive[f] |= to == f;
                if (!c->order[to])
                    visit (c, &way, to, &count);
                else if (c->on[to] && c->order[to] < c->low[f])
                    c->low[f] = c->order[to];
                continue;
            }
            if (c->low[f] == c->order[f])
                component_end (c, f);
            (void) VEC_POP (way);
            if (way.size && c->low[f] < c->low[VEC_LAST (way).function])
                c->low[VEC_LAST (way).function] = c->low[f];
        }
    }
    assert (!c->stack.size);
    VEC_CLEAR (way);
}

static bool
local_single (const struct calls *c, LLVMValueRef v)
{
    LLVMBasicBlockRef block = LLVMGetInstructionParent (v);
    LLVMValueRef f = LLVMGetBasicBlockParent (block);
    uint64_t *index = map_get (&c->index, value_key (f));
    assert (index);
    return LLVMIsAConstantInt (LLVMGetOperand (v, 0))
           && block == LLVMGetEntryBasicBlock (f) && !c->recursive[*index];
}

static void
calls_clear (struct calls *c)
{
    map_clear (&c->index);
    VEC_CLEAR (c->function);
    VEC_CLEAR (c->target);
    VEC_CLEAR (c->first);
    VEC_CLEAR (c->stack);
    memory_free (c->order);
    memory_free (c->low);
    memory_free (c->on);
    memory_free (c->recursive);
}

void
things_single (struct alias_graph *g)
{
    assert (g->frozen);
    struct calls c = {.graph = g};
    map_init (&c.index);
    for (LLVMValueRef f = LLVMGetFirstFunction (g->unit->module); f;
         f = LLVMGetNextFunction (f)) {
        if (LLVMIsDeclaration (f))
            continue;
        map_put (&c.index, value_key (f), c.function.size);
        VEC_PUSH (c.function, f);
    }
    size_t n = c.function.size;
    c.order = NEW_ARRAY (uint32_t, n + 1);
    c.low = NEW_ARRAY (uint32_t, n + 1);
    c.on = NEW_ARRAY (bool, n + 1);
    c.recursive = NEW_ARRAY (bool, n + 1);
    calls_collect (&c);
    calls_components (&c);
    for (size_t i = 0; i < g->thing.size; i++) {
        struct thing *t = &g->thing.at[i];
        t->single =
            LLVMIsAGlobalVariable (t->value)
            || (LLVMIsAAllocaInst (t->value) && local_single (&c, t->value));
    }
    calls_clear (&c);
}
