/* master.c -- see members.h: the phases of a layer. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "explore/threads/expander.h"
#include "explore/members/internal.h"

enum { TICK_NS = 1000000000 };

member *
members_master_new (const struct members_options *o)
{
    assert (o->members > 0 && o->threads > 0);
    member *m = NEW (member);
    m->options = *o;
    m->result.hashed = !store_is_exact (o->store);
    m->result.joined = o->open;
    return m;
}

const char *
members_logs (const member *m)
{
    return m->options.logs ? m->options.logs : run_directory (m->options.run);
}

void
members_master_free (member *m)
{
    for (size_t i = 0; i < m->peer.size; i++) {
        peer_free (m->peer.at[i].link);
        buffer_clear (&m->peer.at[i].load);
    }
    VEC_CLEAR (m->peer);
    owners_clear (&m->owners);
    layer_reader_free (m->reader);
    layer_writer_drop (m->writer);
    shard_report_clear (&m->layer);
    shard_report_clear (&m->rest);
    finding_clear (&m->result.fault);
    finding_clear (&m->result.cut);
    finding_clear (&m->here);
    finding_clear (&m->before);
    path_clear (&m->path);
    audit_clear (&m->audit);
    memory_free (m->weight);
    if (m->generator)
        m->generator->class->free (m->generator);
    memory_free (m);
}

const struct explore_result *
members_result (const member *m)
{
    return &m->result;
}

const struct path *
members_path (const member *m)
{
    return m->has_path ? &m->path : NULL;
}

struct members_counts
members_counts (const member *m)
{
    return m->counts;
}

/* ---- talking */

void
letter_begin (const member *m, struct buffer *b)
{
    buffer_init (b);
    buffer_uint (b, m->epoch);
}

void
members_tell (member *m, uint32_t tag, const struct buffer *b)
{
    for (size_t i = 0; i < m->peer.size; i++)
        if (m->peer.at[i].in)
            peer_send (m->peer.at[i].link, m->team, tag, buffer_view (b));
}

void
members_tell_short (member *m, uint32_t tag)
{
    struct buffer b;
    letter_begin (m, &b);
    members_tell (m, tag, &b);
    buffer_clear (&b);
}

void
members_tell_due (member *m, uint32_t tag)
{
    for (size_t i = 0; i < m->peer.size; i++) {
        struct members_peer *c = &m->peer.at[i];
        if (!c->in)
            continue;
        struct buffer b;
        letter_begin (m, &b);
        buffer_uint (&b, c->due);
        peer_send (c->link, m->team, tag, buffer_view (&b));
        buffer_clear (&b);
    }
}

struct members_peer *
members_find (member *m, unsigned who)
{
    for (size_t i = 0; i < m->peer.size; i++)
        if (m->peer.at[i].who == who)
            return &m->peer.at[i];
    return NULL;
}

/* All that are in must answer once. */
void
members_enter (member *m, enum phase phase)
{
    assert (m->phase != PHASE_OVER);
    m->phase = phase;
    m->missing = 0;
    for (size_t i = 0; i < m->peer.size; i++) {
        m->peer.at[i].answered = false;
        m->missing += m->peer.at[i].in;
    }
}

/* ---- the end */

void
members_end (member *m, enum explore_end end, const struct problem *p)
{
    if (m->phase == PHASE_OVER)
        return;
    m->phase = PHASE_OVER;
    m->result.end = end;
    if (p)
        m->result.problem = *p;
    assert (end != EXPLORE_FAULT || m->result.fault.found);
    assert (end != EXPLORE_COMPLETE || !m->result.faults);
    assert ((end != EXPLORE_FULL && end != EXPLORE_FAILED)
            || m->result.problem.kind != PROBLEM_NONE);
    team_finish (m->team);
}

void
members_fail (member *m, const char *format, ...)
{
    char text[480];
    va_list list;
    va_start (list, format);
    vsnprintf (text, sizeof text, format, list);
    va_end (list);
    struct problem p = {0};
    problem_of_kind (&p, PROBLEM_RESOURCE, (struct place) {0}, "%s", text);
    members_end (m, EXPLORE_FAILED, &p);
}

/* ---- a layer */

