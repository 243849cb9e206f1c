/* fair.c -- see fair.h. */
#include "ctl/fair.h"

#include <assert.h>

#include "base/memory.h"

struct fair_mark {
    uint32_t index, low; /* 0: it is in no set, or not seen yet */
    bool
        inside; /* it is in the set that is looked at, and in no component yet */
};

struct fair_frame {
    uint32_t state, edge; /* the next one to follow */
};

struct fair_search {
    const struct ctl_formula *formula;
    struct ctl_graph *graph;
    struct fair_mark *mark; /* owned; of all states of the graph */
    size_t marks;
    struct VEC (struct fair_frame) way;
    struct ctl_states open; /* Tarjan's stack */
    uint32_t next;          /* index */
    struct ctl_states *found;
};

bool
ctl_fair_holds (const struct ctl_formula *f, struct ctl_graph *g, uint32_t node,
                uint32_t state)
{
    const struct ctl_node *n = &f->node.at[node];
    switch ((enum ctl_operator) n->operator) {
    case CTL_TRUE:
        return true;
    case CTL_PROPOSITION:
        return ctl_graph_label (g, state) >> n->left & 1;
    default:
        assert (n->operator== CTL_NOT);
        return !ctl_fair_holds (f, g, n->left, state);
    }
}

static bool
is_anywhere (struct fair_search *s, uint32_t node, const uint32_t state[],
             size_t states)
{
    for (size_t i = 0; i < states; i++)
        if (ctl_fair_holds (s->formula, s->graph, node, state[i]))
            return true;
    return false;
}

/* Can a path go on in it for ever? */
static bool
goes_on (struct fair_search *s, const uint32_t state[], size_t states)
{
    const uint32_t *target;
    if (states > 1)
        return true;
    uint32_t edges = ctl_graph_edges (s->graph, *state, &target);
    for (uint32_t i = 0; i < edges; i++)
        if (target[i] == *state)
            return true;
    return false;
}

static bool find_in (struct fair_search *, const uint32_t state[],
                     size_t states);

/* A component, which nothing needs any more. */
static bool
judge (struct fair_search *s, const uint32_t state[], size_t states)
{
    const struct ctl_formula *f = s->formula;
    struct ctl_states rest = {0};
    if (!goes_on (s, state, states))
        return false;
    size_t bad = 0;
    while (bad < f->fair.size
           && (is_anywhere (s, f->fair.at[bad].then, state, states)
               || !is_anywhere (s, f->fair.at[bad].when, state, states)))
        bad++;
    if (bad == f->fair.size) {
        for (size_t i = 0; i < states; i++)
            VEC_PUSH (*s->found, state[i]);
        return true;
    }
    for (size_t i = 0; i < states; i++)
        if (!ctl_fair_holds (f, s->graph, f->fair.at[bad].when, state[i]))
            VEC_PUSH (rest, state[i]);
    bool found = find_in (s, rest.at, rest.size);
    VEC_CLEAR (rest);
    return found;
}

static void
enter (struct fair_search *s, uint32_t state)
{
    struct fair_frame f = {.state = state};
    s->mark[state].index = s->mark[state].low = ++s->next;
    VEC_PUSH (s->way, f);
    VEC_PUSH (s->open, state);
}

/* All edges were followed; a component that closes is appended to `to`, with its size
 * in front. */
static void
leave (struct fair_search *s, struct ctl_states *to)
{
    uint32_t state = VEC_POP (s->way).state, low = s->mark[state].low, size = 0;
    if (low < s->mark[state].index) {
        struct fair_mark *above = &s->mark[VEC_LAST (s->way).state];
        if (low < above->low)
            above->low = low;
        return;
    }
    size_t at = to->size;
    VEC_PUSH (*to, 0);
    for (uint32_t one = CTL_NOWHERE; one != state; size++) {
        one = VEC_POP (s->open);
        s->mark[one].inside = false;
        VEC_PUSH (*to, one);
    }
    to->at[at] = size;
}

/* The components of a set, each behind its size. */
static void
split (struct fair_search *s, const uint32_t state[], size_t states,
       struct ctl_states *to)
{
    for (size_t i = 0; i < states; i++) {
        assert (state[i] < s->marks);
        s->mark[state[i]] = (struct fair_mark) {.inside = true};
    }
    for (size_t i = 0; i < states; i++) {
        if (s->mark[state[i]].index)
            continue;
        enter (s, state[i]);
        while (s->way.size) {
            struct fair_frame *f = &VEC_LAST (s->way);
            const uint32_t *target;
            uint32_t low;
            if (f->edge == ctl_graph_edges (s->graph, f->state, &target)) {
                leave (s, to);
                continue;
            }
            uint32_t next = target[f->edge++];
            if (next >= s->marks || !s->mark[next].inside)
                continue;
            low = s->mark[next].index;
            if (!low)
                enter (s, next);
            else if (low < s->mark[f->state].low)
                s->mark[f->state].low = low;
        }
    }
    assert (!s->open.size);
}

static bool
find_in (struct fair_search *s, const uint32_t state[], size_t states)
{
    struct ctl_states parts = {0};
    bool found = false;
    split (s, state, states, &parts);
    for (size_t i = 0; i < parts.size && !found && !s->graph->failed;
         i += parts.at[i] + 1)
        found = judge (s, parts.at + i + 1, parts.at[i]);
    VEC_CLEAR (parts);
    return found;
}

bool
ctl_fair_find (const struct ctl_formula *f, struct ctl_graph *g,
               const uint32_t state[], size_t states, struct ctl_states *found)
{
    struct fair_search s = {.formula = f, .graph = g, .found = found};
    s.marks = g->state.size;
    s.mark = NEW_ARRAY (struct fair_mark, s.marks);
    bool any = find_in (&s, state, states);
    memory_free (s.mark);
    VEC_CLEAR (s.way);
    VEC_CLEAR (s.open);
    return any && !g->failed;
}
