/* table.c -- see table.h. */
#include "ctl/table.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

enum { FEWEST_SLOTS = 1024, MOST_PARTS = 4096 };

static size_t
slot_of (const struct ctl_table *t, state_ref ref)
{
    size_t mask = t->slot.size - 1;
    size_t at = (size_t) (ref * 0x9e3779b97f4a7c15u >> 20) & mask;
    assert (t->slot.size && !(t->slot.size & mask));
    while (t->slot.at[at] && t->ref.at[t->slot.at[at] - 1] != ref)
        at = (at + 1) & mask;
    return at;
}

static void
slots_grow (struct ctl_table *t)
{
    size_t size = t->slot.size ? 2 * t->slot.size : FEWEST_SLOTS;
    VEC_ROOM (t->slot, size);
    memset (t->slot.at, 0, size * sizeof *t->slot.at);
    t->slot.size = size;
    for (size_t i = 0; i < t->ref.size; i++)
        t->slot.at[slot_of (t, t->ref.at[i])] = (uint32_t) i + 1;
}

bool
ctl_table_init (struct ctl_table *t, const struct store_options *options,
                const generator *g, struct problem *p)
{
    struct store_options so = *options;
    uint32_t ends[MOST_PARTS];
    assert (options->threads == 1);
    so.parts = g->class->parts ? g->class->parts (g, ends, MOST_PARTS) : 0;
    so.ends = so.parts ? ends : NULL;
    so.parts_of = g->class->parts_of;
    *t = (struct ctl_table) {.store = store_new (&so, p)};
    if (!t->store)
        return false;
    t->cursor = store_cursor (t->store, 0);
    slots_grow (t);
    return true;
}

void
ctl_table_clear (struct ctl_table *t)
{
    if (t->store)
        store_free (t->store);
    VEC_CLEAR (t->ref);
    VEC_CLEAR (t->slot);
}

enum put
ctl_table_put (struct ctl_table *t, struct bytes bytes, uint32_t *state)
{
    state_ref ref;
    enum put put = cursor_put (t->cursor, bytes, &ref);
    if (put == PUT_OLD)
        *state = t->slot.at[slot_of (t, ref)] - 1;
    if (put != PUT_NEW)
        return put;
    assert (t->ref.size + 1 < CTL_NOWHERE);
    if (2 * t->ref.size >= t->slot.size)
        slots_grow (t);
    *state = (uint32_t) t->ref.size;
    VEC_PUSH (t->ref, ref);
    t->slot.at[slot_of (t, ref)] = *state + 1;
    return PUT_NEW;
}

uint32_t
ctl_table_find (struct ctl_table *t, struct bytes bytes)
{
    state_ref ref;
    if (!cursor_find (t->cursor, bytes, &ref))
        return CTL_NOWHERE;
    assert (t->slot.at[slot_of (t, ref)]);
    return t->slot.at[slot_of (t, ref)] - 1;
}

struct bytes
ctl_table_read (struct ctl_table *t, uint32_t state)
{
    assert (state < t->ref.size);
    return cursor_read (t->cursor, t->ref.at[state]);
}

uint64_t
ctl_table_memory (const struct ctl_table *t)
{
    return store_bytes (t->store) + t->ref.room * sizeof *t->ref.at
           + t->slot.room * sizeof *t->slot.at;
}
