/* index.h -- from hashes to ids of records in a region; lock-free, growing.
 *
 * Open addressing by cache lines: a hash names a line and where in it to start;
 * a full line continues in the next one.  A slot is 0 or an id, with bits of
 * the hash above it, so that most misses never touch a record; once not 0 it
 * never changes.  Slots have 32 or 64 bits (`wide`).
 *
 * Everything but new, clear and sound is called inside the gate.  Adding:
 *
 *     while (!index_seek (.., &spot)) {       the id at `spot` is the answer
 *         if (!index_ready (ix, credit, id)) { grow or give up; continue; }
 *         write the record
 *         if (index_claim (ix, wide, spot, hash, id)) { --*credit; done; }
 *     } */
#ifndef INDEX_H
#define INDEX_H

#include "store/gate.h"
#include "store/quota.h"
#include "store/region.h"

enum { INDEX_NARROW = 16, INDEX_WIDE = 8 }; /* slots of a line */
enum { INDEX_WIDE_ID = 40 };                /* bits of an id */

struct index {
    void *slots;
    uint64_t lines;
    bool wide, stuck; /* stuck: it cannot grow any more */
    unsigned id_bits;
    struct quota quota; /* of full slots */
    const struct store_region *region;
    struct budget *budget;
    struct gate *gate;
    /* The hash of a record, for growing. */
    uint64_t (*hash) (const void *owner, uint64_t id);
    const void *owner;
};

bool index_init (struct index *); /* what the makers filled in stays */
void index_clear (struct index *);
/* True: slots may be free now, look again.  False: no memory. */
bool index_grow (struct index *, unsigned thread);
/* Every id in it is found under its hash; gives their number. */
bool index_sound (const struct index *, uint64_t *full);

typedef bool index_equal (const void *context, uint64_t id);

static inline uint64_t
index_line (const struct index *ix, uint64_t hash)
{
    __extension__ typedef unsigned __int128 wide_product;
    return (uint64_t) ((wide_product) hash * ix->lines >> 64);
}

/* The bits of the hash in a slot, where they stand there. */
static inline uint64_t
index_tag (const struct index *ix, bool wide, uint64_t hash)
{
    uint64_t tag = hash << ix->id_bits;
    return wide ? tag : (uint32_t) tag;
}

static inline uint64_t
index_slot (const struct index *ix, bool wide, uint64_t spot)
{
    /* Acquire: pairs with the release in index_claim, so that whoever sees an
     * id sees its record too. */
    return wide ? atomic_load_explicit ((_Atomic uint64_t *) ix->slots + spot,
                                        memory_order_acquire)
                : atomic_load_explicit ((_Atomic uint32_t *) ix->slots + spot,
                                        memory_order_acquire);
}

static inline const void *
index_address (const struct index *ix, uint64_t hash)
{
    return (const uint8_t *) ix->slots + index_line (ix, hash) * 64;
}

/* True: *spot is the id of a record that equals; false: *spot is the slot where
 * it would go. */
static inline __attribute__ ((always_inline)) bool
index_seek (const struct index *ix, bool wide, uint64_t hash,
            index_equal *equal, const void *context, uint64_t *spot)
{
    const unsigned per = wide ? INDEX_WIDE : INDEX_NARROW;
    const unsigned start = (unsigned) (hash >> 32);
    const uint64_t tag = index_tag (ix, wide, hash);
    const uint64_t mask = (UINT64_C (1) << ix->id_bits) - 1;
    for (uint64_t line = index_line (ix, hash);;
         line = line + 1 < ix->lines ? line + 1 : 0)
        for (unsigned i = 0; i < per; i++) {
            *spot = line * per + ((start + i) & (per - 1));
            uint64_t slot = index_slot (ix, wide, *spot);
            if (!slot)
                return false;
            if ((slot & ~mask) == tag && equal (context, slot & mask)) {
                *spot = slot & mask;
                return true;
            }
        }
}

/* False: the index must grow first. */
static inline bool
index_ready (struct index *ix, uint64_t *credit, uint64_t id)
{
    return !(id >> ix->id_bits) && quota_take (&ix->quota, credit);
}

/* False: another thread was faster. */
static inline bool
index_claim (struct index *ix, bool wide, uint64_t spot, uint64_t hash,
             uint64_t id)
{
    uint64_t slot = index_tag (ix, wide, hash) | id;
    uint64_t none = 0;
    uint32_t none32 = 0;
    return wide ? atomic_compare_exchange_strong_explicit (
                      (_Atomic uint64_t *) ix->slots + spot, &none, slot,
                      memory_order_release, memory_order_relaxed)
                : atomic_compare_exchange_strong_explicit (
                      (_Atomic uint32_t *) ix->slots + spot, &none32,
                      (uint32_t) slot, memory_order_release,
                      memory_order_relaxed);
}

#endif
