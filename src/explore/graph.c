/* graph.c -- collecting the graph of a layered search, see graph.h. */
#include "explore/graph.h"

#include <assert.h>
#include <stdlib.h>

#include "base/map.h"
#include "explore/explore_internal.h"

void
state_graph_clear (struct state_graph *g)
{
    VEC_CLEAR (g->node);
    VEC_CLEAR (g->arc);
    buffer_clear (&g->bytes);
    *g = (struct state_graph) {0};
}

struct bytes
state_graph_state (const struct state_graph *g, uint32_t node)
{
    assert (node < g->node.size);
    const struct graph_node *n = &g->node.at[node];
    return (struct bytes) {g->bytes.data + n->at, n->size};
}

/* ---- the least states of a layer */

struct sieve {
    struct VEC (struct buffer) state; /* owned */
    size_t most;
};

static int
state_order (const void *a, const void *b)
{
    return bytes_compare (buffer_view (a), buffer_view (b));
}

/* Sorts, and keeps the least `most`. */
static void
sieve_shake (struct sieve *s)
{
    if (s->state.size)
        qsort (s->state.at, s->state.size, sizeof *s->state.at, state_order);
    while (s->state.size > s->most)
        buffer_clear (&s->state.at[--s->state.size]);
}

static bool
sieve_add (void *context, struct bytes state)
{
    struct sieve *s = context;
    struct buffer copy;
    buffer_init (&copy);
    buffer_put (&copy, state.data, state.size);
    VEC_PUSH (s->state, copy);
    if (s->state.size > 2 * s->most + STRETCH_STATES)
        sieve_shake (s);
    return true;
}

static void
sieve_clear (struct sieve *s)
{
    s->most = 0;
    sieve_shake (s);
    VEC_CLEAR (s->state);
}

/* ---- nodes */

struct painter {
    struct state_graph *graph;
    struct map node; /* by digest of the state */
    generator *generator;
};

static uint32_t
painter_node (struct painter *p, uint64_t layer, struct bytes state)
{
    struct state_graph *g = p->graph;
    struct digest key = digest_of (state);
    uint64_t *known = map_get (&p->node, key);
    if (known)
        return (uint32_t) *known;
    assert (g->node.size < GRAPH_NOWHERE);
    struct graph_node n = {
        .at = g->bytes.size, .size = state.size, .layer = layer};
    if (state.size)
        buffer_put (&g->bytes, state.data, state.size);
    map_put (&p->node, key, g->node.size);
    VEC_PUSH (g->node, n);
    return (uint32_t) g->node.size - 1;
}

static void
painter_layers (struct painter *p, shard *s, size_t most)
{
    painter_node (p, 0, (struct bytes) {0});
    for (uint64_t l = 1; l <= shard_layers (s); l++) {
        struct sieve sieve = {.most = most + 1 - p->graph->node.size};
        if (!sieve.most)
            break;
        shard_visit (s, l, sieve_add, &sieve);
        sieve_shake (&sieve);
        for (size_t i = 0; i < sieve.state.size; i++)
            painter_node (p, l, buffer_view (&sieve.state.at[i]));
        sieve_clear (&sieve);
    }
}

struct graph_walk {
    struct painter *painter;
    uint64_t layer;
};

static void
walk_edge (void *context, struct bytes state, const struct edge *e)
{
    struct graph_walk *w = context;
    (void) e;
    painter_node (w->painter, w->layer++, state);
}

static bool
painter_path (struct painter *p, exploration *e, struct problem *problem)
{
    struct path path = {0};
    struct graph_walk w = {.painter = p};
    if (!e->result.fault.found)
        return true;
    bool good = exploration_path (e, &e->result.fault, &path, problem)
                && path_follow (p->generator, &path, walk_edge, &w, problem);
    path_clear (&path);
    return good;
}

/* ---- arcs */

static void
painter_arc (struct painter *p, uint32_t from, const struct edge *e)
{
    struct state_graph *g = p->graph;
    struct graph_arc a = {.from = from,
                          .to = GRAPH_NOWHERE,
                          .choice = e->choice,
                          .process = e->process,
                          .marks = e->marks,
                          .fault = e->fault};
    if (!(e->marks & EDGE_FAULT) && e->target.size) {
        uint64_t *to = map_get (&p->node, digest_of (e->target));
        if (!to) {
            g->node.at[from].more = true;
            return;
        }
        a.to = (uint32_t) *to;
    }
    VEC_PUSH (g->arc, a);
    g->node.at[from].arcs++;
}

static bool
painter_arcs (struct painter *p, struct problem *problem)
{
    struct state_graph *g = p->graph;
    for (uint32_t i = 0; i < g->node.size; i++) {
        struct edge e;
        enum next next;
        g->node.at[i].arc = (uint32_t) g->arc.size;
        generator_enter (p->generator, state_graph_state (g, i));
        while ((next = generator_next (p->generator, &e)) == NEXT_EDGE)
            painter_arc (p, i, &e);
        if (next == NEXT_FAILED) {
            *problem = p->generator->problem;
            return false;
        }
    }
    return true;
}

bool
exploration_graph (exploration *e, size_t most, struct state_graph *g,
                   struct problem *problem)
{
    assert (e->shard && e->ran && !g->node.size);
    struct painter p = {.graph = g,
                        .generator = e->generator->class->clone (e->generator)};
    map_init (&p.node);
    g->states = e->result.states;
    painter_layers (&p, e->shard, most);
    bool good = painter_path (&p, e, problem) && painter_arcs (&p, problem);
    map_clear (&p.node);
    p.generator->class->free (p.generator);
    return good;
}
