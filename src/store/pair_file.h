/* pair_file.h -- pairs in a file; an index of them in memory, and what memory does
 * not hold of it in a file of its own.
 *
 *     0        4                         the pair with id n stands at 8 n
 *     left     right                     low byte first
 *
 * The index keeps all 64 bits of a pair's hash, which is a bijection
 * (pair_hash), so a pair is found without looking at the file: this is read
 * where a state is put together again.  A mini-state (mini_states.h) has the
 * high 56 bits of the hash, and for a position
 *
 *     bit 0   32                 40
 *     id      low 8 bits of the hash
 *
 * Of a hash that a test has cut off equal ones are settled by reading.
 *
 * All but init, clear and sound may be called by any thread at any time. */
#ifndef STORE_PAIR_FILE_H
#define STORE_PAIR_FILE_H

#include "store/mini_states.h"
#include "store/paged.h"
#include "store/store.h"

/* Why no more pairs are put. */
enum pair_trouble { PAIRS_GOOD, PAIRS_NO_SPACE, PAIRS_NO_ID, PAIRS_BROKEN };

struct pair_file {
    struct paged pages;
    struct mini_states minis;
    uint64_t hash_mask;
    /* Once BROKEN, for the disk failed, it stays so. */
    _Atomic (enum pair_trouble) trouble;
};

/* What a thread holds of it. */
struct pair_file_hand {
    struct paged_strip strip;
};

/* False: errno, or 0: no memory. */
bool pair_file_init (struct pair_file *, const char *directory,
                     uint64_t cache_bytes, uint64_t hash_mask, struct budget *);
void pair_file_clear (struct pair_file *);
/* Every pair is found; gives their number. */
bool pair_file_sound (struct pair_file *, uint64_t *full);

/* `hash`: pair_hash of the pair, whole.  FULL: see the trouble. */
enum put pair_file_put (struct pair_file *, struct pair_file_hand *,
                        uint64_t pair, uint64_t hash, uint32_t *id);
bool pair_file_find (struct pair_file *, uint64_t pair, uint64_t hash,
                     uint32_t *id);

/* The pair of an id.  0: the disk failed, now or before; all that is read from
 * then on is 0. */
uint64_t pair_file_at (struct pair_file *, uint32_t id);

static inline uint64_t
pair_file_offset (uint32_t id)
{
    return (uint64_t) id * sizeof (uint64_t);
}

static inline enum pair_trouble
pair_file_trouble (const struct pair_file *f)
{
    return atomic_load_explicit (&f->trouble, memory_order_relaxed);
}

static inline bool
pair_file_broken (const struct pair_file *f)
{
    return pair_file_trouble (f) == PAIRS_BROKEN;
}

#endif
