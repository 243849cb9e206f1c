/* done.c -- the end of a layer that members tell each other.
 *
 * Who has expanded its part says so to each of the others (DONE), with the number
 * of states that it sent there in this layer and the last of these.  Who has heard
 * that of all others has all its states, so it turns to the next layer, and tells
 * the master of both in one message (CLOSED).  The next DONE of another can come
 * only after that, because the master must have heard of all first. */
#include <assert.h>

#include "explore/members/worker_internal.h"

/* ---- telling */

/* Posts all boxes for one member but the last; gets this one, or null. */
static bool
boxes_post (struct members_worker *m, team *t, size_t to, struct box **last,
            uint64_t *count)
{
    *last = NULL;
    *count = 0;
    for (unsigned i = 0; i < m->setup.threads; i++) {
        struct box *box = &m->box[i][to];
        *count += box->count;
        if (!box->states.size)
            continue;
        if (*last && !worker_box_post (m, t, to, *last))
            return false;
        *last = box;
    }
    if (!*last || !worker_box_goes_by_file (m, *last))
        return true;
    bool good = worker_box_post (m, t, to, *last);
    *last = NULL;
    return good;
}

static void
box_move (struct box *box, struct buffer *b)
{
    struct reader r;
    reader_init (&r, buffer_view (&box->states));
    reader_uint (&r); /* the epoch */
    buffer_put (b, r.at, (size_t) (r.end - r.at));
    buffer_reset (&box->states);
    buffer_reset (&box->last);
    box->batched = box->bytes = 0;
}

static bool
done_tell (struct members_worker *m, team *t, size_t to)
{
    struct box *last;
    uint64_t count;
    struct buffer b;
    if (!boxes_post (m, t, to, &last, &count))
        return false;
    letter_open (m, &b);
    buffer_uint (&b, count);
    if (last)
        box_move (last, &b);
    letter_send (t, m->owners.member.at[to], MEMBERS_DONE, &b);
    return true;
}

void
worker_done (struct members_worker *m, team *t)
{
    assert (m->closes && !m->closing && m->task == TASK_NONE);
    size_t members = m->owners.member.size;
    for (size_t i = 0; i < members; i++)
        if (i != m->self && !done_tell (m, t, i))
            return;
    m->closes = false;
    m->closing = true;
    worker_close (m, t);
}

/* ---- hearing */

bool
worker_take_done (struct members_worker *m, team *t, unsigned from,
                  struct reader *r)
{
    unsigned who = owners_index (&m->owners, from);
    uint64_t count = reader_uint (r);
    if (r->failed || who == m->owners.member.size || m->done[who])
        return false;
    m->done[who] = true;
    m->dones++;
    m->expected += count;
    return worker_take (m, t, from, r);
}

static bool
close_waits (const struct members_worker *m)
{
    return m->dones + 1 < m->owners.member.size || m->received < m->expected;
}

void
worker_close (struct members_worker *m, team *t)
{
    bool broken = m->shard && worker_is_broken (m);
    if (!m->shard || !m->closing
        || (!broken && !m->faults.settle && close_waits (m)))
        return;
    if (!broken && m->received > m->expected && !m->faults.settle
        && !m->faults.fence) {
        struct problem p = {0};
        problem_of_kind (&p, PROBLEM_RESOURCE, (struct place) {0},
                         "a member got more states than were sent to it");
        worker_fail (m, t, &p);
        return;
    }
    struct buffer b;
    letter_open (m, &b);
    report_write (&m->report, &b);
    buffer_uint (&b, broken ? 0 : shard_turn (m->shard));
    worker_sizes (m, &b);
    worker_sent (m, &b);
    letter_send (t, TEAM_MASTER, MEMBERS_CLOSED, &b);
    shard_report_clear (&m->report);
    m->closing = false;
    m->dones = 0;
    for (size_t i = 0; i < m->owners.member.size; i++)
        m->done[i] = false;
}
