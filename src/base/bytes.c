/* bytes.c -- see bytes.h. */
#include "base/bytes.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"

bool
bytes_equal (struct bytes a, struct bytes b)
{
    return a.size == b.size && (!a.size || !memcmp (a.data, b.data, a.size));
}

int
bytes_compare (struct bytes a, struct bytes b)
{
    size_t least = a.size < b.size ? a.size : b.size;
    int order = least ? memcmp (a.data, b.data, least) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

struct bytes
bytes_of (const char *s)
{
    return (struct bytes) {(const uint8_t *) s, strlen (s)};
}

void
buffer_init (struct buffer *b)
{
    *b = (struct buffer) {0};
}

void
buffer_clear (struct buffer *b)
{
    memory_free (b->data);
    buffer_init (b);
}

void
buffer_reset (struct buffer *b)
{
    b->size = 0;
}

void
buffer_put (struct buffer *b, const void *from, size_t size)
{
    assert (from || !size);
    if (b->size + size > b->room) {
        size_t room = b->room ? b->room * 2 : 64;
        while (room < b->size + size)
            room *= 2;
        b->data = memory_resize (b->data, room);
        b->room = room;
    }
    if (size)
        memcpy (b->data + b->size, from, size);
    b->size += size;
}

void
buffer_byte (struct buffer *b, uint8_t byte)
{
    buffer_put (b, &byte, 1);
}

void
buffer_uint (struct buffer *b, uint64_t n)
{
    uint8_t out[10];
    size_t size = 0;
    do {
        out[size] = n & 127;
        n >>= 7;
        if (n)
            out[size] |= 128;
        size++;
    } while (n);
    buffer_put (b, out, size);
}

void
buffer_int (struct buffer *b, int64_t n)
{
    buffer_uint (b, ((uint64_t) n << 1) ^ (n < 0 ? UINT64_MAX : 0));
}

void
buffer_u32 (struct buffer *b, uint32_t n)
{
    uint8_t out[4];
    for (int i = 0; i < 4; i++)
        out[i] = (uint8_t) (n >> (8 * i));
    buffer_put (b, out, 4);
}

void
buffer_u64 (struct buffer *b, uint64_t n)
{
    uint8_t out[8];
    for (int i = 0; i < 8; i++)
        out[i] = (uint8_t) (n >> (8 * i));
    buffer_put (b, out, 8);
}

void
buffer_bytes (struct buffer *b, struct bytes s)
{
    buffer_uint (b, s.size);
    buffer_put (b, s.data, s.size);
}

void
buffer_string (struct buffer *b, const char *s)
{
    buffer_bytes (b, bytes_of (s));
}

struct bytes
buffer_view (const struct buffer *b)
{
    return (struct bytes) {b->data, b->size};
}

void
reader_init (struct reader *r, struct bytes s)
{
    r->at = s.data;
    r->end = s.size ? s.data + s.size : s.data;
    r->failed = false;
}

struct bytes
reader_take (struct reader *r, size_t size)
{
    if (r->failed || size > (size_t) (r->end - r->at)) {
        r->failed = true;
        return (struct bytes) {0};
    }
    struct bytes result = {r->at, size};
    r->at += size;
    return result;
}

uint8_t
reader_byte (struct reader *r)
{
    struct bytes b = reader_take (r, 1);
    return b.size ? b.data[0] : 0;
}

uint64_t
reader_uint (struct reader *r)
{
    uint64_t result = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        uint8_t byte = reader_byte (r);
        if (shift == 63 && byte > 1)
            break;
        result |= (uint64_t) (byte & 127) << shift;
        if (!(byte & 128))
            return r->failed ? 0 : result;
    }
    r->failed = true;
    return 0;
}

int64_t
reader_int (struct reader *r)
{
    uint64_t n = reader_uint (r);
    return (int64_t) (n >> 1) ^ -(int64_t) (n & 1);
}

uint32_t
reader_u32 (struct reader *r)
{
    struct bytes b = reader_take (r, 4);
    uint32_t n = 0;
    for (size_t i = 0; i < b.size; i++)
        n |= (uint32_t) b.data[i] << (8 * i);
    return n;
}

uint64_t
reader_u64 (struct reader *r)
{
    struct bytes b = reader_take (r, 8);
    uint64_t n = 0;
    for (size_t i = 0; i < b.size; i++)
        n |= (uint64_t) b.data[i] << (8 * i);
    return n;
}

struct bytes
reader_bytes (struct reader *r)
{
    uint64_t size = reader_uint (r);
    return reader_take (r, size);
}

char *
reader_string (struct reader *r)
{
    struct bytes b = reader_bytes (r);
    char *result = memory_new (b.size + 1);
    if (b.size)
        memcpy (result, b.data, b.size);
    return result;
}

bool
reader_done (const struct reader *r)
{
    return !r->failed && r->at == r->end;
}
