/* disk.c -- the store that keeps states in files (after the external collapse
 * compression of StEAM: Edelkamp, Jabbar and Sulewski, 2008).
 *
 * Memory holds a mini-state for each state and each part (mini_states.h), and caches
 * of the files (paged.h), one for the states and one for each kind of part.
 * Exact: what has the same hash is read and compared. */
#include "store/disk_internal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const uint64_t usual_cache = UINT64_C (64) << 20;

/* Of eight parts the states get some, each kind one. */
static bool
disk_open (struct disk *d)
{
    store *s = &d->common;
    uint64_t cache = s->cache_bytes ? s->cache_bytes : usual_cache;
    if (s->budget.limit && cache > s->budget.limit / 2)
        cache = s->budget.limit / 2;
    uint64_t piece = cache / 8;
    _Static_assert (STORE_KINDS < 8, "something is left for states");
    bool good = paged_init (&d->states, s->scratch, (8 - STORE_KINDS) * piece,
                            &s->budget);
    for (size_t i = 0; i < STORE_KINDS && good; i++)
        good = paged_init (&d->parts[i], s->scratch, piece, &s->budget);
    return good && mini_states_init (&d->state_minis, s->scratch, &s->budget)
           && mini_states_init (&d->part_minis, s->scratch, &s->budget);
}

static bool
disk_init (store *s, struct problem *problem)
{
    struct disk *d = (struct disk *) s;
    snprintf (d->full, sizeof d->full, "no space in %s", s->scratch);
    snprintf (d->failed, sizeof d->failed, "the disk fails in %s", s->scratch);
    errno = 0;
    if (disk_open (d))
        return true;
    if (errno)
        problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {0},
                         "no file for states in %s: %s", s->scratch,
                         strerror (errno));
    return false;
}

static void
disk_free (store *s)
{
    struct disk *d = (struct disk *) s;
    paged_clear (&d->states);
    for (size_t i = 0; i < STORE_KINDS; i++)
        paged_clear (&d->parts[i]);
    mini_states_clear (&d->state_minis);
    mini_states_clear (&d->part_minis);
}

static bool
disk_cursor_init (cursor *common)
{
    struct disk_cursor *c = (struct disk_cursor *) common;
    c->part = NEW_ARRAY (struct disk_part, PARTS_MOST);
    buffer_init (&c->record);
    buffer_init (&c->part_record);
    buffer_init (&c->batch.bytes);
    return true;
}

static void
disk_cursor_free (cursor *common)
{
    struct disk_cursor *c = (struct disk_cursor *) common;
    memory_free (c->part);
    memory_free (c->bytes);
    memory_free (c->next);
    buffer_clear (&c->record);
    buffer_clear (&c->part_record);
    buffer_clear (&c->batch.bytes);
}

/* ---- reading */

static bool
record_read (struct disk_cursor *c, uint64_t offset)
{
    struct disk *d = disk_of (&c->common);
    uint8_t piece[DISK_NUMBER * 64];
    uint32_t parts;
    if (!paged_read (&d->states, offset, &parts, DISK_LENGTH)
        || parts > PARTS_MOST)
        return false;
    buffer_reset (&c->record);
    buffer_put (&c->record, &parts, DISK_LENGTH);
    offset += DISK_LENGTH;
    for (size_t left = (size_t) parts * DISK_NUMBER, n; left; left -= n) {
        n = left < sizeof piece ? left : sizeof piece;
        if (!paged_read (&d->states, offset, piece, n))
            return false;
        buffer_put (&c->record, piece, n);
        offset += n;
    }
    return true;
}

/* After the disk failed all states are empty, which leads nowhere new; whoever
 * asks for room is told. */
static struct bytes
disk_read (cursor *common, state_ref ref)
{
    struct disk_cursor *c = (struct disk_cursor *) common;
    struct disk *d = disk_of (common);
    assert (ref);
    common->behind = ref + 1;
    if (!atomic_load_explicit (&d->broken, memory_order_relaxed)
        && record_read (c, ref * DISK_UNIT)
        && disk_restore (c, buffer_view (&c->record))) {
        common->behind = ref + disk_round (c->record.size) / DISK_UNIT;
        return (struct bytes) {c->bytes, c->size};
    }
    atomic_store_explicit (&d->broken, true, memory_order_relaxed);
    disk_forget (c);
    cursor_full (common, d->failed);
    return (struct bytes) {NULL, 0};
}

/* ---- putting */

struct disk_sought {
    struct disk *disk;
    struct bytes record;
};

/* The number of parts comes first, so a comparison never gets beyond a shorter
 * record. */
static bool
state_equal (void *context, uint64_t ref, bool *failed)
{
    const struct disk_sought *k = context;
    bool equal = false;
    *failed = !paged_equal (&k->disk->states, ref * DISK_UNIT, k->record.data,
                            k->record.size, &equal);
    return !*failed && equal;
}

