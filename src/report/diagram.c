/* diagram.c -- see diagram.h. */
#include "report/diagram.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct diagram *
diagram_new (void)
{
    return NEW (struct diagram);
}

static void
node_clear (struct diagram_node *n)
{
    memory_free (n->id);
    memory_free (n->label);
    memory_free (n->file);
    memory_free (n->detail);
}

void
diagram_free (struct diagram *d)
{
    if (!d)
        return;
    for (size_t i = 0; i < d->group.size; i++)
        memory_free (d->group.at[i]);
    for (size_t i = 0; i < d->node.size; i++)
        node_clear (&d->node.at[i]);
    for (size_t i = 0; i < d->edge.size; i++)
        memory_free (d->edge.at[i].label);
    VEC_CLEAR (d->group);
    VEC_CLEAR (d->node);
    VEC_CLEAR (d->edge);
    memory_free (d);
}

uint32_t
diagram_group (struct diagram *d, const char *name)
{
    VEC_PUSH (d->group, memory_string (name));
    return (uint32_t) d->group.size - 1;
}

uint32_t
diagram_node (struct diagram *d, struct diagram_node adopted)
{
    assert (adopted.id && adopted.group < d->group.size);
    VEC_PUSH (d->node, adopted);
    return (uint32_t) d->node.size - 1;
}

void
diagram_edge (struct diagram *d, uint32_t from, uint32_t to,
              enum diagram_kind kind, const char *label)
{
    assert (from < d->node.size && to < d->node.size);
    struct diagram_edge e = {from, to, kind,
                             label ? memory_string (label) : NULL};
    VEC_PUSH (d->edge, e);
}

uint32_t
diagram_find (const struct diagram *d, const char *id)
{
    char *end = NULL;
    if (!id || !*id)
        return UINT32_MAX;
    uint64_t number = strtoull (id, &end, 10);
    for (uint32_t i = 0; i < d->node.size; i++) {
        const struct diagram_node *n = &d->node.at[i];
        if (n->numbered ? !*end && number >= n->first && number <= n->last
                        : !strcmp (n->id, id))
            return i;
    }
    return UINT32_MAX;
}

/* ---- thinning */

/* Keeps the nodes that are marked. */
static void
diagram_keep (struct diagram *d, const bool *kept)
{
    uint32_t *now = NEW_ARRAY (uint32_t, d->node.size);
    size_t nodes = 0, edges = 0;
    for (size_t i = 0; i < d->node.size; i++) {
        now[i] = (uint32_t) nodes;
        if (kept[i])
            d->node.at[nodes++] = d->node.at[i];
        else
            node_clear (&d->node.at[i]);
    }
    for (size_t i = 0; i < d->edge.size; i++) {
        struct diagram_edge e = d->edge.at[i];
        if (kept[e.from] && kept[e.to]) {
            e.from = now[e.from];
            e.to = now[e.to];
            d->edge.at[edges++] = e;
        } else
            memory_free (e.label);
    }
    d->node.size = nodes;
    d->edge.size = edges;
    memory_free (now);
}

/* Marks those that stand in a group of `groups` (null: all) while there is room. */
static void
diagram_mark (const struct diagram *d, const bool *groups, bool *kept,
              size_t *room)
{
    for (size_t i = 0; i < d->node.size && *room; i++)
        if (!kept[i] && (!groups || groups[d->node.at[i].group])) {
            kept[i] = true;
            --*room;
        }
}

void
diagram_thin (struct diagram *d, size_t most, const char *const *wanted,
              size_t wanteds)
{
    if (d->node.size <= most)
        return;
    bool *kept = NEW_ARRAY (bool, d->node.size);
    bool *groups = NEW_ARRAY (bool, d->group.size);
    size_t room = most;
    for (size_t i = wanteds; i-- > 0 && room;) { /* the end matters most */
        uint32_t n = diagram_find (d, wanted[i]);
        if (n == UINT32_MAX)
            continue;
        room -= !kept[n];
        kept[n] = groups[d->node.at[n].group] = true;
    }
    diagram_mark (d, groups, kept, &room);
    diagram_mark (d, NULL, kept, &room);
    if (!d->all)
        d->all = d->node.size;
    diagram_keep (d, kept);
    memory_free (kept);
    memory_free (groups);
}
