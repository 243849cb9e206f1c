/* global.c -- see global.h. */
#include "ctl/global.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

enum { TICK_STATES = 4096 };

struct vec_state VEC (uint32_t);

struct ctl_component_frame {
    uint32_t state, edge; /* the next one to follow */
};

static size_t
states_of (const struct ctl_global *g)
{
    return g->graph->state.size;
}

/* ---- predecessors */

static void
predecessors_make (struct ctl_global *g)
{
    size_t states = states_of (g);
    const uint32_t *target;
    VEC_ROOM (g->first, states + 2);
    memset (g->first.at, 0, (states + 2) * sizeof *g->first.at);
    g->first.size = states + 2;
    for (uint32_t s = 0; s < states; s++)
        for (uint32_t i = ctl_graph_edges (g->graph, s, &target); i--;)
            if (target[i] != CTL_NOWHERE)
                g->first.at[target[i] + 2]++;
    for (size_t s = 2; s < states + 2; s++)
        g->first.at[s] += g->first.at[s - 1];
    VEC_ROOM (g->before, g->first.at[states + 1] + 1);
    g->before.size = g->first.at[states + 1];
    for (uint32_t s = 0; s < states; s++)
        for (uint32_t i = ctl_graph_edges (g->graph, s, &target); i--;)
            if (target[i] != CTL_NOWHERE)
                g->before.at[g->first.at[target[i] + 1]++] = s;
}

/* ---- operators: `to` is zeroed before */

static bool
may_anything (const struct ctl_global *g, uint32_t state, enum ctl_bound bound)
{
    return bound == CTL_MAY && g->graph->state.at[state].cut;
}

static bool
is_asked (const struct ctl_global *g, uint32_t state)
{
    return ctl_graph_label (g->graph, state) & GENERATOR_ASKED;
}

/* The states that a way through states with `of` may pass; to be freed. */
static uint8_t *
passing (const struct ctl_global *g, const uint8_t *of)
{
    uint8_t *passes = memory_new (states_of (g) + 1);
    for (uint32_t s = 0; s < states_of (g); s++)
        passes[s] = of[s] || !is_asked (g, s);
    return passes;
}

static void
label_next (const struct ctl_global *g, enum ctl_bound bound, const uint8_t *of,
            uint8_t *to)
{
    const uint32_t *target;
    for (uint32_t s = 0; s < states_of (g); s++) {
        to[s] = may_anything (g, s, bound);
        for (uint32_t i = ctl_graph_edges (g->graph, s, &target); i--;)
            to[s] |= target[i] != CTL_NOWHERE && of[target[i]];
    }
}

static void
label_until (const struct ctl_global *g, enum ctl_bound bound,
             const uint8_t *left, const uint8_t *right, uint8_t *to)
{
    struct vec_state work = {0};
    for (uint32_t s = 0; s < states_of (g); s++)
        if (right[s] || (left[s] && may_anything (g, s, bound))) {
            to[s] = 1;
            VEC_PUSH (work, s);
        }
    while (work.size) {
        uint32_t s = VEC_POP (work);
        for (size_t i = g->first.at[s]; i < g->first.at[s + 1]; i++) {
            uint32_t b = g->before.at[i];
            if (to[b] || !left[b])
                continue;
            to[b] = 1;
            VEC_PUSH (work, b);
        }
    }
    VEC_CLEAR (work);
}

static void
label_always (const struct ctl_global *g, enum ctl_bound bound,
              const uint8_t *of, uint8_t *to)
{
    struct vec_state work = {0};
    uint32_t *left = NEW_ARRAY (uint32_t, states_of (g) + 1);
    const uint32_t *target;
    memcpy (to, of, states_of (g));
    for (uint32_t s = 0; s < states_of (g); s++) {
        for (uint32_t i = ctl_graph_edges (g->graph, s, &target); i--;)
            left[s] += target[i] != CTL_NOWHERE && of[target[i]];
        left[s] += may_anything (g, s, bound);
        if (to[s] && !left[s]) {
            to[s] = 0;
            VEC_PUSH (work, s);
        }
    }
    while (work.size) {
        uint32_t s = VEC_POP (work);
        for (size_t i = g->first.at[s]; i < g->first.at[s + 1]; i++) {
            uint32_t b = g->before.at[i];
            assert (left[b]);
            if (--left[b] || !to[b])
                continue;
            to[b] = 0;
            VEC_PUSH (work, b);
        }
    }
    memory_free (left);
    VEC_CLEAR (work);
}

