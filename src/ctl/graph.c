/* graph.c -- see graph.h. */
#include "ctl/graph.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

static uint32_t
state_add (struct ctl_graph *g)
{
    struct ctl_state s = {.edges = 0};
    assert (g->state.size == g->table.ref.size);
    VEC_PUSH (g->state, s);
    return (uint32_t) g->state.size - 1;
}

/* ---- making and freeing */

bool
ctl_graph_init (struct ctl_graph *g, generator *borrowed,
                const struct store_options *options)
{
    assert (borrowed->class->label);
    *g = (struct ctl_graph) {.generator = borrowed,
                             .cut_state = CTL_NOWHERE,
                             .memory_bytes = options->memory_bytes};
    g->failed = !ctl_table_init (&g->table, options, borrowed, &g->problem);
    if (g->failed)
        return false;
    struct ctl_state root = {.labelled = true};
    VEC_PUSH (g->state, root);
    return true;
}

void
ctl_graph_clear (struct ctl_graph *g)
{
    ctl_table_clear (&g->table);
    VEC_CLEAR (g->state);
    VEC_CLEAR (g->target);
}

uint64_t
ctl_graph_memory (const struct ctl_graph *g)
{
    return ctl_table_memory (&g->table) + g->label_bytes
           + g->state.room * sizeof *g->state.at
           + g->target.room * sizeof *g->target.at;
}

/* ---- expanding */

struct bytes
ctl_graph_bytes (struct ctl_graph *g, uint32_t state)
{
    assert (state < g->state.size);
    if (state == CTL_ROOT)
        return (struct bytes) {0};
    return ctl_table_read (&g->table, state - 1);
}

uint64_t
ctl_graph_label (struct ctl_graph *g, uint32_t state)
{
    assert (state < g->state.size);
    struct ctl_state *s = &g->state.at[state];
    if (!s->labelled) {
        s->label = g->generator->class->label (
            g->generator, ctl_table_read (&g->table, state - 1));
        s->labelled = true;
    }
    return s->label;
}

static void
fail (struct ctl_graph *g, const struct problem *why)
{
    assert (why->kind != PROBLEM_NONE);
    if (!g->failed)
        g->problem = *why;
    g->failed = true;
}

static void
note_cut (struct ctl_graph *g, uint32_t state, const struct edge *e)
{
    assert (e->marks & (EDGE_CUT | EDGE_FAULT));
    g->state.at[state].cut = true;
    g->cuts++;
    if (g->cut_state != CTL_NOWHERE)
        return;
    g->cut_state = state;
    g->cut_choice = e->choice;
}

/* The state that an edge leads to. */
static uint32_t
target_of (struct ctl_graph *g, const struct edge *e)
{
    uint32_t found;
    if (!e->target.size || e->marks & (EDGE_CUT | EDGE_FAULT))
        return CTL_NOWHERE;
    switch (ctl_table_put (&g->table, e->target, &found)) {
    case PUT_NEW:
        return state_add (g);
    case PUT_OLD:
        return found + 1;
    case PUT_FULL:
        fail (g, store_problem (g->table.store));
    }
    return CTL_NOWHERE;
}

void
ctl_graph_check_memory (struct ctl_graph *g)
{
    struct problem full = {0};
    if (!g->memory_bytes || ctl_graph_memory (g) <= g->memory_bytes)
        return;
    problem_of_kind (&full, PROBLEM_RESOURCE, (struct place) {0},
                     "memory: no room for more states");
    fail (g, &full);
}

static void
expand (struct ctl_graph *g, uint32_t state)
{
    struct edge e;
    enum next next = NEXT_END;
    size_t first = g->target.size;
    generator_enter (g->generator, ctl_graph_bytes (g, state));
    while (!g->failed
           && (next = generator_next (g->generator, &e)) == NEXT_EDGE) {
        assert (e.choice == g->target.size - first);
        if (e.marks & (EDGE_CUT | EDGE_FAULT))
            note_cut (g, state, &e);
        uint32_t target = target_of (g, &e);
        VEC_PUSH (g->target, target);
        g->edges++;
        g->steps += e.steps;
    }
    if (next == NEXT_FAILED)
        fail (g, &g->generator->problem);
    if (g->target.size == first && !g->failed) {
        VEC_PUSH (g->target, state);
        g->state.at[state].ended = true;
        g->ended++;
    }
    struct ctl_state *s = &g->state.at[state];
    s->first = first;
    s->edges = (uint32_t) (g->target.size - first);
    s->expanded = true;
    ctl_graph_check_memory (g);
}

uint32_t
ctl_graph_edges (struct ctl_graph *g, uint32_t state, const uint32_t **target)
{
    assert (state < g->state.size);
    if (!g->state.at[state].expanded)
        expand (g, state);
    const struct ctl_state *s = &g->state.at[state];
    *target = g->target.at + s->first;
    return s->edges;
}

struct digest
ctl_graph_digest (struct ctl_graph *g)
{
    struct digest sum = {0};
    for (uint32_t i = 1; i < g->state.size; i++) {
        struct digest d = digest_of (ctl_graph_bytes (g, i));
        sum.low += d.low;
        sum.high += d.high + (sum.low < d.low);
    }
    return sum;
}
