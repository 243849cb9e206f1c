/* ticker.c -- tells about once a second how far a search is. */
#include <assert.h>

#include "base/clock.h"
#include "explore/explore_internal.h"

static const uint64_t TICK_NS = 1000000000;

void
ticker_init (struct ticker *t, const struct explore_options *o)
{
    *t = (struct ticker) {.options = o, .last_ns = clock_wall_ns ()};
}

bool
ticker_due (struct ticker *t)
{
    if (!t->options->tick)
        return false;
    uint64_t now = clock_wall_ns ();
    if (now - t->last_ns < TICK_NS)
        return false;
    t->last_ns = now;
    return true;
}

void
ticker_say (struct ticker *t, uint64_t states, uint64_t bytes)
{
    assert (t->options->tick);
    struct explore_result so_far = {.states = states, .bytes = bytes};
    t->options->tick (t->options->context, &so_far);
}