/* The components of the states of `of`, one after the other as they close (Tarjan). */
struct ctl_components {
    const struct ctl_global *global;
    const uint8_t *of;
    uint32_t *index, *low; /* owned */
    uint32_t next;
    struct VEC (struct ctl_component_frame) way;
    struct vec_state open;
    const uint8_t *const *fair; /* of each constraint, the states */
    uint8_t *to;                /* those of fair components */
};

static void
component_close (struct ctl_components *c, size_t first)
{
    const struct ctl_formula *f = c->global->formula;
    const uint32_t *target;
    bool cycle = c->open.size > first + 1, good = true;
    uint32_t state = c->open.at[first];
    for (uint32_t i = ctl_graph_edges (c->global->graph, state, &target); i--;)
        cycle |= target[i] == state;
    for (size_t k = 0; k < f->fair.size && good; k++) {
        good = false;
        for (size_t i = first; i < c->open.size && !good; i++)
            good = c->fair[k][c->open.at[i]];
    }
    while (c->open.size > first) {
        state = VEC_POP (c->open);
        c->to[state] = cycle && good;
        c->low[state] = 0; /* closed */
    }
}

static void
component_enter (struct ctl_components *c, uint32_t state)
{
    c->index[state] = c->low[state] = ++c->next;
    VEC_PUSH (c->open, state);
    struct ctl_component_frame f = {.state = state};
    VEC_PUSH (c->way, f);
}

static void
components_from (struct ctl_components *c, uint32_t start)
{
    component_enter (c, start);
    while (c->way.size) {
        struct ctl_component_frame *f = &VEC_LAST (c->way);
        const uint32_t *target;
        uint32_t s = f->state;
        if (f->edge < ctl_graph_edges (c->global->graph, s, &target)) {
            uint32_t to = target[f->edge++];
            if (to == CTL_NOWHERE || !c->of[to])
                continue;
            if (!c->index[to])
                component_enter (c, to);
            else if (c->low[to] && c->index[to] < c->low[s])
                c->low[s] = c->index[to];
            continue;
        }
        uint32_t low = c->low[s];
        (void) VEC_POP (c->way);
        if (low == c->index[s]) {
            size_t first = c->open.size - 1;
            while (c->open.at[first] != s)
                first--;
            component_close (c, first);
        } else if (low < c->low[VEC_LAST (c->way).state])
            c->low[VEC_LAST (c->way).state] = low;
    }
}

/* EG on fair paths: a way to a component that has a state of every constraint. */
static void
label_fair (const struct ctl_global *g, enum ctl_bound bound, const uint8_t *of,
            const uint8_t *const *fair, uint8_t *to)
{
    size_t states = states_of (g);
    struct ctl_components c = {.global = g, .of = of, .fair = fair};
    c.index = NEW_ARRAY (uint32_t, states + 1);
    c.low = NEW_ARRAY (uint32_t, states + 1);
    c.to = memory_new (states + 1);
    for (uint32_t s = 0; s < states; s++)
        if (of[s] && !c.index[s])
            components_from (&c, s);
    label_until (g, bound, of, c.to, to);
    memory_free (c.index);
    memory_free (c.low);
    memory_free (c.to);
    VEC_CLEAR (c.way);
    VEC_CLEAR (c.open);
}

static const uint8_t *
value_of (const struct ctl_global *g, uint32_t node, enum ctl_bound bound)
{
    return g->value[CTL_BOUNDS * node + (g->graph->cuts ? bound : CTL_MUST)];
}

