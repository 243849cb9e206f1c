/* cut.c -- see cut.h. */
#include "bounded/inlining/cut.h"

#include <assert.h>

/* Units of the first piece, some 0.2 s, and of the longest. */
enum { CUT_FIRST = 3000000, CUT_MOST = 4000000 };

bool
cut_pays (uint64_t limit)
{
    return !limit || limit > CUT_FIRST;
}

static uint64_t
cut_slice (const struct cut *c)
{
    uint64_t next = c->slice ? 2 * c->slice : CUT_FIRST;
    return next > CUT_MOST ? CUT_MOST : next;
}

enum solver_answer
cut_check (struct cut *c, solver *s, uint64_t limit, const term *const *assume,
           size_t count)
{
    assert (c && s && !(limit && c->spent >= limit));
    uint64_t before = solver_units (s);
    c->slice = cut_slice (c);
    if (limit && c->slice > limit - c->spent)
        c->slice = limit - c->spent;
    /* Takes in what was asserted, without a limit: what a solver loses when a
     * limit strikes is what it did not look at yet. */
    solver_push (s);
    solver_pop (s);
    solver_limit (s, c->slice);
    enum solver_answer answer = solver_check (s, assume, count);
    uint64_t units = solver_units (s) - before;
    /* Given up without need: it would do so again, however long it is asked. */
    c->spent = limit && answer == SOLVER_UNDECIDED && units < c->slice / 2
                   ? limit
                   : c->spent + units;
    return answer;
}

bool
cut_ends (const struct cut *c, uint64_t limit)
{
    assert (c && c->slice);
    return limit && c->spent >= limit;
}
