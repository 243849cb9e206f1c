/* channel.c -- states that a worker of a search without layers sends and
 * gets: in messages, or as mini-states beside a file (transfer.h). */
#include <assert.h>

#include "explore/async/internal.h"

enum {
    LARGE_BYTES = 4096,     /* of a state: from there on files are worth it */
    PARCEL_BYTES = 16 << 10 /* of states: worth a message */
};

unsigned
async_owner (const struct async_worker *m, struct bytes state,
             const struct async_mini *mini)
{
    uint64_t members = m->owners.member.size, slice = m->setup.slice;
    switch (m->setup.partition) {
    case PARTITION_DEPTH:
        return (unsigned) (mini->depth / slice % members);
    case PARTITION_ESTIMATE:
        return (unsigned) ((uint64_t) mini->estimate / slice % members);
    default:
        return owners_of (&m->owners, state, mini->digest);
    }
}

/* ---- sending */

void
async_post_later (struct async_worker *m, unsigned to, struct bytes state,
                  const struct async_mini *mini, uint64_t hash)
{
    struct parcel *p = &m->parcel[to];
    assert (to != m->self && state.size);
    buffer_put (&p->states, state.data, state.size);
    mini_write (mini, &p->minis);
    buffer_uint (&p->minis, state.size);
    if (m->rounds)
        buffer_u64 (&p->minis, hash);
    p->count++;
}

uint64_t
async_waiting (const struct async_worker *m)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < m->owners.member.size; i++)
        sum += m->parcel[i].states.size + m->parcel[i].minis.size;
    return sum;
}

static bool
parcel_goes_by_file (const struct async_worker *m, const struct parcel *p)
{
    if (!m->transfer || m->setup.channel == CHANNEL_SINGLE)
        return false;
    return m->setup.channel == CHANNEL_DUAL
           || p->states.size / p->count > LARGE_BYTES;
}

static bool
parcel_send (struct async_worker *m, team *t, unsigned to, struct parcel *p)
{
    struct buffer b;
    struct problem problem = {0};
    uint64_t position = 0;
    bool file = parcel_goes_by_file (m, p);
    if (file
        && !transfer_append (m->transfer, to, buffer_view (&p->states),
                             &position, &problem)) {
        async_fail (m, t, &problem);
        return false;
    }
    buffer_init (&b);
    if (file)
        buffer_uint (&b, position);
    else
        buffer_bytes (&b, buffer_view (&p->states));
    buffer_put (&b, p->minis.data, p->minis.size);
    async_tell (t, to, file ? ASYNC_MINIS : ASYNC_STATES, &b);
    m->sent++;
    m->posted += p->count;
    p->posted += p->count;
    buffer_reset (&p->states);
    buffer_reset (&p->minis);
    p->count = 0;
    return true;
}

bool
async_post (struct async_worker *m, team *t, bool all)
{
    size_t members = m->owners.member.size;
    for (size_t i = 0; i < members; i++)
        if (m->parcel[i].count
            && (all || m->parcel[i].minis.size >= PARCEL_BYTES
                || m->parcel[i].states.size >= PARCEL_BYTES)
            && !parcel_send (m, t, m->owners.member.at[i], &m->parcel[i]))
            return false;
    return true;
}

/* ---- taking */

/* The index of a member; the number of members: there is no such one. */
static unsigned
member_index (const struct async_worker *m, unsigned who)
{
    unsigned i = 0;
    while (i < m->owners.member.size && m->owners.member.at[i] != who)
        i++;
    return i;
}

static bool
size_fits (const struct async_worker *m, uint64_t size)
{
    return size && size <= UINT32_MAX
           && (!m->state_size || size == m->state_size);
}

/* What stands beside the bytes of one state. */
struct about {
    struct async_mini mini;
    uint64_t size, hash;
};

static bool
about_read (const struct async_worker *m, struct about *a, struct reader *r)
{
    if (!mini_read (&a->mini, r))
        return false;
    a->size = reader_uint (r);
    a->hash = m->rounds ? reader_u64 (r) : 0;
    return !r->failed && size_fits (m, a->size);
}

/* Stores a state whose bytes are at hand.  False: malformed, or full (then it
 * has been said). */
static bool
state_take (struct async_worker *m, team *t, unsigned creator,
            struct bytes state, const struct about *a)
{
    if (!digest_equal (a->mini.digest, digest_of (state))
        || async_owner (m, state, &a->mini) != m->self)
        return false;
    bool good = m->rounds ? rounds_store (m, state, creator, &a->mini, a->hash)
                          : async_store (m, state, creator, &a->mini, NULL);
    if (!good)
        async_fail (m, t, store_problem (m->store));
    return good;
}

/* All of a message: the states, one behind the other, and what stands beside
 * them. */
static bool
states_take (struct async_worker *m, team *t, unsigned creator,
             struct bytes bytes, struct reader *r)
{
    struct reader states;
    struct about a;
    reader_init (&states, bytes);
    while (r->at != r->end) {
        if (!about_read (m, &a, r))
            return false;
        struct bytes state = reader_take (&states, (size_t) a.size);
        if (states.failed)
            return false;
        if (!state_take (m, t, creator, state, &a))
            return m->halted;
    }
    return reader_done (&states);
}

bool
async_take (struct async_worker *m, team *t, unsigned from, struct reader *r)
{
    unsigned creator = member_index (m, from);
    struct bytes states = reader_bytes (r);
    if (creator == m->owners.member.size || r->failed || r->at == r->end)
        return false;
    m->got++;
    return states_take (m, t, creator, states, r);
}

/* In rounds they are needed at once, too. */
static bool
minis_read (struct async_worker *m, team *t, unsigned creator,
            uint64_t position, struct reader *r)
{
    struct problem p = {0};
    struct about a;
    uint64_t bytes = 0;
    for (struct reader look = *r; look.at != look.end; bytes += a.size)
        if (!about_read (m, &a, &look) || bytes > UINT32_MAX)
            return false;
    buffer_reset (&m->guest);
    if (transfer_read (m->transfer, m->owners.member.at[creator], position,
                       (size_t) bytes, &m->guest, &p))
        return states_take (m, t, creator, buffer_view (&m->guest), r);
    async_fail (m, t, &p);
    return true;
}

static bool
minis_keep (struct async_worker *m, unsigned creator, uint64_t position,
            struct reader *r)
{
    struct about a;
    while (r->at != r->end) {
        if (!about_read (m, &a, r) || position > (uint64_t) INT64_MAX - a.size)
            return false;
        struct guest g = {.mini = a.mini,
                          .position = position,
                          .size = (uint32_t) a.size,
                          .creator = creator};
        async_open_guest (&m->open, &g);
        position += a.size;
    }
    return true;
}

bool
async_take_minis (struct async_worker *m, team *t, unsigned from,
                  struct reader *r)
{
    unsigned creator = member_index (m, from);
    uint64_t position = reader_uint (r);
    if (creator == m->owners.member.size || !m->transfer || r->failed
        || r->at == r->end)
        return false;
    m->got++;
    return m->rounds ? minis_read (m, t, creator, position, r)
                     : minis_keep (m, creator, position, r);
}
