/* ida.c -- depth first within a limit that rises: A* by iterated deepening; and
 * depth first up to a bound.
 *
 * An iteration expands, last found first, the states whose depth + estimate is
 * within the limit; a state to which a shorter way is found is expanded again.
 * What the limit cut off is kept, and where the next iteration begins: an
 * iteration from the root would expand the same states as before and come to
 * these (so this is fringe search: Bjornsson, Enzenberger, Holte, Schaeffer
 * 2005).  The next limit is the least sum that was cut off.  Only when nothing
 * was cut off is the search complete. */
#include <assert.h>

#include "explore/guided/guided.h"

enum { LOOK_AT_CLOCK = 1024 }; /* expansions between two looks */

/* A state, with the depth at which it was found: if that is not its depth any
 * more, it was found again on a shorter way, and this entry is void. */
struct found {
    state_ref state;
    uint32_t depth, estimate;
};
struct vec_found VEC (struct found);

struct ida {
    exploration *e;
    struct expander x;
    struct judge judge;
    cursor *cursor;
    struct vec_found stack, cut; /* cut: beyond the limit */
    uint64_t limit;
    struct ticker ticker;
    uint64_t expansions;
    enum explore_end broken;
};

static void
ida_found (struct ida *d, state_ref from, uint32_t depth, struct bytes target)
{
    state_ref ref;
    bool fresh;
    enum put put = cursor_put (d->cursor, target, &ref);
    if (put == PUT_FULL) {
        d->broken = EXPLORE_FULL;
        return;
    }
    struct way *w = predecessors_add (&d->e->predecessors, ref, &fresh);
    assert (fresh == (put == PUT_NEW));
    if (!fresh && w->depth <= depth)
        return;
    if (fresh)
        digest_add (&d->x.digest, digest_of (target));
    w->from = from;
    w->choice = d->x.choice;
    w->depth = depth;
    uint64_t estimate = judge_estimate (&d->judge, target);
    if (estimate > UINT32_MAX)
        estimate = UINT32_MAX;
    struct found found = {ref, depth, (uint32_t) estimate};
    if (depth + estimate <= d->limit)
        VEC_PUSH (d->stack, found);
    else
        VEC_PUSH (d->cut, found);
}

static void
ida_expand (struct ida *d, state_ref from, uint32_t depth)
{
    struct bytes state = {0}, target;
    struct expander_sums before = expander_sums (&d->x);
    bool again = false;
    if (from != WAY_ROOT) {
        struct way *w = predecessors_find (&d->e->predecessors, from);
        again = w->expanded;
        w->expanded = true;
        state = cursor_read (d->cursor, from);
    }
    expander_open (&d->x, depth, state);
    while (d->broken == EXPLORE_COMPLETE && expander_next (&d->x, &target))
        ida_found (d, from, depth + 1, target);
    if (again)
        expander_undo (&d->x, before);
    d->expansions++;
}

static bool
ida_goes_on (struct ida *d)
{
    if (explore_stopped (&d->e->options))
        d->broken = EXPLORE_STOPPED;
    if (d->expansions % LOOK_AT_CLOCK == 0) {
        uint64_t rooms = d->stack.room + d->cut.room;
        guided_measure (d->e, rooms * sizeof (struct found));
        if (guided_full (d->e))
            d->broken = EXPLORE_FULL;
        if (ticker_due (&d->ticker))
            ticker_say (&d->ticker, d->e->result.states, d->e->result.bytes);
    }
    return d->broken == EXPLORE_COMPLETE && !d->x.fault.found
           && !d->x.failed.found;
}

static bool
found_is_void (const struct ida *d, const struct found *f)
{
    return predecessors_find (&d->e->predecessors, f->state)->depth != f->depth;
}

/* Expands all that is within the limit.  False: the search is at its end. */
static bool
ida_iterate (struct ida *d)
{
    while (d->stack.size) {
        if (!ida_goes_on (d))
            return false;
        struct found next = VEC_POP (d->stack);
        if (!found_is_void (d, &next))
            ida_expand (d, next.state, next.depth);
    }
    return ida_goes_on (d);
}

/* Drops what is void of what was cut off, and gives the least sum of the rest;
 * UINT64_MAX: there is nothing left. */
static uint64_t
ida_cut_off (struct ida *d)
{
    uint64_t least = UINT64_MAX;
    size_t kept = 0;
    for (size_t i = 0; i < d->cut.size; i++) {
        struct found f = d->cut.at[i];
        if (found_is_void (d, &f))
            continue;
        uint64_t sum = (uint64_t) f.depth + f.estimate;
        least = sum < least ? sum : least;
        d->cut.at[kept++] = f;
    }
    d->cut.size = kept;
    return least;
}

/* The last ones come to the top of the stack again. */
static void
ida_deepen (struct ida *d, uint64_t limit)
{
    size_t kept = 0;
    assert (!d->stack.size && limit > d->limit);
    d->limit = limit;
    for (size_t i = 0; i < d->cut.size; i++) {
        struct found f = d->cut.at[i];
        if ((uint64_t) f.depth + f.estimate <= limit)
            VEC_PUSH (d->stack, f);
        else
            d->cut.at[kept++] = f;
    }
    assert (d->stack.size);
    d->cut.size = kept;
}

static void
ida_deepening (struct ida *d)
{
    if (ida_goes_on (d))
        ida_expand (d, WAY_ROOT, 0);
    while (ida_iterate (d)) {
        uint64_t limit = ida_cut_off (d);
        if (limit == UINT64_MAX)
            return;
        if (d->e->options.depth) {
            d->broken = EXPLORE_BOUND;
            d->e->result.layers = d->e->options.depth;
            return;
        }
        ida_deepen (d, limit);
    }
}

static void
ida_search (exploration *e, uint64_t limit)
{
    struct ida d = {.e = e, .limit = limit, .broken = EXPLORE_COMPLETE};
    if (!guided_begin (e, 1))
        return;
    d.cursor = store_cursor (e->store, 0);
    expander_init (&d.x, e->generator);
    judge_init (&d.judge, e);
    ticker_init (&d.ticker, &e->options);
    ida_deepening (&d);
    result_add (&e->result, &d.x);
    guided_measure (e, 0);
    guided_end (e, d.broken);
    VEC_CLEAR (d.stack);
    VEC_CLEAR (d.cut);
    judge_clear (&d.judge);
    expander_clear (&d.x);
}

static void
ida_run (exploration *e)
{
    ida_search (e, 0);
}

void
dfs_bounded (exploration *e)
{
    assert (!e->search->guided && e->options.depth);
    ida_search (e, e->options.depth - 1);
}

const struct search_class search_ida = {
    .name = "ida", .guided = true, .run = ida_run};