static void
label_node (struct ctl_global *g, uint32_t node, enum ctl_bound bound)
{
    const struct ctl_node *n = &g->formula->node.at[node];
    size_t states = states_of (g);
    uint8_t *to = memory_new (states + 1);
    const uint8_t *left = NULL, *right = NULL;
    if (n->operator> CTL_PROPOSITION)
        left = value_of (g, n->left, n->operator== CTL_NOT ? !bound : bound);
    if (n->operator== CTL_AND || n->operator== CTL_UNTIL)
        right = value_of (g, n->right, bound);
    switch ((enum ctl_operator) n->operator) {
    case CTL_TRUE:
        memset (to, 1, states);
        break;
    case CTL_PROPOSITION:
        for (uint32_t s = 0; s < states; s++)
            to[s] = ctl_graph_label (g->graph, s) >> n->left & 1;
        break;
    case CTL_NOT:
        for (uint32_t s = 0; s < states; s++)
            to[s] = !left[s];
        break;
    case CTL_AND:
        for (uint32_t s = 0; s < states; s++)
            to[s] = left[s] && right[s];
        break;
    case CTL_NEXT:
        label_next (g, bound, left, to);
        break;
    case CTL_UNTIL: {
        uint8_t *goal = memory_new (states + 1), *passes = passing (g, left);
        for (uint32_t s = 0; s < states; s++)
            goal[s] = right[s] && is_asked (g, s);
        label_until (g, bound, passes, goal, to);
        memory_free (goal);
        memory_free (passes);
        break;
    }
    case CTL_ALWAYS: {
        uint8_t *passes = passing (g, left);
        if (g->formula->fair.size) {
            const uint8_t **fair =
                NEW_ARRAY (const uint8_t *, g->formula->fair.size);
            for (size_t i = 0; i < g->formula->fair.size; i++)
                fair[i] = value_of (g, g->formula->fair.at[i], bound);
            label_fair (g, bound, passes, fair, to);
            memory_free (fair);
        } else
            label_always (g, bound, passes, to);
        memory_free (passes);
        break;
    }
    }
    g->value[CTL_BOUNDS * node + bound] = to;
}

/* Labels what a node rests on, then the node; where all is modelled both bounds are
 * the same. */
static void
label (struct ctl_global *g, uint32_t node, enum ctl_bound bound)
{
    const struct ctl_node *n = &g->formula->node.at[node];
    if (!g->graph->cuts)
        bound = CTL_MUST;
    if (g->value[CTL_BOUNDS * node + bound])
        return;
    if (n->operator> CTL_PROPOSITION)
        label (g, n->left, n->operator== CTL_NOT ? !bound : bound);
    if (n->operator== CTL_AND || n->operator== CTL_UNTIL)
        label (g, n->right, bound);
    for (size_t i = 0; n->operator== CTL_ALWAYS && i<g->formula->fair.size; i++)
        label (g, g->formula->fair.at[i], bound);
    label_node (g, node, bound);
}

/* ---- */

bool
ctl_global_init (struct ctl_global *g, struct ctl_graph *graph,
                 const struct ctl_formula *f, void (*tick) (void *context),
                 void *context)
{
    const uint32_t *target;
    *g = (struct ctl_global) {.graph = graph, .formula = f};
    g->value = NEW_ARRAY (uint8_t *, CTL_BOUNDS * f->node.size);
    for (uint32_t s = 0; s < graph->state.size && !graph->failed; s++) {
        ctl_graph_edges (graph, s, &target);
        if (s % TICK_STATES == 0 && tick)
            tick (context);
    }
    if (graph->failed)
        return false;
    predecessors_make (g);
    for (int b = 0; b < CTL_BOUNDS; b++) {
        label (g, f->root, (enum ctl_bound) b);
        label (g, f->fair_path, (enum ctl_bound) b);
    }
    return true;
}

void
ctl_global_clear (struct ctl_global *g)
{
    for (size_t i = 0; i < CTL_BOUNDS * g->formula->node.size; i++)
        memory_free (g->value[i]);
    memory_free (g->value);
    VEC_CLEAR (g->first);
    VEC_CLEAR (g->before);
}

bool
ctl_global_holds (const struct ctl_global *g, uint32_t state, uint32_t node,
                  enum ctl_bound bound)
{
    const uint8_t *value = value_of (g, node, bound);
    assert (value && state < states_of (g));
    return value[state];
}
