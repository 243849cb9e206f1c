/* master.c -- the master: what the team says, what the driver asks.
 *
 * After each call of the team the driver steps until it waits or has decided;
 * then items are handed out.  The driver sees answers only through the memo
 * table, so it cannot tell who answered, in what order, or how often. */
#include "team/pool/master.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"

enum {
    SYNC_NS = 200000000,
    POOL_SYNC = MASTER_ALARMS,
    /* To plan, send and take back an item costs the master about 10 us, and most
     * of what is asked ahead is in vain. */
    AHEAD_NS = 250000
};

/* The struct that pool_master_new has made. */
static struct pool_master *
pool_of (member *m)
{
    return (struct pool_master *) m;
}

/* ---- the end */

static void
pool_finish (struct pool_master *m)
{
    if (!memo_sync (m->options.memo, true, &m->result.problem))
        m->decided = false;
    m->result.decided = m->decided;
    m->result.lost_workers = m->master.lost;
    m->result.doubtful = pool_audit_left (m);
    uint64_t used = 0;
    for (size_t i = 0; i < m->ledger.item.size; i++)
        used += m->ledger.item.at[i].used && m->ledger.item.at[i].who;
    m->result.wasted = m->result.items - used;
    m->result.master_ns = master_spent_ns (&m->master);
    master_finish (&m->master);
}

static void
pool_fail (member *self, const struct problem *problem)
{
    struct pool_master *m = pool_of (self);
    if (m->result.problem.kind == PROBLEM_NONE)
        m->result.problem = *problem;
    m->decided = false;
    pool_finish (m);
}

/* What an item is about, for people. */
static void
pool_describe (struct pool_master *m, uint32_t item, char *text, size_t room)
{
    const struct item_worker_class *class = m->options.item_worker;
    struct problem ignored = {0};
    char digest[DIGEST_TEXT];
    digest_print (ledger_item (&m->ledger, item)->digest, digest);
    snprintf (text, room, "item %s", digest);
    if (!class->describe || !ledger_item (&m->ledger, item)->data)
        return;
    item_worker *w = class->open (m->options.program, &ignored);
    if (!w)
        return;
    for (size_t i = 0; i < m->blob.size; i++)
        class->learn (w,
                      (struct bytes) {m->blob.at[i].data, m->blob.at[i].size});
    class->describe (w, ledger_bytes (&m->ledger, item), text, room);
    class->close (w);
}

/* ---- what the driver asks */

