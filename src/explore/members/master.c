/* master.c -- see members.h: the phases of a layer. */
#include <inttypes.h>

#include "explore/threads/expander.h"
#include "explore/members/internal.h"

const char *
members_logs (const struct members_master *m)
{
    return m->options.logs ? m->options.logs : run_directory (m->options.run);
}

/* ---- talking */

void
letter_begin (const struct members_master *m, struct buffer *b)
{
    buffer_init (b);
    buffer_uint (b, m->epoch);
}

void
members_tell (struct members_master *m, uint32_t tag, const struct buffer *b)
{
    for (size_t i = 0; i < m->master.peer.size; i++)
        if (members_peer_at (m, i)->in)
            master_send (&m->master, m->master.peer.at[i], tag,
                         buffer_view (b));
}

void
members_tell_short (struct members_master *m, uint32_t tag)
{
    struct buffer b;
    letter_begin (m, &b);
    members_tell (m, tag, &b);
    buffer_clear (&b);
}

void
members_tell_due (struct members_master *m, uint32_t tag)
{
    for (size_t i = 0; i < m->master.peer.size; i++) {
        struct members_peer *c = members_peer_at (m, i);
        if (!c->in)
            continue;
        struct buffer b;
        letter_begin (m, &b);
        buffer_uint (&b, c->due);
        master_send (&m->master, &c->peer, tag, buffer_view (&b));
        buffer_clear (&b);
    }
}

/* All that are in must answer once. */
void
members_enter (struct members_master *m, enum phase phase)
{
    assert (m->phase != PHASE_OVER);
    m->phase = phase;
    m->missing = 0;
    for (size_t i = 0; i < m->master.peer.size; i++) {
        members_peer_at (m, i)->answered = false;
        m->missing += members_peer_at (m, i)->in;
    }
}

void
members_enter_one (struct members_master *m, enum phase phase,
                   struct members_peer *c)
{
    assert (c->in);
    members_enter (m, phase);
    for (size_t i = 0; i < m->master.peer.size; i++)
        members_peer_at (m, i)->answered = members_peer_at (m, i) != c;
    m->missing = 1;
}

/* ---- the end */

void
members_end (struct members_master *m, enum explore_end end,
             const struct problem *p)
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
    master_finish (&m->master);
}

static void
master_failed (member *self, const struct problem *p)
{
    members_end (members_of (self), EXPLORE_FAILED, p);
}

/* ---- a layer */

void
members_expand (struct members_master *m)
{
    assert (!m->looking && !m->writer && !m->reader);
    members_enter (m, PHASE_EXPAND);
    shard_report_clear (&m->layer);
    shard_report_clear (&m->rest);
    m->fresh = 0;
    bool root = !m->result.layers;
    m->closing = members_close (m); /* from what members_lend forgets */
    members_lend (m);
    m->series = members_series (m);
    members_series_clear (m);
    for (size_t i = 0; i < m->master.peer.size; i++) {
        struct members_peer *c = members_peer_at (m, i);
        if (!c->in)
            continue;
        struct buffer b;
        letter_begin (m, &b);
        buffer_byte (&b, root);
        buffer_uint (&b, m->series);
        members_loans_write (m, i, &b);
        master_send (&m->master, &c->peer, MEMBERS_EXPAND, buffer_view (&b));
        buffer_clear (&b);
        root = false; /* by one of them */
    }
}

static void
layer_settle (struct members_master *m)
{
    if (m->layer.end == EXPLORE_FULL) {
        members_end (m, EXPLORE_FULL, &m->layer.problem);
        return;
    }
    members_enter (m, PHASE_SETTLE);
    if (m->closing)
        m->missing = 0; /* all has been said */
    else
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
layer_apply (struct members_master *m)
{
    assert (!m->looking && !m->result.fault.found);
    struct explore_result *sum = &m->result;
    result_add_report (sum, &m->layer);
    sum->layers++;
    m->each = (m->layer.edges + m->layer.steps) / (m->layer.expanded + 1) + 1;
    sum->states = sum->bytes = 0;
    m->counts.filed_bytes = m->counts.sent = 0;
    for (size_t i = 0; i < m->master.peer.size; i++) {
        const struct members_peer *c = members_peer_at (m, i);
        sum->states += c->in ? c->states : 0;
        sum->bytes += c->in ? c->bytes : 0;
        members_count (&m->counts, c->in ? c : &(struct members_peer) {0});
    }
    master_progress (&m->master);
}

/* The search is done, `result` is complete. */
static void
members_done (struct members_master *m, enum explore_end end)
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
layer_decide (struct members_master *m)
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
layer_commit (struct members_master *m)
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
    else if (members_series_next (m))
        layer_settle (m);
    else if (!members_alone (m) && !members_even (m))
        members_expand (m);
}

