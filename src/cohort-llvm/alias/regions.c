/* regions.c -- the questions that translate asks. */
#include "cohort-llvm/alias/internal.h"

#include <string.h>

/* ---- life */

static void graph_find_kept (struct alias_graph *);

static void
graph_opaque (struct alias_graph *g)
{
    assert (!g->frozen && !g->pending.size);
    g->silent = true;
    for (size_t i = 0; i < g->opaque.size; i++)
        type_use (g, g->opaque.at[i].there, g->opaque.at[i].type,
                  (struct alias_cell) {0}, true);
    g->silent = false;
}

regions *
regions_find (const struct unit *unit)
{
    assert (unit && unit->module && unit->layout);
    struct alias_graph *g = NEW (struct alias_graph);
    regions *r = NEW (regions);
    r->graph = g;
    g->unit = unit;
    g->pointer = LLVMPointerSize (unit->layout);
    arena_init (&g->arena);
    map_init (&g->thing_of);
    map_init (&g->cell_of);
    map_init (&g->result);
    graph_node (g); /* none */
    scan_module (g);
    do {
        calls_settle (g);
        graph_spread_unknown (g);
    } while (scan_join_compared (g));
    graph_opaque (g);
    g->frozen = true;
    graph_find_kept (g);
    things_single (g);
    things_name (g);
    graph_group (g);
    return r;
}

void
regions_free (regions *r)
{
    if (!r)
        return;
    struct alias_graph *g = r->graph;
    for (size_t i = 0; i < g->node.size; i++) {
        VEC_CLEAR (g->node.at[i].use);
        VEC_CLEAR (g->node.at[i].placed);
    }
    VEC_CLEAR (g->node);
    VEC_CLEAR (g->thing);
    VEC_CLEAR (g->cell);
    VEC_CLEAR (g->pending);
    VEC_CLEAR (g->exposed);
    VEC_CLEAR (g->indirect);
    VEC_CLEAR (g->compared);
    VEC_CLEAR (g->bulk);
    VEC_CLEAR (g->opaque);
    VEC_CLEAR (g->region);
    VEC_CLEAR (g->begin);
    map_clear (&g->thing_of);
    map_clear (&g->cell_of);
    map_clear (&g->result);
    arena_clear (&g->arena);
    memory_free (g);
    memory_free (r);
}

size_t
regions_count (const regions *r)
{
    assert (r->graph->frozen);
    return r->graph->region.size;
}

const struct region *
regions_at (const regions *r, size_t i)
{
    assert (i < r->graph->region.size);
    return &r->graph->region.at[i];
}

/* ---- accesses */

const struct region *
regions_leaf (const regions *r, LLVMValueRef pointer, uint64_t offset,
              uint64_t bytes)
{
    struct alias_graph *g = r->graph;
    assert (g->frozen && bytes);
    struct alias_cell c = value_cell_known (g, pointer);
    if (!c.node)
        return NULL;
    struct alias_node *n = &g->node.at[c.node];
    c.at += (int64_t) offset;
    c = cell_normal (c, n->modulus);
    struct use u = {.at = c.at, .reach = c.reach, .width = bytes};
    for (size_t i = 0; i < n->use.size; i++)
        if (n->use.at[i].width == bytes
            && use_overlaps (&u, &n->use.at[i], n->modulus))
            return &g->region.at[n->use.at[i].region];
    for (size_t i = 0; i < n->use.size; i++)
        if (use_overlaps (&u, &n->use.at[i], n->modulus))
            return &g->region.at[n->use.at[i].region];
    return NULL;
}

const struct region *
regions_access (const regions *r, LLVMValueRef pointer, uint64_t bytes)
{
    return regions_leaf (r, pointer, 0, bytes);
}

/* ---- objects that can be gone */

static void
graph_find_kept (struct alias_graph *g)
{
    assert (g->frozen);
    for (uint32_t i = 1; i < g->node.size; i++) {
        const struct alias_node *n = &g->node.at[i];
        for (size_t k = 0; n->parent == i && k < n->use.size; k++)
            if (n->use.at[k].pointee)
                graph_root (g, n->use.at[k].pointee)->kept = true;
    }
    LLVMValueRef f = LLVMGetFirstFunction (g->unit->module);
    for (; f; f = LLVMGetNextFunction (f)) {
        uint64_t *result =
            map_get (&g->result, map_number ((uint64_t) (uintptr_t) f));
        if (result)
            graph_root (g, (uint32_t) *result)->kept = true;
    }
}

unsigned
regions_mortal (const regions *r, LLVMValueRef pointer)
{
    struct alias_graph *g = r->graph;
    struct alias_cell c = value_cell_known (g, pointer);
    unsigned mortal = 0;
    const struct alias_node *n = &g->node.at[c.node];
    for (size_t i = 0; c.node && i < n->placed.size; i++) {
        LLVMValueRef of = g->thing.at[n->placed.at[i].thing].value;
        if (LLVMIsACallInst (of))
            mortal |= REGION_HEAP;
        if (!LLVMIsAAllocaInst (of) || !n->kept)
            continue;
        LLVMValueRef f =
            LLVMGetBasicBlockParent (LLVMGetInstructionParent (of));
        if (LLVMGetFirstUse (f))
            mortal |= REGION_LOCAL;
    }
    return mortal;
}

