/* check.c -- see check.h. */
#include "ctl/check.h"

#include <assert.h>
#include <inttypes.h>

#include "base/log.h"
#include "ctl/global.h"

struct ctl_checking {
    const struct engine_context *engine;
    struct ctl_graph *graph;
    struct ctl_judge judge;
    struct VEC (uint32_t) asked; /* states in which it is, as they are found */
    bool cut;                    /* something not modelled comes before */
};

static bool
local_holds (void *context, uint32_t state, uint32_t node, enum ctl_bound bound)
{
    return ctl_local_holds (context, state, node, bound);
}

static bool
global_holds (void *context, uint32_t state, uint32_t node,
              enum ctl_bound bound)
{
    return ctl_global_holds (context, state, node, bound);
}

static void
checking_tick (void *context)
{
    struct ctl_checking *c = context;
    const struct progress_status s = {.unit = "states",
                                      .done = c->graph->state.size - 1};
    log_progress (c->engine->log, &s);
}

/* Breadth first through what comes before. */
static void
find_asked (struct ctl_checking *c)
{
    struct ctl_graph *g = c->graph;
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

/* In all states in which it is asked. */
static enum ctl_answer
ask (const struct ctl_checking *c, uint32_t root, uint32_t *where)
{
    const struct ctl_judge *j = &c->judge;
    bool all = !c->cut, fair = false;
    assert (c->asked.size);
    for (size_t i = 0; i < c->asked.size && !fair; i++)
        fair = j->holds (j->context, c->asked.at[i], j->formula->fair_path,
                         CTL_MAY);
    if (!fair)
        return CTL_UNFAIR;
    for (size_t i = 0; i < c->asked.size; i++) {
        uint32_t s = c->asked.at[i];
        if (j->holds (j->context, s, root, CTL_MUST))
            continue;
        all = false;
        if (j->holds (j->context, s, root, CTL_MAY))
            continue;
        *where = s;
        return CTL_FAILS;
    }
    return all ? CTL_HOLDS : CTL_DEPENDS;
}

/* What was needed; telling why may need more. */
static void
count (struct ctl_graph *g, struct ctl_result *r)
{
    assert (g->state.size);
    r->states = g->state.size - 1;
    r->edges = g->edges;
    r->steps = g->steps;
    r->ended = g->ended;
    r->digest = ctl_graph_digest (g);
}

static void
tell (const struct ctl_checking *c, struct ctl_result *r, uint32_t root)
{
    assert (c->asked.size);
    count (c->graph, r);
    if (r->answer == CTL_FAILS) {
        ctl_story_way (&c->judge, r->state, &r->story);
        ctl_story_explain (&c->judge, r->state, root, false, &r->story);
    } else if (r->answer == CTL_HOLDS && c->asked.size == 1) {
        ctl_story_way (&c->judge, c->asked.at[0], &r->story);
        ctl_story_explain (&c->judge, c->asked.at[0], root, true, &r->story);
    }
}

static void
decide (struct ctl_checking *c, const struct ctl_formula *f, bool is_global,
        struct ctl_result *r)
{
    struct ctl_local local;
    struct ctl_global global;
    find_asked (c);
    if (!c->graph->failed && !c->asked.size) {
        r->answer = c->cut ? CTL_DEPENDS : CTL_NOT_ASKED;
        return;
    }
    c->judge = (struct ctl_judge) {.graph = c->graph, .formula = f};
    if (is_global) {
        c->judge.holds = global_holds;
        c->judge.context = &global;
        if (ctl_global_init (&global, c->graph, f, checking_tick, c)) {
            r->answer = ask (c, f->root, &r->state);
            tell (c, r, f->root);
        }
        ctl_global_clear (&global);
        return;
    }
    c->judge.holds = local_holds;
    c->judge.context = &local;
    ctl_local_init (&local, c->graph, f);
    if (!c->graph->failed)
        r->answer = ask (c, f->root, &r->state);
    if (!c->graph->failed)
        tell (c, r, f->root);
    ctl_local_clear (&local);
}

void
ctl_check (const struct engine_context *engine, struct ctl_graph *g,
           const struct ctl_formula *f, bool global, struct ctl_result *r)
{
    struct ctl_checking c = {.engine = engine, .graph = g};
    *r = (struct ctl_result) {.answer = CTL_FAILED, .state = CTL_NOWHERE};
    assert (g->generator->class->label && f->node.size);
    if (!g->failed)
        decide (&c, f, global, r);
    VEC_CLEAR (c.asked);
    if (g->failed) {
        r->answer = CTL_FAILED;
        r->problem = g->problem;
    }
    if (!r->states)
        count (g, r);
}

void
ctl_result_clear (struct ctl_result *r)
{
    VEC_CLEAR (r->story);
}
