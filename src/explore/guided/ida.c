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

/* A state, with the depth at which it was found: if that is not its depth any
 * more, it was found again on a shorter way, and this entry is void. */
struct found {
    state_ref state;
    uint32_t depth, estimate;
};
struct vec_found VEC (struct found);

struct ida {
    struct reopening o;
    struct vec_found stack, cut; /* cut: beyond the limit */
    uint64_t limit;
};

static void
ida_open (struct reopening *o, state_ref ref, uint32_t depth,
          struct bytes state, struct digest digest)
{
    (void) digest;
    struct ida *d = (struct ida *) o;
    uint64_t estimate = judge_estimate (&o->judge, state);
    if (estimate > UINT32_MAX)
        estimate = UINT32_MAX;
    struct found found = {ref, depth, (uint32_t) estimate};
    if (depth + estimate <= d->limit)
        VEC_PUSH (d->stack, found);
    else
        VEC_PUSH (d->cut, found);
}

static bool
ida_goes_on (struct ida *d)
{
    uint64_t rooms = d->stack.room + d->cut.room;
    return reopening_goes_on (&d->o, rooms * sizeof (struct found));
}

static bool
found_is_void (const struct ida *d, const struct found *f)
{
    return predecessors_find (&d->o.e->predecessors, f->state)->depth
           != f->depth;
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
            reopening_expand (&d->o, next.state, next.depth);
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
        reopening_expand (&d->o, WAY_ROOT, 0);
    while (ida_iterate (d)) {
        uint64_t limit = ida_cut_off (d);
        if (limit == UINT64_MAX)
            return;
        if (d->o.e->options.depth) {
            d->o.broken = EXPLORE_BOUND;
            d->o.e->result.layers = d->o.e->options.depth;
            return;
        }
        ida_deepen (d, limit);
    }
}

static void
ida_search (exploration *e, uint64_t limit)
{
    struct ida d = {.o.open = ida_open, .limit = limit};
    if (!reopening_begin (&d.o, e, 1))
        return;
    ida_deepening (&d);
    reopening_end (&d.o, 0);
    VEC_CLEAR (d.stack);
    VEC_CLEAR (d.cut);
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
