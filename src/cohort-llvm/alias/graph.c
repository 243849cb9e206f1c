/* graph.c -- nodes, cells and their merging (Steensgaard 1996; with
 * offsets as in Lattner's data structure analysis).
 *
 * Demands wait in a list, so nothing recurs.  Each either changes nothing,
 * merges two nodes, or divides a modulus: it ends. */
#include "cohort-llvm/alias/internal.h"

uint32_t
graph_node (struct alias_graph *g)
{
    assert (g->node.size < UINT32_MAX);
    uint32_t index = (uint32_t) g->node.size;
    VEC_PUSH (g->node, ((struct alias_node) {.parent = index}));
    return index;
}

struct alias_cell
graph_resolve (struct alias_graph *g, struct alias_cell c)
{
    assert (c.node < g->node.size);
    uint32_t from = c.node;
    struct alias_node *n = &g->node.at[from];
    while (n->parent != c.node) {
        c.at += n->shift;
        c.reach = reach_add (c.reach, n->reach);
        c.node = n->parent;
        n = &g->node.at[c.node];
    }
    /* Halving keeps ways short without a second walk. */
    for (n = &g->node.at[from]; n->parent != c.node;) {
        struct alias_node *up = &g->node.at[n->parent];
        if (up->parent == n->parent)
            break;
        n->shift += up->shift;
        n->reach = reach_add (n->reach, up->reach);
        n->parent = up->parent;
        n = &g->node.at[n->parent];
    }
    return cell_normal (c, g->node.at[c.node].modulus);
}

struct alias_node *
graph_root (struct alias_graph *g, uint32_t node)
{
    return &g->node
                .at[graph_resolve (g, (struct alias_cell) {.node = node}).node];
}

static void
demand (struct alias_graph *g, struct alias_cell to, struct alias_cell from,
        bool both)
{
    assert (to.node < g->node.size && from.node < g->node.size);
    if (to.node && from.node)
        VEC_PUSH (g->pending, ((struct demand) {to, from, both}));
}

static struct alias_cell
node_cell (uint32_t node)
{
    return (struct alias_cell) {.node = node};
}

static void
use_expose (struct alias_graph *g, struct use *u)
{
    assert (u->pointee);
    if (u->exposed)
        return;
    u->exposed = true;
    if (!g->lump)
        graph_lump (g);
    demand (g, node_cell (g->lump), node_cell (u->pointee), true);
}

/* What two uses of the same bytes have to agree about. */
static void
uses_agree (struct alias_graph *g, struct use *a, struct use *b)
{
    assert (a->width && b->width);
    if (a->pointee && b->pointee && a->pointee != b->pointee)
        demand (g, node_cell (a->pointee), node_cell (b->pointee), true);
    if (a->pointee && b->number)
        use_expose (g, a);
    if (b->pointee && a->number)
        use_expose (g, b);
}

static bool
use_same (const struct use *a, const struct use *b)
{
    return a->at == b->at && a->width == b->width
           && a->reach.stride == b->reach.stride
           && a->reach.length == b->reach.length;
}

/* Adds a use, normal for its root; gives its index. */
static size_t
root_use (struct alias_graph *g, uint32_t root, struct use u)
{
    assert (g->node.at[root].parent == root && u.width);
    /* graph_lump adds a node: no pointer to one is kept over use_expose. */
    struct vec_use *uses = &g->node.at[root].use;
    uint64_t modulus = g->node.at[root].modulus;
    size_t found = uses->size;
    for (size_t i = 0; i < uses->size && found == uses->size; i++)
        if (use_same (&uses->at[i], &u))
            found = i;
    if (found == uses->size) {
        VEC_PUSH (*uses, u);
    } else {
        struct use *old = &uses->at[found];
        old->written |= u.written;
        if ((!u.pointee || u.pointee == old->pointee)
            && (old->number || !u.number))
            return found;
        if (old->pointee && u.pointee && !g->silent)
            demand (g, node_cell (old->pointee), node_cell (u.pointee), true);
        old->pointee = old->pointee ? old->pointee : u.pointee;
        old->number |= u.number;
    }
    if (g->silent)
        return found;
    struct use *all = uses->at;
    size_t size = uses->size;
    for (size_t i = 0; i < size; i++)
        if (use_overlaps (&all[i], &all[found], modulus))
            uses_agree (g, &all[i], &all[found]);
    return found;
}

