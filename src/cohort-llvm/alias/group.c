/* group.c -- uses of a node that overlap become one region. */
#include "cohort-llvm/alias/internal.h"

#include <stdlib.h>

/* ---- beyond what the program made */

void
graph_spread_unknown (struct alias_graph *g)
{
    struct vec_cell open = {0};
    for (uint32_t i = 1; i < g->node.size; i++)
        if (g->node.at[i].parent == i && g->node.at[i].unknown)
            VEC_PUSH (open, ((struct alias_cell) {.node = i}));
    while (open.size) {
        uint32_t at = VEC_POP (open).node;
        for (size_t i = 0; i < g->node.at[at].use.size; i++) {
            uint32_t pointee = g->node.at[at].use.at[i].pointee;
            if (!pointee)
                continue;
            struct alias_cell to =
                graph_resolve (g, (struct alias_cell) {.node = pointee});
            if (g->node.at[to.node].unknown)
                continue;
            g->node.at[to.node].unknown = true;
            VEC_PUSH (open, to);
        }
    }
    VEC_CLEAR (open);
}

/* ---- groups */

static int
use_compare (const void *a, const void *b)
{
    const struct use *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    if (x->reach.length != y->reach.length)
        return x->reach.length < y->reach.length ? -1 : 1;
    if (x->reach.stride != y->reach.stride)
        return x->reach.stride < y->reach.stride ? -1 : 1;
    return x->width < y->width ? -1 : x->width > y->width;
}

static uint32_t
group_find (uint32_t *group, uint32_t i)
{
    while (group[i] != i)
        i = group[i] = group[group[i]];
    return i;
}

static bool
use_ends_before (const struct use *u, int64_t at)
{
    uint64_t length = u->reach.length;
    return length != REACH_END && u->at < at
           && (uint64_t) at - (uint64_t) u->at >= length + u->width;
}

/* group[i]: the first use of i's group, in order of offsets. */
static void
uses_group (const struct alias_node *n, uint32_t *group)
{
    const struct use *u = n->use.at;
    assert (n->use.size < UINT32_MAX);
    for (uint32_t i = 0; i < n->use.size; i++)
        group[i] = i;
    for (uint32_t i = 0; i < n->use.size; i++)
        for (uint32_t j = i + 1; j < n->use.size; j++) {
            if (!n->modulus && use_ends_before (&u[i], u[j].at))
                break;
            if (!use_overlaps (&u[i], &u[j], n->modulus))
                continue;
            uint32_t a = group_find (group, i), b = group_find (group, j);
            group[a < b ? b : a] = a < b ? a : b;
        }
    for (uint32_t i = 0; i < n->use.size; i++)
        group[i] = group_find (group, i);
}

/* ---- regions */

static void
region_add (struct region *r, const struct use *u, uint64_t *end)
{
    assert (u->width && u->at >= (int64_t) r->offset);
    uint64_t last =
        u->reach.length == REACH_END ? REACH_END : u->reach.length + u->width;
    uint64_t from = (uint64_t) u->at - r->offset;
    if (last == REACH_END || *end == REACH_END)
        *end = REACH_END;
    else if (from + last > *end)
        *end = from + last;
    if (u->width != r->width)
        r->shape = REGION_BYTES;
    r->stride = reach_gcd (r->stride, reach_gcd (from, u->reach.stride));
    r->has_pointers |= u->pointee != 0;
    r->has_numbers |= u->number;
    r->constant &= !u->written;
}

static void
region_shape (struct region *r)
{
    assert (r->width);
    if (r->shape != REGION_BYTES && r->stride)
        r->shape = r->stride % r->width ? REGION_BYTES : REGION_WORDS;
    if (r->shape == REGION_BYTES)
        r->width = 1, r->stride = 1;
}

/* Where the node's things are, if all are at one place. */
static bool
things_place (const struct alias_node *n, int64_t *at)
{
    *at = n->placed.size ? n->placed.at[0].at : 0;
    for (size_t i = 1; i < n->placed.size; i++)
        if (n->placed.at[i].at != *at)
            return false;
    return n->placed.size > 0;
}

