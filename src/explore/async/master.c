/* master.c -- see async.h: who is there, phases, the end. */
#include "explore/async/master.h"

/* The struct that async_master_new has made. */
static struct async_master *
async_of (member *m)
{
    return (struct async_master *) m;
}

/* ---- talking */

void
async_say (struct async_master *m, struct async_peer *c, uint32_t tag,
           const struct buffer *b)
{
    struct bytes body = b->size ? buffer_view (b) : (struct bytes) {0};
    for (size_t i = 0; i < m->master.peer.size; i++)
        if (c ? c == async_peer_at (m, i) : async_peer_at (m, i)->in)
            master_send (&m->master, m->master.peer.at[i], tag, body);
}

void
async_enter (struct async_master *m, enum async_phase phase)
{
    assert (m->phase != ASYNC_OVER);
    m->phase = phase;
    m->missing = 0;
    for (size_t i = 0; i < m->master.peer.size; i++) {
        async_peer_at (m, i)->answered = false;
        m->missing += async_peer_at (m, i)->in;
    }
}

/* ---- phases */

static void
async_begin (struct async_master *m)
{
    struct buffer setup, b;
    master_sort (&m->master);
    buffer_init (&setup);
    buffer_init (&b);
    members_setup_write (&m->options, &setup);
    buffer_uint (&b, m->master.peer.size);
    for (size_t i = 0; i < m->master.peer.size; i++) {
        async_peer_at (m, i)->in = true;
        buffer_uint (&b, async_peer_at (m, i)->peer.who);
    }
    async_enter (m, ASYNC_OPEN);
    async_say (m, NULL, ASYNC_PROGRAM, &setup);
    async_say (m, NULL, ASYNC_BEGIN, &b);
    buffer_clear (&setup);
    buffer_clear (&b);
}

void
async_wave (struct async_master *m)
{
    struct buffer b;
    async_enter (m, ASYNC_WAVE);
    m->wave = (struct wave) {.idle = true};
    m->waves++;
    m->heard = false;
    buffer_init (&b);
    buffer_uint (&b, m->waves);
    async_say (m, NULL, ASYNC_COUNT, &b);
    buffer_clear (&b);
}

void
async_sum (struct async_master *m)
{
    struct buffer b;
    async_enter (m, ASYNC_SUM);
    buffer_init (&b);
    async_say (m, NULL, ASYNC_REPORT, &b);
    buffer_clear (&b);
}

void
async_end (struct async_master *m, enum explore_end end,
           const struct problem *p)
{
    if (m->phase == ASYNC_OVER)
        return;
    m->phase = ASYNC_OVER;
    m->result.end = end;
    if (end == EXPLORE_FAILED)
        m->result.layers = 0; /* nothing is known of any depth */
    if (p)
        m->result.problem = *p;
    assert (end != EXPLORE_FAULT || m->has_path);
    assert (end != EXPLORE_COMPLETE || !m->result.fault.found);
    assert (end != EXPLORE_FAILED || m->result.problem.kind != PROBLEM_NONE);
    master_finish (&m->master);
}

/* ---- what the team says */

static void
async_failed (member *self, const struct problem *p)
{
    async_end (async_of (self), EXPLORE_FAILED, p);
}

static bool
async_heard (member *self, struct peer *peer, const struct message *message)
{
    struct async_peer *c = (struct async_peer *) peer;
    struct reader r;
    reader_init (&r, message->body);
    return !c->in || async_hear (async_of (self), c, message->tag, &r);
}

static void
async_tick (member *self)
{
    const struct async_master *m = async_of (self);
    struct explore_result now = m->result; /* borrows its findings */
    if (m->phase == ASYNC_SUM)
        return;
    for (size_t i = 0; i < m->master.peer.size; i++) {
        now.states += async_peer_at (m, i)->states;
        now.bytes += async_peer_at (m, i)->bytes;
    }
    m->options.tick (m->options.context, &now);
}

static void
async_joined (member *self, struct peer *peer)
{
    struct async_master *m = async_of (self);
    if (m->phase == ASYNC_GATHER && m->master.peer.size >= m->options.members)
        async_begin (m);
    else if (m->phase != ASYNC_GATHER && m->options.log)
        log_say (m->options.log, LOG_SAY,
                 "member %u has come too late: a search without layers cannot "
                 "be shared anew",
                 peer->who);
}

static bool
async_lost (member *self, struct peer *peer)
{
    struct async_master *m = async_of (self);
    m->counts.lost = m->master.lost;
    if (!((struct async_peer *) peer)->in)
        return false;
    if (m->has_path)
        async_end (m, EXPLORE_FAULT, NULL);
    else if (team_exhausted (m->master.team))
        master_fail (&m->master, "memory: a member ran out of it");
    else {
        m->counts.bereft = true;
        master_fail (&m->master,
                     "a member was lost, and a search without layers cannot "
                     "go on without its states");
    }
    return true;
}

static const struct master_class async_class = {
    .worker = "member",
    .peer_size = sizeof (struct async_peer),
    .joined = async_joined,
    .heard = async_heard,
    .lost = async_lost,
    .tick = async_tick,
    .fail = async_failed,
};

const struct member_class async_master_class = {
    .receive = master_receive,
    .alarm = master_alarm,
    .joined = master_joined,
    .lost = master_lost,
};

/* ---- from new to free */

member *
async_master_new (const struct members_options *o)
{
    assert (o->members > 0 && o->threads == 1 && !o->depth);
    struct async_master *m = NEW (struct async_master);
    master_init (&m->master, &async_class);
    m->master.log = o->log;
    m->master.replaces = m->master.patient = true;
    m->master.ticks = o->tick != NULL;
    m->options = *o;
    m->faults = faults_of (o->broken);
    m->result.hashed = !store_is_exact (o->store);
    m->result.joined = o->open;
    m->result.repeated =
        o->partition == PARTITION_DEPTH && (o->members > 1 || o->open);
    return (member *) m;
}

void
async_master_free (member *self)
{
    struct async_master *m = async_of (self);
    master_clear (&m->master);
    lead_clear (&m->lead);
    shard_report_clear (&m->sum);
    finding_clear (&m->result.fault);
    finding_clear (&m->result.cut);
    path_clear (&m->path);
    memory_free (m);
}

const struct explore_result *
async_result (const member *m)
{
    return &((const struct async_master *) m)->result;
}

const struct path *
async_path (const member *self)
{
    const struct async_master *m = (const struct async_master *) self;
    return m->has_path ? &m->path : NULL;
}

struct members_counts
async_counts (const member *m)
{
    return ((const struct async_master *) m)->counts;
}

member *
directed_master_new (const struct members_options *o)
{
    enum { BEAM = 1000, MOST = 1 << 30 }; /* as alone */
    struct members_options directed = *o;
    uint64_t beam = o->beam ? o->beam : BEAM;
    directed.beam = beam < MOST ? beam : MOST;
    return async_master_new (&directed);
}
