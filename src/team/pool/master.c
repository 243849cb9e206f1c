/* master.c -- the master: what the team tells, what the driver asks.
 *
 * After each call of the team the driver steps until it waits or has decided;
 * then items are handed out.  The driver sees answers only through the memo
 * table, so it cannot tell who answered, in what order, or how often.
 *
 * `options.broken` names a rule that is not kept, so that tests can show that
 * they would notice: "forget-lost" (what a lost worker held is not opened
 * again), "accept-all" (answers are taken from workers that do not hold the
 * item), "lost-is-answer" (an item that costs two workers has an empty answer),
 * "third-life" (it is tried again and again). */
#include "team/pool/master.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"

enum { TICK_NS = 1000000000, SYNC_NS = 200000000 };

bool
pool_breaks (const member *m, const char *rule)
{
    return m->options.broken && !strcmp (m->options.broken, rule);
}

struct peer *
pool_peer (const member *m, unsigned who)
{
    for (size_t i = 0; i < m->peer.size; i++)
        if (m->peer.at[i]->who == who)
            return m->peer.at[i];
    return NULL;
}

/* ---- the end */

static void
pool_finish (member *m)
{
    assert (!m->finished);
    m->finished = true;
    if (!memo_sync (m->options.memo, true, &m->result.problem))
        m->decided = false;
    m->result.decided = m->decided;
    uint64_t used = 0;
    for (size_t i = 0; i < m->ledger.item.size; i++)
        used += m->ledger.item.at[i].used && m->ledger.item.at[i].who;
    m->result.wasted = m->result.items - used;
    team_finish (m->team);
}

void
pool_fail (member *m, const char *format, ...)
{
    char text[480];
    va_list list;
    va_start (list, format);
    vsnprintf (text, sizeof text, format, list);
    va_end (list);
    problem_of_kind (&m->result.problem, PROBLEM_RESOURCE, (struct place) {0},
                     "%s", text);
    m->decided = false;
    if (!m->finished)
        pool_finish (m);
}

void
pool_describe (member *m, uint32_t item, char *text, size_t room)
{
    const struct item_worker_class *class = m->options.item_worker;
    struct problem ignored = {0};
    char digest[DIGEST_TEXT];
    digest_print (ledger_item (&m->ledger, item)->digest, digest);
    snprintf (text, room, "item %s", digest);
    if (!class->describe || !ledger_item (&m->ledger, item)->data)
        return;
    item_worker *l = class->open (m->options.program, &ignored);
    if (!l)
        return;
    for (size_t i = 0; i < m->blob.size; i++)
        class->learn (l,
                      (struct bytes) {m->blob.at[i].data, m->blob.at[i].size});
    class->describe (l, ledger_bytes (&m->ledger, item), text, room);
    class->close (l);
}

/* ---- what the driver asks */

static bool
pool_get (struct oracle *oracle, struct bytes item, struct bytes *answer,
          uint64_t *units)
{
    member *m = (member *) oracle;
    struct digest d = digest_of (item);
    if (memo_get (m->options.memo, d, answer, units)) {
        uint32_t known = ledger_find (&m->ledger, d);
        if (known != LEDGER_NONE)
            ledger_item (&m->ledger, known)->used = true;
        return true;
    }
    uint32_t i = ledger_enter (&m->ledger, d, item);
    if (ledger_urge (&m->ledger, i))
        VEC_PUSH (m->hot, i);
    return false;
}

static void
pool_want (struct oracle *oracle, struct bytes item, uint64_t rank)
{
    member *m = (member *) oracle;
    struct digest d = digest_of (item);
    struct bytes answer;
    uint64_t units;
    if (!memo_get (m->options.memo, d, &answer, &units)) {
        ledger_want (&m->ledger, ledger_enter (&m->ledger, d, item), rank);
        return;
    }
    /* Known from an earlier round or run: the driver is told so, but not from
     * inside this call, and once until it forgets. */
    if (!m->options.driver_class->arrived)
        return;
    uint32_t i = ledger_find (&m->ledger, d);
    if (i != LEDGER_NONE
        && ledger_item (&m->ledger, i)->told == m->ledger.epoch)
        return;
    i = ledger_enter (&m->ledger, d, item);
    struct ledger_item *it = ledger_item (&m->ledger, i);
    if (it->state != LEDGER_CLOSED)
        ledger_close (&m->ledger, i);
    it->told = m->ledger.epoch;
    VEC_PUSH (m->ready, i);
}

