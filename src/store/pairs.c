/* pairs.c -- see pairs.h. */
#include "store/pairs.h"

#include <assert.h>

static uint64_t
pairs_hash_id (const void *owner, uint64_t id)
{
    const struct pairs *p = owner;
    assert (id && id <= UINT32_MAX);
    return pair_hash (pairs_at (p, (uint32_t) id)) & p->hash_mask;
}

bool
pairs_init (struct pairs *p, struct budget *budget, struct gate *gate,
            uint64_t hash_mask)
{
    assert (hash_mask && budget && gate);
    p->hash_mask = hash_mask;
    p->index = (struct index) {.region = &p->region,
                               .budget = budget,
                               .gate = gate,
                               .hash = pairs_hash_id,
                               .owner = p};
    return region_init (&p->region, sizeof (uint64_t), UINT32_MAX, budget, -1)
           && index_init (&p->index);
}

void
pairs_clear (struct pairs *p)
{
    index_clear (&p->index);
    region_clear (&p->region);
}

bool
pairs_sound (const struct pairs *p, uint64_t *full)
{
    return index_sound (&p->index, full);
}

struct pairs_sought {
    const struct pairs *pairs;
    uint64_t pair;
};

static inline bool
pair_equal (const void *context, uint64_t id)
{
    const struct pairs_sought *k = context;
    return pairs_at (k->pairs, (uint32_t) id) == k->pair;
}

static inline bool
pairs_seek (const struct pairs *p, uint64_t pair, uint64_t hash, uint64_t *spot)
{
    struct pairs_sought key = {p, pair};
    return index_seek (&p->index, false, hash, pair_equal, &key, spot);
}

enum put
pairs_put (struct pairs *p, struct pairs_hand *h, unsigned thread,
           uint64_t pair, uint64_t hash, uint32_t *id)
{
    uint64_t spot;
    hash &= p->hash_mask;
    while (!pairs_seek (p, pair, hash, &spot)) {
        if (!strip_room (&h->strip, &p->region, 1))
            return PUT_FULL;
        uint64_t top = h->strip.top;
        assert (top && top <= UINT32_MAX);
        if (!index_ready (&p->index, &h->credit, top)) {
            if (!index_grow (&p->index, thread))
                return PUT_FULL;
            continue;
        }
        ((uint64_t *) (void *) p->region.base)[top] = pair;
        if (!index_claim (&p->index, false, spot, hash, top))
            continue;
        assert (h->credit && h->strip.top < h->strip.end);
        h->credit--;
        h->strip.top++;
        *id = (uint32_t) top;
        return PUT_NEW;
    }
    assert (spot && spot <= UINT32_MAX);
    *id = (uint32_t) spot;
    return PUT_OLD;
}

bool
pairs_find (const struct pairs *p, uint64_t pair, uint64_t hash, uint32_t *id)
{
    uint64_t spot;
    bool found = pairs_seek (p, pair, hash & p->hash_mask, &spot);
    *id = (uint32_t) spot;
    return found;
}

void
pairs_foresee (const struct pairs *p, uint64_t hash)
{
    __builtin_prefetch (index_address (&p->index, hash & p->hash_mask));
}

static bool
always_equal (const void *context, uint64_t id)
{
    (void) context;
    (void) id;
    return true;
}

void
pairs_foresee_record (const struct pairs *p, uint64_t hash)
{
    uint64_t spot;
    if (index_seek (&p->index, false, hash & p->hash_mask, always_equal, NULL,
                    &spot))
        __builtin_prefetch (region_at (&p->region, spot));
}
