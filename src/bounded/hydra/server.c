/* server.c -- the server: section IV-B of the paper, with its repairs.
 *
 * The paper's server says SAFE when all deques are empty and all clients wait;
 * this one when its ledger has no part left that is not closed, so a message
 * under way, or a client that is gone, cannot make it say so too early. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bounded/hydra/internal.h"

enum {
    RATE_FLOOR = 8,
    LOSSES_MOST = 2 /* clients that one partition may cost */
};

/* The struct that hydra_server_new has made. */
static struct hydra_server *
server_of (member *m)
{
    return (struct hydra_server *) m;
}

/* ---- the end */

static void
hydra_finish (struct hydra_server *m)
{
    assert (hydra_ledger_sound (&m->ledger));
    struct hydra_result *r = &m->result;
    if (m->options.events && !memo_sync (m->options.events, true, &r->problem))
        r->decided = false;
    r->kind = r->decided ? m->kind : ANSWER_UNDECIDED;
    r->claim = m->claim.at;
    r->claims = m->claim.size;
    r->leaf = m->leaf.at;
    r->leaves = m->leaf.size;
    r->partitions = m->ledger.part.size;
    r->lost = m->master.lost;
    r->dissimilarity = hydra_dissimilarity (&m->footprint);
    r->server_ns = master_spent_ns (&m->master);
    master_finish (&m->master);
}

static void
server_fail (member *self, const struct problem *problem)
{
    struct hydra_server *m = server_of (self);
    m->result.problem = *problem;
    m->result.decided = false;
    hydra_finish (m);
}

/* UNSAFE above all, then UNDECIDED, BOUNDED, SAFE. */
static enum bounded_answer
kind_combine (enum bounded_answer a, enum bounded_answer b)
{
    static const enum bounded_answer order[] = {ANSWER_UNSAFE, ANSWER_UNDECIDED,
                                                ANSWER_BOUNDED};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (a == order[i] || b == order[i])
            return order[i];
    return ANSWER_SAFE;
}

static bool
hydra_over (struct hydra_server *m)
{
    if (m->master.over)
        return true;
    bool proves = m->kind == ANSWER_SAFE || m->kind == ANSWER_BOUNDED;
    if ((m->ledger.left && m->kind != ANSWER_UNSAFE)
        || (proves && !hydra_judged (m)))
        return false;
    assert (!m->ledger.left || m->kind == ANSWER_UNSAFE);
    m->result.decided = true;
    hydra_finish (m);
    return true;
}

/* ---- parts */

bool
hydra_closes (const struct partition *p, const struct search_answer *a)
{
    switch (a->kind) {
    case ANSWER_SAFE:
    case ANSWER_BOUNDED:
        return partition_implies (p, p->chosen.size, &a->partition);
    case ANSWER_UNSAFE:
    case ANSWER_UNDECIDED:
        return true;
    case ANSWER_SPLIT:
        break;
    }
    return false;
}

void
hydra_settle (struct hydra_server *m, uint32_t part, struct search_answer *a)
{
    struct hydra_result *r = &m->result;
    assert (a->kind != ANSWER_SPLIT);
    m->kind = kind_combine (m->kind, a->kind);
    r->inlined += a->inlined;
    master_progress (&m->master);
    if (a->kind == ANSWER_SAFE || a->kind == ANSWER_BOUNDED)
        hydra_claim (m, &hydra_ledger_part (&m->ledger, part)->partition, a);
    else if (a->kind == ANSWER_UNSAFE) {
        search_answer_clear (&r->unsafe);
        r->unsafe = *a;
        *a = (struct search_answer) {.kind = ANSWER_UNSAFE};
        partition_init (&a->partition);
        trail_init (&a->trail);
    }
    hydra_ledger_close (&m->ledger, part);
}

void
hydra_close (struct hydra_server *m, uint32_t part, struct search_answer *a)
{
    assert (!m->master.over);
    hydra_note_close (m, part, a);
    if (m->master.over)
        return;
    size_t claims = m->claim.size;
    hydra_settle (m, part, a);
    hydra_prune (m, claims);
    hydra_over (m);
}

