/* story.c -- see story.h. */
#include "ctl/story.h"

#include <assert.h>

#include "base/memory.h"
#include "ctl/fair.h"

/* A search for a shortest way, breadth first; each state remembers how it was found. */
struct ctl_found {
    uint32_t state, choice, before; /* index of the one before */
};

struct ctl_quest {
    const struct ctl_judge *judge;
    struct VEC (struct ctl_found) found;
    struct VEC (uint8_t) seen;
};

/* What a search is about; which of these, its ends say. */
struct quest_aim {
    uint32_t state, node, then;
    const uint8_t *within; /* a byte per state: one of a component */
    size_t states;         /* of these */
};

static bool
is_so (const struct ctl_judge *j, uint32_t state, uint32_t node, bool value)
{
    enum ctl_bound bound = value ? CTL_MUST : CTL_MAY;
    return j->holds (j->context, state, node, bound) == value;
}

/* Nothing is to be told any more. */
static bool
is_over (const struct ctl_judge *j)
{
    return j->graph->failed || (j->waits && *j->waits);
}

static bool
quest_see (struct ctl_quest *q, uint32_t state)
{
    if (state >= q->seen.size) {
        VEC_ROOM (q->seen, (size_t) state + 1);
        while (q->seen.size <= state)
            q->seen.at[q->seen.size++] = 0;
    }
    bool is_new = !q->seen.at[state];
    q->seen.at[state] = 1;
    return is_new;
}

static void
quest_tell (const struct ctl_quest *q, uint32_t last, struct ctl_story *story)
{
    size_t from = story->size, n = 0;
    for (uint32_t i = last; i; i = q->found.at[i].before)
        n++;
    VEC_ROOM (*story, from + n);
    story->size = from + n;
    for (uint32_t i = last; i; i = q->found.at[i].before)
        story->at[from + --n] = (struct ctl_event) {
            .kind = CTL_EVENT_STEP,
            .state = q->found.at[q->found.at[i].before].state,
            .choice = q->found.at[i].choice,
            .target = q->found.at[i].state};
}

/* Tells the shortest way from `from` to a state that is an end, through states that may
 * be passed; gives that state, or NOWHERE. */
static uint32_t
quest_run (const struct ctl_judge *j, uint32_t from,
           bool (*is_end) (const struct ctl_judge *, uint32_t state,
                           const struct quest_aim *),
           bool (*passes) (const struct ctl_judge *, uint32_t state,
                           const struct quest_aim *),
           const struct quest_aim *what, struct ctl_story *story)
{
    struct ctl_quest q = {.judge = j};
    uint32_t end = CTL_NOWHERE, last = 0;
    struct ctl_found first = {.state = from, .before = 0};
    VEC_PUSH (q.found, first);
    quest_see (&q, from);
    for (uint32_t i = 0; i < q.found.size && end == CTL_NOWHERE && !is_over (j);
         i++) {
        uint32_t state = q.found.at[i].state;
        const uint32_t *target;
        if (is_end (j, state, what)) {
            end = state;
            last = i;
            break;
        }
        if (!passes (j, state, what))
            continue;
        uint32_t edges = ctl_graph_edges (j->graph, state, &target);
        for (uint32_t e = 0; e < edges; e++) {
            ctl_graph_edges (j->graph, state, &target);
            if (target[e] == CTL_NOWHERE || !quest_see (&q, target[e]))
                continue;
            struct ctl_found f = {.state = target[e], .choice = e, .before = i};
            VEC_PUSH (q.found, f);
        }
    }
    quest_tell (&q, last, story);
    VEC_CLEAR (q.found);
    VEC_CLEAR (q.seen);
    return end;
}

/* ---- ways */

static bool
is_this (const struct ctl_judge *j, uint32_t state,
         const struct quest_aim *what)
{
    (void) j;
    return state == what->state;
}

static bool
is_before (const struct ctl_judge *j, uint32_t state,
           const struct quest_aim *what)
{
    (void) what;
    return !(ctl_graph_label (j->graph, state) & GENERATOR_ASKED);
}

void
ctl_story_way (const struct ctl_judge *j, uint32_t state,
               struct ctl_story *story)
{
    assert (state != CTL_NOWHERE);
    quest_run (j, CTL_ROOT, is_this, is_before,
               &(struct quest_aim) {.state = state}, story);
}

static bool
is_asked (const struct ctl_judge *j, uint32_t state)
{
    return ctl_graph_label (j->graph, state) & GENERATOR_ASKED;
}

