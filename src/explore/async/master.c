/* master.c -- see async.h: who is there, phases, the end. */
#include "explore/async/master.h"

#include <stdlib.h>
#include <string.h>

enum { TICK_NS = 1000000000, ASYNC_TICK = 1 };

member *
async_master_new (const struct members_options *o)
{
    assert (o->members > 0 && o->threads == 1 && !o->depth);
    member *m = NEW (member);
    m->options = *o;
    m->result.hashed = !store_is_exact (o->store);
    m->result.joined = o->open;
    m->result.repeated =
        o->partition == PARTITION_DEPTH && (o->members > 1 || o->open);
    return m;
}

void
async_master_free (member *m)
{
    for (size_t i = 0; i < m->mind.size; i++)
        peer_free (m->mind.at[i].link);
    VEC_CLEAR (m->mind);
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
    return &m->result;
}

const struct path *
async_path (const member *m)
{
    return m->has_path ? &m->path : NULL;
}

struct members_counts
async_counts (const member *m)
{
    return m->counts;
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

/* ---- talking */

void
async_say (member *m, struct mind *c, uint32_t tag, const struct buffer *b)
{
    struct bytes body = b->size ? buffer_view (b) : (struct bytes) {0};
    for (size_t i = 0; i < m->mind.size; i++)
        if (c ? c == &m->mind.at[i] : m->mind.at[i].in)
            peer_send (m->mind.at[i].link, m->team, tag, body);
}

struct mind *
async_find (member *m, unsigned who)
{
    for (size_t i = 0; i < m->mind.size; i++)
        if (m->mind.at[i].who == who)
            return &m->mind.at[i];
    return NULL;
}

void
async_enter (member *m, enum async_phase phase)
{
    assert (m->phase != ASYNC_OVER);
    m->phase = phase;
    m->missing = 0;
    for (size_t i = 0; i < m->mind.size; i++) {
        m->mind.at[i].answered = false;
        m->missing += m->mind.at[i].in;
    }
}

/* ---- phases */

static int
mind_order (const void *a, const void *b)
{
    const struct mind *x = a, *y = b;
    return (x->who > y->who) - (x->who < y->who);
}

static void
async_begin (member *m)
{
    struct buffer setup, b;
    qsort (m->mind.at, m->mind.size, sizeof *m->mind.at, mind_order);
    buffer_init (&setup);
    buffer_init (&b);
    members_setup_write (&m->options, &setup);
    buffer_uint (&b, m->mind.size);
    for (size_t i = 0; i < m->mind.size; i++) {
        m->mind.at[i].in = true;
        buffer_uint (&b, m->mind.at[i].who);
    }
    async_enter (m, ASYNC_OPEN);
    async_say (m, NULL, ASYNC_PROGRAM, &setup);
    async_say (m, NULL, ASYNC_BEGIN, &b);
    buffer_clear (&setup);
    buffer_clear (&b);
}

void
async_wave (member *m)
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
async_sum (member *m)
{
    struct buffer b;
    async_enter (m, ASYNC_SUM);
    buffer_init (&b);
    async_say (m, NULL, ASYNC_REPORT, &b);
    buffer_clear (&b);
}

void
async_end (member *m, enum explore_end end, const struct problem *p)
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
    team_finish (m->team);
}

void
async_end_failed (member *m, const char *why)
{
    struct problem p = {0};
    problem_of_kind (&p, PROBLEM_RESOURCE, (struct place) {0}, "%s", why);
    async_end (m, EXPLORE_FAILED, &p);
}

/* ---- the class */

static void
master_receive (member *m, team *t, const struct message *message)
{
    m->team = t;
    struct mind *c = async_find (m, message->from);
    struct reader r;
    reader_init (&r, message->body);
    if (!c || !c->in || m->phase == ASYNC_OVER)
        return;
    if (async_hear (m, c, message->tag, &r))
        return;
    if (m->options.log)
        log_say (m->options.log, LOG_SAY,
                 "member %u is put out: malformed message", c->who);
    team_expel (t, c->who); /* the rest follows from its loss */
}

static void
master_tick (member *m)
{
    struct explore_result now = m->result; /* borrows its findings */
    if (m->phase == ASYNC_SUM)
        return;
    for (size_t i = 0; i < m->mind.size; i++) {
        now.states += m->mind.at[i].states;
        now.bytes += m->mind.at[i].bytes;
    }
    m->options.tick (m->options.context, &now);
}

static void
master_alarm (member *m, team *t, uint64_t what)
{
    m->team = t;
    if (m->phase == ASYNC_OVER)
        return;
    if (what == TEAM_WRITABLE)
        for (size_t i = 0; i < m->mind.size; i++)
            peer_resume (m->mind.at[i].link, t);
    else if (what == ASYNC_TICK) {
        master_tick (m);
        team_alarm (t, TICK_NS, ASYNC_TICK);
    }
}

static void
master_joined (member *m, team *t, unsigned who)
{
    m->team = t;
    if (m->phase == ASYNC_OVER)
        return;
    if (m->options.tick && !m->ticking)
        team_alarm (t, TICK_NS, ASYNC_TICK);
    m->ticking = true;
    struct mind c = {.who = who, .link = peer_new (who)};
    VEC_PUSH (m->mind, c);
    if (m->phase == ASYNC_GATHER && m->mind.size >= m->options.members)
        async_begin (m);
    else if (m->phase != ASYNC_GATHER && m->options.log)
        log_say (m->options.log, LOG_SAY,
                 "member %u has come too late: a search without layers cannot "
                 "be shared anew",
                 who);
}

static void
mind_forget (member *m, unsigned who)
{
    size_t at = 0;
    while (m->mind.at[at].who != who)
        at++;
    peer_free (m->mind.at[at].link);
    m->mind.size--;
    memmove (m->mind.at + at, m->mind.at + at + 1,
             (m->mind.size - at) * sizeof *m->mind.at);
}

static void
master_lost (member *m, team *t, unsigned who)
{
    m->team = t;
    const struct mind *c = async_find (m, who);
    if (!c || m->phase == ASYNC_OVER)
        return;
    bool in = c->in;
    mind_forget (m, who);
    m->counts.lost++;
    if (!in)
        team_spawn (t);
    else if (m->has_path)
        async_end (m, EXPLORE_FAULT, NULL);
    else if (team_exhausted (t))
        async_end_failed (m, "memory: a member ran out of it");
    else {
        m->counts.bereft = true;
        async_end_failed (m, "a member was lost, and a search without layers "
                             "cannot go on without its states");
    }
}

const struct member_class async_master_class = {
    .receive = master_receive,
    .alarm = master_alarm,
    .joined = master_joined,
    .lost = master_lost,
};