/* ---- handing out */

static void
client_send_number (struct hydra_server *m, struct hydra_peer *c, uint32_t tag,
                    uint64_t number)
{
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, number);
    master_send (&m->master, &c->peer, tag, buffer_view (&b));
    buffer_clear (&b);
}

static void
client_hand (struct hydra_server *m, struct hydra_peer *c, uint32_t part)
{
    const struct hydra_part *p = hydra_ledger_part (&m->ledger, part);
    assert (c->held == HYDRA_NONE && p->state == PART_HELD);
    struct buffer b;
    buffer_init (&b);
    /* One leaf that needs the bound is enough for the verdict. */
    buffer_byte (&b, m->kind != ANSWER_BOUNDED);
    partition_write (&p->partition, &b);
    master_send (&m->master, &c->peer, HYDRA_PARTITION, buffer_view (&b));
    buffer_clear (&b);
    c->held = part;
    c->waits = false;
    m->result.steals += p->maker != HYDRA_NOBODY && p->maker != c->peer.who;
}

/* An open part, or something to confirm; false: neither. */
static bool
hydra_serve (struct hydra_server *m, unsigned who)
{
    struct hydra_peer *c = (struct hydra_peer *) master_find (&m->master, who);
    assert (c && c->waits);
    uint32_t part = hydra_ledger_take (&m->ledger);
    if (part != HYDRA_NONE)
        client_hand (m, c, part);
    else
        c->waits = !hydra_ask_to_confirm (m, c);
    return !c->waits;
}

static void
hydra_hand_out (struct hydra_server *m)
{
    /* Who has told of all that is left to be confirmed waits on. */
    size_t kept = 0;
    for (size_t i = 0; i < m->waiting.size; i++)
        if (!hydra_serve (m, m->waiting.at[i]))
            m->waiting.at[kept++] = m->waiting.at[i];
    m->waiting.size = kept;
}

/* Clients that do not search: who confirms will wait when that is over. */
static uint64_t
hydra_idle (const struct hydra_server *m)
{
    uint64_t idle = m->waiting.size;
    for (size_t i = 0; i < m->master.peer.size; i++)
        idle += hydra_peer_at (m, i)->claim != HYDRA_NONE;
    return idle;
}

/* Equation (3) of the paper, with a floor: as printed it is 0 when the client's
 * deque is empty and somebody waits.  With one queue for all, a client's share
 * of it stands for its deque. */
static uint64_t
client_rate (const struct hydra_server *m, const struct hydra_peer *c)
{
    const struct hydra_options *o = &m->options;
    assert (m->master.peer.size);
    uint64_t idle = hydra_idle (m);
    if (!idle)
        return o->slow_down * o->split_ns;
    uint64_t count = o->classic ? hydra_ledger_count (&m->ledger, HYDRA_NOBODY)
                                      / m->master.peer.size
                                : hydra_ledger_count (&m->ledger, c->peer.who);
    uint64_t rate = count * o->split_ns / idle;
    uint64_t least = o->split_ns / RATE_FLOOR;
    return rate > least ? rate : least;
}

/* So many sites to split at that, if all who work do so, everybody has work. */
static uint64_t
hydra_ways (const struct hydra_server *m)
{
    uint64_t busy = 0;
    for (size_t i = 0; i < m->master.peer.size; i++)
        busy += hydra_peer_at (m, i)->held != HYDRA_NONE;
    uint64_t idle = hydra_idle (m);
    uint64_t ways = busy ? (idle + busy - 1) / busy : 1;
    return ways > HYDRA_WAYS_MOST ? HYDRA_WAYS_MOST : ways ? ways : 1;
}

static void
client_pace (struct hydra_server *m, struct hydra_peer *c)
{
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, c->rate_ns);
    buffer_uint (&b, c->ways);
    master_send (&m->master, &c->peer, HYDRA_RATE, buffer_view (&b));
    buffer_clear (&b);
}

