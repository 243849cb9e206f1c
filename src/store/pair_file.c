/* pair_file.c -- see pair_file.h. */
#include "store/pair_file.h"

#include <assert.h>

enum { PAIR = 8, ID_BITS = 32 };

bool
pair_file_init (struct pair_file *f, const char *directory,
                uint64_t cache_bytes, uint64_t hash_mask, struct budget *budget)
{
    assert (hash_mask && budget);
    f->hash_mask = hash_mask;
    return paged_init (&f->pages, directory, cache_bytes, budget)
           && mini_states_init (&f->minis, directory, budget);
}

void
pair_file_clear (struct pair_file *f)
{
    paged_clear (&f->pages);
    mini_states_clear (&f->minis);
}

bool
pair_file_sound (struct pair_file *f, uint64_t *full)
{
    return mini_states_sound (&f->minis, full);
}

static bool
pair_trouble (struct pair_file *f, enum pair_trouble what)
{
    if (!pair_file_broken (f))
        atomic_store_explicit (&f->trouble, what, memory_order_relaxed);
    return false;
}

static bool
pair_read (struct pair_file *f, uint32_t id, uint64_t *pair)
{
    assert (id);
    return (!pair_file_broken (f)
            && paged_read (&f->pages, pair_file_offset (id), pair, PAIR))
           || pair_trouble (f, PAIRS_BROKEN);
}

uint64_t
pair_file_at (struct pair_file *f, uint32_t id)
{
    uint64_t pair;
    return id && pair_read (f, id, &pair) ? pair : 0;
}

struct pair_file_sought {
    struct pair_file *file;
    uint64_t pair;
    uint8_t low; /* of its hash */
};

static uint32_t
position_id (uint64_t position)
{
    return (uint32_t) position;
}

static bool
pair_equal (void *context, uint64_t position, bool *failed)
{
    const struct pair_file_sought *k = context;
    uint64_t pair = 0;
    if (position >> ID_BITS != k->low)
        return false;
    if (k->file->hash_mask == UINT64_MAX)
        return true;
    *failed = !pair_read (k->file, position_id (position), &pair);
    return !*failed && pair == k->pair;
}

static bool
pair_room (struct pair_file *f, struct paged_strip *s, uint64_t hash)
{
    if (!paged_room (&f->pages, s, PAIR) || !mini_states_room (&f->minis, hash))
        return pair_trouble (f, PAIRS_NO_SPACE);
    return !(s->top / PAIR >> ID_BITS) || pair_trouble (f, PAIRS_NO_ID);
}

/* A pair that nobody has, under the lock of its hash. */
static enum put
pair_append (struct pair_file *f, struct pair_file_hand *h, uint64_t pair,
             uint64_t hash, uint8_t low, uint32_t *id)
{
    struct paged_strip *s = &h->strip;
    if (!pair_room (f, s, hash))
        return PUT_FULL;
    if (!paged_write (&f->pages, s->top, &pair, PAIR)) {
        pair_trouble (f, PAIRS_BROKEN);
        return PUT_FULL;
    }
    *id = (uint32_t) (s->top / PAIR);
    mini_states_add (&f->minis, hash, (uint64_t) low << ID_BITS | *id);
    s->top += PAIR;
    return PUT_NEW;
}

static enum put
pair_seek (struct pair_file *f, struct pair_file_hand *h, uint64_t pair,
           uint64_t hash, uint32_t *id)
{
    struct pair_file_sought key = {f, pair, (uint8_t) hash};
    uint64_t position = 0;
    enum put put = PUT_OLD;
    hash &= f->hash_mask;
    if (pair_file_broken (f))
        return PUT_FULL;
    mini_states_lock (&f->minis, hash);
    enum seek seek =
        mini_states_seek (&f->minis, hash, pair_equal, &key, &position);
    if (seek == SEEK_FAILED) {
        pair_trouble (f, PAIRS_BROKEN);
        put = PUT_FULL;
    } else if (seek == SEEK_NONE)
        put = h ? pair_append (f, h, pair, hash, key.low, id) : PUT_FULL;
    else
        *id = position_id (position);
    mini_states_unlock (&f->minis, hash);
    return put;
}

enum put
pair_file_put (struct pair_file *f, struct pair_file_hand *h, uint64_t pair,
               uint64_t hash, uint32_t *id)
{
    assert (h);
    return pair_seek (f, h, pair, hash, id);
}

bool
pair_file_find (struct pair_file *f, uint64_t pair, uint64_t hash, uint32_t *id)
{
    return pair_seek (f, NULL, pair, hash, id) == PUT_OLD;
}
