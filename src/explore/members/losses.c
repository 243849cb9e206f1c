/* losses.c -- epochs: who is in, losses, joins, and loading what was
 * committed.
 *
 * One pass over the logs serves all members; it pauses while a link is full. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "explore/members/internal.h"
#include "explore/async/transfer.h"

enum {
    LOSSES_MOST = 10, /* more than members, without a layer committed */
    AGAIN_MOST = 3    /* times that a search without a run directory begins
                         again */
};
static const uint64_t empty_ns = UINT64_C (30000000000);

/* ---- a new epoch */

static void
epoch_clear (member *m)
{
    layer_reader_free (m->reader);
    m->reader = NULL;
    layer_writer_drop (m->writer);
    m->writer = NULL;
    owners_clear (&m->owners);
    shard_report_clear (&m->layer);
    shard_report_clear (&m->rest);
    memory_free (m->weight);
    m->weight = NULL;
    m->evened = 0;
    m->restart = m->load_told = false;
    m->loaded = 0;
    m->missing = 0;
}

static void
peer_introduce (member *m, struct members_peer *c)
{
    c->in = true;
    bool believed = m->options.broken && !strcmp (m->options.broken, "audit");
    m->audit.due |= c->foreign && !believed;
    c->due = c->states = c->bytes = 0;
    buffer_reset (&c->load);
    if (c->told)
        return;
    struct buffer b;
    buffer_init (&b);
    members_setup_write (&m->options, &b);
    peer_send (c->link, m->team, MEMBERS_PROGRAM, buffer_view (&b));
    buffer_clear (&b);
    c->told = true;
}

static int
peer_order (const void *a, const void *b)
{
    const struct members_peer *x = a, *y = b;
    return (x->who > y->who) - (x->who < y->who);
}

/* All that are there are in; who comes later stands behind them, so the indices
 * of owners are those of peers. */
static void
epoch_tell (member *m)
{
    qsort (m->peer.at, m->peer.size, sizeof *m->peer.at, peer_order);
    struct members_numbers numbers = {0};
    struct buffer b;
    letter_begin (m, &b);
    buffer_uint (&b, m->peer.size);
    for (size_t i = 0; i < m->peer.size; i++) {
        struct members_peer *c = &m->peer.at[i];
        peer_introduce (m, c);
        buffer_uint (&b, c->who);
        VEC_PUSH (numbers, c->who);
    }
    owners_init (&m->owners, numbers.at, numbers.size);
    if (m->generator)
        owners_use (&m->owners, m->options.partition, m->generator);
    if (m->options.transfers)
        transfers_clean (m->options.transfers, m->epoch);
    members_tell (m, MEMBERS_EPOCH, &b);
    buffer_clear (&b);
    VEC_CLEAR (numbers);
}

void
members_begin (member *m)
{
    assert (m->began && m->phase != PHASE_OVER);
    epoch_clear (m);
    m->epoch++;
    if (!m->peer.size) {
        m->phase = PHASE_GATHER;
        team_alarm (m->team, empty_ns, m->epoch << 8 | MEMBERS_EMPTY);
        return;
    }
    epoch_tell (m);
    members_enter (m, PHASE_LOAD);
    /* The way back needs nothing behind the layer that it is at, and behind the
     * last one of a complete search there is none. */
    m->load_until = m->looking           ? m->here.layer - 1
                    : m->audit.under_way ? m->result.layers - 1
                                         : m->result.layers;
    if (m->options.log && m->epoch > 1)
        log_say (m->options.log, LOG_DETAIL,
                 "%zu members begin again at layer %" PRIu64, m->peer.size,
                 m->load_until);
}

/* ---- loading */

static bool
members_can_send (const member *m)
{
    for (size_t i = 0; i < m->peer.size; i++)
        if (m->peer.at[i].in && m->peer.at[i].link->outbox.size)
            return false;
    return true;
}

static void
load_send (member *m, struct members_peer *c)
{
    if (c->load.size)
        peer_send (c->link, m->team, MEMBERS_LOAD, buffer_view (&c->load));
    buffer_reset (&c->load);
}