static void
hydra_set_rates (struct hydra_server *m)
{
    uint64_t ways = hydra_ways (m);
    for (size_t i = 0; i < m->master.peer.size && !m->options.fixed_rate; i++) {
        struct hydra_peer *c = hydra_peer_at (m, i);
        uint64_t rate = client_rate (m, c);
        /* What cannot be sent now would be old by then. */
        if (c->held == HYDRA_NONE || c->peer.outbox.size
            || (rate < 2 * c->rate_ns && c->rate_ns < 2 * rate
                && ways == c->ways))
            continue;
        c->rate_ns = rate;
        c->ways = ways;
        client_pace (m, c);
    }
}

static void
hydra_turn (member *self)
{
    struct hydra_server *m = server_of (self);
    if (hydra_over (m))
        return;
    hydra_hand_out (m);
    hydra_set_rates (m);
}

/* ---- what clients say */

static bool
client_get (struct hydra_server *m, struct hydra_peer *c)
{
    if (c->waits || c->held != HYDRA_NONE || c->claim != HYDRA_NONE)
        return false;
    c->waits = true;
    VEC_PUSH (m->waiting, c->peer.who);
    return true;
}

static bool
client_sends (struct hydra_server *m, struct hydra_peer *c, struct reader *r)
{
    struct partition sent;
    if (c->held == HYDRA_NONE || !partition_read (&sent, m->options.passive, r))
        return false;
    const struct hydra_part *p = hydra_ledger_part (&m->ledger, c->held);
    bool good = reader_done (r) && hydra_splits (&p->partition, &sent);
    if (good) {
        hydra_note_split (m, c->held, &sent);
        hydra_ledger_split (&m->ledger, c->held, &sent, c->peer.who,
                            m->options.classic ? HYDRA_NOBODY : c->peer.who);
        hydra_prune (m, 0);
    }
    partition_clear (&sent);
    return good;
}

/* What the client goes on with that held `before`, now held; HYDRA_NONE: it sent
 * nothing that is still there. */
static uint32_t
client_pop (struct hydra_server *m, struct hydra_peer *c,
            const struct partition *before)
{
    uint32_t part = hydra_ledger_pop (&m->ledger, c->peer.who);
    if (part == HYDRA_NONE)
        return part;
    if (!m->faults.fenced_outcome
        && !hydra_returns (before,
                           &hydra_ledger_part (&m->ledger, part)->partition))
        master_fail (&m->master,
                     "internal: client %u would pop what is not its own",
                     c->peer.who);
    m->result.pops++;
    return part;
}

/* The held part is closed: what it asks for is answered. */
static void
client_pops (struct hydra_server *m, struct hydra_peer *c,
             const struct partition *before)
{
    c->held = client_pop (m, c, before);
    if (m->master.over)
        return;
    const struct hydra_part *p =
        c->held == HYDRA_NONE ? NULL : hydra_ledger_part (&m->ledger, c->held);
    client_send_number (m, c, HYDRA_POP_ANSWER,
                        p ? p->partition.chosen.size : 0);
}

static bool
client_closes (struct hydra_server *m, struct hydra_peer *c, struct reader *r,
               bool pops)
{
    struct bytes bytes = reader_bytes (r);
    struct search_answer a;
    if (c->held == HYDRA_NONE || !reader_done (r)
        || !search_answer_read (&a, m->options.passive, bytes))
        return false;
    uint32_t part = c->held;
    struct partition before;
    partition_copy (&before, &hydra_ledger_part (&m->ledger, part)->partition);
    bool good = hydra_closes (&before, &a) || hydra_is_faulty (m);
    if (good) {
        c->held = HYDRA_NONE;
        hydra_close (m, part, &a);
        if (pops && !m->master.over)
            client_pops (m, c, &before);
    }
    partition_clear (&before);
    search_answer_clear (&a);
    assert (!good || m->master.over || c->held == HYDRA_NONE
            || m->ledger.part.at[c->held].state == PART_HELD);
    /* A client that does not pop has no way back to what it sent. */
    if (good && !m->master.over && c->held == HYDRA_NONE)
        hydra_ledger_empty (&m->ledger, c->peer.who);
    return good;
}