static void
region_place (struct alias_graph *g, struct region *r,
              const struct alias_node *n, int64_t begin, uint64_t size)
{
    int64_t place;
    r->placed = things_place (n, &place);
    int64_t offset = begin - place;
    if (n->modulus) {
        int64_t modulus = (int64_t) n->modulus;
        offset = (offset % modulus + modulus) % modulus;
        size = 0;
    }
    r->placed &= offset >= 0;
    r->offset = r->placed ? (uint64_t) offset : 0;
    r->size = r->placed && size != REACH_END ? size : 0;
    const struct thing *t =
        n->placed.size ? &g->thing.at[n->placed.at[0].thing] : NULL;
    r->unique = n->placed.size == 1 && !n->unknown && t->single;
    r->object = r->unique ? t->value : NULL;
    r->constant &= !n->unknown && n->placed.size > 0;
    for (size_t i = 0; i < n->placed.size && r->constant; i++)
        r->constant = g->thing.at[n->placed.at[i].thing].constant;
    bool all = !offset && t && (n->modulus || size == t->size);
    assert (!r->unique || r->object);
    r->name = region_name (g, t, all ? 0 : offset, !all, r->index);
}

static void
region_make (struct alias_graph *g, struct alias_node *n, const uint32_t *group,
             uint32_t first)
{
    struct use *u = n->use.at;
    assert (group[first] == first);
    struct region r = {.index = (uint32_t) g->region.size,
                       .shape = REGION_SCALAR,
                       .width = (unsigned) u[first].width,
                       .offset = (uint64_t) u[first].at,
                       .stride = n->modulus,
                       .constant = true};
    uint64_t size = 0;
    for (uint32_t i = first; i < n->use.size; i++)
        if (group[i] == first) {
            region_add (&r, &u[i], &size);
            u[i].region = r.index;
        }
    region_shape (&r);
    region_place (g, &r, n, u[first].at, size);
    assert (r.width && (r.shape != REGION_WORDS || r.stride >= r.width));
    VEC_PUSH (g->region, r);
    VEC_PUSH (g->begin, u[first].at);
}

static void
node_group (struct alias_graph *g, uint32_t node)
{
    struct alias_node *n = &g->node.at[node];
    assert (n->parent == node);
    if (n->use.size)
        qsort (n->use.at, n->use.size, sizeof *n->use.at, use_compare);
    uint32_t *group = NEW_ARRAY (uint32_t, n->use.size + 1);
    uses_group (n, group);
    n->first = (uint32_t) g->region.size;
    for (uint32_t i = 0; i < n->use.size; i++)
        if (group[i] == i)
            region_make (g, n, group, i);
    n->regions = (uint32_t) g->region.size - n->first;
    memory_free (group);
}

/* Bulk goes by steps of a region's width: elements that it would miss are no
 * WORDS. */
static void
bulk_aligns (struct alias_graph *g, struct alias_cell c)
{
    c = graph_resolve (g, c);
    const struct alias_node *n = &g->node.at[c.node];
    assert (n->first + n->regions <= g->region.size);
    for (uint32_t i = n->first; i < n->first + n->regions; i++) {
        struct region *r = &g->region.at[i];
        if (r->shape != REGION_WORDS)
            continue;
        uint64_t from = c.at < g->begin.at[i]
                            ? (uint64_t) g->begin.at[i] - (uint64_t) c.at
                            : (uint64_t) c.at - (uint64_t) g->begin.at[i];
        if (from % r->width || c.reach.stride % r->width
            || n->modulus % r->width) {
            r->shape = REGION_BYTES;
            r->width = 1;
            r->stride = 1;
        }
    }
}

void
graph_group (struct alias_graph *g)
{
    assert (g->frozen && !g->region.size);
    struct map done;
    map_init (&done);
    for (uint32_t i = 1; i < g->node.size; i++) {
        uint32_t root = graph_resolve (g, (struct alias_cell) {.node = i}).node;
        if (g->node.at[root].use.size && map_put (&done, map_number (root), 1))
            node_group (g, root);
    }
    map_clear (&done);
    for (size_t i = 0; i < g->bulk.size; i++)
        bulk_aligns (g, g->bulk.at[i]);
}