void
members_expand (member *m)
{
    assert (!m->looking && !m->writer && !m->reader);
    members_enter (m, PHASE_EXPAND);
    shard_report_clear (&m->layer);
    shard_report_clear (&m->rest);
    m->fresh = 0;
    bool root = !m->result.layers;
    for (size_t i = 0; i < m->peer.size; i++) {
        struct members_peer *c = &m->peer.at[i];
        if (!c->in)
            continue;
        struct buffer b;
        letter_begin (m, &b);
        buffer_byte (&b, root);
        peer_send (c->link, m->team, MEMBERS_EXPAND, buffer_view (&b));
        buffer_clear (&b);
        root = false; /* by one of them */
    }
}

static void
layer_settle (member *m)
{
    assert (m->phase == PHASE_EXPAND && !m->missing);
    if (m->layer.end == EXPLORE_FULL) {
        members_end (m, EXPLORE_FULL, &m->layer.problem);
        return;
    }
    members_enter (m, PHASE_SETTLE);
    members_tell_due (m, MEMBERS_EXPECT);
}

/* Of the epoch at hand. */
static void
members_count (struct members_counts *sum, const struct members_peer *c)
{
    sum->sent += c->due;
    sum->filed_bytes += c->filed;
    if (c->states > sum->most_states)
        sum->most_states = c->states;
    if (c->bytes > sum->most_bytes)
        sum->most_bytes = c->bytes;
}

/* From here on the layer counts. */
static void
layer_apply (member *m)
{
    assert (!m->looking && !m->result.fault.found);
    struct explore_result *sum = &m->result;
    result_add_report (sum, &m->layer);
    sum->layers++;
    sum->states = sum->bytes = 0;
    m->counts.filed_bytes = m->counts.sent = 0;
    for (size_t i = 0; i < m->peer.size; i++) {
        const struct members_peer *c = &m->peer.at[i];
        sum->states += c->in ? c->states : 0;
        sum->bytes += c->in ? c->bytes : 0;
        members_count (&m->counts, c->in ? c : &(struct members_peer) {0});
    }
    m->losses = 0;
}

/* The search is done, `result` is complete. */
static void
members_done (member *m, enum explore_end end)
{
    m->end = end;
    if (members_wants_path (m))
        members_look (m);
    else if (end == EXPLORE_COMPLETE && m->audit.due)
        members_audit (m);
    else
        members_end (m, end, NULL);
}

/* All states of the layer behind are where they belong.  Does the search go
 * on?  (The order of questions is that of a search alone.) */
static void
layer_decide (member *m)
{
    assert (m->phase == PHASE_SETTLE && !m->missing && !m->writer);
    uint64_t depth = m->options.depth;
    bool fault = m->layer.fault.found;
    if (!fault && (m->layer.end == EXPLORE_FAILED || !m->fresh)) {
        layer_apply (m);
        members_done (m, m->layer.end);
    } else if (fault || (depth && m->result.layers + 1 >= depth)) {
        m->end = fault ? EXPLORE_FAULT : EXPLORE_BOUND;
        members_enter (m, PHASE_DIGEST);
        members_tell_short (m, MEMBERS_DIGEST);
    } else if (m->options.run) {
        struct problem p = {0};
        m->writer =
            layer_writer_new (members_logs (m), m->result.layers + 1, &p);
        if (!m->writer) {
            members_end (m, EXPLORE_FULL, &p);
            return;
        }
        members_enter (m, PHASE_COLLECT);
        members_tell_short (m, MEMBERS_COLLECT);
    } else {
        members_enter (m, PHASE_COLLECT); /* nothing to collect */
        m->missing = 0;
    }
}

static void
layer_commit (member *m)
{
    assert (m->fresh && !m->layer.fault.found);
    assert (!m->writer == !m->options.run);
    layer_apply (m);
    if (m->writer) {
        struct buffer ending;
        struct problem p = {0};
        buffer_init (&ending);
        members_ending (&m->result, &ending);
        bool good = layer_writer_commit (m->writer, buffer_view (&ending), &p);
        m->writer = NULL;
        buffer_clear (&ending);
        if (!good) {
            members_end (m, EXPLORE_FULL, &p);
            return;
        }
    }
    if (m->options.passed
        && !m->options.passed (m->options.context, &m->result))
        members_end (m, EXPLORE_STOPPED, NULL);
    else if (m->restart)
        members_begin (m);
    else if (!members_even (m))
        members_expand (m);
}

