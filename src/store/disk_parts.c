/* disk_parts.c -- states to and from the numbers of their parts (collapse
 * compression: each part is stored once); see disk_internal.h.
 *
 * The hash of a state is made of the hashes of its parts, so that what did not
 * change is not hashed again. */
#include "store/disk_internal.h"

#include <string.h>

/* The finalizer of MurmurHash3. */
static uint64_t
mixed (uint64_t x)
{
    x ^= x >> 33;
    x *= UINT64_C (0xff51afd7ed558ccd);
    x ^= x >> 33;
    x *= UINT64_C (0xc4ceb9fe1a85ec53);
    return x ^ x >> 33;
}

static uint64_t
hash_with (uint64_t so_far, uint64_t part)
{
    return mixed (so_far + part) * UINT64_C (0x9e3779b97f4a7c15);
}

/* ---- parts */

static uint64_t
part_offset (uint64_t number)
{
    return (number & ((UINT64_C (1) << DISK_KIND) - 1)) * DISK_UNIT;
}

static unsigned
part_kind (uint64_t number)
{
    return (unsigned) (number >> DISK_KIND);
}

struct disk_parts_sought {
    struct disk *disk;
    unsigned kind;
    struct bytes record;
};

/* The length comes first, so a comparison never gets beyond a shorter part. */
static bool
part_equal (void *context, uint64_t number, bool *failed)
{
    const struct disk_parts_sought *k = context;
    bool equal = false;
    if (part_kind (number) != k->kind)
        return false;
    *failed = !paged_equal (&k->disk->parts[k->kind], part_offset (number),
                            k->record.data, k->record.size, &equal);
    return !*failed && equal;
}

static void
part_write (struct disk_cursor *c, struct bytes b)
{
    uint32_t length = (uint32_t) b.size;
    buffer_reset (&c->part_record);
    buffer_put (&c->part_record, &length, DISK_LENGTH);
    buffer_put (&c->part_record, b.data, b.size);
}

/* A part that nobody has, under the lock of its hash. */
static enum put
part_append (struct disk_cursor *c, unsigned kind, uint64_t hash,
             uint64_t *number)
{
    struct disk *d = disk_of (&c->common);
    struct paged_strip *s = &c->parts[kind];
    uint64_t bytes = disk_round (c->part_record.size);
    if (!paged_room (&d->parts[kind], s, bytes)
        || !mini_states_room (&d->part_minis, hash))
        return cursor_full (&c->common, d->full);
    if (s->top / DISK_UNIT >> DISK_KIND)
        return cursor_full (&c->common, "the file of parts is full");
    if (!paged_write (&d->parts[kind], s->top, c->part_record.data,
                      c->part_record.size))
        return cursor_full (&c->common, d->failed);
    *number = (uint64_t) kind << DISK_KIND | s->top / DISK_UNIT;
    mini_states_add (&d->part_minis, hash, *number);
    s->top += bytes;
    return PUT_NEW;
}

static enum put
part_put (struct disk_cursor *c, unsigned kind, struct bytes b, uint64_t hash,
          bool add, uint64_t *number)
{
    struct disk *d = disk_of (&c->common);
    enum put put = PUT_OLD;
    assert (kind < STORE_KINDS);
    part_write (c, b);
    struct disk_parts_sought key = {d, kind, buffer_view (&c->part_record)};
    hash &= c->common.store->hash_mask;
    mini_states_lock (&d->part_minis, hash);
    enum seek seek =
        mini_states_seek (&d->part_minis, hash, part_equal, &key, number);
    if (seek == SEEK_FAILED)
        put = cursor_full (&c->common, d->failed);
    else if (seek == SEEK_NONE)
        put = add ? part_append (c, kind, hash, number) : PUT_FULL;
    mini_states_unlock (&d->part_minis, hash);
    return put;
}

/* ---- states */

static void
kinds_of (struct disk_cursor *c, struct bytes state, size_t parts)
{
    const store *s = c->common.store;
    if (s->kinds_of)
        s->kinds_of (state, c->end, parts, c->kind);
    else
        for (size_t i = 0; i < parts; i++)
            c->kind[i] = (uint8_t) (i < STORE_KINDS ? i : STORE_KINDS - 1);
}

/* The part of the last state that is the same: at the same place, or as far
 * from the end. */