/* A state that nobody has, under the lock of its hash. */
static enum put
state_append (struct disk_cursor *c, struct bytes record, uint64_t hash,
              state_ref *ref)
{
    struct disk *d = disk_of (&c->common);
    struct paged_strip *s = &c->states;
    uint64_t bytes = disk_round (record.size);
    if (!paged_room (&d->states, s, bytes)
        || !mini_states_room (&d->state_minis, hash))
        return cursor_full (&c->common, d->full);
    if (s->top / DISK_UNIT >> MINIS_POSITION)
        return cursor_full (&c->common, "the file of states is full");
    if (!paged_write (&d->states, s->top, record.data, record.size))
        return cursor_full (&c->common, d->failed);
    *ref = s->top / DISK_UNIT;
    mini_states_add (&d->state_minis, hash, *ref);
    s->top += bytes;
    cursor_note (&c->common, *ref, *ref + bytes / DISK_UNIT);
    return PUT_NEW;
}

static enum put
state_put (struct disk_cursor *c, struct bytes record, uint64_t hash, bool add,
           state_ref *ref)
{
    struct disk *d = disk_of (&c->common);
    struct disk_sought key = {d, record};
    enum put put = PUT_OLD;
    mini_states_lock (&d->state_minis, hash);
    enum seek seek =
        mini_states_seek (&d->state_minis, hash, state_equal, &key, ref);
    if (seek == SEEK_FAILED)
        put = cursor_full (&c->common, d->failed);
    else if (seek == SEEK_NONE)
        put = add ? state_append (c, record, hash, ref) : PUT_FULL;
    mini_states_unlock (&d->state_minis, hash);
    return put;
}

static enum put
disk_put (cursor *common, struct bytes state, state_ref *ref)
{
    struct disk_cursor *c = (struct disk_cursor *) common;
    if (disk_record (c, state, true) == PUT_FULL)
        return PUT_FULL;
    return state_put (c, buffer_view (&c->record), c->hash, true, ref);
}

static bool
disk_find (cursor *common, struct bytes state, state_ref *ref)
{
    struct disk_cursor *c = (struct disk_cursor *) common;
    return disk_record (c, state, false) != PUT_FULL
           && state_put (c, buffer_view (&c->record), c->hash, false, ref)
                  != PUT_FULL;
}

static bool
disk_flush (cursor *common)
{
    struct disk_cursor *c = (struct disk_cursor *) common;
    bool all = true;
    state_ref ref;
    for (unsigned i = 0; i < c->batch.states; i++)
        all &=
            state_put (c, batch_at (&c->batch, i), c->batch_hash[i], true, &ref)
            != PUT_FULL;
    batch_reset (&c->batch);
    assert (!batch_full (&c->batch));
    return all;
}

/* The disk fetches what each of a batch will be compared with, all at once. */
static bool
disk_add (cursor *common, struct bytes state)
{
    struct disk_cursor *c = (struct disk_cursor *) common;
    struct disk *d = disk_of (common);
    uint64_t like;
    if (disk_record (c, state, true) == PUT_FULL)
        return false;
    if (mini_states_guess (&d->state_minis, c->hash, &like))
        paged_foresee (&d->states, like * DISK_UNIT, c->record.size);
    c->batch_hash[c->batch.states] = c->hash;
    batch_push (&c->batch, buffer_view (&c->record));
    return !batch_full (&c->batch) || disk_flush (common);
}

/* ---- about it */

static bool
disk_sound (const store *s)
{
    struct disk *d = (struct disk *) s;
    uint64_t states, parts;
    return mini_states_sound (&d->state_minis, &states)
           && mini_states_sound (&d->part_minis, &parts)
           && states == store_states (s);
}

static void
describe_cache (struct paged *p, const char *name, struct text *to)
{
    uint64_t reads, hits;
    paged_hits (p, &reads, &hits);
    if (reads)
        text_print (to, "cache %s: %.1f %% of %" PRIu64 " reads\n", name,
                    100 * (double) hits / (double) reads, reads);
}

static void
disk_describe (const store *s, struct text *to)
{
    struct disk *d = (struct disk *) s;
    char number[16];
    describe_cache (&d->states, "states", to);
    for (size_t i = 0; i < STORE_KINDS; i++) {
        snprintf (number, sizeof number, "part %zu", i + 1);
        describe_cache (&d->parts[i], s->kind_names ? s->kind_names[i] : number,
                        to);
    }
    text_print (to,
                "mini-states in files: %" PRIu64 " of states, %" PRIu64
                " of parts\n",
                mini_states_spilled (&d->state_minis),
                mini_states_spilled (&d->part_minis));
}

const struct store_class store_disk = {
    .name = "disk",
    .exact = true,
    .size = sizeof (struct disk),
    .init = disk_init,
    .free = disk_free,
    .cursor_size = sizeof (struct disk_cursor),
    .cursor_init = disk_cursor_init,
    .cursor_free = disk_cursor_free,
    .read = disk_read,
    .put = disk_put,
    .find = disk_find,
    .add = disk_add,
    .flush = disk_flush,
    .sound = disk_sound,
    .describe = disk_describe,
};
