/* alone.c -- narrow layers, walked by one member without a barrier each, as the
 * master sees it (members.h).
 *
 *     members_alone --ask--> PHASE_WALK --WALKED--> PHASE_SETTLE, ..COLLECT
 *         ^    |                                          |
 *         |    `--share--> PHASE_AGREE ..                 |  once for each layer
 *         `-----------------------------------------------'
 *
 * Some wide layers between narrow ones are not worth sharing all: what layers
 * have beyond a narrow one's work is summed up, narrow ones pay it back, and
 * when it is as much as ALONE_LAYERS of them, or the next layer will probably
 * make it so, the states are shared.  So of a wide graph only a small part is
 * walked by one, and of a narrow one with wide places nothing is shared. */
#include <inttypes.h>

#include "explore/members/internal.h"

enum { ALONE_LAYERS = 64 };

void
walked_layers_clear (struct walked_layers *w)
{
    for (size_t i = 0; i < w->size; i++)
        shard_report_clear (&w->at[i].report);
    VEC_CLEAR (*w);
}

static void
walked_reset (struct members_alone *a)
{
    walked_layers_clear (&a->walked);
    a->taken = 0;
}

void
alone_clear (struct members_alone *a)
{
    walked_reset (a);
    *a = (struct members_alone) {0};
}

static struct members_peer *
alone_walker (const struct members_master *m)
{
    assert (m->alone.now && m->alone.walker < m->master.peer.size);
    return members_peer_at (m, m->alone.walker);
}

/* Rather one of this team's own: an audit begins at what these have. */
void
members_alone_begin (struct members_master *m)
{
    assert (!m->alone.now && !m->alone.walked.size);
    if (!m->options.alone || m->options.run)
        return;
    assert (!m->result.layers);
    m->alone.now = true;
    for (size_t i = m->master.peer.size; i; i--)
        if (!members_peer_at (m, i - 1)->peer.foreign)
            m->alone.walker = i - 1;
}

/* ---- asking */

static void
alone_ask (struct members_master *m)
{
    struct members_peer *c = alone_walker (m);
    uint64_t depth = m->options.depth;
    assert (!depth || m->result.layers < depth);
    m->alone.asked = MEMBERS_WALK;
    if (depth && depth - m->result.layers < MEMBERS_WALK)
        m->alone.asked = depth - m->result.layers;
    struct buffer b;
    letter_begin (m, &b);
    buffer_byte (&b, !m->result.layers);
    buffer_uint (&b, m->alone.asked);
    buffer_uint (&b, m->options.alone);
    members_enter_one (m, PHASE_WALK, c);
    master_send (&m->master, &c->peer, MEMBERS_ALONE, buffer_view (&b));
    buffer_clear (&b);
}

static uint64_t
alone_debt (const struct members_master *m, uint64_t work)
{
    uint64_t debt = m->alone.debt + work;
    return debt < m->options.alone ? 0 : debt - m->options.alone;
}

/* The next layer is as the last one, with other states. */
static uint64_t
alone_guess (const struct members_master *m)
{
    const struct shard_report *r = &m->layer;
    return m->fresh * ((r->edges + r->steps) / (r->expanded + 1) + 1);
}

static bool
alone_is_wide (const struct members_master *m)
{
    uint64_t limit = m->options.memory_bytes;
    return alone_debt (m, alone_guess (m)) > ALONE_LAYERS * m->options.alone
           || (limit && alone_walker (m)->bytes > limit / 2);
}

static void
alone_share (struct members_master *m)
{
    m->alone.now = false;
    m->alone.walker = 0;
    if (m->owners.member.size < 2) {
        members_expand (m);
        return;
    }
    if (m->options.log)
        log_say (m->options.log, LOG_DETAIL,
                 "states are shared from layer %" PRIu64 " on",
                 m->result.layers);
    owners_share (&m->owners);
    members_move (m);
}

bool
members_alone (struct members_master *m)
{
    if (!m->alone.now)
        return false;
    if (m->alone.taken < m->alone.walked.size)
        members_walked (m);
    else if (alone_is_wide (m))
        alone_share (m);
    else
        alone_ask (m);
    return true;
}

/* ---- what it says */

static bool
walked_read (struct walked_layer *w, struct reader *r)
{
    bool good = report_read (&w->report, r);
    w->fresh = reader_uint (r);
    w->states = reader_uint (r);
    w->bytes = reader_uint (r);
    w->filed = reader_uint (r);
    return good && !r->failed;
}

/* Could the search go on behind it? */
static bool
walked_goes_on (const struct walked_layer *w)
{
    return w->report.end == EXPLORE_COMPLETE && !w->report.fault.found
           && w->fresh;
}

/* The others have nothing in these layers. */
static void
walked_turn (struct members_master *m, uint64_t layers)
{
    struct buffer b;
    letter_begin (m, &b);
    buffer_uint (&b, layers);
    for (size_t i = 0; i < m->owners.member.size; i++)
        if (i != m->alone.walker)
            master_send (&m->master, &members_peer_at (m, i)->peer,
                         MEMBERS_TURN, buffer_view (&b));
    buffer_clear (&b);
}

bool
members_hear_walked (struct members_master *m, struct members_peer *c,
                     struct reader *r)
{
    struct members_alone *a = &m->alone;
    uint64_t layers = reader_uint (r), states = m->result.states;
    if (m->phase != PHASE_WALK || c->answered || !layers || layers > a->asked)
        return false;
    assert (c == alone_walker (m));
    walked_reset (a);
    bool good = true, full = false;
    for (uint64_t i = 0; good && i < layers; i++) {
        struct walked_layer w = {0};
        good = walked_read (&w, r)
               && report_fits (&w.report, m->result.layers + i)
               && (i + 1 == layers || walked_goes_on (&w));
        states += w.fresh;
        full = w.report.end == EXPLORE_FULL;
        good = good && (full || w.states == states);
        VEC_PUSH (a->walked, w);
    }
    if (!good || !reader_done (r)) {
        walked_reset (a);
        return false;
    }
    if (!full)
        walked_turn (m, layers);
    return members_answer (m, c, PHASE_WALK);
}

/* From here on it is a layer as all others. */
void
members_walked (struct members_master *m)
{
    struct members_alone *a = &m->alone;
    assert (a->taken < a->walked.size && !m->looking);
    struct walked_layer *w = &a->walked.at[a->taken++];
    struct members_peer *c = alone_walker (m);
    shard_report_clear (&m->layer);
    shard_report_clear (&m->rest);
    m->layer = w->report;
    w->report = (struct shard_report) {0};
    m->fresh = w->fresh;
    c->states = w->states;
    c->bytes = w->bytes;
    c->filed = w->filed;
    m->counts.walked++;
    a->debt = alone_debt (m, m->layer.edges + m->layer.steps);
    if (m->layer.end == EXPLORE_FULL) {
        members_end (m, EXPLORE_FULL, &m->layer.problem);
        return;
    }
    members_enter (m, PHASE_SETTLE);
    m->missing = 0;
}