static void
pool_forget (struct oracle *oracle)
{
    member *m = (member *) oracle;
    ledger_forget (&m->ledger);
    m->forgot = true;
}

static void
pool_share (struct oracle *oracle, struct bytes blob)
{
    member *m = (member *) oracle;
    struct pool_blob b = {memory_copy (blob.data, blob.size), blob.size};
    VEC_PUSH (m->blob, b);
    for (size_t i = 0; i < m->peer.size; i++)
        peer_send (m->peer.at[i], m->team, POOL_BLOB, blob);
}

static const struct oracle_class pool_oracle = {
    .get = pool_get,
    .want = pool_want,
    .forget = pool_forget,
    .share = pool_share,
};

/* ---- one turn of the master */

static void
pool_arrived (member *m, uint32_t i)
{
    const struct driver_class *class = m->options.driver_class;
    struct bytes answer;
    uint64_t units;
    struct ledger_item *it = ledger_item (&m->ledger, i);
    if (class->arrived && it->data
        && memo_get (m->options.memo, it->digest, &answer, &units)) {
        it->told = m->ledger.epoch;
        class->arrived (m->options.driver, &m->oracle,
                        ledger_bytes (&m->ledger, i), answer);
    }
}

static void
pool_release (member *m, uint32_t i)
{
    if (!ledger_item (&m->ledger, i)->audit)
        ledger_release (&m->ledger, i);
}

static void
pool_step (member *m)
{
    enum driver_step step = DRIVER_PROGRESS;
    while (step == DRIVER_PROGRESS)
        step = m->options.driver_class->step (m->options.driver, &m->oracle);
    m->waits = step == DRIVER_BLOCKED;
    if (step == DRIVER_DONE) {
        m->decided = true;
        pool_forget (&m->oracle);
    }
}

static void
pool_tell_ready (member *m)
{
    while (m->ready.size && !m->decided) {
        uint32_t i = VEC_POP (m->ready);
        pool_arrived (m, i);
        pool_release (m, i);
    }
}

/* Can one of the pending audits still be made? */
static bool
pool_audits (member *m)
{
    size_t keep = 0;
    for (size_t k = 0; k < m->audit.size; k++) {
        uint32_t i = m->audit.at[k];
        if (ledger_item (&m->ledger, i)->used)
            m->audit.at[keep++] = i;
        else
            ledger_item (&m->ledger, i)->audit = false;
    }
    m->audit.size = keep;
    return keep && m->peer.size > 1;
}

static bool
pool_busy (const member *m)
{
    for (size_t i = 0; i < m->peer.size; i++)
        if (m->peer.at[i]->held.size)
            return true;
    return false;
}

static void
pool_turn (member *m)
{
    if (m->finished)
        return;
    /* A driver that waits can move only by an answer that it has asked for. */
    if (!m->decided && (!m->waits || m->stirred))
        pool_step (m);
    m->stirred = false;
    pool_tell_ready (m);
    if (!memo_sync (m->options.memo, false, &m->result.problem)) {
        pool_fail (m, "%s", m->result.problem.message);
        return;
    }
    if (m->decided && !pool_audits (m)) {
        pool_finish (m);
        return;
    }
    pool_dispatch (m);
    if (m->finished || m->decided)
        return;
    /* Our bug, or the engine's; it must not look like patience. */
    if (m->waits && m->peer.size && !m->ledger.open && !m->ledger.alone.size
        && !pool_busy (m))
        pool_fail (m, "internal: the quest waits for what nobody works on");
}

/* ---- answers */

