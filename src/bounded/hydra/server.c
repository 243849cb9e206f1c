/* server.c -- the server: section IV-B of the paper, with its repairs.
 *
 * The paper's server says SAFE when all deques are empty and all clients wait;
 * this one when its ledger has no part left that is not closed, so a message
 * under way, or a client that is gone, cannot make it say so too early. */
#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "bounded/hydra/internal.h"

enum { TICK_NS = 1000000000, RATE_FLOOR = 8 };

bool
hydra_breaks (const member *m, const char *rule)
{
    return m->options.broken && !strcmp (m->options.broken, rule);
}

/* A server that shall make mistakes must not notice them. */
static bool
server_is_broken (const member *m)
{
    return hydra_breaks (m, "lost-to-living")
           || hydra_breaks (m, "fenced-outcome");
}

struct hydra_client *
hydra_client_of (const member *m, unsigned who)
{
    for (size_t i = 0; i < m->client.size; i++)
        if (m->client.at[i].who == who)
            return &m->client.at[i];
    return NULL;
}

/* ---- the end */

static void
hydra_finish (member *m)
{
    assert (!m->finished);
    assert (hydra_ledger_sound (&m->ledger));
    m->finished = true;
    struct hydra_result *r = &m->result;
    if (m->options.events && !memo_sync (m->options.events, true, &r->problem))
        r->decided = false;
    r->kind = r->decided ? m->kind : ANSWER_UNDECIDED;
    r->leaf = m->leaf.at;
    r->bounded = m->bounded.at;
    r->leaves = m->leaf.size;
    r->partitions = m->ledger.part.size;
    r->dissimilarity = hydra_dissimilarity (&m->mind);
    team_finish (m->team);
}

void
hydra_fail (member *m, const char *format, ...)
{
    if (m->finished)
        return;
    char text[480];
    va_list list;
    va_start (list, format);
    vsnprintf (text, sizeof text, format, list);
    va_end (list);
    problem_of_kind (&m->result.problem, PROBLEM_RESOURCE, (struct place) {0},
                     "%s", text);
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
hydra_over (member *m)
{
    if (m->finished)
        return true;
    if (m->ledger.left && m->kind != ANSWER_UNSAFE)
        return false;
    assert (!m->ledger.left || m->kind == ANSWER_UNSAFE);
    m->result.decided = true;
    hydra_finish (m);
    return true;
}

/* ---- parts */

bool
hydra_names (const struct partition *p, const struct search_answer *a)
{
    switch (a->kind) {
    case ANSWER_SAFE:
    case ANSWER_BOUNDED:
        return hydra_same (p, &a->partition);
    case ANSWER_UNSAFE:
    case ANSWER_UNDECIDED:
        return true;
    case ANSWER_SPLIT:
        break;
    }
    return false;
}

void
hydra_settle (member *m, uint32_t part, struct search_answer *a, bool popped)
{
    struct hydra_result *r = &m->result;
    assert (a->kind != ANSWER_SPLIT);
    hydra_ledger_close (&m->ledger, part);
    m->kind = kind_combine (m->kind, a->kind);
    r->inlined += a->inlined;
    r->pops += popped;
    m->barren = 0;
    if (a->kind == ANSWER_SAFE || a->kind == ANSWER_BOUNDED) {
        struct partition leaf;
        partition_copy (&leaf, &a->partition);
        VEC_PUSH (m->leaf, leaf);
        VEC_PUSH (m->bounded, a->kind == ANSWER_BOUNDED);
    } else if (a->kind == ANSWER_UNSAFE) {
        search_answer_clear (&r->unsafe);
        r->unsafe = *a;
        *a = (struct search_answer) {.kind = ANSWER_UNSAFE};
        partition_init (&a->partition);
        trail_init (&a->trail);
    }
}

void
hydra_close (member *m, uint32_t part, struct search_answer *a, bool popped)
{
    assert (!m->finished);
    hydra_note_close (m, part, a, popped);
    if (m->finished)
        return;
    hydra_settle (m, part, a, popped);
    hydra_over (m);
}

/* ---- handing out */

static void
client_send_number (member *m, struct hydra_client *c, uint32_t tag,
                    uint64_t number)
{
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, number);
    peer_send (c->link, m->team, tag, buffer_view (&b));
    buffer_clear (&b);
}

