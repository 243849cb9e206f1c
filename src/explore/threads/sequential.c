/* sequential.c -- one thread, with a stack or a queue of states to expand.
 *
 * Every state is expanded once.  The stack is a descent (explore/guided/dfs_stack.h), so the way
 * to a fault is known without a word about any other state; the queue is a list
 * of stretches.  Both stop at the first fault. */
#include <assert.h>

#include "explore/guided/dfs_stack.h"
#include "explore/explore_internal.h"

enum { LOOK_AT_CLOCK = 1024 }; /* states between two looks */

struct lone {
    exploration *e;
    struct expander x;
    store *store;
    cursor *cursor;
    struct ticker ticker;
    enum explore_end broken;
};

static bool
lone_init (struct lone *l, exploration *e)
{
    *l = (struct lone) {.e = e};
    l->store =
        explore_store (e->generator, &e->options, 1, 1, &e->result.problem);
    if (!l->store) {
        e->result.end = EXPLORE_FULL;
        return false;
    }
    l->cursor = store_cursor (l->store, 0);
    expander_init (&l->x, e->generator);
    ticker_init (&l->ticker, &e->options);
    return true;
}

static void
lone_finish (struct lone *l)
{
    struct explore_result *r = &l->e->result;
    assert (!r->states && !r->edges);
    result_add (r, &l->x);
    r->states = store_states (l->store);
    r->bytes = store_bytes (l->store);
    if (l->broken == EXPLORE_FULL && r->problem.kind == PROBLEM_NONE)
        r->problem = *store_problem (l->store);
    result_end (r, l->broken);
    expander_clear (&l->x);
    store_free (l->store);
}

/* May the next state be expanded? */
static bool
lone_goes_on (struct lone *l)
{
    if (explore_stopped (&l->e->options))
        l->broken = EXPLORE_STOPPED;
    if (l->x.expanded % LOOK_AT_CLOCK == 0 && ticker_due (&l->ticker))
        ticker_say (&l->ticker, store_states (l->store),
                    store_bytes (l->store));
    return l->broken == EXPLORE_COMPLETE && !l->x.fault.found
           && !l->x.failed.found;
}

/* ---- depth first */

/* The disk has no room for the stack. */
static void
dfs_broken (struct lone *l, const struct dfs_stack *stack)
{
    l->broken = EXPLORE_FULL;
    l->e->result.problem = stack->problem;
}

static void
dfs_expand (struct lone *l, struct bytes state, struct dfs_stack *stack)
{
    struct bytes target;
    state_ref ref;
    assert (l->broken == EXPLORE_COMPLETE);
    expander_enter (&l->x, 0, state);
    while (l->broken == EXPLORE_COMPLETE && expander_next (&l->x, &target))
        switch (cursor_put (l->cursor, target, &ref)) {
        case PUT_NEW:
            if (!dfs_stack_push (stack, ref, l->x.choice))
                dfs_broken (l, stack);
            break;
        case PUT_FULL:
            l->broken = EXPLORE_FULL;
            break;
        default:
            break;
        }
}

/* The way to the fault leads to the state that was expanded last. */
static void
dfs_way (struct lone *l, struct dfs_stack *stack)
{
    struct path *way = &l->e->way;
    uint32_t last = l->x.fault.choice;
    /* Successors that were found before the fault are not on it, and were not
     * taken. */
    if (!dfs_stack_way (stack, way)) {
        way->choice.size = 0; /* search by layers */
        return;
    }
    l->x.fault.layer = way->choice.size;
    VEC_PUSH (way->choice, last);
}

static void
dfs_run (exploration *e)
{
    struct lone l;
    struct dfs_stack stack;
    state_ref next;
    bool none = false;
    if (e->options.depth) {
        dfs_bounded (e);
        return;
    }
    if (!lone_init (&l, e))
        return;
    dfs_stack_init (&stack, 0, e->options.store.scratch);
    if (lone_goes_on (&l))
        dfs_expand (&l, (struct bytes) {0}, &stack);
    while (lone_goes_on (&l)) {
        if (!dfs_stack_take (&stack, &next, &none))
            dfs_broken (&l, &stack);
        else if (none)
            break;
        else
            dfs_expand (&l, cursor_read (l.cursor, next), &stack);
    }
    if (l.x.fault.found)
        dfs_way (&l, &stack);
    dfs_stack_clear (&stack);
    lone_finish (&l);
}

/* ---- breadth first */

static bool
bfs_expand (struct lone *l, uint64_t layer, struct bytes state)
{
    struct bytes target;
    if (!lone_goes_on (l))
        return false;
    expander_enter (&l->x, layer, state);
    while (expander_next (&l->x, &target))
        if (!cursor_add (l->cursor, target)) {
            l->broken = EXPLORE_FULL;
            return false;
        }
    return true;
}

static bool
bfs_walk (struct lone *l, uint64_t layer, struct stretch s)
{
    assert (layer > 0 && s.first < s.end);
    for (state_ref at = s.first; at < s.end;) {
        struct bytes state = cursor_read (l->cursor, at);
        at = cursor_behind (l->cursor);
        if (!bfs_expand (l, layer, state))
            return false;
    }
    return true;
}

static bool
bfs_take (struct lone *l, struct vec_stretch *queue)
{
    if (cursor_take (l->cursor, queue))
        return true;
    l->broken = EXPLORE_FULL;
    return false;
}

/* The queue of one layer; `next` gets that of the one after. */
static bool
bfs_layer (struct lone *l, uint64_t layer, const struct vec_stretch *queue,
           struct vec_stretch *next)
{
    assert (queue != next && (layer || !queue->size));
    next->size = 0;
    bool good = true;
    if (!layer)
        good = bfs_expand (l, 0, (struct bytes) {0});
    for (size_t i = 0; good && i < queue->size; i++)
        good = bfs_walk (l, layer, queue->at[i]);
    if (good)
        l->e->result.layers++;
    return bfs_take (l, next) && good;
}

static void
bfs_digest (struct lone *l, const struct vec_stretch *queue)
{
    for (size_t i = 0; i < queue->size; i++)
        for (state_ref at = queue->at[i].first; at < queue->at[i].end;
             at = cursor_behind (l->cursor))
            digest_add (&l->x.digest, digest_of (cursor_read (l->cursor, at)));
}

static void
bfs_run (exploration *e)
{
    struct lone l;
    struct vec_stretch queue = {0}, next = {0};
    if (!lone_init (&l, e))
        return;
    for (uint64_t layer = 0; bfs_layer (&l, layer, &queue, &next); layer++) {
        struct vec_stretch swap = queue;
        queue = next;
        next = swap;
        if (!queue.size)
            break;
        if (e->options.depth && layer + 1 >= e->options.depth) {
            bfs_digest (&l, &queue);
            l.broken = EXPLORE_BOUND;
            break;
        }
    }
    VEC_CLEAR (queue);
    VEC_CLEAR (next);
    lone_finish (&l);
}

const struct search_class search_dfs = {
    .name = "dfs", .has_depth = true, .run = dfs_run};
const struct search_class search_bfs = {
    .name = "bfs", .has_depth = true, .run = bfs_run};