static void
layer_close (member *m)
{
    assert (m->end == EXPLORE_FAULT || m->end == EXPLORE_BOUND);
    layer_apply (m);
    result_add_report (&m->result, &m->rest);
    members_done (m, m->end);
}

/* Every answer of the phase is there. */
static void
members_next (member *m)
{
    while (!m->missing && m->phase != PHASE_OVER && m->phase != PHASE_GATHER) {
        switch (m->phase) {
        case PHASE_LOAD:
            members_loaded (m);
            break;
        case PHASE_EXPAND:
            layer_settle (m);
            break;
        case PHASE_SETTLE:
            layer_decide (m);
            break;
        case PHASE_COLLECT:
            layer_commit (m);
            break;
        case PHASE_DIGEST:
            layer_close (m);
            break;
        case PHASE_LOOK:
            members_look_done (m);
            break;
        case PHASE_WEIGH:
        case PHASE_AGREE:
        case PHASE_GIVE:
        case PHASE_KEEP:
            members_even_next (m);
            break;
        case PHASE_AUDIT:
            members_audit_next (m);
            break;
        case PHASE_GATHER:
        case PHASE_OVER:
            return;
        }
    }
}

/* ---- the class */

static void
master_receive (member *m, team *t, const struct message *message)
{
    m->team = t;
    struct members_peer *c = members_find (m, message->from);
    struct reader r;
    reader_init (&r, message->body);
    uint64_t epoch = reader_uint (&r);
    if (!c || m->phase == PHASE_OVER)
        return;
    bool old = !r.failed && (epoch < m->epoch || !c->in);
    if (!old
        && (r.failed || epoch > m->epoch
            || !members_hear (m, c, message->tag, &r))) {
        if (m->options.log)
            log_say (m->options.log, LOG_SAY,
                     "member %u is put out: malformed message", c->who);
        team_expel (t, c->who); /* the rest follows from its loss */
        return;
    }
    members_next (m);
}

static bool
master_work (member *m, team *t, uint64_t *units)
{
    m->team = t;
    *units = 10;
    return m->phase == PHASE_LOAD && members_load (m);
}

static void
master_tick (member *m)
{
    struct explore_result now = m->result; /* borrows its findings */
    if (m->phase != PHASE_LOAD && m->phase != PHASE_GATHER && !m->looking) {
        now.states = now.bytes = 0;
        for (size_t i = 0; i < m->peer.size; i++) {
            now.states += m->peer.at[i].states;
            now.bytes += m->peer.at[i].bytes;
        }
    }
    m->options.tick (m->options.context, &now);
}

static void
master_alarm (member *m, team *t, uint64_t what)
{
    m->team = t;
    if (m->phase == PHASE_OVER)
        return;
    if (what == TEAM_WRITABLE)
        for (size_t i = 0; i < m->peer.size; i++)
            peer_resume (m->peer.at[i].link, t);
    else if (what == MEMBERS_TICK) {
        master_tick (m);
        team_alarm (t, TICK_NS, MEMBERS_TICK);
    } else if ((what & UINT8_MAX) == MEMBERS_EMPTY)
        members_watch (m, what >> 8);
}

static void
master_joined (member *m, team *t, unsigned who)
{
    m->team = t;
    if (m->phase == PHASE_OVER)
        return;
    if (m->options.tick && !m->ticking)
        team_alarm (t, TICK_NS, MEMBERS_TICK);
    m->ticking = true;
    members_joined (m, who);
    members_next (m);
}

static void
master_lost (member *m, team *t, unsigned who)
{
    m->team = t;
    if (m->phase == PHASE_OVER)
        return;
    members_lost (m, who);
    members_next (m);
}

const struct member_class members_master_class = {
    .receive = master_receive,
    .work = master_work,
    .alarm = master_alarm,
    .joined = master_joined,
    .lost = master_lost,
};
