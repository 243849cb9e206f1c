/* cube.c -- see cube.h. */
#include "cegar/abstraction/cube.h"

#include <assert.h>
#include <string.h>

size_t
cube_words (size_t predicates)
{
    return (predicates + CUBE_BITS - 1) / CUBE_BITS;
}

bool
cube_has (const uint64_t *bits, size_t bit)
{
    return bits[bit / CUBE_BITS] >> (bit % CUBE_BITS) & 1;
}

void
cube_set (uint64_t *bits, size_t bit)
{
    bits[bit / CUBE_BITS] |= (uint64_t) 1 << (bit % CUBE_BITS);
}

size_t
cube_count (const uint64_t *bits, size_t words)
{
    size_t count = 0;
    for (size_t i = 0; i < words; i++)
        count += (size_t) __builtin_popcountll (bits[i]);
    return count;
}

bool
cube_subset (const uint64_t *a, const uint64_t *b, size_t words)
{
    for (size_t i = 0; i < words; i++)
        if (a[i] & ~b[i])
            return false;
    return true;
}

bool
cube_equal (const uint64_t *a, const uint64_t *b, size_t words)
{
    return !words || !memcmp (a, b, words * sizeof *a);
}

struct digest
cube_digest (uint32_t location, const uint64_t *bits, size_t words)
{
    while (words && !bits[words - 1])
        words--;
    struct buffer b;
    buffer_init (&b);
    buffer_u32 (&b, location);
    for (size_t i = 0; i < words; i++)
        buffer_u64 (&b, bits[i]);
    struct digest d = digest_of (buffer_view (&b));
    buffer_clear (&b);
    return d;
}

void
cube_write (struct buffer *b, const uint64_t *bits, size_t predicates)
{
    for (size_t byte = 0; byte * 8 < predicates; byte++)
        buffer_byte (b, (uint8_t) (bits[byte / 8] >> (byte % 8 * 8)));
}

bool
cube_read (struct reader *r, uint64_t *bits, size_t predicates)
{
    struct bytes raw = reader_take (r, (predicates + 7) / 8);
    if (r->failed)
        return false;
    assert (raw.size == (predicates + 7) / 8);
    memset (bits, 0, cube_words (predicates) * sizeof *bits);
    for (size_t byte = 0; byte < raw.size; byte++)
        bits[byte / 8] |= (uint64_t) raw.data[byte] << (byte % 8 * 8);
    size_t tail = predicates % CUBE_BITS;
    return !tail || !(bits[predicates / CUBE_BITS] >> tail);
}

void
cover_init (struct cube_cover *c, size_t words)
{
    *c = (struct cube_cover) {.words = words};
}

void
cover_clear (struct cube_cover *c)
{
    VEC_CLEAR (c->member);
}

bool
cover_find (const struct cube_cover *c, const uint64_t *bits, uint32_t *name)
{
    size_t size = cube_count (bits, c->words);
    for (size_t i = 0; i < c->member.size; i++) {
        const struct cover_member *m = &c->member.at[i];
        if (m->size > size)
            return false;
        if (cube_subset (m->bits, bits, c->words)) {
            *name = m->name;
            return true;
        }
    }
    return false;
}

void
cover_add (struct cube_cover *c, const uint64_t *bits, uint32_t name)
{
    struct cover_member m = {name, (uint32_t) cube_count (bits, c->words),
                             bits};
    VEC_PUSH (c->member, m);
    size_t i = c->member.size - 1;
    for (; i && c->member.at[i - 1].size > m.size; i--)
        c->member.at[i] = c->member.at[i - 1];
    c->member.at[i] = m;
    assert (i + 1 == c->member.size || m.size < c->member.at[i + 1].size);
}

void
cover_prune (struct cube_cover *c, const uint64_t *bits,
             bool (*gone) (void *context, uint32_t name), void *context)
{
    assert (gone);
    size_t size = cube_count (bits, c->words), kept = 0;
    for (size_t i = 0; i < c->member.size; i++) {
        const struct cover_member m = c->member.at[i];
        assert (!kept || c->member.at[kept - 1].size <= m.size);
        bool drop = m.size > size && cube_subset (bits, m.bits, c->words)
                    && gone (context, m.name);
        if (!drop)
            c->member.at[kept++] = m;
    }
    c->member.size = kept;
}
