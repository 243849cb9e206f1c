/* local.c -- see local.h. */
#include "ctl/local.h"

#include <assert.h>

#include "base/memory.h"
#include "ctl/fair.h"

enum { IS_FALSE = 1, IS_TRUE = 2 };

struct ctl_frame {
    uint32_t state, edge; /* the next one to follow */
};

/* One search, for a node that is UNTIL or ALWAYS. */
struct ctl_search {
    struct ctl_local *local;
    struct ctl_marks *marks;
    const struct ctl_node *node;
    enum ctl_bound bound;
    struct VEC (
        struct ctl_frame) way; /* the states that are entered, in order */
    struct ctl_states open;    /* Tarjan's stack */
    uint32_t next;             /* index */
    bool found;
};

void
ctl_local_init (struct ctl_local *l, struct ctl_graph *g,
                const struct ctl_formula *f)
{
    assert (f->node.size > f->root);
    *l = (struct ctl_local) {.graph = g, .formula = f, .count = f->node.size};
    l->marks = NEW_ARRAY (struct ctl_marks, CTL_BOUNDS * l->count);
    for (size_t i = 0; i < CTL_BOUNDS * l->count; i++)
        l->marks[i].graph = g;
}

void
ctl_local_clear (struct ctl_local *l)
{
    for (size_t i = 0; i < CTL_BOUNDS * l->count; i++)
        VEC_CLEAR (l->marks[i].of);
    memory_free (l->marks);
}

static struct ctl_mark *
mark_of (struct ctl_marks *m, uint32_t state)
{
    if (state >= m->of.size) {
        size_t room = m->of.room;
        VEC_ROOM (m->of, (size_t) state + 1);
        if (m->of.room > room) {
            m->graph->label_bytes += (m->of.room - room) * sizeof *m->of.at;
            ctl_graph_check_memory (m->graph);
        }
        while (m->of.size <= state)
            m->of.at[m->of.size++] = (struct ctl_mark) {0};
    }
    return &m->of.at[state];
}

/* ---- the search */

static bool
holds (const struct ctl_search *s, uint32_t state, uint32_t node)
{
    return ctl_local_holds (s->local, state, node, s->bound);
}

static bool
is_asked (const struct ctl_search *s, uint32_t state)
{
    return ctl_graph_label (s->local->graph, state) & GENERATOR_ASKED;
}

/* Is the way found, once it comes to this state? */
static bool
is_goal (const struct ctl_search *s, uint32_t state)
{
    return s->node->operator== CTL_UNTIL && is_asked (s, state)
           && holds (s, state, s->node->right);
}

/* What follows is not all known, and so may be what is looked for. */
static bool
may_end (const struct ctl_search *s, uint32_t state)
{
    const uint32_t *target;
    if (s->bound != CTL_MAY)
        return false;
    ctl_graph_edges (s->local->graph, state, &target);
    return s->local->graph->state.at[state].cut;
}

static void
enter (struct ctl_search *s, uint32_t state)
{
    struct ctl_mark *m = mark_of (s->marks, state);
    assert (!m->value && !m->index);
    if (is_goal (s, state)) {
        mark_of (s->marks, state)->value = IS_TRUE;
        s->found = true;
        return;
    }
    if (is_asked (s, state) && !holds (s, state, s->node->left)) {
        mark_of (s->marks, state)->value = IS_FALSE;
        return;
    }
    m = mark_of (s->marks, state);
    m->index = m->low = ++s->next;
    VEC_PUSH (s->open, state);
    struct ctl_frame f = {.state = state};
    VEC_PUSH (s->way, f);
    s->found = may_end (s, state);
}

/* An edge of the last state that was entered. */
static void
follow (struct ctl_search *s, uint32_t from, uint32_t to)
{
    struct ctl_mark *m = mark_of (s->marks, to);
    if (m->value == IS_TRUE)
        s->found = true;
    else if (m->value == IS_FALSE)
        return;
    else if (!m->index)
        enter (s, to);
    else if (s->node->operator== CTL_ALWAYS && !s->local->formula->fair.size)
        s->found = true; /* it is open: a cycle */
    else {
        uint32_t index = m->index;
        struct ctl_mark *low = mark_of (s->marks, from);
        if (index < low->low)
            low->low = index;
    }
}

/* Does it have an edge to itself? */
static bool
loops (struct ctl_graph *g, uint32_t state)
{
    const uint32_t *target;
    for (uint32_t i = ctl_graph_edges (g, state, &target); i--;)
        if (target[i] == state)
            return true;
    return false;
}

static bool
is_anywhere (const struct ctl_search *s, size_t first, uint32_t node)
{
    for (size_t i = first; i < s->open.size; i++)
        if (ctl_fair_holds (s->local->formula, s->local->graph, node,
                            s->open.at[i]))
            return true;
    return false;
}