static struct use
use_normal (struct use u, uint64_t modulus)
{
    struct alias_cell c =
        cell_normal ((struct alias_cell) {1, u.at, u.reach}, modulus);
    u.at = c.at;
    u.reach = c.reach;
    return u;
}

static void
root_fold (struct alias_graph *g, uint32_t root, uint64_t modulus)
{
    struct alias_node *n = &g->node.at[root];
    assert (n->parent == root);
    modulus = reach_gcd (n->modulus, modulus);
    if (modulus == n->modulus)
        return;
    assert (modulus && !g->frozen);
    g->changed = true;
    n->modulus = modulus;
    struct vec_use old = n->use;
    n->use = (struct vec_use) {0};
    for (size_t i = 0; i < old.size; i++)
        root_use (g, root, use_normal (old.at[i], modulus));
    VEC_CLEAR (old);
}

/* Node `from` lies in `to` from now on; both are roots. */
static void
root_link (struct alias_graph *g, uint32_t from, uint32_t to, int64_t shift,
           struct reach reach)
{
    struct alias_node *child = &g->node.at[from], *parent = &g->node.at[to];
    assert (!g->frozen && from != to && child->parent == from
            && parent->parent == to);
    g->changed = true;
    struct vec_use uses = child->use;
    child->use = (struct vec_use) {0};
    child->parent = to;
    child->shift = shift;
    child->reach = reach;
    parent->unknown |= child->unknown;
    for (size_t i = 0; i < child->placed.size; i++) {
        struct placed p = child->placed.at[i];
        p.at += shift;
        VEC_PUSH (parent->placed, p);
    }
    VEC_CLEAR (child->placed);
    root_fold (g, to, child->modulus);
    uint64_t modulus = g->node.at[to].modulus;
    for (size_t i = 0; i < uses.size; i++) {
        struct use u = uses.at[i];
        u.at += shift;
        u.reach = reach_add (u.reach, reach);
        root_use (g, to, use_normal (u, modulus));
    }
    VEC_CLEAR (uses);
}

static bool
root_smaller (const struct alias_graph *g, uint32_t a, uint32_t b)
{
    assert (a != b);
    const struct alias_node *x = &g->node.at[a], *y = &g->node.at[b];
    size_t size_x = x->use.size + x->placed.size;
    size_t size_y = y->use.size + y->placed.size;
    return size_x != size_y ? size_x < size_y : a > b;
}

/* Places of one node: the flow holds, or the node is folded until it does. */
static void
cells_include (struct alias_graph *g, struct alias_cell to,
               struct alias_cell from)
{
    to = graph_resolve (g, to);
    from = graph_resolve (g, from);
    assert (to.node == from.node);
    if (!cell_includes (to, from))
        root_fold (g, to.node, cell_common (to, from));
}

static void
demand_meet (struct alias_graph *g, struct demand d)
{
    struct alias_cell to = graph_resolve (g, d.to),
                      from = graph_resolve (g, d.from);
    if (d.both && to.reach.stride && !from.reach.stride) {
        struct alias_cell swap = to;
        to = from;
        from = swap;
    }
    if (to.node != from.node) {
        if (!to.reach.stride
            && (from.reach.stride || root_smaller (g, to.node, from.node)))
            root_link (g, to.node, from.node, from.at - to.at,
                       reach_widen (from.reach));
        else
            root_link (g, from.node, to.node, to.at - from.at,
                       (struct reach) {0});
    }
    assert (graph_root (g, d.to.node) == graph_root (g, d.from.node));
    cells_include (g, d.to, d.from);
    if (d.both)
        cells_include (g, d.from, d.to);
}

