/* mini_states.h -- mini-states: of each thing in a file its hash and its position.
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
#ifndef STORE_MINI_STATES_H
#define STORE_MINI_STATES_H

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

struct mini_states_shard {
    _Alignas (64) pthread_mutex_t mutex;
    struct mini *slot;
    uint64_t slots, count;
    struct mini_run run[MINIS_RUNS];
    unsigned runs;
};

struct mini_states {
    struct mini_states_shard *shard;
    struct budget *budget;
    int file; /* of runs */
    pthread_mutex_t growing;
    uint64_t next; /* bytes of the file */
    bool ready;
};

/* False: errno, or 0: no memory. */
bool mini_states_init (struct mini_states *, const char *directory,
                       struct budget *);
void mini_states_clear (struct mini_states *);
void mini_states_lock (struct mini_states *, uint64_t hash);
void mini_states_unlock (struct mini_states *, uint64_t hash);

/* Is it the thing at that position?  False with *failed set: nobody knows. */
typedef bool mini_states_equal (void *context, uint64_t position, bool *failed);
enum seek { SEEK_FOUND, SEEK_NONE, SEEK_FAILED };
/* All things of equal hash are asked about. */
enum seek mini_states_seek (struct mini_states *, uint64_t hash,
                            mini_states_equal *, void *context,
                            uint64_t *position);
/* There is room for one more; false: neither memory nor disk. */
bool mini_states_room (struct mini_states *, uint64_t hash);
/* With room, after a seek found none. */
void mini_states_add (struct mini_states *, uint64_t hash, uint64_t position);

/* Writes all tables to the file, so that they take half the memory or less, if there
 * is disk. */
void mini_states_yield (struct mini_states *);
/* What was written to files so far. */
uint64_t mini_states_spilled (struct mini_states *);
/* Every mini is found; gives their number. */
bool mini_states_sound (struct mini_states *, uint64_t *count);

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
bool shard_spill (struct mini_states *, struct mini_states_shard *);
enum seek run_seek (const struct mini_states *, const struct mini_run *,
                    uint64_t hash, mini_states_equal *, void *context,
                    uint64_t *position);
void mini_states_run_clear (struct mini_states *, struct mini_run *);

#endif
