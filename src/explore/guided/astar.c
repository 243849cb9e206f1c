/* astar.c -- A*: the state with the least depth + estimate first.
 *
 * A state to which a shorter way is found is opened again, whatever it was.  So
 * if the estimate is never more than the number of edges to the source of a
 * fault, the counterexample is a shortest one.  What a state's edges bring is
 * counted the first time only. */
#include <assert.h>

#include "explore/guided/guided.h"

struct astar {
    struct reopening o;
    struct open_list open;
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
astar_open (struct reopening *o, state_ref ref, uint32_t depth,
            struct bytes state, struct digest digest)
{
    struct astar *a = (struct astar *) o;
    uint64_t key = astar_key (depth, judge_estimate (&o->judge, state));
    open_push (&a->open,
               (struct open_state) {key, judge_hash (&o->judge, digest), ref});
}

static bool
astar_goes_on (struct astar *a)
{
    return reopening_goes_on (&a->o, open_bytes (&a->open));
}

static void
astar_run (exploration *e)
{
    struct astar a = {.o.open = astar_open};
    struct open_state next;
    /* States are compared while another one is expanded: two cursors. */
    if (!reopening_begin (&a.o, e, 2))
        return;
    open_init (&a.open, store_cursor (e->store, 1));
    if (astar_goes_on (&a))
        reopening_expand (&a.o, WAY_ROOT, 0);
    while (astar_goes_on (&a) && open_pop (&a.open, &next)) {
        uint32_t depth = astar_depth (next.key);
        /* Else a shorter way was found since. */
        if (predecessors_find (&e->predecessors, next.state)->depth == depth)
            reopening_expand (&a.o, next.state, depth);
    }
    reopening_end (&a.o, open_bytes (&a.open));
    open_clear (&a.open);
}

const struct search_class search_astar = {
    .name = "astar", .guided = true, .run = astar_run};
