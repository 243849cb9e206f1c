/* calls.c -- arguments flow to parameters, results back.
 *
 * What a function pointer can be is found by the same analysis, so indirect
 * calls are linked in rounds until no round changes the graph. */
#include "cohort-llvm/alias/internal.h"

#include <stdlib.h>
#include <string.h>

static struct digest
value_key (LLVMValueRef v)
{
    return map_number ((uint64_t) (uintptr_t) v);
}

static bool
has_pointers (LLVMValueRef v)
{
    return type_has_pointers (LLVMTypeOf (v));
}

static struct alias_cell
pointer_cell (struct alias_graph *g, LLVMValueRef v)
{
    return has_pointers (v) ? value_cell (g, v) : (struct alias_cell) {0};
}

struct alias_cell
function_result (struct alias_graph *g, LLVMValueRef function)
{
    assert (LLVMIsAFunction (function));
    uint64_t *found = map_get (&g->result, value_key (function));
    struct alias_cell c = {.node = found ? (uint32_t) *found : graph_node (g)};
    if (!found)
        map_put (&g->result, value_key (function), c.node);
    return c;
}

LLVMValueRef
call_function (LLVMValueRef call)
{
    LLVMValueRef v = LLVMGetCalledValue (call);
    for (int i = 0; i < 8 && LLVMIsAGlobalAlias (v); i++)
        v = LLVMAliasGetAliasee (v);
    return LLVMIsAFunction (v);
}

bool
call_is_fresh (LLVMValueRef v)
{
    if (!LLVMIsACallInst (v))
        return false;
    LLVMValueRef f = call_function (v);
    size_t length;
    return f
           && !strncmp (LLVMGetValueName2 (f, &length), COHORT_FRESH,
                        strlen (COHORT_FRESH));
}

bool
param_is_copy (LLVMValueRef param)
{
    assert (LLVMIsAArgument (param));
    LLVMValueRef f = LLVMGetParamParent (param);
    unsigned kind = LLVMGetEnumAttributeKindForName ("byval", 5);
    unsigned index = 1;
    for (LLVMValueRef p = LLVMGetFirstParam (f); p != param;
         p = LLVMGetNextParam (p))
        index++;
    return LLVMGetEnumAttributeAtIndex (f, index, kind) != NULL;
}

static void
link_argument (struct alias_graph *g, LLVMValueRef param, LLVMValueRef argument)
{
    struct alias_cell to = pointer_cell (g, param),
                      from = pointer_cell (g, argument);
    if (to.node && from.node && param_is_copy (param))
        graph_copy (g, to, from);
    else if (to.node && from.node)
        graph_flow (g, to, from);
    else if (from.node)
        graph_expose (g, from);
    else if (to.node && !has_pointers (argument))
        graph_flow (g, to, graph_lump (g));
}

static void
link_result (struct alias_graph *g, LLVMValueRef call, LLVMValueRef function)
{
    assert (!LLVMIsDeclaration (function));
    LLVMTypeRef type = LLVMGlobalGetValueType (function);
    bool given = type_has_pointers (LLVMGetReturnType (type));
    if (given && has_pointers (call))
        graph_flow (g, value_cell (g, call), function_result (g, function));
    else if (given && LLVMGetTypeKind (LLVMTypeOf (call)) != LLVMVoidTypeKind)
        graph_expose (g, function_result (g, function));
    else if (has_pointers (call))
        graph_flow (g, value_cell (g, call), graph_lump (g));
}

/* What is not a parameter is reached by va_arg, if at all. */
static void
call_link (struct alias_graph *g, LLVMValueRef call, LLVMValueRef function)
{
    if (LLVMIsDeclaration (function)) {
        call_external (g, call, function);
        return;
    }
    unsigned arguments = LLVMGetNumArgOperands (call), i = 0;
    LLVMValueRef p = LLVMGetFirstParam (function);
    for (; p && i < arguments; p = LLVMGetNextParam (p), i++)
        link_argument (g, p, LLVMGetOperand (call, i));
    bool more = LLVMIsFunctionVarArg (LLVMGlobalGetValueType (function));
    for (; more && i < arguments; i++)
        graph_escape (g, pointer_cell (g, LLVMGetOperand (call, i)));
    link_result (g, call, function);
}

