/* master.c -- the master: what the team tells, what the quest asks.
 *
 * After each call of the team the quest steps until it waits or has decided;
 * then items are handed out.  The quest sees answers only through the memo
 * table, so it cannot tell who answered, in what order, or how often.
 *
 * `options.broken` names a rule that is not kept, so that tests can show that
 * they would notice: "forget-lost" (what a lost worker held is not opened
 * again), "accept-all" (answers are taken from workers that do not hold the
 * item), "lost-is-answer" (an item that costs two workers has an empty answer),
 * "third-life" (it is tried again and again). */
#include "team/crew/master.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"

enum { TICK_NS = 1000000000, SYNC_NS = 200000000 };

bool
crew_breaks (const member *m, const char *rule)
{
    return m->options.broken && !strcmp (m->options.broken, rule);
}

struct mate *
crew_mate (const member *m, unsigned who)
{
    for (size_t i = 0; i < m->mate.size; i++)
        if (m->mate.at[i]->who == who)
            return m->mate.at[i];
    return NULL;
}

/* ---- the end */

static void
crew_finish (member *m)
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
crew_fail (member *m, const char *format, ...)
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
        crew_finish (m);
}

void
crew_describe (member *m, uint32_t item, char *text, size_t room)
{
    const struct labor_class *labor = m->options.labor;
    struct problem ignored = {0};
    char digest[DIGEST_TEXT];
    digest_print (ledger_item (&m->ledger, item)->digest, digest);
    snprintf (text, room, "item %s", digest);
    if (!labor->describe || !ledger_item (&m->ledger, item)->data)
        return;
    laborer *l = labor->open (m->options.program, &ignored);
    if (!l)
        return;
    for (size_t i = 0; i < m->blob.size; i++)
        labor->learn (l,
                      (struct bytes) {m->blob.at[i].data, m->blob.at[i].size});
    labor->describe (l, ledger_bytes (&m->ledger, item), text, room);
    labor->close (l);
}

/* ---- what the quest asks */

static bool
crew_get (struct asker *asker, struct bytes item, struct bytes *answer,
          uint64_t *units)
{
    member *m = (member *) asker;
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
crew_want (struct asker *asker, struct bytes item, uint64_t rank)
{
    member *m = (member *) asker;
    struct digest d = digest_of (item);
    struct bytes answer;
    uint64_t units;
    if (!memo_get (m->options.memo, d, &answer, &units)) {
        ledger_want (&m->ledger, ledger_enter (&m->ledger, d, item), rank);
        return;
    }
    /* Known from an earlier round or run: the quest is told so, but not from
     * inside this call, and once until it forgets. */
    if (!m->options.quest_class->arrived)
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
crew_forget (struct asker *asker)
{
    member *m = (member *) asker;
    ledger_forget (&m->ledger);
    m->forgot = true;
}

static void
crew_share (struct asker *asker, struct bytes blob)
{
    member *m = (member *) asker;
    struct crew_blob b = {memory_copy (blob.data, blob.size), blob.size};
    VEC_PUSH (m->blob, b);
    for (size_t i = 0; i < m->mate.size; i++)
        mate_send (m->mate.at[i], m->team, CREW_BLOB, blob);
}

static const struct asker_class crew_asker = {
    .get = crew_get,
    .want = crew_want,
    .forget = crew_forget,
    .share = crew_share,
};

/* ---- one turn of the master */

static void
crew_arrived (member *m, uint32_t i)
{
    const struct quest_class *class = m->options.quest_class;
    struct bytes answer;
    uint64_t units;
    struct ledger_item *it = ledger_item (&m->ledger, i);
    if (class->arrived && it->data
        && memo_get (m->options.memo, it->digest, &answer, &units)) {
        it->told = m->ledger.epoch;
        class->arrived (m->options.quest, &m->asker,
                        ledger_bytes (&m->ledger, i), answer);
    }
}

static void
crew_release (member *m, uint32_t i)
{
    if (!ledger_item (&m->ledger, i)->audit)
        ledger_release (&m->ledger, i);
}

static void
crew_step (member *m)
{
    enum quest_step step = QUEST_MOVED;
    while (step == QUEST_MOVED)
        step = m->options.quest_class->step (m->options.quest, &m->asker);
    m->waits = step == QUEST_WAITS;
    if (step == QUEST_DECIDED) {
        m->decided = true;
        crew_forget (&m->asker);
    }
}

static void
crew_tell_ready (member *m)
{
    while (m->ready.size && !m->decided) {
        uint32_t i = VEC_POP (m->ready);
        crew_arrived (m, i);
        crew_release (m, i);
    }
}

/* Can one of the pending audits still be made? */
static bool
crew_audits (member *m)
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
    return keep && m->mate.size > 1;
}

static bool
crew_busy (const member *m)
{
    for (size_t i = 0; i < m->mate.size; i++)
        if (m->mate.at[i]->held.size)
            return true;
    return false;
}

static void
crew_turn (member *m)
{
    if (m->finished)
        return;
    /* A quest that waits can move only by an answer that it has asked for. */
    if (!m->decided && (!m->waits || m->stirred))
        crew_step (m);
    m->stirred = false;
    crew_tell_ready (m);
    if (!memo_sync (m->options.memo, false, &m->result.problem)) {
        crew_fail (m, "%s", m->result.problem.message);
        return;
    }
    if (m->decided && !crew_audits (m)) {
        crew_finish (m);
        return;
    }
    crew_dispatch (m);
    if (m->finished || m->decided)
        return;
    /* Our bug, or the engine's; it must not look like patience. */
    if (m->waits && m->mate.size && !m->ledger.open && !m->ledger.alone.size
        && !crew_busy (m))
        crew_fail (m, "internal: the quest waits for what nobody works on");
}

/* ---- answers */

static void
crew_close (member *m, uint32_t i, unsigned who)
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
        crew_arrived (m, i);
    crew_release (m, i);
}

