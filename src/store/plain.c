/* plain.c -- the store that keeps every state's bytes. */
#include "store/store_internal.h"

#include "store/index.h"
#include "store/records.h"

enum { UNIT = 8 };

struct plain_state {
    store common;
    struct records records;
    struct index index;
};

struct plain_cursor {
    cursor common;
    struct strip strip;
    uint64_t credit;
    struct batch batch;
    uint64_t hash[BATCH_STATES]; /* of the batch */
};

static struct plain_state *
plain_of (const cursor *c)
{
    return (struct plain_state *) c->store;
}

static uint64_t
plain_hash (const void *owner, uint64_t id)
{
    const struct plain_state *p = owner;
    return store_hash (&p->common, records_bytes (&p->records, id));
}

static bool
plain_init (store *s, struct problem *problem)
{
    (void) problem;
    struct plain_state *p = (struct plain_state *) s;
    bool wide = !s->ends;
    assert (s->ends || !s->state_size);
    uint64_t most = UINT64_C (1) << (wide ? INDEX_WIDE_ID : 32);
    p->index = (struct index) {.wide = wide,
                               .region = &p->records.region,
                               .budget = &s->budget,
                               .gate = &s->gate,
                               .hash = plain_hash,
                               .owner = p};
    return records_init (&p->records, s->state_size, wide ? UNIT : 0, most - 1,
                         &s->budget, -1)
           && index_init (&p->index);
}

static void
plain_free (store *s)
{
    struct plain_state *p = (struct plain_state *) s;
    index_clear (&p->index);
    records_clear (&p->records);
}

static bool
plain_cursor_init (cursor *c)
{
    buffer_init (&((struct plain_cursor *) c)->batch.bytes);
    return true;
}

static void
plain_cursor_free (cursor *c)
{
    buffer_clear (&((struct plain_cursor *) c)->batch.bytes);
}

static struct bytes
plain_read (cursor *c, state_ref ref)
{
    const struct records *r = &plain_of (c)->records;
    assert (ref);
    struct bytes b = records_bytes (r, ref);
    c->behind = ref + records_units (r, b.size);
    return b;
}

struct plain_sought {
    const struct records *records;
    struct bytes state;
};

static bool
plain_equal (const void *context, uint64_t id)
{
    const struct plain_sought *k = context;
    return bytes_equal (records_bytes (k->records, id), k->state);
}

static bool
always_equal (const void *context, uint64_t id)
{
    (void) context;
    (void) id;
    return true;
}

/* Once for each width, so that the compiler knows it inside. */
static bool
plain_seek_by (const struct plain_state *p, uint64_t hash, index_equal *equal,
               const void *context, uint64_t *spot)
{
    return p->index.wide
               ? index_seek (&p->index, true, hash, equal, context, spot)
               : index_seek (&p->index, false, hash, equal, context, spot);
}

static bool
plain_seek (const struct plain_state *p, struct bytes state, uint64_t hash,
            uint64_t *spot)
{
    struct plain_sought key = {&p->records, state};
    return plain_seek_by (p, hash, plain_equal, &key, spot);
}

static enum put
plain_insert (struct plain_cursor *c, struct bytes state, uint64_t hash,
              state_ref *ref)
{
    struct plain_state *p = plain_of (&c->common);
    uint64_t units = records_units (&p->records, state.size), spot;
    while (!plain_seek (p, state, hash, &spot)) {
        if (!strip_room (&c->strip, &p->records.region, units))
            return cursor_full (&c->common,
                                "memory: the table of states is full");
        uint64_t id = c->strip.top;
        assert (id && id + units <= c->strip.end);
        if (!index_ready (&p->index, &c->credit, id)) {
            if (!index_grow (&p->index, c->common.thread))
                return cursor_full (&c->common,
                                    "memory: the table of states is full");
            continue;
        }
        /* Nobody looks at it before the claim, and it is overwritten if that
         * fails. */
        records_write (&p->records, id, state);
        if (!index_claim (&p->index, p->index.wide, spot, hash, id))
            continue;
        assert (c->credit);
        c->credit--;
        c->strip.top += units;
        cursor_note (&c->common, id, id + units);
        *ref = id;
        return PUT_NEW;
    }
    assert (spot);
    *ref = spot;
    return PUT_OLD;
}

static enum put
plain_put (cursor *c, struct bytes state, state_ref *ref)
{
    return plain_insert ((struct plain_cursor *) c, state,
                         store_hash (c->store, state), ref);
}

static bool
plain_find (cursor *c, struct bytes state, state_ref *ref)
{
    return plain_seek (plain_of (c), state, store_hash (c->store, state), ref);
}

/* The record that a state of this hash will be compared with. */
static void
plain_foresee_record (const struct plain_state *p, uint64_t hash)
{
    uint64_t spot;
    if (plain_seek_by (p, hash, always_equal, NULL, &spot))
        __builtin_prefetch (region_at (&p->records.region, spot));
}

static bool
plain_empty (struct plain_cursor *c)
{
    bool all = true;
    state_ref ref;
    for (unsigned i = 0; i < c->batch.states; i++)
        plain_foresee_record (plain_of (&c->common), c->hash[i]);
    for (unsigned i = 0; i < c->batch.states; i++)
        all &= plain_insert (c, batch_at (&c->batch, i), c->hash[i], &ref)
               != PUT_FULL;
    batch_reset (&c->batch);
    assert (!batch_full (&c->batch));
    return all;
}

static bool
plain_add (cursor *common, struct bytes state)
{
    struct plain_cursor *c = (struct plain_cursor *) common;
    const struct plain_state *p = plain_of (common);
    uint64_t hash = store_hash (common->store, state);
    __builtin_prefetch (index_address (&p->index, hash));
    c->hash[c->batch.states] = hash;
    batch_push (&c->batch, state);
    return !batch_full (&c->batch) || plain_empty (c);
}

static bool
plain_flush (cursor *common)
{
    return plain_empty ((struct plain_cursor *) common);
}

static bool
plain_sound (const store *s)
{
    uint64_t full;
    return index_sound (&((const struct plain_state *) s)->index, &full)
           && full == store_states (s);
}

const struct store_class store_plain = {
    .name = "plain",
    .exact = true,
    .size = sizeof (struct plain_state),
    .init = plain_init,
    .free = plain_free,
    .cursor_size = sizeof (struct plain_cursor),
    .cursor_init = plain_cursor_init,
    .cursor_free = plain_cursor_free,
    .read = plain_read,
    .put = plain_put,
    .find = plain_find,
    .add = plain_add,
    .flush = plain_flush,
    .sound = plain_sound,
};
