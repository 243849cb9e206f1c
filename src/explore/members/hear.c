/* hear.c -- what the members of a search say to its master. */
#include "explore/members/internal.h"

bool
members_answer (struct members_master *m, struct members_peer *c,
                enum phase phase)
{
    if (m->phase != phase || c->answered)
        return false;
    c->answered = true;
    assert (m->missing);
    m->missing--;
    return true;
}

void
peer_sizes (struct members_peer *c, struct reader *r)
{
    c->states = reader_uint (r);
    c->bytes = reader_uint (r);
    c->filed = reader_uint (r);
}

static bool
finding_fits (const struct finding *f, uint64_t layer)
{
    return !f->found || (f->layer == layer && !f->source.size == !layer);
}

bool
report_fits (const struct shard_report *r, uint64_t layer)
{
    return finding_fits (&r->fault, layer) && finding_fits (&r->cut, layer)
           && finding_fits (&r->failed, layer);
}

bool
members_read_sent (struct members_master *m, struct members_peer *c,
                   struct reader *r)
{
    uint64_t pairs = reader_uint (r);
    for (uint64_t i = 0; i < pairs && !r->failed; i++) {
        uint64_t who = reader_uint (r), count = reader_uint (r);
        struct members_peer *to =
            who > UINT32_MAX ? NULL : members_find (m, (unsigned) who);
        if (!to || !to->in || to == c || !count)
            return false;
        to->due += count;
    }
    return !r->failed;
}

bool
members_hear_sent (struct members_master *m, struct members_peer *c,
                   struct reader *r)
{
    return members_read_sent (m, c, r) && reader_done (r);
}

static bool
hear_expanded (struct members_master *m, struct members_peer *c,
               struct reader *r)
{
    struct shard_report report = {0};
    bool good =
        report_read (&report, r) && report_fits (&report, m->result.layers);
    good = good && !m->closing && members_hear_sent (m, c, r)
           && members_answer (m, c, PHASE_EXPAND);
    if (good)
        report_join (&m->layer, &report);
    shard_report_clear (&report);
    return good;
}

static bool
hear_settled (struct members_master *m, struct members_peer *c,
              struct reader *r)
{
    assert (c->in);
    uint64_t fresh = reader_uint (r);
    peer_sizes (c, r);
    m->fresh += fresh;
    c->fresh = fresh;
    return reader_done (r) && members_answer (m, c, PHASE_SETTLE);
}

/* The number of states in a list of them; false: there is something else. */
static bool
states_count (struct bytes states, uint64_t *count)
{
    struct reader r;
    reader_init (&r, states);
    for (*count = 0; !r.failed && r.at != r.end; ++*count)
        if (!reader_bytes (&r).size)
            return false;
    return !r.failed;
}

static bool
hear_log (struct members_master *m, struct members_peer *c, struct reader *r)
{
    bool last = reader_byte (r);
    struct bytes states = {r->at, (size_t) (r->end - r->at)};
    uint64_t count;
    struct problem p = {0};
    if (r->failed || m->phase != PHASE_COLLECT || c->answered || !m->writer
        || !states_count (states, &count))
        return false;
    if (!layer_writer_add (m->writer, states, count, &p)) {
        members_end (m, EXPLORE_FULL, &p);
        return true;
    }
    if (last)
        return members_answer (m, c, PHASE_COLLECT);
    struct buffer b;
    letter_begin (m, &b);
    buffer_uint (&b, 1);
    master_send (&m->master, &c->peer, MEMBERS_MORE, buffer_view (&b));
    buffer_clear (&b);
    return true;
}

static bool
hear_digested (struct members_master *m, struct members_peer *c,
               struct reader *r)
{
    struct shard_report report = {0};
    bool good = report_read (&report, r) && reader_done (r)
                && members_answer (m, c, PHASE_DIGEST);
    if (good)
        report_join (&m->rest, &report);
    shard_report_clear (&report);
    return good;
}

static bool
hear_failed (struct members_master *m, struct reader *r)
{
    struct problem p;
    if (!problem_read (&p, r) || !reader_done (r) || p.kind == PROBLEM_NONE)
        return false;
    members_end (m, EXPLORE_FULL, &p);
    return true;
}

static bool
hear_accusation (struct members_master *m, struct reader *r)
{
    uint64_t who = reader_uint (r);
    if (!reader_done (r) || who > UINT32_MAX
        || !members_find (m, (unsigned) who))
        return false;
    team_expel (m->master.team, (unsigned) who);
    return true;
}

bool
members_hear (struct members_master *m, struct members_peer *c, uint32_t tag,
              struct reader *r)
{
    switch (tag) {
    case MEMBERS_READY:
        peer_sizes (c, r);
        return reader_done (r) && m->load_told
               && members_answer (m, c, PHASE_LOAD);
    case MEMBERS_EXPANDED:
        return hear_expanded (m, c, r);
    case MEMBERS_CLOSED:
        return members_hear_closed (m, c, r);
    case MEMBERS_SETTLED:
        return hear_settled (m, c, r);
    case MEMBERS_WALKED:
        return members_hear_walked (m, c, r);
    case MEMBERS_LOG:
        return hear_log (m, c, r);
    case MEMBERS_DIGESTED:
        return hear_digested (m, c, r);
    case MEMBERS_FOUND:
        return members_hear_found (m, c, r)
               && members_answer (m, c, PHASE_LOOK);
    case MEMBERS_WEIGHT:
    case MEMBERS_AGREED:
    case MEMBERS_GAVE:
    case MEMBERS_KEPT:
        return members_hear_even (m, c, tag, r);
    case MEMBERS_AUDITED:
        return members_hear_audited (m, c, r);
    case MEMBERS_NEWS:
        peer_sizes (c, r);
        return reader_done (r);
    case MEMBERS_FAILED:
        return hear_failed (m, r);
    case MEMBERS_ACCUSE:
        return hear_accusation (m, r);
    }
    return false;
}
