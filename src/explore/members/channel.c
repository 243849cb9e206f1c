/* channel.c -- states that a worker sends and gets, in messages or in
 * files (explore/async/transfer.h). */
#include <assert.h>

#include "explore/members/delta.h"
#include "explore/members/worker_internal.h"

enum { LARGE_BYTES = 4096 }; /* of a state: from there on files are worth it */

bool
worker_mine (void *context, struct bytes state)
{
    const struct members_worker *m = context;
    return owners_find (&m->owners, state) == m->self;
}

static void
box_put (const struct members_worker *m, struct box *box, struct bytes state)
{
    if (!box->states.size)
        buffer_uint (&box->states, m->epoch);
    delta_write (&box->states, &box->last, state);
    box->bytes += state.size;
    box->batched++;
    box->count++;
}

enum shard_place
worker_place (void *context, unsigned thread, struct bytes state)
{
    struct members_worker *m = context;
    struct digest d = {0};
    bool hashed = !m->owners.generator;
    if (hashed)
        d = digest_of (state);
    unsigned owner = owners_of (&m->owners, state, d);
    if (owner == m->self)
        return PLACE_MINE;
    struct recent *recent = &m->recent[thread];
    if (sent_cache_awake (recent)
        && sent_cache_note (recent, state, hashed ? d : digest_of (state)))
        return PLACE_SENT;
    box_put (m, &m->box[thread][owner], state);
    return PLACE_SENT;
}

/* ---- sending */

bool
worker_box_goes_by_file (const struct members_worker *m, const struct box *box)
{
    if (m->setup.channel != CHANNEL_AUTO || !m->transfer)
        return m->setup.channel == CHANNEL_DUAL && m->transfer;
    return box->bytes / box->batched > LARGE_BYTES;
}

/* The states go to the file, then their sizes and digests to the owner. */
static bool
box_send_minis (struct members_worker *m, team *t, unsigned to, struct box *box,
                struct problem *p)
{
    struct buffer minis, queued_message;
    struct reader r;
    uint64_t position;
    buffer_init (&minis);
    buffer_reset (&m->batch);
    buffer_reset (&box->last);
    reader_init (&r, buffer_view (&box->states));
    reader_uint (&r); /* the epoch */
    while (r.at != r.end && delta_read (&r, &box->last)) {
        struct bytes state = buffer_view (&box->last);
        buffer_put (&m->batch, state.data, state.size);
        buffer_uint (&minis, state.size);
        buffer_digest (&minis, digest_of (state));
    }
    assert (!r.failed);
    bool good = transfer_append (m->transfer, to, buffer_view (&m->batch),
                                 &position, p);
    if (good) {
        letter_open (m, &queued_message);
        buffer_uint (&queued_message, position);
        buffer_put (&queued_message, minis.data, minis.size);
        letter_send (t, to, MEMBERS_MINIS, &queued_message);
    }
    buffer_clear (&minis);
    return good;
}

bool
worker_box_post (struct members_worker *m, team *t, size_t to, struct box *box)
{
    struct problem p = {0};
    unsigned who = m->owners.member.at[to];
    assert (to != m->self && box->count);
    if (!worker_box_goes_by_file (m, box))
        team_send (t, who, MEMBERS_STATES, buffer_view (&box->states));
    else if (!box_send_minis (m, t, who, box, &p)) {
        worker_fail (m, t, &p);
        return false;
    }
    buffer_reset (&box->states);
    buffer_reset (&box->last);
    box->batched = box->bytes = 0;
    return true;
}

void
worker_post (struct members_worker *m, team *t, bool all)
{
    size_t members = m->owners.member.size;
    for (unsigned i = 0; i < m->setup.threads; i++)
        for (size_t j = 0; j < members; j++) {
            struct box *box = &m->box[i][j];
            bool due = all || box->states.size >= m->setup.batch_bytes;
            if (box->states.size && due && !worker_box_post (m, t, j, box))
                return;
        }
}

