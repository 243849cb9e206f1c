/* hear.c -- what the members of a search without layers say to its
 * master: when it is over, and how a fault was come to. */
#include "explore/async/master.h"

bool
async_answer (struct async_master *m, struct async_peer *c,
              enum async_phase phase)
{
    if (m->phase != phase || c->answered)
        return false;
    c->answered = true;
    assert (m->missing);
    m->missing--;
    return true;
}

/* ---- the end */

/* Worth asking: all were idle, and nothing seems to be under way. */
static bool
seems_over (const struct async_master *m)
{
    uint64_t sent = 0, got = 0;
    for (size_t i = 0; i < m->master.peer.size; i++) {
        const struct async_peer *c = async_peer_at (m, i);
        if (c->in && !c->idle)
            return false;
        sent += c->sent;
        got += c->got;
    }
    return sent == got || m->faults.idle || m->faults.wave;
}

static bool
hear_idle (struct async_master *m, struct async_peer *c, struct reader *r)
{
    c->sent = reader_uint (r);
    c->got = reader_uint (r);
    c->idle = true;
    m->heard = true;
    if (!reader_done (r))
        return false;
    if (m->phase != ASYNC_SEARCH)
        return true;
    if (seems_over (m))
        async_wave (m);
    return true;
}

static bool
wave_is_quiet (const struct wave *w)
{
    return w->idle && w->sent == w->got;
}

/* All have answered.  Who was not idle, or had messages to come, says IDLE
 * after its answer; so there is something to wait for. */
static void
wave_end (struct async_master *m)
{
    bool same = m->second && m->wave.sent == m->before.sent
                && m->wave.got == m->before.got;
    bool quiet = wave_is_quiet (&m->wave);
    if ((quiet && (same || m->faults.wave))
        || (m->wave.idle && m->faults.idle)) {
        async_sum (m);
        return;
    }
    m->before = m->wave;
    m->second = quiet;
    if (quiet || (m->heard && seems_over (m)))
        async_wave (m);
    else
        async_enter (m, ASYNC_SEARCH);
}

static bool
hear_counted (struct async_master *m, struct async_peer *c, struct reader *r)
{
    uint64_t wave = reader_uint (r);
    bool idle = reader_byte (r);
    uint64_t sent = reader_uint (r), got = reader_uint (r);
    if (!reader_done (r) || wave > m->waves)
        return false;
    if (wave != m->waves || m->phase != ASYNC_WAVE)
        return true; /* a fault was found meanwhile */
    if (!async_answer (m, c, ASYNC_WAVE))
        return false;
    m->wave.idle &= idle;
    m->wave.sent += sent;
    m->wave.got += got;
    if (!m->missing)
        wave_end (m);
    return true;
}

/* ---- a fault */

static void
trace_ask (struct async_master *m, struct async_peer *c, uint64_t node)
{
    struct buffer b;
    async_enter (m, ASYNC_LOOK);
    for (size_t i = 0; i < m->master.peer.size; i++)
        async_peer_at (m, i)->answered = async_peer_at (m, i) != c;
    m->missing = 1;
    buffer_init (&b);
    buffer_uint (&b, node);
    async_say (m, c, ASYNC_TRACE, &b);
    buffer_clear (&b);
}

static void
trace_done (struct async_master *m)
{
    path_reverse (&m->path);
    m->has_path = true;
    /* By rounds it is compared by the estimate of its source. */
    m->result.fault.layer = m->path.choice.size - 1;
    async_sum (m);
}

void
async_look (struct async_master *m, struct async_peer *c, uint64_t node)
{
    assert (m->result.fault.found && !m->path.choice.size);
    VEC_PUSH (m->path.choice, m->result.fault.choice);
    m->path.fault = m->result.fault.fault;
    if (node)
        trace_ask (m, c, node - 1);
    else
        trace_done (m);
}

static bool
hear_found (struct async_master *m, struct async_peer *c, struct reader *r)
{
    uint64_t node = reader_uint (r);
    struct finding f = {0};
    bool good = finding_read (&f, r) && reader_done (r) && f.found
                && !f.source.size == !node && m->phase > ASYNC_OPEN;
    /* Only the first counts. */
    if (good && (m->phase == ASYNC_SEARCH || m->phase == ASYNC_WAVE)) {
        struct buffer b;
        finding_keep (&m->result.fault, &f);
        buffer_init (&b);
        async_say (m, NULL, ASYNC_HALT, &b);
        buffer_clear (&b);
        async_look (m, c, node);
    }
    finding_clear (&f);
    return good;
}

