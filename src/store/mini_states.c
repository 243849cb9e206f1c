/* mini_states.c -- see mini_states.h. */
#include "store/mini_states.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "store/scratch.h"

enum { FIRST_SLOTS = 341 }; /* a page of them */
static const uint64_t hash_kept = ~UINT64_C (0xff);

static struct mini_states_shard *
shard_of (const struct mini_states *m, uint64_t hash)
{
    return &m->shard[hash >> 59];
}

_Static_assert (MINIS_SHARDS == 1 << (64 - 59), "shards go by the high bits");

bool
mini_states_init (struct mini_states *m, const char *directory,
                  struct budget *budget)
{
    m->budget = budget;
    m->file = scratch_open (directory);
    if (m->file < 0)
        return false;
    m->shard = aligned_alloc (64, MINIS_SHARDS * sizeof *m->shard);
    if (!m->shard)
        memory_exhausted ();
    memset (m->shard, 0, MINIS_SHARDS * sizeof *m->shard);
    pthread_mutex_init (&m->growing, NULL);
    m->ready = true;
    bool all = true;
    for (size_t i = 0; i < MINIS_SHARDS; i++) {
        struct mini_states_shard *s = &m->shard[i];
        pthread_mutex_init (&s->mutex, NULL);
        s->slots = FIRST_SLOTS;
        s->slot = pages_new (budget, s->slots * sizeof *s->slot);
        all &= s->slot != NULL;
    }
    errno = 0;
    return all;
}

void
mini_states_clear (struct mini_states *m)
{
    if (!m->ready)
        return;
    for (size_t i = 0; i < MINIS_SHARDS; i++) {
        struct mini_states_shard *s = &m->shard[i];
        pages_free (m->budget, s->slot, s->slots * sizeof *s->slot);
        for (unsigned j = 0; j < s->runs; j++)
            mini_states_run_clear (m, &s->run[j]);
        pthread_mutex_destroy (&s->mutex);
    }
    pthread_mutex_destroy (&m->growing);
    free (m->shard);
    close (m->file);
    m->ready = false;
}

void
mini_states_lock (struct mini_states *m, uint64_t hash)
{
    pthread_mutex_lock (&shard_of (m, hash)->mutex);
}

void
mini_states_unlock (struct mini_states *m, uint64_t hash)
{
    pthread_mutex_unlock (&shard_of (m, hash)->mutex);
}

/* The bits of the hash that named the shard are left out. */
static uint64_t
slot_first (const struct mini_states_shard *s, uint64_t hash)
{
    __extension__ typedef unsigned __int128 wide_product;
    return (uint64_t) ((wide_product) (hash << 5) * s->slots >> 64);
}

static uint64_t
slot_behind (const struct mini_states_shard *s, uint64_t i)
{
    return i + 1 < s->slots ? i + 1 : 0;
}

static bool
slot_full (struct mini m)
{
    return mini_position (m) != 0;
}

enum seek
mini_states_seek (struct mini_states *m, uint64_t hash,
                  mini_states_equal *equal, void *context, uint64_t *position)
{
    const struct mini_states_shard *s = shard_of (m, hash);
    bool failed = false;
    hash &= hash_kept;
    for (uint64_t i = slot_first (s, hash); slot_full (s->slot[i]);
         i = slot_behind (s, i)) {
        *position = mini_position (s->slot[i]);
        if (mini_hash (s->slot[i]) == hash
            && equal (context, *position, &failed))
            return SEEK_FOUND;
        if (failed)
            return SEEK_FAILED;
    }
    enum seek seek = SEEK_NONE;
    for (unsigned j = s->runs; j-- > 0 && seek == SEEK_NONE;)
        seek = run_seek (m, &s->run[j], hash, equal, context, position);
    return seek;
}

static void
shard_insert (struct mini_states_shard *s, struct mini mini)
{
    uint64_t i = slot_first (s, mini_hash (mini));
    while (slot_full (s->slot[i]))
        i = slot_behind (s, i);
    s->slot[i] = mini;
    s->count++;
    assert (s->count < s->slots);
}

static bool
shard_grow (struct mini_states *m, struct mini_states_shard *s)
{
    struct mini_states_shard next = {.slots = s->slots < FIRST_SLOTS * 8
                                                  ? s->slots * 2
                                                  : s->slots + s->slots / 4};
    next.slot = pages_new (m->budget, next.slots * sizeof *next.slot);
    if (!next.slot)
        return false;
    for (uint64_t i = 0; i < s->slots; i++)
        if (slot_full (s->slot[i]))
            shard_insert (&next, s->slot[i]);
    assert (next.count == s->count);
    pages_free (m->budget, s->slot, s->slots * sizeof *s->slot);
    s->slot = next.slot;
    s->slots = next.slots;
    return true;
}

bool
mini_states_room (struct mini_states *m, uint64_t hash)
{
    struct mini_states_shard *s = shard_of (m, hash);
    return (s->count + 1) * 8 <= s->slots * 7 || shard_grow (m, s)
           || shard_spill (m, s);
}

void
mini_states_add (struct mini_states *m, uint64_t hash, uint64_t position)
{
    assert (position && !(position >> MINIS_POSITION));
    shard_insert (shard_of (m, hash), mini_of (hash, position));
}

void
mini_states_yield (struct mini_states *m)
{
    for (size_t i = 0; i < MINIS_SHARDS; i++) {
        struct mini_states_shard *s = &m->shard[i];
        pthread_mutex_lock (&s->mutex);
        shard_spill (m, s);
        pthread_mutex_unlock (&s->mutex);
    }
}

uint64_t
mini_states_spilled (struct mini_states *m)
{
    uint64_t n = 0;
    for (size_t i = 0; i < MINIS_SHARDS; i++) {
        struct mini_states_shard *s = &m->shard[i];
        pthread_mutex_lock (&s->mutex);
        for (unsigned j = 0; j < s->runs; j++)
            n += s->run[j].count;
        pthread_mutex_unlock (&s->mutex);
    }
    return n;
}

static bool
position_is (void *context, uint64_t position, bool *failed)
{
    (void) failed;
    return *(uint64_t *) context == position;
}

static bool
shard_sound (struct mini_states *m, const struct mini_states_shard *s)
{
    uint64_t full = 0, found;
    for (uint64_t i = 0; i < s->slots; i++) {
        if (!slot_full (s->slot[i]))
            continue;
        uint64_t hash = mini_hash (s->slot[i]);
        uint64_t position = mini_position (s->slot[i]);
        full++;
        if (shard_of (m, hash) != s
            || mini_states_seek (m, hash, position_is, &position, &found)
                   != SEEK_FOUND)
            return false;
    }
    return full == s->count && full < s->slots;
}

bool
mini_states_sound (struct mini_states *m, uint64_t *count)
{
    *count = 0;
    for (size_t i = 0; i < MINIS_SHARDS; i++) {
        const struct mini_states_shard *s = &m->shard[i];
        if (!shard_sound (m, s))
            return false;
        *count += s->count;
        for (unsigned j = 0; j < s->runs; j++)
            *count += s->run[j].count;
    }
    return true;
}
