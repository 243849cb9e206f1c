/* nodes.c -- see nodes.h. */
#include "explore/async/nodes.h"

#include <errno.h>
#include <string.h>

#include "store/scratch.h"

/* Nodes are added and expanded in nearly the same order. */
static const uint64_t most_cache = 4 << 20;

bool
async_nodes_init (struct async_nodes *n, const struct store_options *o)
{
    *n = (struct async_nodes) {0};
    if (strcmp (o->kind, "disk") != 0)
        return true;
    uint64_t cache = o->memory_bytes / 16;
    errno = 0;
    n->file = NEW (struct paged);
    return paged_init (n->file, scratch_directory (o->scratch),
                       cache && cache < most_cache ? cache : most_cache,
                       &n->cache);
}

void
async_nodes_clear (struct async_nodes *n)
{
    if (n->file)
        paged_clear (n->file);
    memory_free (n->file);
    VEC_CLEAR (n->list);
    *n = (struct async_nodes) {0};
}

static uint64_t
node_offset (const struct async_nodes *n, uint64_t node)
{
    return n->start + node * sizeof (struct async_node);
}

/* There is one strip, so nodes follow each other. */
static bool
file_add (struct async_nodes *n, const struct async_node *node)
{
    if (!paged_room (n->file, &n->strip, sizeof *node))
        return false;
    n->start = n->size ? n->start : n->strip.top;
    assert (n->strip.top == node_offset (n, n->size));
    n->strip.top += sizeof *node;
    return paged_write (n->file, node_offset (n, n->size), node, sizeof *node);
}

bool
async_nodes_add (struct async_nodes *n, const struct async_node *node)
{
    if (n->file && !file_add (n, node))
        return false;
    if (!n->file)
        VEC_PUSH_LEAN (n->list, *node);
    n->size++;
    n->deepest = node->depth > n->deepest ? node->depth : n->deepest;
    return true;
}

bool
async_nodes_read (struct async_nodes *n, uint64_t node, struct async_node *to)
{
    assert (node < n->size);
    if (n->file)
        return paged_read (n->file, node_offset (n, node), to, sizeof *to);
    *to = n->list.at[node];
    return true;
}

bool
async_nodes_write (struct async_nodes *n, uint64_t node,
                   const struct async_node *from)
{
    assert (node < n->size);
    if (n->file)
        return paged_change (n->file, node_offset (n, node), from,
                             sizeof *from);
    n->list.at[node] = *from;
    return true;
}

uint64_t
async_nodes_bytes (const struct async_nodes *n)
{
    return n->list.room * sizeof *n->list.at
           + atomic_load_explicit (&n->cache.used, memory_order_relaxed);
}
