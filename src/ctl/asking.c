/* asking.c -- see asking.h. */
#include "ctl/asking.h"

#include <assert.h>

/* Breadth first through what comes before. */
static void
find_asked (struct ctl_asking *c)
{
    struct ctl_graph *g = c->judge.graph;
    struct VEC (uint32_t) queue = {0};
    struct VEC (bool) seen = {0};
    VEC_PUSH (queue, CTL_ROOT);
    VEC_PUSH (seen, true);
    for (size_t i = 0; i < queue.size && !g->failed; i++) {
        const uint32_t *target;
        uint32_t s = queue.at[i];
        if (ctl_graph_label (g, s) & GENERATOR_ASKED) {
            VEC_PUSH (c->asked, s);
            continue;
        }
        uint32_t edges = ctl_graph_edges (g, s, &target);
        c->cut |= g->state.at[s].cut;
        for (uint32_t e = 0; e < edges; e++) {
            if (target[e] == CTL_NOWHERE)
                continue;
            while (seen.size <= target[e])
                VEC_PUSH (seen, false);
            if (!seen.at[target[e]])
                VEC_PUSH (queue, target[e]);
            seen.at[target[e]] = true;
        }
    }
    VEC_CLEAR (queue);
    VEC_CLEAR (seen);
}

bool
ctl_asking_find (struct ctl_asking *c, struct ctl_result *r)
{
    assert (!c->asked.size && c->judge.graph);
    find_asked (c);
    if (c->judge.graph->failed) {
        r->answer = CTL_FAILED;
        r->problem = c->judge.graph->problem;
        return false;
    }
    if (!c->asked.size)
        r->answer = c->cut ? CTL_DEPENDS : CTL_NOT_ASKED;
    return c->asked.size;
}

void
ctl_asking_clear (struct ctl_asking *c)
{
    VEC_CLEAR (c->asked);
}

/* In all states in which it is asked. */
void
ctl_asking_answer (const struct ctl_asking *c, struct ctl_result *r)
{
    const struct ctl_judge *j = &c->judge;
    uint32_t root = j->formula->root;
    bool all = !c->cut, fair = false;
    assert (c->asked.size && j->holds);
    for (size_t i = 0; i < c->asked.size && !fair; i++)
        fair = j->holds (j->context, c->asked.at[i], j->formula->fair_path,
                         CTL_MAY);
    r->answer = CTL_UNFAIR;
    if (!fair)
        return;
    for (size_t i = 0; i < c->asked.size; i++) {
        uint32_t s = c->asked.at[i];
        if (j->holds (j->context, s, root, CTL_MUST))
            continue;
        all = false;
        if (j->holds (j->context, s, root, CTL_MAY))
            continue;
        r->state = s;
        r->answer = CTL_FAILS;
        return;
    }
    r->answer = all ? CTL_HOLDS : CTL_DEPENDS;
}

void
ctl_asking_tell (const struct ctl_asking *c, struct ctl_result *r)
{
    uint32_t root = c->judge.formula->root;
    assert (c->asked.size && !r->story.size);
    if (r->answer == CTL_FAILS) {
        ctl_story_way (&c->judge, r->state, &r->story);
        ctl_story_explain (&c->judge, r->state, root, false, &r->story);
    } else if (r->answer == CTL_HOLDS && c->asked.size == 1) {
        ctl_story_way (&c->judge, c->asked.at[0], &r->story);
        ctl_story_explain (&c->judge, c->asked.at[0], root, true, &r->story);
    }
}