static void
pool_close (member *m, uint32_t i, unsigned who)
{
    struct ledger_item *it = ledger_item (&m->ledger, i);
    bool wanted = it->needed && !it->urgent;
    m->stirred |= it->urgent;
    ledger_close (&m->ledger, i);
    it->who = who;
    m->result.items++;
    /* By digest, so that the share is the same whoever answered first. */
    if (it->digest.high % 100 < m->options.audit_percent) {
        it->audit = true;
        VEC_PUSH (m->audit, i);
    }
    if (wanted)
        pool_arrived (m, i);
    pool_release (m, i);
}

static void
pool_audited (member *m, uint32_t i)
{
    size_t at = 0;
    while (m->audit.at[at] != i)
        at++;
    m->audit.size--;
    memmove (m->audit.at + at, m->audit.at + at + 1,
             (m->audit.size - at) * sizeof *m->audit.at);
    ledger_item (&m->ledger, i)->audit = false;
    ledger_release (&m->ledger, i);
    m->result.audited++;
}

static void
pool_answered (member *m, struct peer *peer, uint32_t i, struct bytes answer,
               uint64_t units, uint64_t cost_ns)
{
    struct digest d = ledger_item (&m->ledger, i)->digest;
    peer->answered++;
    m->barren = 0;
    m->cost_ns =
        m->cost_ns ? m->cost_ns - m->cost_ns / 16 + cost_ns / 16 : cost_ns;
    if (!m->cost_ns)
        m->cost_ns = 1;
    if (!memo_put (m->options.memo, d, answer, units,
                   m->options.untimed ? 0 : cost_ns)) {
        char text[256];
        pool_describe (m, i, text, sizeof text);
        pool_fail (m, "two answers for one item differ: %s", text);
        return;
    }
    const struct ledger_item *it = ledger_item (&m->ledger, i);
    if (it->state != LEDGER_CLOSED)
        pool_close (m, i, peer->who);
    else if (it->audit && it->who != peer->who)
        pool_audited (m, i);
}

/* One record of ANSWERS. */
static void
pool_record (member *m, struct peer *peer, struct reader *r)
{
    struct digest d = reader_digest (r);
    bool answers = reader_byte (r) == 1;
    struct bytes answer = {0};
    uint64_t units = 0, cost_ns = 0;
    if (answers) {
        answer = reader_bytes (r);
        units = reader_uint (r);
        cost_ns = reader_uint (r);
        m->result.work_ns += cost_ns;
        m->result.prepared_ns += reader_uint (r);
    }
    if (r->failed)
        return;
    uint32_t i = ledger_find (&m->ledger, d);
    size_t at = i == LEDGER_NONE ? PEER_NOT : peer_find (peer, i);
    if (at != PEER_NOT) {
        peer_let_go (peer, at);
        if (answers)
            pool_answered (m, peer, i, answer, units, cost_ns);
        ledger_return (&m->ledger, i);
    } else if (pool_breaks (m, "accept-all") && answers && i != LEDGER_NONE)
        pool_answered (m, peer, i, answer, units, cost_ns);
}

static void
pool_answers (member *m, struct peer *peer, struct bytes body)
{
    struct reader r;
    reader_init (&r, body);
    while (!r.failed && r.at < r.end && !m->finished)
        pool_record (m, peer, &r);
    if (r.failed && !m->finished) {
        if (m->options.log)
            log_say (m->options.log, LOG_SAY,
                     "worker %u sends nonsense and is put out", peer->who);
        team_expel (m->team, peer->who);
    }
    if (!m->sync_planned && !m->finished) {
        m->sync_planned = true;
        team_alarm (m->team, SYNC_NS, POOL_SYNC);
    }
}

/* ---- what the team tells */

static uint64_t
pool_enter (member *m, team *t)
{
    m->team = t;
    if (!m->begun && !m->finished) {
        m->begun = true;
        team_alarm (t, TICK_NS, POOL_TICK);
        pool_watch_empty (m);
    }
    return clock_wall_ns ();
}

static void
pool_leave (member *m, uint64_t start)
{
    pool_turn (m);
    m->result.master_ns += clock_wall_ns () - start;
}

