/* pairs.h -- hash-consed pairs of 32-bit numbers: equal pairs have equal ids.
 *
 * Ids are from 1 and dense but for what threads have left of their blocks. */
#ifndef PAIRS_H
#define PAIRS_H

#include "store/index.h"
#include "store/store.h"

struct pairs {
    struct store_region region;
    struct index index;
    uint64_t hash_mask;
};

/* What a thread holds of them. */
struct pairs_hand {
    struct strip strip;
    uint64_t credit;
};

bool pairs_init (struct pairs *, struct budget *, struct gate *,
                 uint64_t hash_mask);
void pairs_clear (struct pairs *);
bool pairs_sound (const struct pairs *, uint64_t *full);

/* The id of a pair; 0: it has none and gets none. */
typedef uint32_t pair_id (void *context, uint64_t pair);

/* All inside the gate; `hash` is pair_hash of the pair. */
enum put pairs_put (struct pairs *, struct pairs_hand *, unsigned thread,
                    uint64_t pair, uint64_t hash, uint32_t *id);
bool pairs_find (const struct pairs *, uint64_t pair, uint64_t hash,
                 uint32_t *id);
/* Fetches what pairs_put will look at: first the index; later, when that has
 * come, the record. */
void pairs_foresee (const struct pairs *, uint64_t hash);
void pairs_foresee_record (const struct pairs *, uint64_t hash);

static inline uint64_t
pair_of (uint32_t left, uint32_t right)
{
    return (uint64_t) right << 32 | left;
}

static inline uint32_t
pair_left (uint64_t pair)
{
    return (uint32_t) pair;
}

static inline uint32_t
pair_right (uint64_t pair)
{
    return (uint32_t) (pair >> 32);
}

static inline uint64_t
pairs_at (const struct pairs *p, uint32_t id)
{
    return ((const uint64_t *) (const void *) p->region.base)[id];
}

/* A bijection (the finalizer of MurmurHash3), so only bits that are left out
 * collide. */
static inline uint64_t
pair_hash (uint64_t pair)
{
    pair ^= pair >> 33;
    pair *= UINT64_C (0xff51afd7ed558ccd);
    pair ^= pair >> 33;
    pair *= UINT64_C (0xc4ceb9fe1a85ec53);
    return pair ^ pair >> 33;
}

#endif