/* To their owners; false: damaged. */
static bool
load_spread (member *m, struct bytes states)
{
    struct reader r;
    size_t batch =
        m->options.batch_bytes ? m->options.batch_bytes : MEMBERS_BATCH_BYTES;
    reader_init (&r, states);
    while (!r.failed && r.at != r.end) {
        struct bytes state = reader_bytes (&r);
        if (!state.size)
            return false;
        struct members_peer *c = &m->peer.at[owners_find (&m->owners, state)];
        assert (c->in && c->who == m->owners.member.at[c - m->peer.at]);
        if (!c->load.size)
            buffer_uint (&c->load, m->epoch);
        buffer_bytes (&c->load, state);
        if (c->load.size >= batch)
            load_send (m, c);
    }
    return !r.failed;
}

static void
load_tell (member *m, uint32_t tag)
{
    struct buffer b;
    letter_begin (m, &b);
    members_tell (m, tag, &b);
    buffer_clear (&b);
}

static void
load_turn (member *m)
{
    assert (m->reader && m->loaded < m->load_until);
    layer_reader_free (m->reader);
    m->reader = NULL;
    for (size_t i = 0; i < m->peer.size; i++)
        load_send (m, &m->peer.at[i]);
    load_tell (m, MEMBERS_TURN);
    m->loaded++;
}

bool
members_load (member *m)
{
    struct problem p = {0};
    struct bytes states;
    if (m->load_told || !members_can_send (m))
        return false;
    if (m->loaded == m->load_until) {
        m->load_told = true;
        load_tell (m, MEMBERS_LOADED);
        return true;
    }
    assert (m->options.run);
    if (!m->reader)
        m->reader = layer_reader_new (members_logs (m), m->loaded + 1, &p);
    if (!m->reader || !layer_reader_next (m->reader, &states, &p))
        members_end (m, EXPLORE_FAILED, &p);
    else if (!states.size)
        load_turn (m);
    else if (!load_spread (m, states))
        members_fail (m, "run directory: layer %" PRIu64 " is damaged",
                      m->loaded + 1);
    return true;
}

/* All are READY. */
void
members_loaded (member *m)
{
    assert (m->load_told && m->loaded == m->load_until);
    if (m->looking) {
        members_look (m);
        return;
    }
    uint64_t states = 0;
    for (size_t i = 0; i < m->peer.size; i++)
        states += m->peer.at[i].in ? m->peer.at[i].states : 0;
    if (states != m->result.states)
        members_fail (m,
                      "run directory: its layers have %" PRIu64
                      " states, but %" PRIu64 " were found",
                      states, m->result.states);
    else if (m->audit.under_way)
        members_audit (m);
    else
        members_expand (m);
}

/* ---- members come and go */

/* The first time: where an earlier process stopped. */
static void
members_start (member *m)
{
    assert (!m->began && m->peer.size);
    struct problem p = {0};
    m->began = true;
    bool part = m->options.partition != PARTITION_HASH;
    if (part && !(m->generator = generator_open (m->options.program, &p)))
        members_end (m, EXPLORE_FAILED, &p);
    else if (m->options.run && !members_resume (m, &p))
        members_end (m, EXPLORE_FAILED, &p);
    else if (m->result.layers && m->options.passed
             && !m->options.passed (m->options.context, &m->result))
        members_end (m, EXPLORE_STOPPED, NULL);
    else
        members_begin (m);
}

void
members_joined (member *m, unsigned who)
{
    assert (!members_find (m, who));
    struct members_peer c = {
        .who = who, .link = peer_new (who), .foreign = team_foreign (m->team)};
    VEC_PUSH (m->peer, c);
    m->arrived++;
    if (!m->began) {
        if (m->arrived >= m->options.members)
            members_start (m);
    } else if (m->phase == PHASE_GATHER)
        members_begin (m);
    else if (m->options.run)
        m->restart = true;
    else if (m->options.log)
        log_say (m->options.log, LOG_SAY,
                 "member %u has come too late: without --run the search cannot "
                 "be shared anew",
                 who);
}

static void
members_forget (member *m, unsigned who)
{
    size_t at = 0;
    while (m->peer.at[at].who != who)
        at++;
    peer_free (m->peer.at[at].link);
    buffer_clear (&m->peer.at[at].load);
    m->peer.size--;
    memmove (m->peer.at + at, m->peer.at + at + 1,
             (m->peer.size - at) * sizeof *m->peer.at);
}

