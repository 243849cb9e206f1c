/* open.c -- see open.h. */
#include "explore/async/open.h"

#define GUEST (UINT64_C (1) << 63) /* in `at` */

void
async_open_clear (struct async_open *o)
{
    VEC_CLEAR (o->heap);
    VEC_CLEAR (o->guests);
    VEC_CLEAR (o->vacant);
}

uint64_t
async_open_bytes (const struct async_open *o)
{
    return o->heap.room * sizeof *o->heap.at
           + o->guests.room * sizeof *o->guests.at
           + o->vacant.room * sizeof *o->vacant.at;
}

static bool
entry_before (const struct async_entry *a, const struct async_entry *b)
{
    return a->key != b->key ? a->key < b->key : a->turn < b->turn;
}

/* The later ones first, so that depth and estimate are followed downwards;
 * breadth first takes them as they come. */
static void
entry_push (struct async_open *o, uint64_t at, uint32_t depth, int64_t estimate)
{
    struct async_entry e = {.at = at, .turn = ~o->turns};
    switch (o->order) {
    case OPEN_SHALLOW:
        e.key = depth;
        e.turn = o->turns;
        break;
    case OPEN_DEEP:
        e.key = UINT32_MAX - depth;
        break;
    case OPEN_NEAR:
        e.key = estimate < 0 ? 0 : (uint64_t) estimate;
        break;
    }
    o->turns++;
    async_open_entry (o, e);
}

void
async_open_entry (struct async_open *o, struct async_entry e)
{
    VEC_PUSH_LEAN (o->heap, e);
    size_t i = o->heap.size - 1;
    for (; i && entry_before (&e, &o->heap.at[(i - 1) / 2]); i = (i - 1) / 2)
        o->heap.at[i] = o->heap.at[(i - 1) / 2];
    o->heap.at[i] = e;
}

bool
async_open_least (struct async_open *o, struct async_entry *least)
{
    if (!o->heap.size)
        return false;
    struct async_entry *heap = o->heap.at;
    *least = heap[0];
    struct async_entry last = heap[--o->heap.size];
    size_t i = 0, size = o->heap.size;
    for (size_t child; (child = 2 * i + 1) < size; i = child) {
        if (child + 1 < size && entry_before (&heap[child + 1], &heap[child]))
            child++;
        if (!entry_before (&heap[child], &last))
            break;
        heap[i] = heap[child];
    }
    if (size)
        heap[i] = last;
    return true;
}

void
async_open_node (struct async_open *o, uint64_t node, uint32_t depth,
                 int64_t estimate)
{
    assert (node < GUEST);
    entry_push (o, node, depth, estimate);
}

void
async_open_guest (struct async_open *o, const struct guest *g)
{
    uint64_t at = o->guests.size;
    if (o->vacant.size) {
        at = VEC_POP (o->vacant);
        o->guests.at[at] = *g;
    } else
        VEC_PUSH_LEAN (o->guests, *g);
    entry_push (o, at | GUEST, g->mini.depth, g->mini.estimate);
}

enum async_next
async_open_next (struct async_open *o, uint64_t *node, struct guest *g)
{
    struct async_entry least;
    if (!async_open_least (o, &least))
        return ASYNC_NONE;
    uint64_t at = least.at;
    if (!(at & GUEST)) {
        *node = at;
        return ASYNC_NODE;
    }
    at &= ~GUEST;
    assert (at < o->guests.size);
    *g = o->guests.at[at];
    VEC_PUSH (o->vacant, at);
    return ASYNC_GUEST;
}
