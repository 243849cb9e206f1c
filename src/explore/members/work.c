/* work.c -- what a worker does when nothing waits for it.
 *
 * Threads put states of others into boxes of their own; the member's thread
 * sends them between two parts of a layer, which are small, so that what others
 * send is taken meanwhile. */
#include <assert.h>

#include "explore/members/worker_internal.h"

enum { NEWS_NS = 1000000000 };

static void
expand_tell (struct members_worker *m, team *t)
{
    struct buffer b;
    letter_open (m, &b);
    report_write (&m->report, &b);
    worker_sent (m, &b);
    letter_send (t, TEAM_MASTER, MEMBERS_EXPANDED, &b);
    shard_report_clear (&m->report);
}

void
work_news (struct members_worker *m, team *t)
{
    uint64_t now_ns = team_now (t);
    if (now_ns - m->news_ns < NEWS_NS)
        return;
    m->news_ns = now_ns;
    struct buffer b;
    letter_open (m, &b);
    worker_sizes (m, &b);
    letter_send (t, TEAM_MASTER, MEMBERS_NEWS, &b);
}

/* A part of the layer, or of what others lent; true: that was the last one. */
static bool
expand_some (struct members_worker *m, team *t)
{
    struct members_loans *l = &m->loans;
    uint64_t most = PART_STRETCHES * m->setup.threads;
    if (m->root)
        shard_start (m->shard, &m->report);
    if (m->root || !shard_layers (m->shard))
        l->own_done = true;
    else if (l->loan.size)
        worker_lend (m, t);
    else if (!l->own_done)
        l->own_done = shard_expand_some (m->shard, most, &m->report);
    else
        worker_help (m, t);
    return !m->shard || worker_is_broken (m)
           || (l->own_done && !l->parcel.size && l->complete == l->lenders);
}

/* Others have not sent all that they lend. */
static bool
expand_waits (const struct members_worker *m)
{
    const struct members_loans *l = &m->loans;
    return l->own_done && !l->parcel.size && l->complete < l->lenders;
}

static void
work_expand (struct members_worker *m, team *t, uint64_t *units)
{
    assert (m->task == TASK_EXPAND && m->box);
    uint64_t before = m->report.edges;
    bool done = expand_some (m, t);
    if (!m->shard)
        return;
    *units = 1 + m->report.edges - before;
    if (atomic_load (&m->stop))
        return;
    worker_post (m, t, (done && !m->closes) || expand_waits (m));
    if (!m->shard)
        return; /* there was no room for what it sends */
    if (done) {
        m->task = TASK_NONE;
        if (m->closes)
            worker_done (m, t);
        else
            expand_tell (m, t);
        m->loans.own_done = false;
        m->loans.lenders = m->loans.complete = 0;
    } else
        work_news (m, t);
}

struct work_piece {
    struct buffer states;
    size_t enough;
};

static bool
piece_add (void *context, struct bytes state)
{
    struct work_piece *p = context;
    buffer_bytes (&p->states, state);
    return p->states.size < p->enough;
}

static void
work_collect (struct members_worker *m, team *t, uint64_t *units)
{
    assert (m->task == TASK_COLLECT && m->pieces);
    struct work_piece p = {.enough = m->setup.batch_bytes};
    bool more = shard_visit_some (m->shard, shard_layers (m->shard), &m->at,
                                  piece_add, &p);
    m->pieces = more ? m->pieces - 1 : 0;
    *units = 1 + p.states.size / 16;
    struct buffer b;
    letter_open (m, &b);
    buffer_byte (&b, !more);
    if (p.states.size)
        buffer_put (&b, p.states.data, p.states.size);
    buffer_clear (&p.states);
    letter_send (t, TEAM_MASTER, MEMBERS_LOG, &b);
    if (!more)
        m->task = TASK_NONE;
}

static void
work_digest (struct members_worker *m, team *t, uint64_t *units)
{
    assert (m->task == TASK_DIGEST);
    struct shard_report report = {0};
    shard_digest (m->shard, &report);
    m->task = TASK_NONE;
    *units = 1;
    if (!atomic_load (&m->stop)) {
        struct buffer b;
        letter_open (m, &b);
        report_write (&report, &b);
        letter_send (t, TEAM_MASTER, MEMBERS_DIGESTED, &b);
    }
    shard_report_clear (&report);
}

static void
work_look (struct members_worker *m, team *t, uint64_t *units)
{
    assert (m->task == TASK_LOOK && m->layer <= shard_layers (m->shard));
    struct finding found = {0};
    struct problem p = {0};
    bool good = shard_predecessor (m->shard, m->layer, buffer_view (&m->target),
                                   &found, &p);
    m->task = TASK_NONE;
    *units = 100;
    if (good) {
        struct buffer b;
        letter_open (m, &b);
        buffer_uint (&b, m->layer);
        finding_write (&found, &b);
        letter_send (t, TEAM_MASTER, MEMBERS_FOUND, &b);
    } else if (!atomic_load (&m->stop))
        worker_fail (m, t, &p);
    finding_clear (&found);
}

bool
worker_work (member *self, team *t, uint64_t *units)
{
    struct members_worker *m = worker_of (self);
    if (!m->shard || atomic_load (&m->stop))
        return false;
    switch (m->task) {
    case TASK_NONE:
        return false;
    case TASK_EXPAND:
        if (expand_waits (m))
            return false;
        work_expand (m, t, units);
        return true;
    case TASK_WALK:
        work_walk (m, t, units);
        return true;
    case TASK_COLLECT:
        if (!m->pieces)
            return false;
        work_collect (m, t, units);
        return true;
    case TASK_DIGEST:
        work_digest (m, t, units);
        return true;
    case TASK_LOOK:
        work_look (m, t, units);
        return true;
    case TASK_WEIGH:
        work_weigh (m, t, units);
        return true;
    case TASK_GIVE:
        work_give (m, t, units);
        return true;
    }
    return false;
}
