/* components.c -- Tarjan's algorithm with a stack of its own. */
#include "program/components.h"

#include <string.h>

void
graph_edge (struct graph *g, uint32_t from, uint32_t to)
{
    assert (from < g->nodes && to < g->nodes);
    VEC_PUSH (g->edge, ((struct graph_edge) {from, to}));
}

void
graph_clear (struct graph *g)
{
    VEC_CLEAR (g->edge);
    *g = (struct graph) {0};
}

struct components_walk {
    const struct graph *graph;
    struct components *result;
    uint32_t *first, *to;   /* edges by their source */
    uint32_t *number, *low; /* number 0: not seen yet */
    uint32_t *next;         /* edge to look at */
    struct VEC (uint32_t) path, open;
    uint32_t seen, placed;
};

static void
edges_sort (struct components_walk *w)
{
    uint32_t nodes = w->graph->nodes;
    w->first = NEW_ARRAY (uint32_t, (size_t) nodes + 2);
    w->to = NEW_ARRAY (uint32_t, w->graph->edge.size + 1);
    for (size_t i = 0; i < w->graph->edge.size; i++)
        w->first[w->graph->edge.at[i].from + 2]++;
    for (uint32_t i = 1; i <= nodes; i++)
        w->first[i + 1] += w->first[i];
    for (size_t i = 0; i < w->graph->edge.size; i++) {
        struct graph_edge e = w->graph->edge.at[i];
        w->to[w->first[e.from + 1]++] = e.to;
    }
}

static void
node_enter (struct components_walk *w, uint32_t node)
{
    w->number[node] = w->low[node] = ++w->seen;
    w->next[node] = w->first[node];
    VEC_PUSH (w->path, node);
    VEC_PUSH (w->open, node);
}

static void
component_close (struct components_walk *w, uint32_t root)
{
    struct components *c = w->result;
    uint32_t node, size = 0;
    c->first[c->count] = w->placed;
    do {
        node = VEC_POP (w->open);
        c->of[node] = c->count;
        c->order[w->placed++] = node;
        size++;
    } while (node != root);
    c->cyclic[c->count] = size > 1;
    c->first[++c->count] = w->placed;
}

static void
walk_from (struct components_walk *w, uint32_t root)
{
    node_enter (w, root);
    while (w->path.size) {
        uint32_t node = VEC_LAST (w->path);
        if (w->next[node] < w->first[node + 1]) {
            uint32_t to = w->to[w->next[node]++];
            if (!w->number[to])
                node_enter (w, to);
            else if (w->result->of[to] == UINT32_MAX
                     && w->number[to] < w->low[node])
                w->low[node] = w->number[to];
            continue;
        }
        w->path.size--;
        if (w->low[node] == w->number[node])
            component_close (w, node);
        if (w->path.size && w->low[node] < w->low[VEC_LAST (w->path)])
            w->low[VEC_LAST (w->path)] = w->low[node];
    }
    assert (!w->open.size);
}

void
components_find (struct components *c, const struct graph *g)
{
    size_t nodes = (size_t) g->nodes + 1;
    *c = (struct components) {.of = NEW_ARRAY (uint32_t, nodes),
                              .cyclic = NEW_ARRAY (bool, nodes),
                              .order = NEW_ARRAY (uint32_t, nodes),
                              .first = NEW_ARRAY (uint32_t, nodes)};
    struct components_walk w = {.graph = g,
                                .result = c,
                                .number = NEW_ARRAY (uint32_t, nodes),
                                .low = NEW_ARRAY (uint32_t, nodes),
                                .next = NEW_ARRAY (uint32_t, nodes)};
    edges_sort (&w);
    memset (c->of, 0xff, nodes * sizeof *c->of);
    for (uint32_t i = 0; i < g->nodes; i++)
        if (!w.number[i])
            walk_from (&w, i);
    for (size_t i = 0; i < g->edge.size; i++)
        if (g->edge.at[i].from == g->edge.at[i].to)
            c->cyclic[c->of[g->edge.at[i].from]] = true;
    assert (w.placed == g->nodes);
    memory_free (w.first);
    memory_free (w.to);
    memory_free (w.number);
    memory_free (w.low);
    memory_free (w.next);
    VEC_CLEAR (w.path);
    VEC_CLEAR (w.open);
}

void
components_clear (struct components *c)
{
    memory_free (c->of);
    memory_free (c->cyclic);
    memory_free (c->order);
    memory_free (c->first);
    *c = (struct components) {0};
}