/* Can a path stay in the component that is open from `first` on, and be fair? */
static bool
is_fair (const struct ctl_search *s, size_t first)
{
    const struct ctl_formula *f = s->local->formula;
    struct ctl_graph *g = s->local->graph;
    if (s->node->operator!= CTL_ALWAYS || !f->fair.size || (
            s->open.size == first + 1 && !loops (g, s->open.at[first])))
        return false;
    bool all = true;
    for (size_t i = 0; i < f->fair.size; i++) {
        if (is_anywhere (s, first, f->fair.at[i].then))
            continue;
        if (f->node.at[f->fair.at[i].when].operator== CTL_TRUE)
            return false;
        all &= !is_anywhere (s, first, f->fair.at[i].when);
    }
    if (all)
        return true;
    struct ctl_states part = {0}; /* of it, where a path may be fair */
    bool found =
        ctl_fair_find (f, g, s->open.at + first, s->open.size - first, &part);
    VEC_CLEAR (part);
    return found;
}

/* All edges were followed. */
static void
leave (struct ctl_search *s)
{
    uint32_t state = VEC_POP (s->way).state;
    struct ctl_mark *m = mark_of (s->marks, state);
    if (m->low == m->index) {
        size_t first = s->open.size - 1;
        while (s->open.at[first] != state)
            first--;
        s->found = is_fair (s, first);
        while (!s->found && s->open.size > first)
            mark_of (s->marks, VEC_POP (s->open))->value = IS_FALSE;
    } else {
        uint32_t low = m->low;
        assert (s->way.size);
        m = mark_of (s->marks, VEC_LAST (s->way).state);
        if (low < m->low)
            m->low = low;
    }
}

static void
search_run (struct ctl_search *s, uint32_t state)
{
    enter (s, state);
    while (!s->found && s->way.size && !s->local->graph->failed) {
        struct ctl_frame *f = &VEC_LAST (s->way);
        const uint32_t *target;
        if (f->edge == ctl_graph_edges (s->local->graph, f->state, &target)) {
            leave (s);
            continue;
        }
        uint32_t to = target[f->edge++];
        if (to != CTL_NOWHERE)
            follow (s, f->state, to);
    }
    while (s->open.size)
        mark_of (s->marks, VEC_POP (s->open))->value =
            s->found ? IS_TRUE : IS_FALSE;
    VEC_CLEAR (s->open);
    VEC_CLEAR (s->way);
}

/* ---- formulas */

static bool
some_successor (struct ctl_local *l, uint32_t state, uint32_t node,
                enum ctl_bound bound)
{
    const uint32_t *target;
    uint32_t edges = ctl_graph_edges (l->graph, state, &target);
    if (bound == CTL_MAY && l->graph->state.at[state].cut)
        return true;
    for (uint32_t i = 0; i < edges; i++) {
        ctl_graph_edges (l->graph, state, &target); /* it may have moved */
        if (target[i] != CTL_NOWHERE
            && ctl_local_holds (l, target[i], node, bound))
            return true;
    }
    return false;
}

static bool
temporal_holds (struct ctl_local *l, uint32_t state, uint32_t node,
                enum ctl_bound bound)
{
    const struct ctl_node *n = &l->formula->node.at[node];
    struct ctl_marks *marks = &l->marks[CTL_BOUNDS * node + bound];
    if (mark_of (marks, state)->value)
        return mark_of (marks, state)->value == IS_TRUE;
    if (n->operator== CTL_NEXT)
        mark_of (marks, state)->value =
            some_successor (l, state, n->left, bound) ? IS_TRUE : IS_FALSE;
    else {
        struct ctl_search s = {
            .local = l, .marks = marks, .node = n, .bound = bound};
        search_run (&s, state);
    }
    assert (mark_of (marks, state)->value);
    return mark_of (marks, state)->value == IS_TRUE;
}

bool
ctl_local_holds (struct ctl_local *l, uint32_t state, uint32_t node,
                 enum ctl_bound bound)
{
    const struct ctl_node *n = &l->formula->node.at[node];
    assert (node < l->count && state < l->graph->state.size);
    switch ((enum ctl_operator) n->operator) {
    case CTL_TRUE:
        return true;
    case CTL_PROPOSITION:
        return ctl_graph_label (l->graph, state) >> n->left & 1;
    case CTL_NOT:
        return !ctl_local_holds (l, state, n->left,
                                 bound == CTL_MUST ? CTL_MAY : CTL_MUST);
    case CTL_AND:
        return ctl_local_holds (l, state, n->left, bound)
               && ctl_local_holds (l, state, n->right, bound);
    case CTL_NEXT:
    case CTL_UNTIL:
    case CTL_ALWAYS:
        return temporal_holds (l, state, node, bound);
    }
    assert (!"operator");
    return false;
}
