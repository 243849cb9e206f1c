/* open_list.c -- a binary heap; see open_list.h. */
#include "explore/guided/open_list.h"

#include <assert.h>

void
open_init (struct open_list *o, cursor *c)
{
    *o = (struct open_list) {.cursor = c};
    buffer_init (&o->spare);
}

void
open_clear (struct open_list *o)
{
    VEC_CLEAR (o->heap);
    buffer_clear (&o->spare);
}

uint64_t
open_bytes (const struct open_list *o)
{
    return o->heap.room * sizeof *o->heap.at;
}

static bool
open_bytes_before (struct open_list *o, state_ref a, state_ref b)
{
    if (a == b)
        return false;
    struct bytes first = cursor_read (o->cursor, a);
    buffer_reset (&o->spare);
    buffer_put (&o->spare, first.data, first.size);
    struct bytes second = cursor_read (o->cursor, b);
    return bytes_compare (buffer_view (&o->spare), second) < 0;
}

static bool
open_before (struct open_list *o, const struct open_state *a,
             const struct open_state *b)
{
    if (a->key != b->key)
        return a->key < b->key;
    if (a->hash != b->hash)
        return a->hash < b->hash;
    return open_bytes_before (o, a->state, b->state);
}

void
open_push (struct open_list *o, struct open_state s)
{
    VEC_PUSH (o->heap, s);
    struct open_state *heap = o->heap.at;
    size_t at = o->heap.size - 1;
    while (at && open_before (o, &s, &heap[(at - 1) / 2])) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = s;
}

/* Puts `s` where it belongs below the top, which is free. */
static void
open_sink (struct open_list *o, struct open_state s)
{
    struct open_state *heap = o->heap.at;
    size_t size = o->heap.size, at = 0;
    assert (size > 0);
    for (;;) {
        size_t child = 2 * at + 1;
        if (child >= size)
            break;
        if (child + 1 < size && open_before (o, &heap[child + 1], &heap[child]))
            child++;
        if (!open_before (o, &heap[child], &s))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = s;
}

bool
open_pop (struct open_list *o, struct open_state *s)
{
    if (!o->heap.size)
        return false;
    *s = o->heap.at[0];
    struct open_state last = VEC_POP (o->heap);
    if (o->heap.size)
        open_sink (o, last);
    return true;
}
