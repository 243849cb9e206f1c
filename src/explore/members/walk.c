/* walk.c -- narrow layers that one member expands and turns by itself, as that
 * worker does it (members.h).
 *
 * It owns all states, so nothing is sent, and nobody is waited for.  Where it
 * stops depends on what it counts only. */
#include <assert.h>

#include "explore/members/worker_internal.h"

enum { WALK_UNITS = 256 }; /* then messages are looked at */

bool
worker_walk (struct members_worker *m, struct reader *r)
{
    uint8_t root = reader_byte (r);
    m->walk_most = reader_uint (r);
    m->walk_work = reader_uint (r);
    if (!reader_done (r) || !m->alone || !m->walk_most
        || m->walk_most > MEMBERS_WALK || root != !shard_layers (m->shard))
        return false;
    m->root = root;
    m->walked = 0;
    buffer_reset (&m->walk);
    m->task = TASK_WALK;
    return true;
}

/* Others have room as well. */
static bool
walk_fills (const struct members_worker *m)
{
    uint64_t limit = m->setup.memory_bytes;
    return limit && shard_bytes (m->shard) > limit / 2;
}

/* A layer is expanded.  False: it is the last one. */
static bool
walk_turn (struct members_worker *m)
{
    struct shard_report *r = &m->report;
    m->walked++;
    uint64_t fresh = r->end == EXPLORE_FULL ? 0 : shard_turn (m->shard);
    bool more = r->end == EXPLORE_COMPLETE && !r->fault.found && fresh
                && r->edges + r->steps <= m->walk_work
                && m->walked < m->walk_most && !walk_fills (m);
    report_write (r, &m->walk);
    buffer_uint (&m->walk, fresh);
    worker_sizes (m, &m->walk);
    shard_report_clear (r);
    return more;
}

static void
walk_tell (struct members_worker *m, team *t)
{
    struct buffer b;
    letter_open (m, &b);
    buffer_uint (&b, m->walked);
    buffer_put (&b, m->walk.data, m->walk.size);
    m->task = TASK_NONE;
    letter_send (t, TEAM_MASTER, MEMBERS_WALKED, &b);
}

void
work_walk (struct members_worker *m, team *t, uint64_t *units)
{
    assert (m->task == TASK_WALK && m->alone);
    for (*units = 0; *units < WALK_UNITS;) {
        uint64_t before = m->report.edges;
        bool done = true;
        if (m->root)
            shard_start (m->shard, &m->report);
        else
            done = shard_expand_some (
                m->shard, PART_STRETCHES * m->setup.threads, &m->report);
        *units += 1 + m->report.edges - before;
        if (atomic_load (&m->stop))
            return;
        if (!done)
            continue;
        m->root = false;
        if (!walk_turn (m)) {
            walk_tell (m, t);
            return;
        }
    }
    work_news (m, t);
}