static bool
client_tells (struct hydra_server *m, const struct hydra_peer *c,
              struct reader *r)
{
    struct hydra_doings doings = {0};
    bool good = hydra_doings_read (&doings, r);
    if (good) {
        hydra_remember (m, c->peer.who, &doings.marks);
        m->result.work_ns += doings.work_ns;
        m->result.check_ns += doings.check_ns;
    }
    hydra_doings_clear (&doings);
    return good;
}

static bool
client_says (struct hydra_server *m, struct hydra_peer *c,
             const struct message *message)
{
    struct reader r;
    reader_init (&r, message->body);
    c->asked = true;
    if (message->tag == HYDRA_GET_PARTITION)
        return reader_done (&r) && client_get (m, c);
    bool good = client_tells (m, c, &r);
    if (message->tag == HYDRA_CONFIRMED)
        return good && hydra_confirm (m, c, &r);
    if (message->tag == HYDRA_SEND_PARTITION)
        return good && client_sends (m, c, &r);
    if (message->tag == HYDRA_POP || message->tag == HYDRA_OUTCOME)
        return good && client_closes (m, c, &r, message->tag == HYDRA_POP);
    return false;
}

static void
hydra_failed (struct hydra_server *m, const struct message *message)
{
    struct reader r;
    reader_init (&r, message->body);
    char *why = reader_string (&r);
    master_fail (&m->master, "client %u: %.400s", message->from,
                 why ? why : "");
    memory_free (why);
}

/* ---- what the team says */

static void
server_begin (member *self)
{
    struct hydra_server *m = server_of (self);
    if (m->result.problem.kind != PROBLEM_NONE)
        hydra_finish (m); /* by hydra_play */
}

static bool
server_heard (member *self, struct peer *peer, const struct message *message)
{
    struct hydra_server *m = server_of (self);
    if (message->tag != HYDRA_FAILED)
        return client_says (m, (struct hydra_peer *) peer, message);
    hydra_failed (m, message);
    return true;
}

static void
server_tick (member *self)
{
    const struct hydra_server *m = server_of (self);
    char text[200];
    snprintf (text, sizeof text,
              "%zu of %zu partitions open; %zu clients, %zu of them waiting",
              m->ledger.left, m->ledger.part.size, m->master.peer.size,
              m->waiting.size);
    if (m->options.tick)
        m->options.tick (m->options.context, text);
    struct progress_status s = {.unit = "partitions",
                                .done = m->ledger.part.size - m->ledger.left,
                                .open = m->ledger.left,
                                .workers = (unsigned) m->master.peer.size};
    snprintf (s.note, sizeof s.note, "%zu of the clients wait",
              m->waiting.size);
    if (m->options.log)
        log_progress (m->options.log, &s);
}

static void
server_alarm (member *self, uint64_t what)
{
    struct hydra_server *m = server_of (self);
    struct problem problem = {0};
    assert (what == HYDRA_SYNC);
    (void) what;
    m->sync_planned = false;
    if (!memo_sync (m->options.events, false, &problem))
        server_fail (self, &problem);
}

static void
server_joined (member *self, struct peer *peer)
{
    struct hydra_server *m = server_of (self);
    struct hydra_peer *c = (struct hydra_peer *) peer;
    c->held = c->claim = HYDRA_NONE;
    c->rate_ns = m->options.split_ns;
    c->ways = 1;
    hydra_ledger_enter (&m->ledger, peer->who);
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, c->rate_ns);
    buffer_bytes (&b, m->options.program);
    master_send (&m->master, peer, HYDRA_PROGRAM, buffer_view (&b));
    buffer_clear (&b);
}