static bool
hear_way (struct async_master *m, struct async_peer *c, struct reader *r)
{
    uint64_t choices = reader_uint (r);
    if (!choices || !async_answer (m, c, ASYNC_LOOK))
        return false;
    for (uint64_t i = 0; i < choices && !r->failed; i++) {
        uint64_t choice = reader_uint (r);
        if (choice > UINT32_MAX)
            return false;
        VEC_PUSH (m->path.choice, (uint32_t) choice);
    }
    if (reader_byte (r)) {
        if (!reader_done (r))
            return false;
        trace_done (m);
        return true;
    }
    uint64_t who = reader_uint (r), node = reader_uint (r);
    /* A way has no state twice. */
    if (!reader_done (r) || who >= m->master.peer.size
        || !async_peer_at (m, who)->in || m->path.choice.size > UINT32_MAX)
        return false;
    trace_ask (m, async_peer_at (m, who), node);
    return true;
}

/* ---- sums */

static void
sum_end (struct async_master *m)
{
    struct explore_result *result = &m->result;
    bool found = result->fault.found;
    result->edges = m->sum.edges;
    result->steps = m->sum.steps;
    result->faults = m->sum.faults;
    result->cuts = m->sum.cuts;
    result->digest = m->sum.digest;
    finding_keep (&result->cut, &m->sum.cut);
    result->cut.layer = m->cut_depth;
    /* Found by another at the same time, and not heard of before the end? */
    if (!found && m->sum.faults)
        master_fail (&m->master, "a fault was not told");
    else
        async_end (m, found ? EXPLORE_FAULT : EXPLORE_COMPLETE, NULL);
}

static bool
hear_reported (struct async_master *m, struct async_peer *c, struct reader *r)
{
    struct shard_report report = {0};
    bool good = report_read (&report, r);
    uint64_t states = reader_uint (r), bytes = reader_uint (r);
    uint64_t files = reader_uint (r), depth = reader_uint (r);
    uint64_t sent = reader_uint (r), cut_depth = reader_uint (r);
    good = good && reader_done (r) && async_answer (m, c, ASYNC_SUM);
    if (good) {
        struct members_counts *counts = &m->counts;
        report_join (&m->sum, &report);
        if (report.cut.found
            && bytes_equal (buffer_view (&report.cut.source),
                            buffer_view (&m->sum.cut.source)))
            m->cut_depth = cut_depth;
        m->result.states += states;
        m->result.bytes += bytes;
        counts->filed_bytes += files;
        counts->sent += sent;
        if (states > counts->most_states)
            counts->most_states = states;
        if (bytes > counts->most_bytes)
            counts->most_bytes = bytes;
        if (!m->options.beam && depth + 1 > m->result.layers)
            m->result.layers = depth + 1;
    }
    shard_report_clear (&report);
    if (good && !m->missing)
        sum_end (m);
    return good;
}

static bool
hear_failed (struct async_master *m, struct reader *r)
{
    struct problem p;
    if (!problem_read (&p, r) || !reader_done (r) || p.kind == PROBLEM_NONE)
        return false;
    if (m->has_path)
        async_end (m, EXPLORE_FAULT, NULL);
    else
        async_end (m, EXPLORE_FAILED, &p);
    return true;
}

static bool
hear_ready (struct async_master *m, struct async_peer *c, struct reader *r)
{
    struct buffer b;
    if (!reader_byte (r) || !reader_done (r)
        || !async_answer (m, c, ASYNC_OPEN))
        return false;
    if (m->missing)
        return true;
    if (m->options.beam) {
        lead_begin (m);
        return true;
    }
    async_enter (m, ASYNC_SEARCH);
    buffer_init (&b);
    async_say (m, async_peer_at (m, 0), ASYNC_START, &b);
    buffer_clear (&b);
    return true;
}

bool
async_hear (struct async_master *m, struct async_peer *c, uint32_t tag,
            struct reader *r)
{
    switch (tag) {
    case ASYNC_READY:
        return hear_ready (m, c, r);
    case ASYNC_IDLE:
        return hear_idle (m, c, r);
    case ASYNC_COUNTED:
        return hear_counted (m, c, r);
    case ASYNC_FOUND:
        return hear_found (m, c, r);
    case ASYNC_EXPANDED:
    case ASYNC_SETTLED:
        return lead_hear (m, c, tag, r);
    case ASYNC_WAY:
        return hear_way (m, c, r);
    case ASYNC_REPORTED:
        return hear_reported (m, c, r);
    case ASYNC_NEWS:
        c->states = reader_uint (r);
        c->bytes = reader_uint (r);
        return reader_done (r);
    case ASYNC_FAILED:
        return hear_failed (m, r);
    }
    return false;
}
