/* worker.c -- a worker of a search over a team: a shard, and what it
 * owes to the others. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "explore/members/worker_internal.h"

/* ---- begin and end of an epoch */

static void
boxes_free (struct members_worker *m)
{
    for (unsigned i = 0; m->box && i < m->setup.threads; i++) {
        for (size_t j = 0; j < m->owners.member.size; j++) {
            buffer_clear (&m->box[i][j].states);
            buffer_clear (&m->box[i][j].last);
        }
        memory_free (m->box[i]);
        sent_cache_clear (&m->recent[i]);
    }
    memory_free (m->box);
    memory_free (m->recent);
    m->box = NULL;
    memory_free (m->done);
    m->recent = NULL;
    m->done = NULL;
    m->dones = 0;
}

static void
boxes_new (struct members_worker *m)
{
    assert (!m->box && m->setup.threads > 0);
    m->box = NEW_ARRAY (struct box *, m->setup.threads);
    m->recent = NEW_ARRAY (struct recent, m->setup.threads);
    m->done = NEW_ARRAY (bool, m->owners.member.size);
    for (unsigned i = 0; i < m->setup.threads; i++) {
        m->box[i] = NEW_ARRAY (struct box, m->owners.member.size);
        sent_cache_init (&m->recent[i], m->state_size);
    }
}

static void
epoch_clear (struct members_worker *m)
{
    shard_free (m->shard);
    m->shard = NULL;
    boxes_free (m);
    owners_clear (&m->owners);
    shard_report_clear (&m->report);
    loans_clear (&m->loans);
    transfer_free (m->transfer);
    m->transfer = NULL;
    memory_free (m->parted);
    m->parted = NULL;
    m->received = m->expected = 0;
    m->expecting = m->keeping = m->alone = false;
    m->closes = m->said = 0;
    m->closing = false;
    worker_early_clear (m);
    buffer_reset (&m->walk);
    m->task = TASK_NONE;
    m->pieces = 0;
}

member *
members_worker_new (void)
{
    struct members_worker *m = NEW (struct members_worker);
    m->lying = getenv ("COHORT_TEST_LIE");
    return (member *) m;
}

void
members_worker_free (member *self)
{
    struct members_worker *m = worker_of (self);
    epoch_clear (m);
    if (m->generator)
        m->generator->class->free (m->generator);
    members_setup_clear (&m->setup);
    buffer_clear (&m->target);
    buffer_clear (&m->batch);
    buffer_clear (&m->taken);
    buffer_clear (&m->walk);
    memory_free (m);
}

/* ---- telling */

void
letter_open (const struct members_worker *m, struct buffer *b)
{
    buffer_init (b);
    buffer_uint (b, m->epoch);
}

void
letter_send (team *t, unsigned to, uint32_t tag, struct buffer *b)
{
    assert (b->size);
    team_send (t, to, tag, buffer_view (b)); /* who is gone needs nothing */
    buffer_clear (b);
}

void
worker_fail (struct members_worker *m, team *t, const struct problem *p)
{
    struct buffer b;
    assert (p->kind != PROBLEM_NONE);
    letter_open (m, &b);
    problem_write (p, &b);
    letter_send (t, TEAM_MASTER, MEMBERS_FAILED, &b);
    epoch_clear (m);
}

void
worker_accuse (struct members_worker *m, team *t, unsigned who)
{
    if (who == TEAM_MASTER) {
        struct problem p = {0};
        problem_of_kind (&p, PROBLEM_RESOURCE, (struct place) {0},
                         "a member was sent a malformed message");
        worker_fail (m, t, &p);
        return;
    }
    struct buffer b;
    letter_open (m, &b);
    buffer_uint (&b, who);
    letter_send (t, TEAM_MASTER, MEMBERS_ACCUSE, &b);
}

void
worker_sizes (const struct members_worker *m, struct buffer *b)
{
    buffer_uint (b, shard_states (m->shard));
    buffer_uint (b, shard_bytes (m->shard));
    buffer_uint (b, m->transfer ? transfer_bytes (m->transfer) : 0);
}