static void
hydra_suspect (struct hydra_server *m, uint32_t part)
{
    struct hydra_part *p = hydra_ledger_part (&m->ledger, part);
    assert (p->state == PART_OPEN);
    if (++p->losses < LOSSES_MOST)
        return;
    struct text t;
    text_init (&t);
    hydra_describe (&p->partition, m->options.passive, &t);
    master_fail (&m->master, "two clients died on one partition: %.300s",
                 text_view (&t));
    text_clear (&t);
}

static void
waiting_remove (struct hydra_server *m, unsigned who)
{
    size_t keep = 0;
    for (size_t i = 0; i < m->waiting.size; i++)
        if (m->waiting.at[i] != who)
            m->waiting.at[keep++] = m->waiting.at[i];
    m->waiting.size = keep;
}

/* What a lost client held, and what it had sent, goes to nobody's deque: in the
 * deque of a living client, that client's POP would take it for something of
 * its own.  The transport has fenced the lost one off by then. */
static bool
server_lost (member *self, struct peer *peer)
{
    struct hydra_server *m = server_of (self);
    struct hydra_peer *c = (struct hydra_peer *) peer;
    bool holds = c->held != HYDRA_NONE;
    assert (!holds || !c->waits);
    bool confirms = hydra_confirm_lost (m, c);
    if (holds) {
        hydra_ledger_return (&m->ledger, c->held, hydra_deque_of_lost (m, c));
        hydra_suspect (m, c->held);
    }
    hydra_ledger_leave (&m->ledger, peer->who);
    waiting_remove (m, peer->who);
    return holds || confirms || !c->asked;
}

static const struct master_class server_class = {
    .worker = "client",
    .peer_size = sizeof (struct hydra_peer),
    .begin = server_begin,
    .joined = server_joined,
    .heard = server_heard,
    .lost = server_lost,
    .tick = server_tick,
    .alarm = server_alarm,
    .turn = hydra_turn,
    .fail = server_fail,
};

static void
server_receive (member *self, team *t, const struct message *message)
{
    struct hydra_server *m = server_of (self);
    master_receive (self, t, message);
    if (!master_find (&m->master, message->from))
        hydra_haunt (m, message);
}

const struct member_class hydra_server_class = {
    .receive = server_receive,
    .alarm = master_alarm,
    .joined = master_joined,
    .lost = master_lost,
};

/* ---- from new to free */

member *
hydra_server_new (const struct hydra_options *o)
{
    assert (o->passive && o->split_ns && o->slow_down);
    struct hydra_server *m = NEW (struct hydra_server);
    master_init (&m->master, &server_class);
    m->master.log = o->log;
    m->master.replaces = m->master.ticks = true;
    m->options = *o;
    m->faults = faults_of (o->broken);
    m->kind = ANSWER_SAFE;
    m->result.kind = ANSWER_UNDECIDED;
    partition_init (&m->result.unsafe.partition);
    trail_init (&m->result.unsafe.trail);
    m->identity = digest_of (o->program);
    hydra_ledger_init (&m->ledger);
    if (!hydra_play (m))
        problem_of_kind (&m->result.problem, PROBLEM_RESOURCE,
                         (struct place) {0},
                         "what was kept of the run is not of this program");
    return (member *) m;
}

const struct hydra_result *
hydra_server_result (const member *m)
{
    return &((const struct hydra_server *) m)->result;
}

void
hydra_server_free (member *self)
{
    struct hydra_server *m = server_of (self);
    hydra_claims_clear (m);
    for (size_t i = 0; i < m->footprint.size; i++)
        map_clear (&m->footprint.at[i].marks);
    master_clear (&m->master);
    VEC_CLEAR (m->footprint);
    VEC_CLEAR (m->waiting);
    VEC_CLEAR (m->ghost);
    search_answer_clear (&m->result.unsafe);
    hydra_ledger_clear (&m->ledger);
    memory_free (m);
}
