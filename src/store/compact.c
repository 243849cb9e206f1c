/* compact.c -- the store that keeps 128 bits of each state in memory (Wolper
 * and Leroy's hash compaction, 1993, with prints too long to meet in practice).
 *
 * The bytes go to an unlinked file and are read only when a state is expanded.
 * Two states of equal print would be taken for one: the only store that is not
 * exact. */
#include "store/store_internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store/fingerprints.h"
#include "store/records.h"
#include "store/scratch.h"

/* Of records that vary: 2^32 of them must hold all that fits on a disk. */
enum { UNIT = 32 };

struct compact {
    store common;
    struct records records;
    struct fingerprints fingerprints;
    bool open; /* the file is */
    int file;
    char full[256]; /* what to say if the disk is */
};

struct compact_cursor {
    cursor common;
    struct strip strip;
    uint64_t credit;
    struct batch batch;
    struct digest print[BATCH_STATES]; /* of the batch */
};

static struct compact *
compact_of (const cursor *c)
{
    return (struct compact *) c->store;
}

static bool
compact_init (store *s, struct problem *problem)
{
    struct compact *k = (struct compact *) s;
    k->file = scratch_open (s->scratch);
    k->open = k->file >= 0;
    assert (!k->fingerprints.slot);
    if (!k->open)
        return problem_of_kind (problem, PROBLEM_RESOURCE, (struct place) {0},
                                "no file for states in %s: %s", s->scratch,
                                strerror (errno));
    snprintf (k->full, sizeof k->full, "no space in %s", s->scratch);
    return records_init (&k->records, s->state_size, s->ends ? 0 : UNIT,
                         UINT32_MAX, &s->budget, k->file)
           && fingerprints_init (&k->fingerprints, &s->budget, &s->gate,
                                 s->hash_mask);
}

static void
compact_free (store *s)
{
    struct compact *k = (struct compact *) s;
    if (!k->open)
        return;
    if (k->fingerprints.budget)
        fingerprints_clear (&k->fingerprints);
    records_clear (&k->records);
    close (k->file);
}

static bool
compact_cursor_init (cursor *c)
{
    buffer_init (&((struct compact_cursor *) c)->batch.bytes);
    return true;
}

static void
compact_cursor_free (cursor *c)
{
    buffer_clear (&((struct compact_cursor *) c)->batch.bytes);
}

static struct bytes
compact_read (cursor *c, state_ref ref)
{
    const struct records *r = &compact_of (c)->records;
    assert (ref && ref <= UINT32_MAX);
    struct bytes b = records_bytes (r, ref);
    c->behind = ref + records_units (r, b.size);
    return b;
}

static enum put
compact_insert (struct compact_cursor *c, struct bytes state,
                struct digest print, state_ref *ref)
{
    struct compact *k = compact_of (&c->common);
    uint64_t units = records_units (&k->records, state.size), spot;
    while (!fingerprints_seek (&k->fingerprints, print, &spot)) {
        if (!strip_room (&c->strip, &k->records.region, units))
            return cursor_full (&c->common, k->full);
        if (!quota_take (&k->fingerprints.quota, &c->credit)) {
            if (!fingerprints_grow (&k->fingerprints, c->common.thread))
                return cursor_full (&c->common,
                                    "memory: the table of states is full");
            continue;
        }
        uint64_t id = c->strip.top;
        assert (id && id <= UINT32_MAX);
        records_write (&k->records, id, state);
        if (!fingerprints_claim (&k->fingerprints, spot, print, (uint32_t) id))
            continue;
        c->credit--;
        c->strip.top += units;
        cursor_note (&c->common, id, id + units);
        *ref = id;
        return PUT_NEW;
    }
    assert (k->fingerprints.id[spot]);
    *ref = k->fingerprints.id[spot];
    return PUT_OLD;
}

static enum put
compact_put (cursor *c, struct bytes state, state_ref *ref)
{
    return compact_insert ((struct compact_cursor *) c, state, print_of (state),
                           ref);
}

static bool
compact_find (cursor *c, struct bytes state, state_ref *ref)
{
    const struct fingerprints *p = &compact_of (c)->fingerprints;
    struct digest print = print_of (state);
    uint64_t spot;
    bool found = fingerprints_seek (p, print, &spot);
    if (found)
        *ref = p->id[spot];
    return found;
}

static bool
compact_empty (struct compact_cursor *c)
{
    bool all = true;
    state_ref ref;
    for (unsigned i = 0; i < c->batch.states; i++)
        all &= compact_insert (c, batch_at (&c->batch, i), c->print[i], &ref)
               != PUT_FULL;
    batch_reset (&c->batch);
    assert (!batch_full (&c->batch));
    return all;
}

static bool
compact_add (cursor *common, struct bytes state)
{
    struct compact_cursor *c = (struct compact_cursor *) common;
    struct digest print = print_of (state);
    fingerprints_foresee (&compact_of (common)->fingerprints, print);
    c->print[c->batch.states] = print;
    batch_push (&c->batch, state);
    return !batch_full (&c->batch) || compact_empty (c);
}

static bool
compact_flush (cursor *common)
{
    return compact_empty ((struct compact_cursor *) common);
}

static bool
compact_sound (const store *s)
{
    uint64_t full;
    return fingerprints_sound (&((const struct compact *) s)->fingerprints,
                               &full)
           && full == store_states (s);
}

const struct store_class store_compact = {
    .name = "compact",
    .exact = false,
    .size = sizeof (struct compact),
    .init = compact_init,
    .free = compact_free,
    .cursor_size = sizeof (struct compact_cursor),
    .cursor_init = compact_cursor_init,
    .cursor_free = compact_cursor_free,
    .read = compact_read,
    .put = compact_put,
    .find = compact_find,
    .add = compact_add,
    .flush = compact_flush,
    .sound = compact_sound,
};
