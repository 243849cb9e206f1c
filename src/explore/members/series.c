/* series.c -- small layers that members take one after the other, as the master sees
 * it (members.h).
 *
 * What they tell of them is taken layer by layer, as if each had been told when it
 * was there.  All tell of the same number, because each heard the same of the
 * others. */
#include "explore/members/internal.h"

uint64_t
members_series (const struct members_master *m)
{
    uint64_t fresh = 0, depth = m->options.depth, most = m->options.series;
    size_t members = m->owners.member.size;
    for (size_t i = 0; i < members; i++)
        fresh += members_peer_at (m, i)->fresh;
    if (!m->closing)
        return 0;
    /* Files are given back when the master says that all is settled. */
    if (!fresh || !members_layer_is_small (m, fresh) || m->loans.size
        || m->options.run || m->options.transfers)
        return 1;
    most = most ? most : MEMBERS_SERIES;
    return depth && depth - m->result.layers < most ? depth - m->result.layers
                                                    : most;
}

static bool
layer_read (struct members_master *m, struct members_peer *c, uint64_t number,
            struct walked_layer *w, struct reader *r)
{
    bool good = report_read (&w->report, r)
                && report_fits (&w->report, m->result.layers + number);
    w->fresh = reader_uint (r);
    w->states = reader_uint (r);
    w->bytes = reader_uint (r);
    w->filed = reader_uint (r);
    return good && !r->failed && members_read_sent (m, c, r);
}

static bool
layer_goes_on (const struct walked_layer *w)
{
    return w->report.end == EXPLORE_COMPLETE && !w->report.fault.found;
}

bool
members_hear_closed (struct members_master *m, struct members_peer *c,
                     struct reader *r)
{
    uint64_t layers = reader_uint (r);
    if (m->phase != PHASE_EXPAND || c->answered || !layers || layers > m->series
        || (m->told && m->told != layers))
        return false;
    walked_layers_clear (&c->series);
    for (uint64_t i = 0; i < layers; i++) {
        struct walked_layer w = {0};
        bool good = layer_read (m, c, i, &w, r)
                    && (i + 1 == layers || layer_goes_on (&w));
        VEC_PUSH (c->series, w);
        if (!good)
            return false;
    }
    m->told = layers;
    return reader_done (r) && members_answer (m, c, PHASE_EXPAND);
}

/* What was sent in the last one is about a part of what was in all. */
static void
due_share (const struct members_master *m, struct members_peer *c)
{
    c->due_before = c->due - (c->due - c->due_before) / m->told;
}

bool
members_series_next (struct members_master *m)
{
    if (m->taken == m->told)
        return false;
    shard_report_clear (&m->layer);
    shard_report_clear (&m->rest);
    m->fresh = 0;
    for (size_t i = 0; i < m->master.peer.size; i++) {
        struct members_peer *c = members_peer_at (m, i);
        if (!c->in)
            continue;
        assert (m->taken < c->series.size);
        const struct walked_layer *w = &c->series.at[m->taken];
        report_join (&m->layer, &w->report);
        m->fresh += w->fresh;
        c->fresh = w->fresh;
        c->states = w->states;
        c->bytes = w->bytes;
        c->filed = w->filed;
        if (m->taken + 1 == m->told)
            due_share (m, c);
    }
    m->counts.closed++;
    m->counts.series += m->taken > 0;
    m->taken++;
    return true;
}

void
members_series_clear (struct members_master *m)
{
    for (size_t i = 0; i < m->master.peer.size; i++)
        walked_layers_clear (&members_peer_at (m, i)->series);
    m->told = m->taken = 0;
}