/* ---- states */

static void
worker_settle (struct members_worker *m, team *t)
{
    bool waits = m->received < m->expected && !m->faults.settle;
    if (!m->shard || !m->expecting || waits)
        return;
    if (m->received > m->expected && !m->faults.settle && !m->faults.fence) {
        struct problem p = {0};
        problem_of_kind (&p, PROBLEM_RESOURCE, (struct place) {0},
                         "a member got more states than were sent to it");
        worker_fail (m, t, &p);
        return;
    }
    assert (m->task == TASK_NONE);
    m->expecting = false;
    struct buffer b;
    letter_open (m, &b);
    if (!m->keeping)
        buffer_uint (&b, shard_turn (m->shard));
    worker_sizes (m, &b);
    letter_send (t, TEAM_MASTER, m->keeping ? MEMBERS_KEPT : MEMBERS_SETTLED,
                 &b);
}

/* ---- what the master says */

static bool
hear_program (struct members_worker *m, struct reader *r)
{
    if (m->generator || !members_setup_read (&m->setup, r))
        return false;
    m->generator = members_setup_open (&m->setup, &m->state_size, &m->problem);
    if (!m->generator)
        return true; /* said when there is an epoch */
    m->faults = faults_of (m->setup.broken);
    return true;
}

static bool
hear_epoch (struct members_worker *m, team *t, struct reader *r)
{
    epoch_clear (m);
    if (m->problem.kind != PROBLEM_NONE) {
        worker_fail (m, t, &m->problem);
        return true;
    }
    uint64_t walker = reader_uint (r);
    if (!m->generator
        || !members_setup_owners (&m->setup, m->generator, team_self (t), r,
                                  &m->owners, &m->self)
        || walker > m->owners.member.size)
        return false;
    assert (m->owners.member.at[m->self] == team_self (t));
    if (walker)
        owners_give_all (&m->owners, (size_t) walker - 1);
    boxes_new (m);
    if (m->setup.transfers)
        m->transfer =
            transfer_new (m->setup.transfers, m->epoch, team_self (t));
    struct explore_options o = {.threads = m->setup.threads, .stop = &m->stop};
    o.store = members_setup_store (&m->setup);
    struct shard_others others = {worker_mine, worker_place, m};
    struct problem p = {0};
    m->shard = shard_new (m->generator, &o, &others, &p);
    m->alone = walker == m->self + UINT64_C (1);
    if (!m->shard)
        worker_fail (m, t, &p);
    else if (m->alone)
        shard_own_all (m->shard, true);
    return true;
}

static void
hear_loaded (struct members_worker *m, team *t)
{
    assert (m->task == TASK_NONE && !m->expecting);
    struct buffer b;
    m->received = 0; /* from here on those of members count */
    letter_open (m, &b);
    worker_sizes (m, &b);
    letter_send (t, TEAM_MASTER, MEMBERS_READY, &b);
}

/* All but the first of these layers are empty. */
static bool
hear_turn (struct members_worker *m, struct reader *r)
{
    uint64_t layers = reader_uint (r);
    if (!reader_done (r) || !layers || layers > MEMBERS_WALK)
        return false;
    for (; layers; layers--)
        shard_turn (m->shard);
    return true;
}

static bool
hear_look (struct members_worker *m, struct reader *r)
{
    m->layer = reader_uint (r);
    struct bytes target = reader_bytes (r);
    buffer_reset (&m->target);
    if (!reader_done (r) || m->layer > shard_layers (m->shard) || !target.size)
        return false;
    buffer_put (&m->target, target.data, target.size);
    m->task = TASK_LOOK;
    return true;
}

