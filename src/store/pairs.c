/* pairs.c -- see pairs.h. */
#include "store/pairs.h"

#include <assert.h>

#include "base/memory.h"

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

bool
pairs_init_file (struct pairs *p, const char *directory, uint64_t cache_bytes,
                 struct budget *budget, uint64_t hash_mask)
{
    p->file = memory_new (sizeof *p->file);
    return pair_file_init (p->file, directory, cache_bytes, hash_mask, budget);
}

void
pairs_clear (struct pairs *p)
{
    if (p->file) {
        pair_file_clear (p->file);
        memory_free (p->file);
        return;
    }
    index_clear (&p->index);
    region_clear (&p->region);
}

bool
pairs_sound (const struct pairs *p, uint64_t *full)
{
    return p->file ? pair_file_sound (p->file, full)
                   : index_sound (&p->index, full);
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
    if (p->file)
        return pair_file_put (p->file, &h->file, pair, hash, id);
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
    if (p->file)
        return pair_file_find (p->file, pair, hash, id);
    bool found = pairs_seek (p, pair, hash & p->hash_mask, &spot);
    *id = (uint32_t) spot;
    return found;
}

void
pairs_foresee (const struct pairs *p, uint64_t hash)
{
    if (!p->file)
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
    if (!p->file
        && index_seek (&p->index, false, hash & p->hash_mask, always_equal,
                       NULL, &spot))
        __builtin_prefetch (region_at (&p->region, spot));
}

/* ---- views */

bool
pairs_view_init (struct pairs_view *v, const struct pairs *p,
                 struct budget *budget, unsigned bits)
{
    *v = (struct pairs_view) {.pairs = p, .bits = bits};
    if (p->file)
        v->recent = pages_new (budget, sizeof *v->recent << bits);
    else
        v->base = (const uint64_t *) (const void *) p->region.base;
    return v->base || v->recent;
}

void
pairs_view_clear (struct pairs_view *v, struct budget *budget)
{
    if (v->recent)
        pages_free (budget, v->recent, sizeof *v->recent << v->bits);
}

uint64_t
pairs_view_file (const struct pairs_view *v, uint32_t id)
{
    struct pairs_recent *r = &v->recent[id & ((UINT32_C (1) << v->bits) - 1)];
    if (r->id == id && id)
        return r->pair;
    uint64_t pair = pair_file_at (v->pairs->file, id);
    if (!pair_file_broken (v->pairs->file))
        *r = (struct pairs_recent) {pair, id};
    return pair;
}

/* A few are most often there. */
enum { FEW = 4, AT_ONCE = 64 };

void
pairs_view_foresee (const struct pairs_view *v, const uint32_t id[], uint32_t n)
{
    uint64_t offset[AT_ONCE];
    for (uint32_t i = 0, m; v->recent && n >= FEW && i < n; i += m) {
        m = n - i < AT_ONCE ? n - i : AT_ONCE;
        for (uint32_t j = 0; j < m; j++)
            offset[j] = pair_file_offset (id[i + j]);
        paged_foresee (&v->pairs->file->pages, offset, m);
    }
}
