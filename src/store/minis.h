/* minis.h -- mini-states: of each thing in a file its hash and its position.
 *
 *     bit 0        40          96
 *     position     hash        (its high 56 bits)
 *
 * Twelve bytes, in tables with some free places, by hash in shards that have a
 * lock each.  A table that may not grow any more (the budget says so) is
 * written to a file as a sorted run and begins anew; of a run memory keeps the
 * first hash of each page and a Bloom filter, a little more than a byte for
 * each mini.  Runs of like size are merged.
 *
 * Adding: lock the shard, seek, write the thing where it belongs, add, unlock.
 */
#ifndef MINIS_H
#define MINIS_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/region.h"

enum { MINIS_SHARDS = 32, MINIS_RUNS = 40, MINIS_POSITION = 40 };

struct mini {
    uint32_t word[3];
};

/* What was a table once: sorted, in pages of the file. */
struct mini_run {
    uint64_t offset, count;
    uint64_t *fence; /* the hash at the start of each page */
    uint8_t *filter; /* null: no memory for one */
    uint64_t filter_bytes;
};

struct minis_shard {
    _Alignas (64) pthread_mutex_t mutex;
    struct mini *slot;
    uint64_t slots, count;
    struct mini_run run[MINIS_RUNS];
    unsigned runs;
};

struct minis {
    struct minis_shard *shard;
    struct budget *budget;
    int file; /* of runs */
    pthread_mutex_t growing;
    uint64_t next; /* bytes of the file */
    bool ready;
};

/* False: errno, or 0: no memory. */
bool minis_init (struct minis *, const char *directory, struct budget *);
void minis_clear (struct minis *);
void minis_lock (struct minis *, uint64_t hash);
void minis_unlock (struct minis *, uint64_t hash);

/* Is it the thing at that position?  False with *failed set: nobody knows. */
typedef bool minis_equal (void *context, uint64_t position, bool *failed);
enum seek { SEEK_FOUND, SEEK_NONE, SEEK_FAILED };
/* All things of equal hash are asked about. */
enum seek minis_seek (struct minis *, uint64_t hash, minis_equal *,
                      void *context, uint64_t *position);
/* There is room for one more; false: neither memory nor disk. */
bool minis_room (struct minis *, uint64_t hash);
/* With room, after a seek found none. */
void minis_add (struct minis *, uint64_t hash, uint64_t position);

/* A position that minis_seek would ask about, if memory knows one; locks the
 * shard itself. */
bool minis_guess (struct minis *, uint64_t hash, uint64_t *position);
/* What was written to files so far. */
uint64_t minis_spilled (struct minis *);
/* Every mini is found; gives their number. */
bool minis_sound (struct minis *, uint64_t *count);

/* ---- for runs.c */
static inline uint64_t
mini_hash (struct mini m)
{
    return (uint64_t) m.word[2] << 32 | (m.word[1] & ~UINT32_C (0xff));
}

static inline uint64_t
mini_position (struct mini m)
{
    return (uint64_t) (m.word[1] & 0xff) << 32 | m.word[0];
}

static inline struct mini
mini_of (uint64_t hash, uint64_t position)
{
    return (struct mini) {
        {(uint32_t) position,
         ((uint32_t) hash & ~UINT32_C (0xff)) | (uint32_t) (position >> 32),
         (uint32_t) (hash >> 32)}};
}

/* The table of a shard becomes a run; its slots are free then, and may be
 * fewer. False: no disk, or no memory; all is as before. */
bool shard_spill (struct minis *, struct minis_shard *);
enum seek run_seek (const struct minis *, const struct mini_run *,
                    uint64_t hash, minis_equal *, void *context,
                    uint64_t *position);
void minis_run_clear (struct minis *, struct mini_run *);

#endif
