/* done.c -- the end of a layer that members tell each other.
 *
 * Who has expanded its part says so to each of the others (DONE), with the number
 * of states that it sent there in this layer and the last of these.  Who has heard
 * that of all others has all its states, so it turns to the next layer, and tells
 * the master of both in one message (CLOSED).
 *
 * In a series it turns to the next layer at once, and tells of all at its end.  So a
 * member that hears the last DONE sooner than others may send them states of the next
 * layer, and its DONE of that, before they have turned: what comes behind a DONE is
 * kept until then.  It cannot be further ahead, because they have told no DONE. */
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

static uint8_t
done_flags (const struct members_worker *m)
{
    const struct shard_report *r = &m->report;
    bool stop = r->end != EXPLORE_COMPLETE || r->fault.found
                || r->edges + r->steps > 2 * MEMBERS_SMALL_WORK;
    return (uint8_t) ((stop ? DONE_STOP : 0) | (r->expanded ? DONE_SOME : 0));
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
    buffer_uint (&b, shard_layers (m->shard));
    buffer_byte (&b, done_flags (m));
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
    m->said |= done_flags (m);
    m->closing = true;
    worker_close (m, t);
}

/* ---- hearing */

bool
worker_is_early (const struct members_worker *m, unsigned from, uint32_t tag)
{
    unsigned who = owners_index (&m->owners, from);
    bool kind =
        (tag == MEMBERS_STATES && !m->faults.early) || tag == MEMBERS_DONE;
    return kind && who < m->owners.member.size && m->done[who]
           && m->walked + 1 < m->closes;
}

void
worker_keep (struct members_worker *m, unsigned from, uint32_t tag,
             const struct reader *r)
{
    struct early_message e = {.from = from, .tag = tag};
    buffer_put (&e.body, r->at, (size_t) (r->end - r->at));
    VEC_PUSH (m->early, e);
}

void
worker_early_clear (struct members_worker *m)
{
    for (size_t i = 0; i < m->early.size; i++)
        buffer_clear (&m->early.at[i].body);
    VEC_CLEAR (m->early);
}

/* Its time has come.  If the series ends here, nobody went on. */
static void
early_take (struct members_worker *m, team *t, bool more)
{
    for (size_t i = 0; i < m->early.size && m->shard; i++) {
        const struct early_message *e = &m->early.at[i];
        struct reader r;
        reader_init (&r, buffer_view (&e->body));
        if (!more || !worker_hear (m, t, e->from, e->tag, &r))
            worker_accuse (m, t, e->from);
    }
    worker_early_clear (m);
}

bool
worker_take_done (struct members_worker *m, team *t, unsigned from,
                  struct reader *r)
{
    unsigned who = owners_index (&m->owners, from);
    uint64_t layer = reader_uint (r);
    uint8_t said = reader_byte (r);
    uint64_t count = reader_uint (r);
    if (r->failed || who == m->owners.member.size || m->done[who]
        || layer != shard_layers (m->shard))
        return false;
    m->done[who] = true;
    m->said |= said;
    m->dones++;
    m->expected += count;
    return worker_take (m, t, from, r);
}

static bool
close_waits (const struct members_worker *m)
{
    return m->dones + 1 < m->owners.member.size || m->received < m->expected;
}

static void
layer_note (struct members_worker *m, bool broken)
{
    report_write (&m->report, &m->walk);
    buffer_uint (&m->walk, broken ? 0 : shard_turn (m->shard));
    worker_sizes (m, &m->walk);
    worker_sent (m, &m->walk);
    shard_report_clear (&m->report);
    m->walked++;
}

static void
closed_tell (struct members_worker *m, team *t)
{
    struct buffer b;
    letter_open (m, &b);
    buffer_uint (&b, m->walked);
    buffer_put (&b, m->walk.data, m->walk.size);
    letter_send (t, TEAM_MASTER, MEMBERS_CLOSED, &b);
    m->closes = 0;
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
    layer_note (m, broken);
    bool more =
        !(m->said & DONE_STOP) && m->said & DONE_SOME && m->walked < m->closes;
    m->closing = false;
    m->said = 0;
    m->dones = 0;
    for (size_t i = 0; i < m->owners.member.size; i++)
        m->done[i] = false;
    if (more)
        m->task = TASK_EXPAND;
    else
        closed_tell (m, t);
    early_take (m, t, more);
}