static void
client_hand (member *m, struct hydra_client *c, uint32_t part)
{
    const struct hydra_part *p = hydra_ledger_part (&m->ledger, part);
    assert (c->held == HYDRA_NONE && p->state == PART_HELD);
    struct buffer b;
    buffer_init (&b);
    /* One leaf that needs the bound is enough for the verdict. */
    buffer_byte (&b, m->kind != ANSWER_BOUNDED);
    partition_write (&p->partition, &b);
    peer_send (c->link, m->team, HYDRA_PARTITION, buffer_view (&b));
    buffer_clear (&b);
    c->held = part;
    c->waits = false;
    m->result.steals += p->maker != HYDRA_NOBODY && p->maker != c->who;
}

static void
hydra_hand_out (member *m)
{
    size_t served = 0;
    while (served < m->waiting.size) {
        uint32_t part = hydra_ledger_take (&m->ledger);
        if (part == HYDRA_NONE)
            break;
        struct hydra_client *c = hydra_client_of (m, m->waiting.at[served++]);
        assert (c && c->waits);
        client_hand (m, c, part);
    }
    m->waiting.size -= served;
    if (served)
        memmove (m->waiting.at, m->waiting.at + served,
                 m->waiting.size * sizeof *m->waiting.at);
}

/* Equation (3) of the paper, with a floor: as printed it is 0 when the client's
 * deque is empty and somebody waits.  With one queue for all, a client's share
 * of it stands for its deque. */
static uint64_t
client_rate (const member *m, const struct hydra_client *c)
{
    const struct hydra_options *o = &m->options;
    assert (m->client.size);
    if (!m->waiting.size)
        return o->slow_down * o->split_ns;
    uint64_t count = o->classic ? hydra_ledger_count (&m->ledger, HYDRA_NOBODY)
                                      / m->client.size
                                : hydra_ledger_count (&m->ledger, c->who);
    uint64_t rate = count * o->split_ns / m->waiting.size;
    uint64_t least = o->split_ns / RATE_FLOOR;
    return rate > least ? rate : least;
}

static void
hydra_set_rates (member *m)
{
    for (size_t i = 0; i < m->client.size && !m->options.fixed_rate; i++) {
        struct hydra_client *c = &m->client.at[i];
        uint64_t rate = client_rate (m, c);
        /* What cannot be sent now would be old by then. */
        if (c->held == HYDRA_NONE || c->link->outbox.size
            || (rate < 2 * c->rate_ns && c->rate_ns < 2 * rate))
            continue;
        c->rate_ns = rate;
        client_send_number (m, c, HYDRA_RATE, rate);
    }
}

/* After each call of the team. */
static void
hydra_turn (member *m)
{
    if (m->finished || hydra_over (m))
        return;
    hydra_hand_out (m);
    hydra_set_rates (m);
}

/* ---- what clients say */

static bool
client_get (member *m, struct hydra_client *c)
{
    if (c->waits || c->held != HYDRA_NONE)
        return false;
    c->waits = true;
    VEC_PUSH (m->waiting, c->who);
    return true;
}

static bool
client_sends (member *m, struct hydra_client *c, struct reader *r)
{
    struct partition sent;
    if (c->held == HYDRA_NONE || !partition_read (&sent, m->options.passive, r))
        return false;
    const struct hydra_part *p = hydra_ledger_part (&m->ledger, c->held);
    bool good = reader_done (r) && hydra_splits (&p->partition, &sent);
    if (good) {
        hydra_note_split (m, c->held, &sent);
        hydra_ledger_split (&m->ledger, c->held, &sent, c->who,
                            m->options.classic ? HYDRA_NOBODY : c->who);
    }
    partition_clear (&sent);
    return good;
}