static void
master_receive (member *m, team *t, const struct message *message)
{
    uint64_t start = pool_enter (m, t);
    struct peer *peer = pool_peer (m, message->from);
    if (peer && !m->finished && message->tag == POOL_ANSWERS)
        pool_answers (m, peer, message->body);
    else if (peer && !m->finished && message->tag == POOL_FAILED) {
        struct reader r;
        reader_init (&r, message->body);
        char *why = reader_string (&r);
        pool_fail (m, "worker %u: %s", message->from, why);
        memory_free (why);
    }
    pool_leave (m, start);
}

static void
pool_tick (member *m)
{
    const struct pool_options *o = &m->options;
    char text[256] = "";
    if (o->driver_class->progress)
        o->driver_class->progress (o->driver, text, sizeof text);
    if (o->tick)
        o->tick (o->context, text);
    if (o->log)
        log_progress (o->log,
                      "%s; %zu workers, %" PRIu64 " answers, %zu items open",
                      text, m->peer.size, m->result.items, m->ledger.open);
    pool_despair (m);
    team_alarm (m->team, TICK_NS, POOL_TICK);
}

static void
master_alarm (member *m, team *t, uint64_t what)
{
    uint64_t start = pool_enter (m, t);
    if (m->finished)
        return;
    if (what == TEAM_WRITABLE)
        for (size_t i = 0; i < m->peer.size; i++)
            peer_resume (m->peer.at[i], t);
    else if (what == POOL_TICK)
        pool_tick (m);
    else if (what == POOL_SYNC)
        m->sync_planned = false;
    else if (what == POOL_SPAWN) {
        m->spawn_planned = false;
        pool_spawn (m);
    } else if (what % POOL_ALARMS == POOL_EMPTY && !m->peer.size
               && what / POOL_ALARMS == m->epoch)
        pool_fail (m, "all workers are lost");
    pool_leave (m, start);
}

static void
master_joined (member *m, team *t, unsigned who)
{
    uint64_t start = pool_enter (m, t);
    if (!m->finished) {
        assert (!pool_peer (m, who));
        struct peer *peer = peer_new (who);
        VEC_PUSH (m->peer, peer);
        m->epoch++;
        m->coming -= m->coming > 0;
        struct buffer body;
        buffer_init (&body);
        buffer_string (&body, m->options.item_worker->name);
        buffer_bytes (&body, m->options.program);
        peer_send (peer, t, POOL_PROGRAM, buffer_view (&body));
        buffer_clear (&body);
        for (size_t i = 0; i < m->blob.size; i++)
            peer_send (peer, t, POOL_BLOB,
                       (struct bytes) {m->blob.at[i].data, m->blob.at[i].size});
    }
    pool_leave (m, start);
}

static void
master_lost (member *m, team *t, unsigned who)
{
    uint64_t start = pool_enter (m, t);
    if (!m->finished)
        pool_lost (m, who);
    pool_leave (m, start);
}

const struct member_class pool_master_class = {
    .receive = master_receive,
    .alarm = master_alarm,
    .joined = master_joined,
    .lost = master_lost,
};

member *
pool_master_new (const struct pool_options *o)
{
    assert (o->item_worker && o->driver_class && o->driver && o->memo);
    member *m = NEW (member);
    m->oracle.class = &pool_oracle;
    m->options = *o;
    ledger_init (&m->ledger);
    return m;
}

const struct pool_result *
pool_master_result (const member *m)
{
    return &m->result;
}

void
pool_master_free (member *m)
{
    for (size_t i = 0; i < m->peer.size; i++)
        peer_free (m->peer.at[i]);
    for (size_t i = 0; i < m->blob.size; i++)
        memory_free (m->blob.at[i].data);
    VEC_CLEAR (m->peer);
    VEC_CLEAR (m->blob);
    VEC_CLEAR (m->ready);
    VEC_CLEAR (m->hot);
    VEC_CLEAR (m->audit);
    ledger_clear (&m->ledger);
    memory_free (m);
}
