/* delta.c -- see delta.h. */
#include "explore/members/delta.h"

#include <assert.h>
#include <string.h>

enum { WORD = 8, NUMBER = 10 };

/* Room for so many bytes more, to be written at the result. */
static uint8_t *
buffer_room (struct buffer *b, size_t more)
{
    static const uint8_t none[64];
    while (b->size + more > b->room) {
        size_t size = b->size; /* it grows as it always does */
        while (b->size + sizeof none <= b->room)
            b->size += sizeof none;
        buffer_put (b, none, sizeof none);
        b->size = size;
    }
    return b->data + b->size;
}

static uint8_t *
number_put (uint8_t *at, uint64_t n)
{
    for (; n >= 128; n >>= 7)
        *at++ = (uint8_t) (n | 128);
    *at++ = (uint8_t) n;
    return at;
}

static uint64_t
word_at (const uint8_t *at, size_t size)
{
    uint64_t word = 0;
    memcpy (&word, at, size < WORD ? size : WORD);
    return word;
}

/* The first place from `at` on where they differ; `size`: there is none. */
static size_t
first_other (const uint8_t *a, const uint8_t *b, size_t at, size_t size)
{
    for (; at + WORD <= size; at += WORD)
        if (word_at (a + at, WORD) != word_at (b + at, WORD))
            break;
    while (at < size && a[at] == b[at])
        at++;
    return at;
}

/* The end of the bytes from `at` on that differ: behind it is a word's worth of
 * equal ones, or the end. */
static size_t
last_other (const uint8_t *a, const uint8_t *b, size_t at, size_t size)
{
    size_t end = at + 1;
    for (size_t i = end; i < size && i < end + WORD; i++)
        if (a[i] != b[i])
            end = i + 1;
    return end;
}

/* ---- sizes that differ */

static size_t
prefix_of (struct bytes a, struct bytes b)
{
    size_t least = a.size < b.size ? a.size : b.size;
    return first_other (a.data, b.data, 0, least);
}

static size_t
suffix_of (struct bytes a, struct bytes b, size_t most)
{
    size_t n = 0;
    while (n < most && a.data[a.size - 1 - n] == b.data[b.size - 1 - n])
        n++;
    return n;
}

/* Where what came or went is supposed to be: behind what is equal from the
 * start, or before what is equal to the end, if that is more. */
static size_t
seam_of (struct bytes before, struct bytes state)
{
    size_t least = before.size < state.size ? before.size : state.size;
    size_t prefix = prefix_of (before, state);
    size_t suffix = suffix_of (before, state, least);
    return prefix >= suffix ? prefix : least - suffix;
}

/* `seam` is at most the lesser of both sizes. */
static void
resize_at (struct buffer *b, size_t seam, size_t size)
{
    assert (seam <= b->size && seam <= size);
    if (size > b->size) {
        size_t more = size - b->size, behind = b->size - seam;
        uint8_t *at = buffer_room (b, more) - behind;
        memmove (at + more, at, behind);
        memset (at, 0, more);
    } else
        memmove (b->data + seam, b->data + seam + (b->size - size),
                 size - seam);
    b->size = size;
}

/* ---- one after the other */

static void
bytes_write (struct buffer *to, struct buffer *before, struct bytes state)
{
    for (size_t at = 0; at < state.size;) {
        size_t first = first_other (before->data, state.data, at, state.size);
        size_t end = first;
        uint8_t *out = number_put (buffer_room (to, 2 * NUMBER), first - at);
        if (first < state.size) {
            end = last_other (before->data, state.data, first, state.size);
            out = number_put (out, end - first);
        }
        to->size = (size_t) (out - to->data);
        if (end > first) {
            buffer_put (to, state.data + first, end - first);
            memcpy (before->data + first, state.data + first, end - first);
        }
        at = end;
    }
}

void
delta_write (struct buffer *to, struct buffer *before, struct bytes state)
{
    assert (state.size);
    buffer_uint (to, state.size);
    if (state.size != before->size) {
        size_t seam = seam_of (buffer_view (before), state);
        buffer_uint (to, seam);
        resize_at (before, seam, state.size);
    }
    bytes_write (to, before, state);
    assert (bytes_equal (buffer_view (before), state));
}

static bool
bytes_read (struct reader *r, struct buffer *before)
{
    for (size_t at = 0; at < before->size;) {
        uint64_t equal = reader_uint (r);
        if (r->failed || equal > before->size - at)
            return false;
        at += equal;
        if (at == before->size)
            break;
        uint64_t other = reader_uint (r);
        if (r->failed || !other || other > before->size - at)
            return false;
        struct bytes b = reader_take (r, other);
        if (r->failed)
            return false;
        memcpy (before->data + at, b.data, b.size);
        at += other;
    }
    return true;
}

bool
delta_read (struct reader *r, struct buffer *before)
{
    uint64_t size = reader_uint (r), seam = 0;
    bool good = !r->failed && size && size <= DELTA_MOST;
    if (good && size != before->size) {
        seam = reader_uint (r);
        good = !r->failed && seam <= size && seam <= before->size;
        if (good)
            resize_at (before, seam, size);
    }
    good = good && bytes_read (r, before);
    r->failed |= !good;
    return good;
}