/* The part that a POP is answered with, now held; HYDRA_NONE: none. */
static uint32_t
client_pop (member *m, struct hydra_client *c)
{
    struct partition before;
    assert (c->held != HYDRA_NONE);
    partition_copy (&before,
                    &hydra_ledger_part (&m->ledger, c->held)->partition);
    uint32_t part = hydra_ledger_pop (&m->ledger, c->who);
    if (part != HYDRA_NONE && !server_is_broken (m)
        && !hydra_returns (&before,
                           &hydra_ledger_part (&m->ledger, part)->partition))
        hydra_fail (m, "internal: client %u would pop what is not its own",
                    c->who);
    partition_clear (&before);
    return part;
}

static bool
client_closes (member *m, struct hydra_client *c, struct reader *r, bool pops)
{
    struct bytes bytes = reader_bytes (r);
    struct search_answer a;
    if (c->held == HYDRA_NONE || !reader_done (r)
        || !search_answer_read (&a, m->options.passive, bytes))
        return false;
    uint32_t part = c->held;
    bool good =
        hydra_names (&hydra_ledger_part (&m->ledger, part)->partition, &a)
        || server_is_broken (m);
    if (good && pops)
        c->held = client_pop (m, c);
    else if (good)
        c->held = HYDRA_NONE;
    if (good && !m->finished)
        hydra_close (m, part, &a, pops && c->held != HYDRA_NONE);
    search_answer_clear (&a);
    assert (!good || m->finished || c->held == HYDRA_NONE
            || m->ledger.part.at[c->held].state == PART_HELD);
    if (good && pops && !m->finished)
        client_send_number (m, c, HYDRA_POP_ANSWER, c->held != HYDRA_NONE);
    /* A client that does not pop has no way back to what it sent. */
    if (good && !m->finished && c->held == HYDRA_NONE)
        hydra_ledger_empty (&m->ledger, c->who);
    return good;
}

static bool
client_tells (member *m, const struct hydra_client *c, struct reader *r)
{
    struct hydra_doings doings = {0};
    bool good = hydra_doings_read (&doings, r);
    if (good) {
        hydra_remember (m, c->who, &doings.marks);
        m->result.work_ns += doings.work_ns;
        m->result.check_ns += doings.check_ns;
    }
    hydra_doings_clear (&doings);
    return good;
}

static bool
client_says (member *m, struct hydra_client *c, const struct message *message)
{
    struct reader r;
    reader_init (&r, message->body);
    c->asked = true;
    if (message->tag == HYDRA_GET_PARTITION)
        return reader_done (&r) && client_get (m, c);
    bool good = client_tells (m, c, &r);
    if (message->tag == HYDRA_SEND_PARTITION)
        return good && client_sends (m, c, &r);
    if (message->tag == HYDRA_POP || message->tag == HYDRA_OUTCOME)
        return good && client_closes (m, c, &r, message->tag == HYDRA_POP);
    return false;
}

static void
hydra_failed (member *m, const struct message *message)
{
    struct reader r;
    reader_init (&r, message->body);
    char *why = reader_string (&r);
    hydra_fail (m, "client %u: %.400s", message->from, why ? why : "");
    memory_free (why);
}

/* Test only: what a lost client said is believed. */
static void
hydra_haunt (member *m, const struct message *message)
{
    struct reader r;
    struct hydra_doings doings = {0};
    struct search_answer a;
    reader_init (&r, message->body);
    if ((message->tag == HYDRA_POP || message->tag == HYDRA_OUTCOME)
        && hydra_doings_read (&doings, &r)
        && search_answer_read (&a, m->options.passive, reader_bytes (&r))) {
        hydra_ghost_says (m, message->from, &a);
        search_answer_clear (&a);
    }
    hydra_doings_clear (&doings);
}

/* ---- what the team tells */

static void
hydra_begin (member *m)
{
    assert (!m->begun);
    m->begun = true;
    if (m->result.problem.kind != PROBLEM_NONE) {
        hydra_finish (m);
        return;
    }
    team_alarm (m->team, TICK_NS, HYDRA_TICK);
    hydra_watch_empty (m);
}

/* When it was; for hydra_leave. */
static uint64_t
hydra_enter (member *m, team *t)
{
    m->team = t;
    if (!m->begun)
        hydra_begin (m);
    return clock_wall_ns ();
}

static void
hydra_leave (member *m, uint64_t start)
{
    hydra_turn (m);
    m->result.server_ns += clock_wall_ns () - start;
}

