/* epochs.c -- who is in, losses, joins, and loading what was committed.
 *
 * One pass over the logs serves all members; it pauses while a link is full. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "explore/members/internal.h"
#include "explore/async/transfer.h"

enum {
    AGAIN_MOST = 3 /* times that a search without a run directory begins
                      again */
};

/* ---- a new epoch */

static void
epoch_clear (struct members_master *m)
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
    alone_clear (&m->alone);
    m->counts.walked = 0;
    m->restart = m->load_told = false;
    members_series_clear (m);
    m->loaded = 0;
    m->missing = 0;
}

static void
peer_introduce (struct members_master *m, struct members_peer *c)
{
    c->in = true;
    m->audit.due |= c->peer.foreign && !m->faults.audit;
    c->due = c->due_before = c->states = c->bytes = c->fresh = 0;
    buffer_reset (&c->load);
    if (c->told)
        return;
    struct buffer b;
    buffer_init (&b);
    members_setup_write (&m->options, &b);
    master_send (&m->master, &c->peer, MEMBERS_PROGRAM, buffer_view (&b));
    buffer_clear (&b);
    c->told = true;
}

/* All that are there are in; who comes later stands behind them, so the indices
 * of owners are those of peers. */
static void
epoch_tell (struct members_master *m)
{
    master_sort (&m->master);
    struct members_numbers numbers = {0};
    struct buffer b;
    members_alone_begin (m);
    letter_begin (m, &b);
    buffer_uint (&b, m->alone.now ? m->alone.walker + 1 : 0);
    buffer_uint (&b, m->master.peer.size);
    for (size_t i = 0; i < m->master.peer.size; i++) {
        struct members_peer *c = members_peer_at (m, i);
        peer_introduce (m, c);
        buffer_uint (&b, c->peer.who);
        VEC_PUSH (numbers, c->peer.who);
    }
    owners_init (&m->owners, numbers.at, numbers.size);
    if (m->alone.now)
        owners_give_all (&m->owners, m->alone.walker);
    if (m->generator)
        owners_use (&m->owners, m->options.partition, m->options.some,
                    m->generator);
    if (m->options.transfers)
        transfers_clean (m->options.transfers, m->epoch);
    members_tell (m, MEMBERS_EPOCH, &b);
    buffer_clear (&b);
    VEC_CLEAR (numbers);
}

void
members_begin (struct members_master *m)
{
    assert (m->began && m->phase != PHASE_OVER);
    epoch_clear (m);
    m->epoch++;
    if (!m->master.peer.size) {
        m->phase = PHASE_GATHER;
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
                 "%zu members begin again at layer %" PRIu64,
                 m->master.peer.size, m->load_until);
}

/* ---- loading */

static bool
members_can_send (const struct members_master *m)
{
    for (size_t i = 0; i < m->master.peer.size; i++)
        if (members_peer_at (m, i)->in
            && members_peer_at (m, i)->peer.outbox.size)
            return false;
    return true;
}

static void
load_send (struct members_master *m, struct members_peer *c)
{
    if (c->load.size)
        master_send (&m->master, &c->peer, MEMBERS_LOAD,
                     buffer_view (&c->load));
    buffer_reset (&c->load);
}

/* To their owners; false: damaged. */
static bool
load_spread (struct members_master *m, struct bytes states)
{
    struct reader r;
    size_t batch =
        m->options.batch_bytes ? m->options.batch_bytes : MEMBERS_BATCH_BYTES;
    reader_init (&r, states);
    while (!r.failed && r.at != r.end) {
        struct bytes state = reader_bytes (&r);
        if (!state.size)
            return false;
        size_t owner = owners_find (&m->owners, state);
        struct members_peer *c = members_peer_at (m, owner);
        assert (c->in && c->peer.who == m->owners.member.at[owner]);
        if (!c->load.size)
            buffer_uint (&c->load, m->epoch);
        buffer_bytes (&c->load, state);
        if (c->load.size >= batch)
            load_send (m, c);
    }
    return !r.failed;
}

static void
load_turn (struct members_master *m)
{
    assert (m->reader && m->loaded < m->load_until);
    layer_reader_free (m->reader);
    m->reader = NULL;
    for (size_t i = 0; i < m->master.peer.size; i++)
        load_send (m, members_peer_at (m, i));
    struct buffer b;
    letter_begin (m, &b);
    buffer_uint (&b, 1);
    members_tell (m, MEMBERS_TURN, &b);
    buffer_clear (&b);
    m->loaded++;
}

bool
members_load (struct members_master *m)
{
    struct problem p = {0};
    struct bytes states;
    if (m->load_told || !members_can_send (m))
        return false;
    if (m->loaded == m->load_until) {
        m->load_told = true;
        members_tell_short (m, MEMBERS_LOADED);
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
        master_fail (&m->master, "run directory: layer %" PRIu64 " is damaged",
                     m->loaded + 1);
    return true;
}

/* All are READY. */
void
members_loaded (struct members_master *m)
{
    assert (m->load_told && m->loaded == m->load_until);
    if (m->looking) {
        members_look (m);
        return;
    }
    uint64_t states = 0;
    for (size_t i = 0; i < m->master.peer.size; i++)
        states +=
            members_peer_at (m, i)->in ? members_peer_at (m, i)->states : 0;
    if (states != m->result.states)
        master_fail (&m->master,
                     "run directory: its layers have %" PRIu64
                     " states, but %" PRIu64 " were found",
                     states, m->result.states);
    else if (m->audit.under_way)
        members_audit (m);
    else if (!members_alone (m))
        members_expand (m);
}

/* ---- members come and go */

/* The first time: where an earlier process stopped. */
static void
members_start (struct members_master *m)
{
    assert (!m->began && m->master.peer.size);
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
members_joined (member *self, struct peer *peer)
{
    struct members_master *m = members_of (self);
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
                 peer->who);
}

/* Without logs nothing of what was found can be given to others; but all of it
 * will be found again. */
static void
members_reset (struct members_master *m)
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
members_again (struct members_master *m)
{
    if (team_exhausted (m->master.team))
        master_fail (&m->master, "memory: a member ran out of it");
    else if (++m->again > AGAIN_MOST)
        master_fail (&m->master,
                     "%u members were lost, and without --run the search has "
                     "to begin again each time",
                     m->counts.lost);
    else {
        members_reset (m);
        return true;
    }
    return false;
}

bool
members_lost (member *self, struct peer *peer)
{
    struct members_master *m = members_of (self);
    m->counts.lost = m->master.lost;
    if (!((struct members_peer *) peer)->in)
        return false;
    if (!m->options.run) {
        if (!members_again (m))
            return true;
        if (m->options.log)
            log_say (m->options.log, LOG_SAY,
                     "without --run the search begins again");
    }
    members_begin (m);
    return true;
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
members_resume (struct members_master *m, struct problem *p)
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
