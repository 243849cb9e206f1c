/* records.c -- see records.h. */
#include "store/records.h"

#include <assert.h>
#include <string.h>

enum { LENGTH = 4 };

bool
records_init (struct records *r, size_t size, uint64_t unit, uint64_t most,
              struct budget *budget, int file)
{
    r->vary = unit > 0;
    r->size = size;
    if (!r->vary)
        unit = size ? size : 1;
    return region_init (&r->region, unit, most, budget, file);
}

void
records_clear (struct records *r)
{
    region_clear (&r->region);
}

struct bytes
records_bytes (const struct records *r, uint64_t id)
{
    const uint8_t *at = region_at (&r->region, id);
    assert (id);
    if (!r->vary)
        return (struct bytes) {at, r->size};
    uint32_t length;
    memcpy (&length, at, LENGTH);
    return (struct bytes) {at + LENGTH, length};
}

uint64_t
records_units (const struct records *r, size_t size)
{
    uint64_t unit = r->region.unit;
    return r->vary ? (LENGTH + size + unit - 1) / unit : 1;
}

void
records_write (struct records *r, uint64_t id, struct bytes state)
{
    uint8_t *at = region_at (&r->region, id);
    assert (id && state.size < UINT32_MAX
            && (r->vary || state.size == r->size));
    if (r->vary) {
        uint32_t length = (uint32_t) state.size;
        memcpy (at, &length, LENGTH);
        at += LENGTH;
    }
    if (state.size)
        memcpy (at, state.data, state.size);
}

void
batch_push (struct batch *b, struct bytes state)
{
    assert (!batch_full (b));
    buffer_put (&b->bytes, state.data, state.size);
    b->end[b->states++] = b->bytes.size;
}

struct bytes
batch_at (const struct batch *b, unsigned i)
{
    assert (i < b->states);
    size_t start = i ? b->end[i - 1] : 0;
    return (struct bytes) {b->bytes.data + start, b->end[i] - start};
}

bool
batch_full (const struct batch *b)
{
    return b->states == BATCH_STATES || b->bytes.size >= BATCH_BYTES;
}

void
batch_reset (struct batch *b)
{
    buffer_reset (&b->bytes);
    b->states = 0;
}