static void
server_receive (member *m, team *t, const struct message *message)
{
    uint64_t start = hydra_enter (m, t);
    if (m->finished)
        return;
    struct hydra_client *c = hydra_client_of (m, message->from);
    if (!c) {
        if (hydra_breaks (m, "fenced-outcome"))
            hydra_haunt (m, message);
    } else if (message->tag == HYDRA_FAILED)
        hydra_failed (m, message);
    else if (!client_says (m, c, message) && !m->finished) {
        if (m->options.log)
            log_say (m->options.log, LOG_SAY,
                     "client %u sends nonsense and is put out", c->who);
        team_expel (t, c->who);
    }
    hydra_leave (m, start);
}

static void
hydra_tick (member *m)
{
    char text[200];
    snprintf (text, sizeof text,
              "%zu of %zu partitions open; %zu clients, %zu of them waiting",
              m->ledger.left, m->ledger.part.size, m->client.size,
              m->waiting.size);
    if (m->options.tick)
        m->options.tick (m->options.context, text);
    if (m->options.log)
        log_progress (m->options.log, "%s", text);
    team_alarm (m->team, TICK_NS, HYDRA_TICK);
}

static void
server_alarm (member *m, team *t, uint64_t what)
{
    uint64_t start = hydra_enter (m, t);
    if (m->finished)
        return;
    struct problem problem = {0};
    if (what == TEAM_WRITABLE)
        for (size_t i = 0; i < m->client.size; i++)
            peer_resume (m->client.at[i].link, t);
    else if (what == HYDRA_TICK)
        hydra_tick (m);
    else if (what == HYDRA_SYNC) {
        m->sync_planned = false;
        if (!memo_sync (m->options.events, false, &problem))
            hydra_fail (m, "%s", problem.message);
    } else if (what % HYDRA_ALARMS == HYDRA_EMPTY && !m->client.size
               && what / HYDRA_ALARMS == m->epoch)
        hydra_fail (m, "no clients left");
    hydra_leave (m, start);
}

static void
server_joined (member *m, team *t, unsigned who)
{
    uint64_t start = hydra_enter (m, t);
    if (m->finished)
        return;
    assert (!hydra_client_of (m, who));
    struct hydra_client c = {.link = peer_new (who),
                             .who = who,
                             .held = HYDRA_NONE,
                             .rate_ns = m->options.split_ns};
    m->epoch++;
    hydra_ledger_enter (&m->ledger, who);
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, c.rate_ns);
    buffer_bytes (&b, m->options.program);
    peer_send (c.link, t, HYDRA_PROGRAM, buffer_view (&b));
    buffer_clear (&b);
    VEC_PUSH (m->client, c);
    hydra_leave (m, start);
}

static void
server_lost (member *m, team *t, unsigned who)
{
    uint64_t start = hydra_enter (m, t);
    if (m->finished)
        return;
    hydra_lost (m, who);
    hydra_leave (m, start);
}

const struct member_class hydra_server_class = {
    .receive = server_receive,
    .alarm = server_alarm,
    .joined = server_joined,
    .lost = server_lost,
};

/* ---- from new to free */

member *
hydra_server_new (const struct hydra_options *o)
{
    assert (o->passive && o->split_ns && o->slow_down);
    member *m = NEW (member);
    m->options = *o;
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
    return m;
}

const struct hydra_result *
hydra_server_result (const member *m)
{
    return &m->result;
}

void
hydra_server_free (member *m)
{
    for (size_t i = 0; i < m->client.size; i++)
        peer_free (m->client.at[i].link);
    for (size_t i = 0; i < m->leaf.size; i++)
        partition_clear (&m->leaf.at[i]);
    for (size_t i = 0; i < m->mind.size; i++)
        map_clear (&m->mind.at[i].marks);
    VEC_CLEAR (m->client);
    VEC_CLEAR (m->leaf);
    VEC_CLEAR (m->bounded);
    VEC_CLEAR (m->mind);
    VEC_CLEAR (m->waiting);
    memory_free (m->ghost);
    search_answer_clear (&m->result.unsafe);
    hydra_ledger_clear (&m->ledger);
    memory_free (m);
}