/* Without logs nothing of what was found can be given to others; but all of it
 * will be found again. */
static void
members_reset (member *m)
{
    struct explore_result *r = &m->result;
    assert (!m->options.run && r->problem.kind == PROBLEM_NONE);
    finding_clear (&r->fault);
    finding_clear (&r->cut);
    finding_clear (&m->here);
    finding_clear (&m->before);
    path_clear (&m->path);
    *r = (struct explore_result) {.hashed = r->hashed, .joined = r->joined};
    m->looking = m->audit.under_way = false;
}

/* False: the search is over. */
static bool
members_again (member *m)
{
    if (team_exhausted (m->team))
        members_fail (m, "memory: a member ran out of it");
    else if (++m->again > AGAIN_MOST)
        members_fail (m,
                      "%u members were lost, and without --run the search has "
                      "to begin again each time",
                      m->counts.lost);
    else {
        members_reset (m);
        return true;
    }
    return false;
}

void
members_lost (member *m, unsigned who)
{
    const struct members_peer *c = members_find (m, who);
    if (!c)
        return;
    assert (m->phase != PHASE_OVER);
    bool in = c->in;
    members_forget (m, who);
    m->losses++;
    m->counts.lost++;
    bool exhausted = team_exhausted (m->team);
    if (in && !m->options.run && !members_again (m))
        return;
    if (m->losses > m->options.members + LOSSES_MOST) {
        members_fail (m, "%s%u members were lost at layer %" PRIu64,
                      exhausted ? "memory: " : "", m->losses, m->result.layers);
        return;
    }
    if (m->options.log)
        log_say (m->options.log, LOG_SAY, "member %u is lost%s", who,
                 in && !m->options.run
                     ? "; without --run the search begins again"
                     : "");
    team_spawn (m->team);
    if (in)
        members_begin (m);
}

void
members_watch (member *m, uint64_t epoch)
{
    if (m->phase == PHASE_GATHER && m->epoch == epoch && m->began)
        members_fail (m, "no member is left");
}

/* ---- sums of a committed layer */

void
members_ending (const struct explore_result *r, struct buffer *b)
{
    assert (!r->fault.found && r->problem.kind == PROBLEM_NONE);
    buffer_uint (b, r->layers);
    buffer_uint (b, r->states);
    buffer_uint (b, r->edges);
    buffer_uint (b, r->steps);
    buffer_uint (b, r->cuts);
    buffer_byte (b, r->hashed);
    buffer_byte (b, r->joined);
    buffer_digest (b, r->digest);
    finding_write (&r->cut, b);
}

static bool
ending_read (struct explore_result *result, struct reader *r)
{
    result->layers = reader_uint (r);
    result->states = reader_uint (r);
    result->edges = reader_uint (r);
    result->steps = reader_uint (r);
    result->cuts = reader_uint (r);
    /* What a layer rests on, the search rests on. */
    result->hashed |= reader_byte (r) != 0;
    result->joined |= reader_byte (r) != 0;
    result->digest = reader_digest (r);
    return finding_read (&result->cut, r) && reader_done (r);
}

bool
members_resume (member *m, struct problem *p)
{
    const char *dir = members_logs (m);
    uint64_t layers;
    struct buffer ending;
    buffer_init (&ending);
    bool good = layers_find (dir, &layers, &ending, p);
    if (good && layers) {
        struct reader r;
        reader_init (&r, buffer_view (&ending));
        good = (ending_read (&m->result, &r) && m->result.layers == layers)
               || problem_of_kind (p, PROBLEM_RESOURCE, (struct place) {0},
                                   "run directory: layer %" PRIu64
                                   " does not fit to the others",
                                   layers);
        m->audit.due |= m->result.joined; /* perhaps they were there */
        if (good && m->options.log)
            log_say (m->options.log, LOG_SAY,
                     "%" PRIu64 " layers with %" PRIu64 " states are there",
                     layers, m->result.states);
    }
    buffer_clear (&ending);
    return good;
}