static void
graph_drain (struct alias_graph *g)
{
    assert (!g->frozen);
    if (g->draining)
        return;
    g->draining = true;
    while (g->pending.size)
        demand_meet (g, VEC_POP (g->pending));
    g->draining = false;
}

void
graph_flow (struct alias_graph *g, struct alias_cell to, struct alias_cell from)
{
    demand (g, to, from, false);
    graph_drain (g);
}

/* If both have several places, any of one may be copied to any of the other,
 * and only folding makes them alike; if one has a single place, that is
 * widened. */
void
graph_copy (struct alias_graph *g, struct alias_cell to, struct alias_cell from)
{
    graph_bulk (g, to);
    graph_bulk (g, from);
    if (!to.node || !from.node)
        return;
    struct alias_cell a = graph_resolve (g, to), b = graph_resolve (g, from);
    bool several = a.reach.stride && b.reach.stride;
    bool within = a.node == b.node && (a.reach.stride || b.reach.stride);
    demand (g, to, from, true);
    graph_drain (g);
    if (several || within)
        graph_fold (g, to.node, reach_gcd (a.reach.stride, b.reach.stride));
}

void
graph_fold (struct alias_graph *g, uint32_t node, uint64_t modulus)
{
    assert (node < g->node.size);
    if (!node || !modulus)
        return;
    root_fold (g, graph_resolve (g, node_cell (node)).node, modulus);
    graph_drain (g);
}

struct alias_cell
graph_shift (struct alias_graph *g, struct alias_cell c, int64_t by)
{
    assert (c.node < g->node.size);
    if (!c.node || !by)
        return c;
    c = graph_resolve (g, c);
    if (by < 0)
        c.reach = reach_widen (c.reach);
    c.at = (int64_t) ((uint64_t) c.at + (uint64_t) by);
    return c;
}

struct alias_cell
graph_index (struct alias_graph *g, struct alias_cell c, struct reach reach)
{
    assert (c.node < g->node.size);
    c.reach = reach_add (c.reach, reach);
    return c;
}

struct alias_cell
graph_use (struct alias_graph *g, struct alias_cell c, struct reach reach,
           uint64_t width, bool pointer, bool written)
{
    assert (!g->frozen);
    if (!c.node || !width)
        return node_cell (0);
    c.reach = reach_add (c.reach, reach);
    c = graph_resolve (g, c);
    struct use u = {.at = c.at,
                    .reach = c.reach,
                    .width = width,
                    .number = !pointer,
                    .written = written};
    struct vec_use *uses = &g->node.at[c.node].use;
    for (size_t i = 0; pointer && !u.pointee && i < uses->size; i++)
        if (use_same (&uses->at[i], &u))
            u.pointee = uses->at[i].pointee;
    if (pointer && !u.pointee)
        u.pointee = graph_node (g);
    root_use (g, c.node, u);
    graph_drain (g);
    return node_cell (u.pointee);
}

struct alias_cell
graph_lump (struct alias_graph *g)
{
    assert (g->node.size);
    if (!g->lump) {
        g->lump = graph_node (g);
        g->node.at[g->lump].modulus = 1;
        g->node.at[g->lump].unknown = true;
        g->changed = true;
    }
    return node_cell (g->lump);
}

void
graph_expose (struct alias_graph *g, struct alias_cell c)
{
    assert (c.node < g->node.size && !g->frozen);
    if (c.node)
        VEC_PUSH (g->exposed, c);
}

void
graph_escape (struct alias_graph *g, struct alias_cell c)
{
    struct alias_cell lump = graph_lump (g);
    g->changed |= !g->lump_closed;
    g->lump_closed = true;
    graph_flow (g, lump, c);
}

void
graph_bulk (struct alias_graph *g, struct alias_cell c)
{
    if (c.node)
        VEC_PUSH (g->bulk, c);
}