static bool
is_right (const struct ctl_judge *j, uint32_t state,
          const struct quest_aim *what)
{
    return is_asked (j, state)
           && is_so (j, state, j->formula->node.at[what->node].right, true);
}

static bool
is_left (const struct ctl_judge *j, uint32_t state,
         const struct quest_aim *what)
{
    return !is_asked (j, state)
           || is_so (j, state, j->formula->node.at[what->node].left, true);
}

/* A step to the first successor where `node` holds. */
static uint32_t
tell_step (const struct ctl_judge *j, uint32_t state, uint32_t node,
           struct ctl_story *story)
{
    const uint32_t *target;
    uint32_t edges = ctl_graph_edges (j->graph, state, &target);
    for (uint32_t e = 0; e < edges; e++) {
        ctl_graph_edges (j->graph, state, &target);
        if (target[e] == CTL_NOWHERE || !is_so (j, target[e], node, true))
            continue;
        struct ctl_event step = {.kind = CTL_EVENT_STEP,
                                 .state = state,
                                 .choice = e,
                                 .target = target[e]};
        VEC_PUSH (*story, step);
        return step.target;
    }
    assert (is_over (j));
    return CTL_NOWHERE;
}

static bool
is_always (const struct ctl_judge *j, uint32_t state,
           const struct quest_aim *what)
{
    return is_so (j, state, what->node, true);
}

static bool
is_fair (const struct ctl_judge *j, uint32_t state,
         const struct quest_aim *what)
{
    return is_always (j, state, what) && is_so (j, state, what->then, true);
}

static void
tell_loop (uint32_t state, size_t begin, struct ctl_story *story)
{
    struct ctl_event loop = {
        .kind = CTL_EVENT_LOOP, .state = state, .target = (uint32_t) begin};
    VEC_PUSH (*story, loop);
}

/* Where each constraint was met it may be that there is no way back: then what is left
 * is a smaller part of the graph, and it begins again there. */
static void
tell_fair_lasso (const struct ctl_judge *j, uint32_t state, uint32_t node,
                 struct ctl_story *story)
{
    const struct ctl_formula *f = j->formula;
    struct quest_aim aim = {.node = node};
    assert (f->fair.size && !f->strong);
    for (aim.state = state; state != CTL_NOWHERE && !is_over (j);
         aim.state = state) {
        size_t begin = story->size;
        state = tell_step (j, state, node, story);
        for (size_t i = 0; i < f->fair.size && state != CTL_NOWHERE; i++) {
            aim.then = f->fair.at[i].then;
            state = quest_run (j, state, is_fair, is_always, &aim, story);
        }
        if (state == CTL_NOWHERE
            || quest_run (j, state, is_this, is_always, &aim, story)
                   == CTL_NOWHERE)
            continue;
        tell_loop (aim.state, begin, story);
        return;
    }
    assert (is_over (j));
}

/* ---- components, where a constraint may also be met by leaving something behind */

static bool
is_within (const struct ctl_judge *j, uint32_t state,
           const struct quest_aim *what)
{
    (void) j;
    return state < what->states && what->within[state];
}

static bool
is_then (const struct ctl_judge *j, uint32_t state,
         const struct quest_aim *what)
{
    return is_within (j, state, what)
           && ctl_fair_holds (j->formula, j->graph, what->then, state);
}

/* All that can be reached through states where `node` holds. */
static void
find_region (const struct ctl_judge *j, uint32_t state, uint32_t node,
             struct ctl_states *to)
{
    struct ctl_quest q = {.judge = j};
    quest_see (&q, state);
    VEC_PUSH (*to, state);
    for (size_t i = 0; i < to->size && !is_over (j); i++) {
        const uint32_t *target;
        uint32_t edges = ctl_graph_edges (j->graph, to->at[i], &target);
        for (uint32_t e = 0; e < edges; e++) {
            ctl_graph_edges (j->graph, to->at[i], &target);
            uint32_t next = target[e];
            if (next != CTL_NOWHERE && quest_see (&q, next)
                && is_so (j, next, node, true))
                VEC_PUSH (*to, next);
        }
    }
    VEC_CLEAR (q.seen);
}