static bool
pool_get (struct oracle *oracle, struct bytes item, struct bytes *answer,
          uint64_t *units)
{
    struct pool_master *m = ((struct pool_oracle *) oracle)->pool;
    struct digest d = digest_of (item);
    if (memo_get (m->options.memo, d, answer, units)) {
        pool_audit_known (m, d, item);
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
    struct pool_master *m = ((struct pool_oracle *) oracle)->pool;
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

/* Simulated runs that repeat exactly must not depend on what anything takes. */
static bool
pool_ahead (struct oracle *oracle)
{
    const struct pool_master *m = ((struct pool_oracle *) oracle)->pool;
    return m->options.untimed || m->typical_ns >= AHEAD_NS;
}

static void
pool_forget (struct oracle *oracle)
{
    struct pool_master *m = ((struct pool_oracle *) oracle)->pool;
    ledger_forget (&m->ledger);
    m->forgot = true;
}

static void
pool_share (struct oracle *oracle, struct bytes blob)
{
    struct pool_master *m = ((struct pool_oracle *) oracle)->pool;
    struct pool_blob b = {memory_copy (blob.data, blob.size), blob.size};
    VEC_PUSH (m->blob, b);
    for (size_t i = 0; i < m->master.peer.size; i++)
        master_send (&m->master, m->master.peer.at[i], POOL_BLOB, blob);
}

static const struct oracle_class pool_oracle_class = {
    .get = pool_get,
    .want = pool_want,
    .ahead = pool_ahead,
    .forget = pool_forget,
    .share = pool_share,
};

/* ---- one turn of the master */

static void
pool_arrived (struct pool_master *m, uint32_t i)
{
    const struct driver_class *class = m->options.driver_class;
    struct bytes answer;
    uint64_t units;
    struct ledger_item *it = ledger_item (&m->ledger, i);
    if (class->arrived && it->data
        && memo_get (m->options.memo, it->digest, &answer, &units)) {
        it->told = m->ledger.epoch;
        class->arrived (m->options.driver, &m->oracle.oracle,
                        ledger_bytes (&m->ledger, i), answer);
    }
}

static void
pool_release (struct pool_master *m, uint32_t i)
{
    if (!ledger_item (&m->ledger, i)->audit)
        ledger_release (&m->ledger, i);
}

static void
pool_step (struct pool_master *m)
{
    enum driver_step step = DRIVER_PROGRESS;
    while (step == DRIVER_PROGRESS)
        step = m->options.driver_class->step (m->options.driver,
                                              &m->oracle.oracle);
    m->waits = step == DRIVER_BLOCKED;
    if (step == DRIVER_DONE) {
        m->decided = true;
        pool_forget (&m->oracle.oracle);
    }
}

static void
pool_tell_ready (struct pool_master *m)
{
    while (m->ready.size && !m->decided) {
        uint32_t i = VEC_POP (m->ready);
        pool_arrived (m, i);
        pool_release (m, i);
    }
}

static bool
pool_busy (const struct pool_master *m)
{
    for (size_t i = 0; i < m->master.peer.size; i++)
        if (pool_peer_at (m, i)->held.size)
            return true;
    return false;
}

static void
pool_turn (member *self)
{
    struct pool_master *m = pool_of (self);
    struct problem problem = {0};
    /* A driver that waits can move only by an answer that it has asked for. */
    if (!m->decided && (!m->waits || m->stirred))
        pool_step (m);
    m->stirred = false;
    pool_tell_ready (m);
    if (!memo_sync (m->options.memo, false, &problem)) {
        pool_fail (self, &problem);
        return;
    }
    if (m->decided && !pool_audits (m)) {
        pool_finish (m);
        return;
    }
    pool_dispatch (m);
    if (m->master.over || m->decided)
        return;
    /* Our bug, or the engine's; it must not look like patience. */
    if (m->waits && m->master.peer.size && !m->ledger.open
        && !m->ledger.alone.size && !pool_busy (m))
        master_fail (&m->master,
                     "internal: the driver waits for what nobody works on");
}

/* ---- answers */

static void
pool_close (struct pool_master *m, uint32_t i, const struct peer *by)
{
    struct ledger_item *it = ledger_item (&m->ledger, i);
    bool wanted = it->needed && !it->urgent;
    m->stirred |= it->urgent;
    ledger_close (&m->ledger, i);
    m->result.items++;
    pool_audit_closed (m, i, by);
    if (wanted)
        pool_arrived (m, i);
    pool_release (m, i);
}

/* The median of the latest, about: a few long items among many short ones do not
 * make it worth to ask for more of the short ones. */
static void
pool_typical (struct pool_master *m, uint64_t cost_ns)
{
    uint64_t step = m->typical_ns / 16 + 1;
    if (!m->typical_ns)
        m->typical_ns = cost_ns;
    else if (cost_ns > m->typical_ns)
        m->typical_ns += step;
    else
        m->typical_ns -= step;
}

static void
pool_answered (struct pool_master *m, struct pool_peer *peer, uint32_t i,
               struct bytes answer, uint64_t units, uint64_t cost_ns)
{
    struct digest d = ledger_item (&m->ledger, i)->digest;
    peer->answered++;
    master_progress (&m->master);
    m->cost_ns =
        m->cost_ns ? m->cost_ns - m->cost_ns / 16 + cost_ns / 16 : cost_ns;
    if (!m->cost_ns)
        m->cost_ns = 1;
    pool_typical (m, cost_ns);
    if (!memo_put (m->options.memo, d, answer, units,
                   m->options.untimed ? 0 : cost_ns)) {
        char text[256];
        pool_describe (m, i, text, sizeof text);
        master_fail (&m->master, "two answers for one item differ: %s", text);
        return;
    }
    if (ledger_item (&m->ledger, i)->state != LEDGER_CLOSED)
        pool_close (m, i, &peer->peer);
    else
        pool_audit_answered (m, i, &peer->peer);
}

/* One record of ANSWERS. */
static void
pool_record (struct pool_master *m, struct pool_peer *peer, struct reader *r)
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
    } else if (m->faults.accept_all && answers && i != LEDGER_NONE)
        pool_answered (m, peer, i, answer, units, cost_ns);
}

static bool
pool_answers (struct pool_master *m, struct pool_peer *peer, struct bytes body)
{
    struct reader r;
    reader_init (&r, body);
    while (!r.failed && r.at < r.end && !m->master.over)
        pool_record (m, peer, &r);
    if (!m->sync_planned && !m->master.over) {
        m->sync_planned = true;
        team_alarm (m->master.team, SYNC_NS, POOL_SYNC);
    }
    return !r.failed;
}

/* ---- what the team says */