static void
crew_audited (member *m, uint32_t i)
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
crew_answered (member *m, struct mate *mate, uint32_t i, struct bytes answer,
               uint64_t units, uint64_t cost_ns)
{
    struct digest d = ledger_item (&m->ledger, i)->digest;
    mate->answered++;
    m->barren = 0;
    m->cost_ns =
        m->cost_ns ? m->cost_ns - m->cost_ns / 16 + cost_ns / 16 : cost_ns;
    if (!m->cost_ns)
        m->cost_ns = 1;
    if (!memo_put (m->options.memo, d, answer, units,
                   m->options.untimed ? 0 : cost_ns)) {
        char text[256];
        crew_describe (m, i, text, sizeof text);
        crew_fail (m, "two answers for one item differ: %s", text);
        return;
    }
    const struct ledger_item *it = ledger_item (&m->ledger, i);
    if (it->state != LEDGER_CLOSED)
        crew_close (m, i, mate->who);
    else if (it->audit && it->who != mate->who)
        crew_audited (m, i);
}

/* One record of ANSWERS. */
static void
crew_record (member *m, struct mate *mate, struct reader *r)
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
    size_t at = i == LEDGER_NONE ? MATE_NOT : mate_find (mate, i);
    if (at != MATE_NOT) {
        mate_let_go (mate, at);
        if (answers)
            crew_answered (m, mate, i, answer, units, cost_ns);
        ledger_return (&m->ledger, i);
    } else if (crew_breaks (m, "accept-all") && answers && i != LEDGER_NONE)
        crew_answered (m, mate, i, answer, units, cost_ns);
}

static void
crew_answers (member *m, struct mate *mate, struct bytes body)
{
    struct reader r;
    reader_init (&r, body);
    while (!r.failed && r.at < r.end && !m->finished)
        crew_record (m, mate, &r);
    if (r.failed && !m->finished) {
        if (m->options.log)
            log_say (m->options.log, LOG_SAY,
                     "worker %u sends nonsense and is put out", mate->who);
        team_expel (m->team, mate->who);
    }
    if (!m->sync_planned && !m->finished) {
        m->sync_planned = true;
        team_alarm (m->team, SYNC_NS, CREW_SYNC);
    }
}

/* ---- what the team tells */

static uint64_t
crew_enter (member *m, team *t)
{
    m->team = t;
    if (!m->begun && !m->finished) {
        m->begun = true;
        team_alarm (t, TICK_NS, CREW_TICK);
        crew_watch_empty (m);
    }
    return clock_wall_ns ();
}

