/* sent_cache.c -- see sent_cache.h. */
#include "explore/async/sent_cache.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

enum {
    RECENT_BYTES = 1 << 20,
    RECENT_SLOTS = 1 << 16,
    TRIAL = 1 << 14, /* states after which it is judged */
    LEAST = 3,       /* one in so many has to be found */
    REST = 8 * TRIAL /* states until the next trial */
};

void
sent_cache_init (struct recent *r, size_t state_size)
{
    *r = (struct recent) {.state_size = state_size};
    if (!state_size || state_size > RECENT_BYTES / 16)
        return;
    size_t slots = RECENT_SLOTS;
    while (slots * (state_size + 1) > RECENT_BYTES)
        slots /= 2;
    assert (slots && !(slots & (slots - 1)));
    r->mask = slots - 1;
    r->slot = NEW_ARRAY (uint8_t, slots *(state_size + 1));
}

void
sent_cache_clear (struct recent *r)
{
    memory_free (r->slot);
    *r = (struct recent) {0};
}

bool
sent_cache_awake (struct recent *r)
{
    if (!r->slot)
        return false;
    if (r->rests)
        return !--r->rests;
    return true;
}

/* At the end of a trial. */
static void
cache_judge (struct recent *r)
{
    if (r->found < r->asked / LEAST)
        r->rests = REST;
    r->asked = r->found = 0;
}

bool
sent_cache_note (struct recent *r, struct bytes state, struct digest d)
{
    if (!r->slot)
        return false;
    assert (state.size == r->state_size);
    uint8_t *slot = r->slot + (d.low & r->mask) * (r->state_size + 1);
    bool found = *slot && !memcmp (slot + 1, state.data, state.size);
    r->found += found;
    if (++r->asked == TRIAL)
        cache_judge (r);
    if (found)
        return true;
    *slot = 1;
    memcpy (slot + 1, state.data, state.size);
    return false;
}