static const struct disk_part *
part_like (const struct disk_cursor *c, size_t i, size_t parts, unsigned kind,
           struct bytes b)
{
    size_t place[2] = {i, i + c->part_count - parts};
    for (size_t k = 0; k < 1 + (c->part_count != parts); k++) {
        if (place[k] >= c->part_count)
            continue;
        const struct disk_part *p = &c->part[place[k]];
        if (p->size == b.size && part_kind (p->number) == kind
            && (!b.size || !memcmp (c->bytes + p->at, b.data, b.size)))
            return p;
    }
    return NULL;
}

static void
record_number (struct buffer *record, uint64_t number)
{
    uint8_t byte[DISK_NUMBER];
    assert (!(number >> 8 * DISK_NUMBER));
    for (size_t i = 0; i < DISK_NUMBER; i++)
        byte[i] = (uint8_t) (number >> 8 * i);
    buffer_put (record, byte, sizeof byte);
}

static uint64_t
number_at (const uint8_t *at)
{
    uint64_t number = 0;
    for (size_t i = 0; i < DISK_NUMBER; i++)
        number |= (uint64_t) at[i] << 8 * i;
    return number;
}

enum put
disk_record (struct disk_cursor *c, struct bytes state, bool add)
{
    size_t parts = store_split (c->common.store, state, c->end);
    uint32_t count = (uint32_t) parts;
    kinds_of (c, state, parts);
    buffer_reset (&c->record);
    buffer_put (&c->record, &count, DISK_LENGTH);
    c->hash = parts;
    for (size_t i = 0; i < parts; i++) {
        uint32_t start = i ? c->end[i - 1] : 0;
        struct bytes b = {state.data + start, c->end[i] - start};
        const struct disk_part *p = part_like (c, i, parts, c->kind[i], b);
        uint64_t hash = p ? p->hash : digest_of (b).low, number;
        if (p)
            number = p->number;
        else if (part_put (c, c->kind[i], b, hash, add, &number) == PUT_FULL)
            return PUT_FULL;
        c->hash = hash_with (c->hash, hash);
        record_number (&c->record, number);
    }
    c->hash = mixed (c->hash) & c->common.store->hash_mask;
    return PUT_OLD;
}

/* ---- reading */

static void
next_room (struct disk_cursor *c, size_t size)
{
    if (size <= c->next_room)
        return;
    c->next_room = size + size / 2 + 64;
    c->next = memory_resize (c->next, c->next_room);
}

/* Appends part i to the next bytes. */
static bool
part_read (struct disk_cursor *c, size_t i, uint64_t number, uint32_t at)
{
    struct disk_part *p = &c->part[i];
    struct paged *file = &disk_of (&c->common)->parts[part_kind (number)];
    bool same = i < c->part_count && p->number == number;
    uint32_t size = p->size;
    if (!same && !paged_read (file, part_offset (number), &size, DISK_LENGTH))
        return false;
    next_room (c, (size_t) at + size);
    if (same && size)
        memcpy (c->next + at, c->bytes + p->at, size);
    if (!same) {
        if (!paged_read (file, part_offset (number) + DISK_LENGTH, c->next + at,
                         size))
            return false;
        p->hash = digest_of ((struct bytes) {c->next + at, size}).low;
    }
    p->number = number;
    p->at = at;
    p->size = size;
    return true;
}

void
disk_forget (struct disk_cursor *c)
{
    c->part_count = c->size = 0;
}

bool
disk_restore (struct disk_cursor *c, struct bytes record)
{
    uint32_t at = 0;
    size_t parts = (record.size - DISK_LENGTH) / DISK_NUMBER;
    assert (parts <= PARTS_MOST);
    next_room (c, 1);
    for (size_t i = 0; i < parts; i++) {
        uint64_t number =
            number_at (record.data + DISK_LENGTH + i * DISK_NUMBER);
        if (part_kind (number) >= STORE_KINDS
            || !part_read (c, i, number, at)) {
            disk_forget (c);
            return false;
        }
        at += c->part[i].size;
    }
    uint8_t *bytes = c->bytes;
    size_t room = c->bytes_room;
    c->bytes = c->next;
    c->bytes_room = c->next_room;
    c->next = bytes;
    c->next_room = room;
    c->part_count = parts;
    c->size = at;
    return true;
}