static void
crew_leave (member *m, uint64_t start)
{
    crew_turn (m);
    m->result.master_ns += clock_wall_ns () - start;
}

static void
master_receive (member *m, team *t, const struct message *message)
{
    uint64_t start = crew_enter (m, t);
    struct mate *mate = crew_mate (m, message->from);
    if (mate && !m->finished && message->tag == CREW_ANSWERS)
        crew_answers (m, mate, message->body);
    else if (mate && !m->finished && message->tag == CREW_FAILED) {
        struct reader r;
        reader_init (&r, message->body);
        char *why = reader_string (&r);
        crew_fail (m, "worker %u: %s", message->from, why);
        memory_free (why);
    }
    crew_leave (m, start);
}

static void
crew_tick (member *m)
{
    const struct crew_options *o = &m->options;
    char text[256] = "";
    if (o->quest_class->progress)
        o->quest_class->progress (o->quest, text, sizeof text);
    if (o->tick)
        o->tick (o->context, text);
    if (o->log)
        log_progress (o->log,
                      "%s; %zu workers, %" PRIu64 " answers, %zu items open",
                      text, m->mate.size, m->result.items, m->ledger.open);
    crew_despair (m);
    team_alarm (m->team, TICK_NS, CREW_TICK);
}

static void
master_alarm (member *m, team *t, uint64_t what)
{
    uint64_t start = crew_enter (m, t);
    if (m->finished)
        return;
    if (what == TEAM_WRITABLE)
        for (size_t i = 0; i < m->mate.size; i++)
            mate_resume (m->mate.at[i], t);
    else if (what == CREW_TICK)
        crew_tick (m);
    else if (what == CREW_SYNC)
        m->sync_planned = false;
    else if (what == CREW_SPAWN) {
        m->spawn_planned = false;
        crew_spawn (m);
    } else if (what % CREW_ALARMS == CREW_EMPTY && !m->mate.size
               && what / CREW_ALARMS == m->epoch)
        crew_fail (m, "all workers are lost");
    crew_leave (m, start);
}

static void
master_joined (member *m, team *t, unsigned who)
{
    uint64_t start = crew_enter (m, t);
    if (!m->finished) {
        assert (!crew_mate (m, who));
        struct mate *mate = mate_new (who);
        VEC_PUSH (m->mate, mate);
        m->epoch++;
        m->coming -= m->coming > 0;
        struct buffer body;
        buffer_init (&body);
        buffer_string (&body, m->options.labor->name);
        buffer_bytes (&body, m->options.program);
        mate_send (mate, t, CREW_PROGRAM, buffer_view (&body));
        buffer_clear (&body);
        for (size_t i = 0; i < m->blob.size; i++)
            mate_send (mate, t, CREW_BLOB,
                       (struct bytes) {m->blob.at[i].data, m->blob.at[i].size});
    }
    crew_leave (m, start);
}

static void
master_lost (member *m, team *t, unsigned who)
{
    uint64_t start = crew_enter (m, t);
    if (!m->finished)
        crew_lost (m, who);
    crew_leave (m, start);
}

const struct member_class crew_master_class = {
    .receive = master_receive,
    .alarm = master_alarm,
    .joined = master_joined,
    .lost = master_lost,
};

member *
crew_master_new (const struct crew_options *o)
{
    assert (o->labor && o->quest_class && o->quest && o->memo);
    member *m = NEW (member);
    m->asker.class = &crew_asker;
    m->options = *o;
    ledger_init (&m->ledger);
    return m;
}

const struct crew_result *
crew_master_result (const member *m)
{
    return &m->result;
}

void
crew_master_free (member *m)
{
    for (size_t i = 0; i < m->mate.size; i++)
        mate_free (m->mate.at[i]);
    for (size_t i = 0; i < m->blob.size; i++)
        memory_free (m->blob.at[i].data);
    VEC_CLEAR (m->mate);
    VEC_CLEAR (m->blob);
    VEC_CLEAR (m->ready);
    VEC_CLEAR (m->hot);
    VEC_CLEAR (m->audit);
    ledger_clear (&m->ledger);
    memory_free (m);
}