void
worker_sent (struct members_worker *m, struct buffer *b)
{
    struct buffer pairs;
    uint64_t count = 0;
    buffer_init (&pairs);
    for (size_t j = 0; j < m->owners.member.size; j++) {
        uint64_t sent = 0;
        for (unsigned i = 0; i < m->setup.threads; i++) {
            sent += m->box[i][j].count;
            m->box[i][j].count = 0;
        }
        if (!sent)
            continue;
        count++;
        buffer_uint (&pairs, m->owners.member.at[j]);
        buffer_uint (&pairs, sent);
    }
    buffer_uint (b, count);
    if (pairs.size)
        buffer_put (b, pairs.data, pairs.size);
    buffer_clear (&pairs);
}

/* ---- taking */

static bool
state_fits (const struct members_worker *m, struct bytes state)
{
    return state.size && (!m->state_size || state.size == m->state_size)
           && (m->faults.fence || owners_find (&m->owners, state) == m->self);
}

bool
worker_take (struct members_worker *m, team *t, unsigned from, struct reader *r)
{
    bool master = from == TEAM_MASTER;
    buffer_reset (&m->taken);
    while (!r->failed && r->at != r->end) {
        struct bytes state = master ? reader_bytes (r)
                             : delta_read (r, &m->taken)
                                 ? buffer_view (&m->taken)
                                 : (struct bytes) {0};
        if (r->failed || !state_fits (m, state))
            return false;
        m->received++;
        if (!(m->lying && !master) && !shard_add (m->shard, state))
            break;
    }
    if (!r->failed && !shard_flush (m->shard))
        worker_fail (m, t, shard_problem (m->shard));
    return !r->failed;
}

/* The bytes of all of them; 0: malformed. */
static uint64_t
minis_bytes (struct reader r)
{
    uint64_t sum = 0;
    while (!r.failed && r.at != r.end) {
        uint64_t size = reader_uint (&r);
        reader_digest (&r);
        if (!size || size > UINT32_MAX || sum > UINT32_MAX)
            return 0;
        sum += size;
    }
    return r.failed ? 0 : sum;
}

bool
worker_take_minis (struct members_worker *m, team *t, unsigned from,
                   struct reader *r)
{
    struct problem p = {0};
    uint64_t position = reader_uint (r), bytes = minis_bytes (*r);
    if (r->failed || !bytes || !m->transfer)
        return false;
    buffer_reset (&m->batch);
    if (!transfer_read (m->transfer, from, position, (size_t) bytes, &m->batch,
                        &p)) {
        worker_fail (m, t, &p);
        return true;
    }
    struct reader states;
    reader_init (&states, buffer_view (&m->batch));
    while (r->at != r->end) {
        struct bytes state = reader_take (&states, (size_t) reader_uint (r));
        struct digest d = reader_digest (r);
        if (!digest_equal (d, digest_of (state))) {
            problem_of_kind (&p, PROBLEM_RESOURCE, (struct place) {0},
                             "a state in %s is not the one that was sent; do "
                             "all members share this directory?",
                             m->setup.transfers);
            worker_fail (m, t, &p);
            return true;
        }
        if (!state_fits (m, state))
            return false;
        m->received++;
        if (!shard_add (m->shard, state))
            break;
    }
    if (!shard_flush (m->shard))
        worker_fail (m, t, shard_problem (m->shard));
    return true;
}

static void
audit_show (struct members_worker *m, uint64_t count, uint64_t random,
            struct buffer *b)
{
    struct buffer state;
    buffer_init (&state);
    for (; count; count--) {
        random = digest_of (
                     (struct bytes) {(const uint8_t *) &random, sizeof random})
                     .low;
        if (shard_sample (m->shard, random, &state))
            buffer_bytes (b, buffer_view (&state));
    }
    buffer_clear (&state);
}

/* The search is over, so a state that was missing may be put in. */
bool
worker_audit (struct members_worker *m, team *t, struct reader *r)
{
    uint64_t number = 0, missing = 0;
    uint64_t count = reader_uint (r), random = reader_u64 (r);
    if (r->failed || count > MEMBERS_SHOWN)
        return false;
    while (!r->failed && r->at != r->end) {
        struct bytes state = reader_bytes (r);
        if (r->failed || !state_fits (m, state))
            return false;
        number++;
        if (!missing && shard_put (m->shard, state) != PUT_OLD)
            missing = number;
    }
    struct buffer b;
    letter_open (m, &b);
    buffer_uint (&b, m->lying ? 0 : missing);
    audit_show (m, count, random, &b);
    letter_send (t, TEAM_MASTER, MEMBERS_AUDITED, &b);
    return true;
}
