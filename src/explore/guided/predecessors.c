/* predecessors.c -- see predecessors.h. */
#include "explore/guided/predecessors.h"

#include <assert.h>

enum { PREDECESSORS_LEAST = 1 << 8 };

static struct way *
slots_new (uint64_t slots)
{
    struct way *slot = memory_resize (NULL, slots * sizeof *slot);
    for (uint64_t i = 0; i < slots; i++)
        slot[i] = (struct way) {.state = WAY_ROOT};
    return slot;
}

void
predecessors_init (struct predecessors *w)
{
    *w = (struct predecessors) {.slot = slots_new (PREDECESSORS_LEAST),
                                .mask = PREDECESSORS_LEAST - 1};
}

void
predecessors_clear (struct predecessors *w)
{
    memory_free (w->slot);
    *w = (struct predecessors) {0};
}

uint64_t
predecessors_bytes (const struct predecessors *w)
{
    return w->slot ? (w->mask + 1) * sizeof *w->slot : 0;
}

/* References lie close together: the high bits of the product are mixed. */
static struct way *
predecessors_seek (const struct predecessors *w, state_ref state)
{
    assert (state != WAY_ROOT && w->count <= w->mask);
    uint64_t hash = state * UINT64_C (0x9e3779b97f4a7c15);
    for (uint64_t i = hash >> 20;; i++) {
        struct way *at = &w->slot[i & w->mask];
        if (at->state == state || at->state == WAY_ROOT)
            return at;
    }
}

struct way *
predecessors_find (const struct predecessors *w, state_ref state)
{
    struct way *at = predecessors_seek (w, state);
    return at->state == state ? at : NULL;
}

static void
predecessors_grow (struct predecessors *w)
{
    struct predecessors wider = {.mask = w->mask * 2 + 1, .count = w->count};
    wider.slot = slots_new (wider.mask + 1);
    for (uint64_t i = 0; i <= w->mask; i++)
        if (w->slot[i].state != WAY_ROOT)
            *predecessors_seek (&wider, w->slot[i].state) = w->slot[i];
    predecessors_clear (w);
    *w = wider;
}

struct way *
predecessors_add (struct predecessors *w, state_ref state, bool *fresh)
{
    struct way *at = predecessors_seek (w, state);
    *fresh = at->state == WAY_ROOT;
    if (!*fresh)
        return at;
    if (w->count + w->count / 4 >= w->mask) {
        predecessors_grow (w);
        at = predecessors_seek (w, state);
    }
    w->count++;
    *at = (struct way) {.state = state};
    return at;
}

uint32_t
predecessors_depth (const struct predecessors *w, state_ref from)
{
    if (from == WAY_ROOT)
        return 0;
    const struct way *at = predecessors_find (w, from);
    assert (at && at->depth);
    return at->depth;
}