/* What counts in this epoch only. */
static bool
hear_master (struct members_worker *m, team *t, uint32_t tag, struct reader *r)
{
    bool layer = shard_layers (m->shard) > 0;
    if (tag == MEMBERS_MORE) { /* it may cross the last piece */
        m->pieces += reader_uint (r);
        return reader_done (r);
    }
    if (m->task != TASK_NONE || m->expecting || m->closing)
        return false;
    switch (tag) {
    case MEMBERS_LOAD:
        return worker_take (m, t, TEAM_MASTER, r);
    case MEMBERS_TURN:
        return hear_turn (m, r);
    case MEMBERS_LOADED:
        hear_loaded (m, t);
        return reader_done (r);
    case MEMBERS_EXPAND:
        m->root = reader_byte (r);
        m->closes = reader_uint (r);
        m->walked = 0;
        buffer_reset (&m->walk);
        m->task = TASK_EXPAND;
        if (m->transfer)
            transfer_forget (m->transfer); /* every batch was settled */
        return worker_loans (m, r) && reader_done (r)
               && m->closes <= MEMBERS_SERIES && !(m->root && layer);
    case MEMBERS_ALONE:
        return worker_walk (m, r);
    case MEMBERS_EXPECT:
    case MEMBERS_KEEP:
        m->expected = reader_uint (r);
        m->expecting = true;
        m->keeping = tag == MEMBERS_KEEP;
        return reader_done (r);
    case MEMBERS_WEIGH:
        m->root = reader_byte (r); /* it is worth a look */
        m->task = TASK_WEIGH;
        return layer && reader_done (r);
    case MEMBERS_OWNERS:
        return worker_agree (m, t, r);
    case MEMBERS_GIVE:
        return worker_give (m) && reader_done (r);
    case MEMBERS_COLLECT:
        m->pieces = MEMBERS_PIECES;
        m->at = 0;
        m->task = TASK_COLLECT;
        return layer && reader_done (r);
    case MEMBERS_AUDIT:
        return worker_audit (m, t, r);
    case MEMBERS_DIGEST:
        m->task = TASK_DIGEST;
        return layer && reader_done (r);
    case MEMBERS_PREDECESSOR:
        return hear_look (m, r);
    }
    return false;
}

bool
worker_hear (struct members_worker *m, team *t, unsigned from, uint32_t tag,
             struct reader *r)
{
    if (worker_is_early (m, from, tag)) {
        worker_keep (m, from, tag, r);
        return true;
    }
    switch (tag) {
    case MEMBERS_STATES:
        return worker_take (m, t, from, r);
    case MEMBERS_MINIS:
        return worker_take_minis (m, t, from, r);
    case MEMBERS_DONE:
        return worker_take_done (m, t, from, r);
    case MEMBERS_LENT:
    case MEMBERS_LENT_LAST:
        return worker_take_loan (m, from, r, tag == MEMBERS_LENT_LAST);
    case MEMBERS_ADOPTED:
        return worker_adopt (m, t, r);
    }
    return false;
}

static void
worker_receive (member *self, team *t, const struct message *message)
{
    struct members_worker *m = worker_of (self);
    struct reader r;
    reader_init (&r, message->body);
    bool good = true, master = message->from == TEAM_MASTER;
    if (message->tag == MEMBERS_PROGRAM && master)
        good = hear_program (m, &r);
    else {
        uint64_t epoch = reader_uint (&r);
        good = !r.failed;
        if (good && message->tag == MEMBERS_EPOCH && master) {
            m->epoch = epoch;
            good = hear_epoch (m, t, &r);
        } else if (good && m->shard && (epoch == m->epoch || m->faults.fence))
            good = master ? hear_master (m, t, message->tag, &r)
                          : worker_hear (m, t, message->from, message->tag, &r);
    }
    if (!good)
        worker_accuse (m, t, message->from);
    worker_settle (m, t);
    worker_close (m, t);
}

/* Only ever called when the team ends (the master cancels nothing). */
static void
worker_cancel (member *self)
{
    struct members_worker *m = worker_of (self);
    atomic_store (&m->stop, true);
}

const struct member_class members_worker_class = {
    .receive = worker_receive,
    .work = worker_work,
    .cancel = worker_cancel,
};

const struct team_protocol members_protocol = {
    MEMBERS_TAG, &members_worker_class, members_worker_new,
    members_worker_free};