/* A way to the component, and round in it past all that it must meet. */
static void
tell_round (const struct ctl_judge *j, uint32_t state,
            const struct ctl_states *part, struct quest_aim *aim,
            struct ctl_story *story)
{
    const struct ctl_formula *f = j->formula;
    const uint32_t *target;
    state = quest_run (j, state, is_within, is_always, aim, story);
    if (state == CTL_NOWHERE)
        return;
    size_t begin = story->size;
    aim->state = state;
    uint32_t edges = ctl_graph_edges (j->graph, state, &target), e = 0;
    while (e < edges
           && !(target[e] != CTL_NOWHERE && is_within (j, target[e], aim)))
        e++;
    assert (e < edges);
    struct ctl_event step = {.kind = CTL_EVENT_STEP,
                             .state = state,
                             .choice = e,
                             .target = target[e]};
    VEC_PUSH (*story, step);
    state = step.target;
    for (size_t i = 0; i < f->fair.size; i++) {
        bool asks = false;
        for (size_t k = 0; k < part->size && !asks; k++)
            asks =
                ctl_fair_holds (f, j->graph, f->fair.at[i].when, part->at[k]);
        aim->then = f->fair.at[i].then;
        if (asks)
            state = quest_run (j, state, is_then, is_within, aim, story);
    }
    quest_run (j, state, is_this, is_within, aim, story);
    tell_loop (aim->state, begin, story);
}

static void
tell_strong_lasso (const struct ctl_judge *j, uint32_t state, uint32_t node,
                   struct ctl_story *story)
{
    struct ctl_states region = {0}, part = {0};
    find_region (j, state, node, &region);
    if (!is_over (j)
        && ctl_fair_find (j->formula, j->graph, region.at, region.size,
                          &part)) {
        struct quest_aim aim = {.node = node, .states = j->graph->state.size};
        uint8_t *within = memory_new (aim.states);
        for (size_t i = 0; i < part.size; i++)
            within[part.at[i]] = 1;
        aim.within = within;
        tell_round (j, state, &part, &aim, story);
        memory_free (within);
    } else
        assert (is_over (j));
    VEC_CLEAR (region);
    VEC_CLEAR (part);
}

/* Always the first successor for which EG f holds: it comes back sometime. */
static void
tell_lasso (const struct ctl_judge *j, uint32_t state, uint32_t node,
            struct ctl_story *story)
{
    struct ctl_quest q = {.judge = j};
    size_t begin = story->size;
    while (state != CTL_NOWHERE && !is_over (j) && quest_see (&q, state))
        state = tell_step (j, state, node, story);
    while (begin < story->size && story->at[begin].state != state)
        begin++;
    tell_loop (state, begin, story);
    VEC_CLEAR (q.seen);
}

static void
tell_claim (uint32_t state, uint32_t node, bool value, struct ctl_story *story)
{
    struct ctl_event claim = {
        .kind = CTL_EVENT_CLAIM, .state = state, .node = node, .value = value};
    VEC_PUSH (*story, claim);
}

static bool
is_plain (const struct ctl_formula *f, uint32_t node)
{
    const struct ctl_node *n = &f->node.at[node];
    return n->operator<= CTL_PROPOSITION || (n->operator== CTL_NOT
                                             && is_plain (f, n->left))
           || (n->operator== CTL_AND && is_plain (f, n->left)
               && is_plain (f, n->right));
}

void
ctl_story_explain (const struct ctl_judge *j, uint32_t state, uint32_t node,
                   bool value, struct ctl_story *story)
{
    const struct ctl_node *n = &j->formula->node.at[node];
    assert (state != CTL_NOWHERE);
    if (is_plain (j->formula, node) || is_over (j))
        return;
    assert (is_so (j, state, node, value) || is_over (j));
    if (n->operator== CTL_NOT)
        ctl_story_explain (j, state, n->left, !value, story);
    else if (n->operator== CTL_AND && !value)
        ctl_story_explain (
            j, state, is_so (j, state, n->left, false) ? n->left : n->right,
            false, story);
    else if (n->operator== CTL_AND) {
        size_t before = story->size;
        ctl_story_explain (j, state, n->left, true, story);
        if (story->size > before && !is_plain (j->formula, n->right))
            tell_claim (state, n->right, true, story);
        ctl_story_explain (j, state, n->right, true, story);
    } else if (!value)
        tell_claim (state, node, false, story);
    else if (n->operator== CTL_ALWAYS && j->formula->strong)
        tell_strong_lasso (j, state, node, story);
    else if (n->operator== CTL_ALWAYS && j->formula->fair.size)
        tell_fair_lasso (j, state, node, story);
    else if (n->operator== CTL_ALWAYS)
        tell_lasso (j, state, node, story);
    else {
        bool next = n->operator== CTL_NEXT;
        uint32_t end =
            next ? tell_step (j, state, n->left, story)
                 : quest_run (j, state, is_right, is_left,
                              &(struct quest_aim) {.node = node}, story);
        if (end != CTL_NOWHERE)
            ctl_story_explain (j, end, next ? n->left : n->right, true, story);
    }
}