static bool
pool_heard (member *self, struct peer *peer, const struct message *message)
{
    struct pool_master *m = pool_of (self);
    if (message->tag == POOL_ANSWERS)
        return pool_answers (m, (struct pool_peer *) peer, message->body);
    if (message->tag == POOL_FAILED) {
        struct reader r;
        reader_init (&r, message->body);
        char *why = reader_string (&r);
        master_fail (&m->master, "worker %u: %s", peer->who, why);
        memory_free (why);
    }
    return true;
}

static void
pool_tick (member *self)
{
    struct pool_master *m = pool_of (self);
    const struct pool_options *o = &m->options;
    char text[256] = "";
    if (o->driver_class->progress)
        o->driver_class->progress (o->driver, text, sizeof text);
    if (o->tick)
        o->tick (o->context, text);
    struct progress_status s = {.unit = "items",
                                .done = m->result.items,
                                .open = m->ledger.open,
                                .workers = (unsigned) m->master.peer.size};
    snprintf (s.note, sizeof s.note, "%.*s", (int) sizeof s.note - 1, text);
    if (o->log)
        log_progress (o->log, &s);
}

static void
pool_alarm (member *self, uint64_t what)
{
    assert (what == POOL_SYNC); /* each turn does so */
    (void) what;
    pool_of (self)->sync_planned = false;
}

static void
pool_joined (member *self, struct peer *peer)
{
    struct pool_master *m = pool_of (self);
    struct buffer body;
    buffer_init (&body);
    buffer_string (&body, m->options.item_worker->name);
    buffer_bytes (&body, m->options.program);
    master_send (&m->master, peer, POOL_PROGRAM, buffer_view (&body));
    buffer_clear (&body);
    for (size_t i = 0; i < m->blob.size; i++)
        master_send (&m->master, peer, POOL_BLOB,
                     (struct bytes) {m->blob.at[i].data, m->blob.at[i].size});
}

/* The worker was lost over this item, as far as one can tell. */
static void
pool_suspect (struct pool_master *m, const struct held *h)
{
    if (ledger_item (&m->ledger, h->item)->state == LEDGER_CLOSED)
        return;
    if (h->alone && m->faults.lost_is_answer) {
        memo_put (m->options.memo, ledger_item (&m->ledger, h->item)->digest,
                  (struct bytes) {0}, 0, 0);
        ledger_close (&m->ledger, h->item);
        m->stirred = true;
        return;
    }
    if (h->alone && !m->faults.third_life) {
        char text[256];
        pool_describe (m, h->item, text, sizeof text);
        master_fail (&m->master, "a worker died twice on one item: %s", text);
        return;
    }
    ledger_blame (&m->ledger, h->item);
}

/* The ledger forgets nothing: what a lost worker held and nobody else has is
 * open again at once.  The transport has fenced the worker off by then. */
static bool
pool_lost (member *self, struct peer *lost)
{
    struct pool_master *m = pool_of (self);
    const struct pool_peer *peer = (struct pool_peer *) lost;
    if (peer->held.size)
        pool_suspect (m, &peer->held.at[0]);
    for (size_t i = 0; i < peer->held.size; i++)
        if (!m->faults.forget_lost)
            ledger_return (&m->ledger, peer->held.at[i].item);
    return peer->held.size && !peer->answered;
}

static void
pool_peer_clear (struct peer *peer)
{
    VEC_CLEAR (((struct pool_peer *) peer)->held);
}

static const struct master_class pool_class = {
    .worker = "worker",
    .peer_size = sizeof (struct pool_peer),
    .peer_clear = pool_peer_clear,
    .joined = pool_joined,
    .heard = pool_heard,
    .lost = pool_lost,
    .tick = pool_tick,
    .alarm = pool_alarm,
    .turn = pool_turn,
    .fail = pool_fail,
};

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
    struct pool_master *m = NEW (struct pool_master);
    master_init (&m->master, &pool_class);
    m->master.log = o->log;
    m->master.replaces = o->keep_alive;
    m->master.ticks = true;
    m->oracle = (struct pool_oracle) {{&pool_oracle_class}, m};
    m->options = *o;
    m->faults = faults_of (o->broken);
    ledger_init (&m->ledger);
    return (member *) m;
}

const struct pool_result *
pool_master_result (const member *m)
{
    return &((const struct pool_master *) m)->result;
}

void
pool_master_free (member *self)
{
    struct pool_master *m = pool_of (self);
    for (size_t i = 0; i < m->blob.size; i++)
        memory_free (m->blob.at[i].data);
    master_clear (&m->master);
    VEC_CLEAR (m->blob);
    VEC_CLEAR (m->ready);
    VEC_CLEAR (m->hot);
    VEC_CLEAR (m->audit);
    ledger_clear (&m->ledger);
    memory_free (m);
}
