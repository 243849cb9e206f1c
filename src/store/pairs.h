/* pairs.h -- hash-consed pairs of 32-bit numbers: equal pairs have equal ids.
 *
 * They are in memory, or in a file (pair_file.h).  Ids are from 1 and dense but
 * for what threads have left of their blocks. */
#ifndef PAIRS_H
#define PAIRS_H

#include "store/index.h"
#include "store/pair_file.h"
#include "store/store.h"

struct pairs {
    struct store_region region;
    struct index index;
    uint64_t hash_mask;
    struct pair_file *file; /* owned; null: they are in memory */
};

/* What a thread holds of them. */
struct pairs_hand {
    struct strip strip;
    uint64_t credit;
    struct pair_file_hand file;
};

bool pairs_init (struct pairs *, struct budget *, struct gate *,
                 uint64_t hash_mask);
/* In a file, of which about so many bytes are in memory.  False: errno, or 0: no
 * memory; clear must be called all the same. */
bool pairs_init_file (struct pairs *, const char *directory,
                      uint64_t cache_bytes, struct budget *,
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

/* 0: of a file, which failed (pairs_broken). */
static inline uint64_t
pairs_at (const struct pairs *p, uint32_t id)
{
    if (__builtin_expect (p->file != NULL, 0))
        return pair_file_at (p->file, id);
    return ((const uint64_t *) (const void *) p->region.base)[id];
}

/* Pairs as one thread reads them; of those in a file it remembers some, for they
 * never change. */
struct pairs_view {
    const uint64_t *base; /* by id; null: they are in a file */
    const struct pairs *pairs;
    struct pairs_recent *recent; /* owned, 2^bits; of a file */
    unsigned bits;
};

struct pairs_recent {
    uint64_t pair;
    uint32_t id; /* 0: none */
};

/* False: no memory. */
bool pairs_view_init (struct pairs_view *, const struct pairs *,
                      struct budget *, unsigned bits);
void pairs_view_clear (struct pairs_view *, struct budget *);
/* These will be read: what is in a file is fetched, all at once. */
void pairs_view_foresee (const struct pairs_view *, const uint32_t id[],
                         uint32_t n);
uint64_t pairs_view_file (const struct pairs_view *, uint32_t id);

/* As pairs_at. */
static inline uint64_t
pairs_view_at (const struct pairs_view *v, uint32_t id)
{
    return __builtin_expect (v->base != NULL, 1) ? v->base[id]
                                                 : pairs_view_file (v, id);
}

static inline bool
pairs_broken (const struct pairs *p)
{
    return p->file && pair_file_broken (p->file);
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