void
call_scan (struct alias_graph *g, LLVMValueRef call)
{
    LLVMValueRef function = call_function (call);
    if (function) {
        call_link (g, call, function);
        return;
    }
    if (has_pointers (call))
        value_cell (g, call);
    if (!LLVMIsAInlineAsm (LLVMGetCalledValue (call)))
        VEC_PUSH (g->indirect, ((struct indirect) {.call = call}));
}

/* ---- rounds */

static void
indirect_link (struct alias_graph *g, struct indirect *i)
{
    assert (!call_function (i->call));
    struct alias_cell c = value_cell (g, LLVMGetCalledValue (i->call));
    if (!c.node)
        return;
    LLVMTypeRef type = LLVMGetCalledFunctionType (i->call);
    uint32_t root = graph_resolve (g, c).node;
    size_t size = g->node.at[root].placed.size;
    bool open = g->node.at[root].unknown;
    if (open && !i->open)
        call_escape (g, i->call);
    size_t first = root == i->root ? i->seen : 0;
    i->root = root;
    i->seen = size;
    i->open = open;
    /* Linking may merge the root: its list is read anew each time; what is
     * added while it is read comes in the next round. */
    for (size_t k = first; k < size; k++) {
        root = graph_resolve (g, c).node;
        if (root != i->root) {
            i->seen = 0;
            g->changed = true;
            return;
        }
        uint32_t thing = g->node.at[root].placed.at[k].thing;
        LLVMValueRef f = LLVMIsAFunction (g->thing.at[thing].value);
        if (f && LLVMGlobalGetValueType (f) == type)
            call_link (g, i->call, f);
    }
}

/* Unknown functions follow pointers, and call what they get. */
static void
lump_close (struct alias_graph *g)
{
    assert (g->lump && g->lump_closed);
    struct alias_cell lump = graph_lump (g);
    for (size_t i = 0; i < graph_root (g, lump.node)->use.size; i++) {
        uint32_t pointee = graph_root (g, lump.node)->use.at[i].pointee;
        if (pointee)
            graph_flow (g, lump, (struct alias_cell) {.node = pointee});
    }
    for (size_t i = 0; i < graph_root (g, lump.node)->placed.size; i++) {
        struct placed p = graph_root (g, lump.node)->placed.at[i];
        LLVMValueRef f = LLVMIsAFunction (g->thing.at[p.thing].value);
        if (!f || LLVMIsDeclaration (f))
            continue;
        for (LLVMValueRef v = LLVMGetFirstParam (f); v;
             v = LLVMGetNextParam (v))
            graph_flow (g, pointer_cell (g, v), lump);
        graph_flow (g, lump, function_result (g, f));
    }
}

void
calls_settle (struct alias_graph *g)
{
    assert (!g->frozen);
    do {
        g->changed = false;
        while (g->lump && g->exposed_done < g->exposed.size)
            graph_flow (g, graph_lump (g), g->exposed.at[g->exposed_done++]);
        if (g->lump_closed)
            lump_close (g);
        for (size_t i = 0; i < g->indirect.size; i++) {
            struct indirect one = g->indirect.at[i];
            indirect_link (g, &one);
            g->indirect.at[i] = one;
        }
    } while (g->changed || (g->lump && g->exposed_done < g->exposed.size));
}

static int
thing_compare (const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    return x->thing < y->thing ? -1 : x->thing > y->thing;
}

bool
call_targets (struct alias_graph *g, LLVMValueRef call,
              struct alias_value_vec *to)
{
    assert (!call_function (call) && !to->size);
    struct alias_cell c = value_cell_known (g, LLVMGetCalledValue (call));
    if (!c.node)
        return true; /* null: no call is valid */
    LLVMTypeRef type = LLVMGetCalledFunctionType (call);
    const struct alias_node *n = &g->node.at[c.node];
    bool complete = !n->unknown;
    struct vec_placed sorted = {0};
    for (size_t i = 0; i < n->placed.size; i++)
        VEC_PUSH (sorted, n->placed.at[i]);
    if (sorted.size)
        qsort (sorted.at, sorted.size, sizeof *sorted.at, thing_compare);
    for (size_t i = 0; i < sorted.size; i++) {
        LLVMValueRef f =
            LLVMIsAFunction (g->thing.at[sorted.at[i].thing].value);
        if (f && LLVMGlobalGetValueType (f) == type)
            VEC_PUSH (*to, f);
        else if (f)
            complete = false;
    }
    VEC_CLEAR (sorted);
    return complete;
}
