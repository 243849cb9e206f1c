/* check.c -- see check.h. */
#include "ctl/check.h"

#include <assert.h>

#include "base/log.h"
#include "ctl/asking.h"
#include "ctl/global.h"

struct ctl_checking {
    const struct engine_context *engine;
    const struct ctl_how *how;
    struct ctl_asking asking;
    struct ctl_global global;
    struct ctl_result *result;
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
    struct ctl_checking *c = context;
    return ctl_global_holds (&c->global,
                             ctl_graph_bytes (c->asking.judge.graph, state),
                             node, bound);
}

static void
checking_tick (void *context, const struct ctl_report *sum)
{
    struct ctl_checking *c = context;
    const struct progress_status s = {.unit = "states", .done = sum->states};
    log_progress (c->engine->log, &s);
}

void
ctl_result_take (struct ctl_result *r, const struct ctl_report *sum,
                 uint64_t layers)
{
    r->states = sum->states;
    r->edges = sum->edges;
    r->steps = sum->steps;
    r->ended = sum->ended;
    r->bytes = sum->bytes;
    r->digest = sum->digest;
    r->layers = layers;
    buffer_reset (&r->cut.state);
    buffer_put (&r->cut.state, sum->cut.state.data, sum->cut.state.size);
    r->cut.found = sum->cut.found;
    r->cut.choice = sum->cut.choice;
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
    r->bytes = ctl_graph_memory (g);
    r->digest = ctl_graph_digest (g);
    r->cut.found = g->cut_state != CTL_NOWHERE;
    if (!r->cut.found)
        return;
    struct bytes state = ctl_graph_bytes (g, g->cut_state);
    buffer_reset (&r->cut.state);
    buffer_put (&r->cut.state, state.data, state.size);
    r->cut.choice = g->cut_choice;
}

static void
decide_global (struct ctl_checking *c)
{
    struct ctl_result *r = c->result;
    struct ctl_graph *g = c->asking.judge.graph;
    c->asking.judge.holds = global_holds;
    c->asking.judge.context = c;
    if (ctl_global_init (&c->global, g->generator, c->asking.judge.formula,
                         &c->how->store, c->how->threads, checking_tick, c,
                         &r->problem)) {
        ctl_asking_answer (&c->asking, r);
        ctl_asking_tell (&c->asking, r);
    }
    ctl_result_take (r, &c->global.sum, c->global.layers);
    ctl_global_clear (&c->global);
}

static void
decide_local (struct ctl_checking *c)
{
    struct ctl_result *r = c->result;
    struct ctl_graph *g = c->asking.judge.graph;
    struct ctl_local local;
    c->asking.judge.holds = local_holds;
    c->asking.judge.context = &local;
    ctl_local_init (&local, g, c->asking.judge.formula);
    ctl_asking_answer (&c->asking, r);
    count (g, r);
    if (!g->failed)
        ctl_asking_tell (&c->asking, r);
    ctl_local_clear (&local);
}

void
ctl_check (const struct engine_context *engine, struct ctl_graph *g,
           const struct ctl_formula *f, const struct ctl_how *how,
           struct ctl_result *r)
{
    struct ctl_checking c = {.engine = engine, .how = how, .result = r};
    *r = (struct ctl_result) {.answer = CTL_FAILED, .state = CTL_NOWHERE};
    assert (g->generator->class->label && f->node.size);
    c.asking.judge = (struct ctl_judge) {.graph = g, .formula = f};
    if (!g->failed && ctl_asking_find (&c.asking, r)) {
        if (how->threads)
            decide_global (&c);
        else
            decide_local (&c);
    } else
        count (g, r);
    ctl_asking_clear (&c.asking);
    if (g->failed)
        r->problem = g->problem;
    if (r->problem.kind != PROBLEM_NONE)
        r->answer = CTL_FAILED;
}

void
ctl_result_clear (struct ctl_result *r)
{
    VEC_CLEAR (r->story);
    buffer_clear (&r->cut.state);
}