static void
layer_close (struct members_master *m)
{
    assert (m->end == EXPLORE_FAULT || m->end == EXPLORE_BOUND);
    layer_apply (m);
    result_add_report (&m->result, &m->rest);
    members_done (m, m->end);
}

/* Every answer of the phase is there. */
static void
members_next (member *self)
{
    struct members_master *m = members_of (self);
    while (!m->missing && m->phase != PHASE_OVER && m->phase != PHASE_GATHER) {
        switch (m->phase) {
        case PHASE_LOAD:
            members_loaded (m);
            break;
        case PHASE_WALK:
            members_walked (m);
            break;
        case PHASE_EXPAND:
            members_series_next (m);
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

static bool
master_heard (member *self, struct peer *peer, const struct message *message)
{
    struct members_master *m = members_of (self);
    struct members_peer *c = (struct members_peer *) peer;
    struct reader r;
    reader_init (&r, message->body);
    uint64_t epoch = reader_uint (&r);
    bool old = !r.failed && (epoch < m->epoch || !c->in);
    return old
           || (!r.failed && epoch == m->epoch
               && members_hear (m, c, message->tag, &r));
}

static bool
master_work (member *self, team *t, uint64_t *units)
{
    struct members_master *m = members_of (self);
    m->master.team = t;
    *units = 10;
    return m->phase == PHASE_LOAD && members_load (m);
}

static void
master_tick (member *self)
{
    struct members_master *m = members_of (self);
    struct explore_result now = m->result; /* borrows its findings */
    if (m->phase != PHASE_LOAD && m->phase != PHASE_GATHER && !m->looking) {
        now.states = now.bytes = 0;
        for (size_t i = 0; i < m->master.peer.size; i++) {
            now.states += members_peer_at (m, i)->states;
            now.bytes += members_peer_at (m, i)->bytes;
        }
    }
    m->options.tick (m->options.context, &now);
}

static void
master_peer_clear (struct peer *peer)
{
    struct members_peer *c = (struct members_peer *) peer;
    buffer_clear (&c->load);
    walked_layers_clear (&c->series);
}

static const struct master_class master_class = {
    .worker = "member",
    .peer_size = sizeof (struct members_peer),
    .peer_clear = master_peer_clear,
    .joined = members_joined,
    .heard = master_heard,
    .lost = members_lost,
    .tick = master_tick,
    .turn = members_next,
    .fail = master_failed,
};

const struct member_class members_master_class = {
    .receive = master_receive,
    .work = master_work,
    .alarm = master_alarm,
    .joined = master_joined,
    .lost = master_lost,
};

/* ---- from new to free */

member *
members_master_new (const struct members_options *o)
{
    assert (o->members > 0 && o->threads > 0);
    struct members_master *m = NEW (struct members_master);
    master_init (&m->master, &master_class);
    m->master.log = o->log;
    m->master.replaces = m->master.patient = true;
    m->master.ticks = o->tick != NULL;
    m->options = *o;
    m->faults = faults_of (o->broken);
    m->result.hashed = !store_is_exact (o->store);
    m->result.joined = o->open;
    return (member *) m;
}

void
members_master_free (member *self)
{
    struct members_master *m = members_of (self);
    master_clear (&m->master);
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
    alone_clear (&m->alone);
    VEC_CLEAR (m->loans);
    memory_free (m->weight);
    if (m->generator)
        m->generator->class->free (m->generator);
    memory_free (m);
}

const struct explore_result *
members_result (const member *m)
{
    return &((const struct members_master *) m)->result;
}

const struct path *
members_path (const member *self)
{
    const struct members_master *m = (const struct members_master *) self;
    return m->has_path ? &m->path : NULL;
}

struct members_counts
members_counts (const member *m)
{
    return ((const struct members_master *) m)->counts;
}
