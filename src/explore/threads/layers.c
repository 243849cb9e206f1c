/* layers.c -- the search by layers over one shard, and the way back. */
#include <assert.h>

#include "explore/explore_internal.h"

/* The states that are stored but not expanded count too. */
static enum explore_end
layers_close (exploration *e, struct shard_report *r, enum explore_end end)
{
    shard_digest (e->shard, r);
    result_add_report (&e->result, r);
    return r->end == EXPLORE_COMPLETE ? end : r->end;
}

static void
layers_refresh (exploration *e)
{
    e->result.states = shard_states (e->shard);
    e->result.bytes = shard_bytes (e->shard);
}

/* Whether the search is at its end after a layer; else the next is to expand.
 */
static bool
layers_ended (exploration *e, struct shard_report *r)
{
    struct explore_result *sum = &e->result;
    result_add_report (sum, r);
    sum->end = r->end;
    if (r->end == EXPLORE_FULL || r->end == EXPLORE_STOPPED)
        return true;
    sum->layers++;
    assert (sum->layers == shard_layers (e->shard) + 1);
    uint64_t fresh = shard_turn (e->shard);
    layers_refresh (e);
    if (sum->fault.found) {
        sum->end = layers_close (e, r, EXPLORE_FAULT);
        return true;
    }
    if (r->end == EXPLORE_FAILED || !fresh)
        return true;
    if (e->options.depth && sum->layers >= e->options.depth) {
        sum->end = layers_close (e, r, EXPLORE_BOUND);
        return true;
    }
    if (e->options.passed && !e->options.passed (e->options.context, sum)) {
        sum->end = EXPLORE_STOPPED;
        return true;
    }
    return false;
}

static void
layers_run (exploration *e)
{
    struct shard_report r = {0};
    shard_start (e->shard, &r);
    while (!layers_ended (e, &r))
        shard_expand (e->shard, &r);
    layers_refresh (e);
    shard_report_clear (&r);
}

const struct search_class search_layers = {
    .name = "layers",
    .layered = true,
    .has_depth = true,
    .run = layers_run,
};

bool
layers_path (exploration *e, const struct finding *f, struct path *path,
             struct problem *problem)
{
    assert (e->shard && e->ran && f->found);
    path->choice.size = 0;
    VEC_PUSH (path->choice, f->choice);
    struct finding here = {0}, before = {0};
    finding_keep (&here, f);
    bool good = true;
    for (uint64_t layer = f->layer; good && layer-- > 0;) {
        good = shard_predecessor (e->shard, layer, buffer_view (&here.source),
                                  &before, problem);
        if (!good)
            break;
        assert (before.found);
        VEC_PUSH (path->choice, before.choice);
        struct finding swap = here;
        here = before;
        before = swap;
    }
    assert (!good || !here.source.size);
    finding_clear (&here);
    finding_clear (&before);
    path_reverse (path);
    return good;
}
