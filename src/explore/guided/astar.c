/* astar.c -- A*: the state with the least depth + estimate first.
 *
 * A state to which a shorter way is found is opened again, whatever it was.  So
 * if the estimate is never more than the number of edges to the source of a
 * fault, the counterexample is a shortest one.  What a state's edges bring is
 * counted the first time only. */
#include <assert.h>

#include "explore/guided/guided.h"

enum { LOOK_AT_CLOCK = 1024 }; /* expansions between two looks */

struct astar {
    exploration *e;
    struct expander x;
    struct judge judge;
    cursor *cursor;
    struct open_list open;
    struct ticker ticker;
    uint64_t expansions;
    enum explore_end broken;
};

/* Of equal sums, the one with the least estimate first. */
static uint64_t
astar_key (uint32_t depth, uint64_t estimate)
{
    const uint64_t most = UINT32_MAX / 2;
    estimate = estimate < most ? estimate : most;
    return (depth + estimate) << 32 | estimate;
}

static uint32_t
astar_depth (uint64_t key)
{
    return (uint32_t) ((key >> 32) - (key & UINT32_MAX));
}

static void
astar_found (struct astar *a, state_ref from, uint32_t depth,
             struct bytes target)
{
    state_ref ref;
    bool fresh;
    enum put put = cursor_put (a->cursor, target, &ref);
    if (put == PUT_FULL) {
        a->broken = EXPLORE_FULL;
        return;
    }
    struct way *w = predecessors_add (&a->e->predecessors, ref, &fresh);
    assert (fresh == (put == PUT_NEW));
    if (!fresh && w->depth <= depth)
        return;
    struct digest digest = digest_of (target);
    if (fresh)
        digest_add (&a->x.digest, digest);
    w->from = from;
    w->choice = a->x.choice;
    w->depth = depth;
    uint64_t key = astar_key (depth, judge_estimate (&a->judge, target));
    open_push (&a->open,
               (struct open_state) {key, judge_hash (&a->judge, digest), ref});
}

static void
astar_expand (struct astar *a, state_ref from, uint32_t depth)
{
    struct bytes state = {0}, target;
    struct expander_sums before = expander_sums (&a->x);
    bool again = false;
    if (from != WAY_ROOT) {
        struct way *w = predecessors_find (&a->e->predecessors, from);
        again = w->expanded;
        w->expanded = true;
        state = cursor_read (a->cursor, from);
    }
    expander_open (&a->x, depth, state);
    while (a->broken == EXPLORE_COMPLETE && expander_next (&a->x, &target))
        astar_found (a, from, depth + 1, target);
    if (again)
        expander_undo (&a->x, before);
    a->expansions++;
}

static bool
astar_goes_on (struct astar *a)
{
    if (explore_stopped (&a->e->options))
        a->broken = EXPLORE_STOPPED;
    if (a->expansions % LOOK_AT_CLOCK == 0) {
        guided_measure (a->e, open_bytes (&a->open));
        if (guided_full (a->e))
            a->broken = EXPLORE_FULL;
        if (ticker_due (&a->ticker))
            ticker_say (&a->ticker, a->e->result.states, a->e->result.bytes);
    }
    return a->broken == EXPLORE_COMPLETE && !a->x.fault.found
           && !a->x.failed.found;
}

static void
astar_run (exploration *e)
{
    struct astar a = {.e = e, .broken = EXPLORE_COMPLETE};
    struct open_state next;
    /* States are compared while another one is expanded: two cursors. */
    if (!guided_begin (e, 2))
        return;
    a.cursor = store_cursor (e->store, 0);
    expander_init (&a.x, e->generator);
    judge_init (&a.judge, e);
    open_init (&a.open, store_cursor (e->store, 1));
    ticker_init (&a.ticker, &e->options);
    if (astar_goes_on (&a))
        astar_expand (&a, WAY_ROOT, 0);
    while (astar_goes_on (&a) && open_pop (&a.open, &next)) {
        uint32_t depth = astar_depth (next.key);
        /* Else a shorter way was found since. */
        if (predecessors_find (&e->predecessors, next.state)->depth == depth)
            astar_expand (&a, next.state, depth);
    }
    result_add (&e->result, &a.x);
    guided_measure (e, open_bytes (&a.open));
    guided_end (e, a.broken);
    open_clear (&a.open);
    judge_clear (&a.judge);
    expander_clear (&a.x);
}

const struct search_class search_astar = {
    .name = "astar", .guided = true, .run = astar_run};