/* ---- sets of regions */

static bool
region_touched (const struct alias_graph *g, const struct alias_node *n,
                const struct use *bulk, uint32_t region)
{
    for (size_t i = 0; i < n->use.size; i++)
        if (n->use.at[i].region == region
            && (!bulk->width || use_overlaps (bulk, &n->use.at[i], n->modulus)))
            return true;
    assert (region < g->region.size);
    return false;
}

size_t
regions_touched (const regions *r, LLVMValueRef pointer, uint64_t bytes,
                 struct region_part part[], size_t most)
{
    struct alias_graph *g = r->graph;
    assert (part || !most);
    struct alias_cell c = value_cell_known (g, pointer);
    if (!c.node)
        return 0;
    struct alias_node *n = &g->node.at[c.node];
    struct use bulk = {.at = c.at, .reach = c.reach, .width = bytes};
    bool known = !c.reach.stride && !n->modulus;
    size_t count = 0;
    for (uint32_t i = n->first; i < n->first + n->regions; i++) {
        if (!region_touched (g, n, &bulk, i))
            continue;
        if (count < most)
            part[count] = (struct region_part) {
                .region = &g->region.at[i],
                .known = known,
                .offset = known ? g->begin.at[i] - c.at : 0};
        count++;
    }
    return count;
}

/* All regions of nodes that are reached from a root, in order. */
static size_t
reachable_from (struct alias_graph *g, uint32_t root,
                const struct region *region[], size_t most)
{
    assert (g->node.at[root].parent == root);
    bool *seen = NEW_ARRAY (bool, g->node.size);
    bool *found = NEW_ARRAY (bool, g->region.size + 1);
    struct vec_cell open = {0};
    VEC_PUSH (open, ((struct alias_cell) {.node = root}));
    seen[root] = true;
    while (open.size) {
        const struct alias_node *n = &g->node.at[VEC_POP (open).node];
        memset (found + n->first, true, n->regions);
        for (size_t i = 0; i < n->use.size; i++) {
            uint32_t pointee = n->use.at[i].pointee;
            struct alias_cell to =
                graph_resolve (g, (struct alias_cell) {.node = pointee});
            if (!pointee || seen[to.node])
                continue;
            seen[to.node] = true;
            VEC_PUSH (open, to);
        }
    }
    size_t count = 0;
    for (size_t i = 0; i < g->region.size; i++)
        if (found[i] && count++ < most)
            region[count - 1] = &g->region.at[i];
    VEC_CLEAR (open);
    memory_free (seen);
    memory_free (found);
    return count;
}

size_t
regions_reachable (const regions *r, LLVMValueRef pointer,
                   const struct region *region[], size_t most)
{
    struct alias_cell c = value_cell_known (r->graph, pointer);
    return c.node ? reachable_from (r->graph, c.node, region, most) : 0;
}

size_t
regions_escaped (const regions *r, const struct region *region[], size_t most)
{
    struct alias_graph *g = r->graph;
    if (!g->lump)
        return 0;
    uint32_t root = graph_resolve (g, graph_lump (g)).node;
    return reachable_from (g, root, region, most);
}

bool
regions_function_escaped (const regions *r)
{
    struct alias_graph *g = r->graph;
    if (!g->lump)
        return false;
    const struct alias_node *n =
        &g->node.at[graph_resolve (g, graph_lump (g)).node];
    for (size_t i = 0; i < n->placed.size; i++) {
        assert (n->placed.at[i].thing < g->thing.size);
        LLVMValueRef f = g->thing.at[n->placed.at[i].thing].value;
        if (LLVMIsAFunction (f) && !LLVMIsDeclaration (f))
            return true;
    }
    return false;
}

/* ---- functions and objects */

size_t
regions_callees (const regions *r, LLVMValueRef call, LLVMValueRef function[],
                 size_t most, bool *complete)
{
    assert (function || !most);
    struct alias_value_vec to = {0};
    LLVMValueRef direct = call_function (call);
    *complete = true;
    if (direct)
        VEC_PUSH (to, direct);
    else if (LLVMIsAInlineAsm (LLVMGetCalledValue (call)))
        *complete = false;
    else
        *complete = call_targets (r->graph, call, &to);
    size_t count = to.size;
    for (size_t i = 0; i < count && i < most; i++)
        function[i] = to.at[i];
    VEC_CLEAR (to);
    return count;
}

bool
regions_single (const regions *r, LLVMValueRef object)
{
    struct alias_graph *g = r->graph;
    assert (object);
    uint64_t *found =
        map_get (&g->thing_of, map_number ((uint64_t) (uintptr_t) object));
    return found && g->thing.at[*found - 1].single;
}

const char *
regions_object (const regions *r, LLVMValueRef object, struct text *layout)
{
    struct alias_graph *g = r->graph;
    assert (object && layout);
    uint64_t *found =
        map_get (&g->thing_of, map_number ((uint64_t) (uintptr_t) object));
    if (!found || LLVMIsACallInst (object))
        return "";
    const struct thing *t = &g->thing.at[*found - 1];
    if (t->type)
        type_layout (t->type, layout);
    return t->name && !strchr (t->name, ':') ? t->name : "";
}
