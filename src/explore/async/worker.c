/* worker.c -- a worker of a search without layers: beginning, counting,
 * what the master asks for. */
#include <assert.h>
#include <errno.h>
#include <string.h>

#include "explore/async/internal.h"

enum { WAY_MOST = 1 << 16 }; /* choices in a message */

member *
async_worker_new (void)
{
    return (member *) NEW (struct async_worker);
}

/* Everything but the program. */
static void
search_clear (struct async_worker *m)
{
    for (size_t i = 0; m->parcel && i < m->owners.member.size; i++) {
        buffer_clear (&m->parcel[i].states);
        buffer_clear (&m->parcel[i].minis);
    }
    memory_free (m->parcel);
    m->parcel = NULL;
    owners_clear (&m->owners);
    if (m->store)
        expander_clear (&m->x);
    store_free (m->store);
    m->store = NULL;
    async_nodes_clear (&m->nodes);
    async_open_clear (&m->open);
    rounds_free (m->rounds);
    m->rounds = NULL;
    sent_cache_clear (&m->recent);
    transfer_free (m->transfer);
    m->transfer = NULL;
}

void
async_worker_free (member *self)
{
    struct async_worker *m = worker_of (self);
    search_clear (m);
    if (m->judge)
        m->judge->class->free (m->judge);
    if (m->generator)
        m->generator->class->free (m->generator);
    members_setup_clear (&m->setup);
    buffer_clear (&m->guest);
    memory_free (m);
}

/* ---- telling */

void
async_tell (team *t, unsigned to, uint32_t tag, struct buffer *b)
{
    team_send (t, to, tag, buffer_view (b)); /* who is gone needs nothing */
    buffer_clear (b);
}

void
async_fail (struct async_worker *m, team *t, const struct problem *p)
{
    struct buffer b;
    assert (p->kind != PROBLEM_NONE);
    buffer_init (&b);
    problem_write (p, &b);
    async_tell (t, TEAM_MASTER, ASYNC_FAILED, &b);
    m->halted = true;
}

/* ---- beginning */

static bool
hear_program (struct async_worker *m, struct reader *r)
{
    if (m->generator || !members_setup_read (&m->setup, r))
        return false;
    m->generator = members_setup_open (&m->setup, &m->state_size, &m->problem);
    if (!m->generator)
        return true; /* said when it begins */
    const struct generator_class *class = m->generator->class;
    if (m->setup.estimate && class->estimate)
        m->judge = class->clone (m->generator);
    return true;
}

static void
begin_store (struct async_worker *m, team *t)
{
    struct explore_options o = {.threads = 1};
    o.store = members_setup_store (&m->setup);
    struct problem p = {0};
    m->store = explore_store (m->generator, &o, 1, 1, &p);
    if (m->store && !async_nodes_init (&m->nodes, &o.store)) {
        problem_of_kind (&p, PROBLEM_RESOURCE, (struct place) {0},
                         "no file for states: %s", strerror (errno));
        store_free (m->store);
        m->store = NULL;
    }
    if (!m->store) {
        async_fail (m, t, &p);
        return;
    }
    m->cursor = store_cursor (m->store, 0);
    expander_init (&m->x, m->generator);
    sent_cache_init (&m->recent, m->state_size);
    m->rounds = m->setup.beam ? rounds_new () : NULL;
    m->parcel = NEW_ARRAY (struct parcel, m->owners.member.size);
    m->open.order = m->setup.partition == PARTITION_DEPTH ? OPEN_DEEP
                    : m->judge                            ? OPEN_NEAR
                                                          : OPEN_SHALLOW;
    if (m->setup.transfers)
        m->transfer = transfer_new (m->setup.transfers, 1, team_self (t));
}

static bool
hear_begin (struct async_worker *m, team *t, struct reader *r)
{
    struct buffer b;
    if (m->problem.kind != PROBLEM_NONE) {
        async_fail (m, t, &m->problem);
        return true;
    }
    if (!m->generator || m->store
        || !members_setup_owners (&m->setup, m->generator, team_self (t), r,
                                  &m->owners, &m->self))
        return false;
    begin_store (m, t);
    if (!m->store)
        return true;
    buffer_init (&b);
    buffer_byte (&b, 1);
    async_tell (t, TEAM_MASTER, ASYNC_READY, &b);
    return true;
}

/* ---- what the master asks for */

/* Idle: nothing but a message of another worker can make it send again. */
static bool
hear_count (struct async_worker *m, team *t, struct reader *r)
{
    uint64_t wave = reader_uint (r);
    bool idle =
        !m->root && !m->open.heap.size && !async_waiting (m) && !m->halted;
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, wave);
    buffer_byte (&b, idle);
    buffer_uint (&b, m->sent);
    buffer_uint (&b, m->got);
    async_tell (t, TEAM_MASTER, ASYNC_COUNTED, &b);
    return reader_done (r);
}

/* From a node backwards as far as this member knows. */
static bool
hear_trace (struct async_worker *m, team *t, struct reader *r)
{
    struct buffer b, choices;
    uint64_t at = reader_uint (r), count = 0;
    unsigned who = m->self;
    if (!reader_done (r) || at >= m->nodes.size)
        return false;
    buffer_init (&choices);
    while (at != ASYNC_ROOT && who == m->self && count < WAY_MOST) {
        struct async_node n;
        if (!async_node_read (m, at, &n)) {
            buffer_clear (&choices);
            async_fail (m, t, store_problem (m->store));
            return true;
        }
        /* Who was found earlier is before it. */
        assert (n.member != m->self || n.from == ASYNC_ROOT || n.from < at);
        buffer_uint (&choices, n.choice);
        count++;
        who = n.member;
        at = n.from;
    }
    buffer_init (&b);
    buffer_uint (&b, count);
    buffer_put (&b, choices.data, choices.size);
    buffer_clear (&choices);
    buffer_byte (&b, at == ASYNC_ROOT);
    if (at != ASYNC_ROOT) {
        buffer_uint (&b, who);
        buffer_uint (&b, at);
    }
    async_tell (t, TEAM_MASTER, ASYNC_WAY, &b);
    return true;
}

static bool
hear_report (struct async_worker *m, team *t, struct reader *r)
{
    struct buffer b;
    struct expander *x = &m->x;
    /* Borrows the findings. */
    struct shard_report report = {.expanded = x->expanded,
                                  .edges = x->edges,
                                  .steps = x->steps,
                                  .faults = x->faults,
                                  .cuts = x->cuts,
                                  .digest = x->digest,
                                  .fault = x->fault,
                                  .cut = x->cut};
    buffer_init (&b);
    report_write (&report, &b);
    buffer_uint (&b, store_states (m->store));
    buffer_uint (&b, store_bytes (m->store));
    buffer_uint (&b, m->transfer ? transfer_bytes (m->transfer) : 0);
    buffer_uint (&b, m->nodes.deepest);
    buffer_uint (&b, m->posted);
    buffer_uint (&b, m->rounds ? m->rounds->cut_depth : x->cut.layer);
    async_tell (t, TEAM_MASTER, ASYNC_REPORTED, &b);
    return reader_done (r);
}

static bool
hear_master (struct async_worker *m, team *t, uint32_t tag, struct reader *r)
{
    switch (tag) {
    case ASYNC_PROGRAM:
        return hear_program (m, r);
    case ASYNC_BEGIN:
        return hear_begin (m, t, r);
    }
    if (!m->store)
        return m->halted; /* it has failed, and said so */
    switch (tag) {
    case ASYNC_START:
        m->root = true;
        m->told = false;
        return reader_done (r) && !m->nodes.size;
    case ASYNC_TAKE:
        return m->rounds && rounds_take (m, r);
    case ASYNC_EXPECT:
        return m->rounds && rounds_expect (m, r);
    case ASYNC_COUNT:
        return hear_count (m, t, r);
    case ASYNC_HALT:
        m->halted = true;
        return reader_done (r);
    case ASYNC_TRACE:
        return hear_trace (m, t, r);
    case ASYNC_REPORT:
        return hear_report (m, t, r);
    }
    return false;
}

static bool
hear_worker (struct async_worker *m, team *t, const struct message *message,
             struct reader *r)
{
    if (m->halted)
        return true;
    if (!m->store)
        return false;
    m->told = false;
    switch (message->tag) {
    case ASYNC_STATES:
        return async_take (m, t, message->from, r);
    case ASYNC_MINIS:
        return async_take_minis (m, t, message->from, r);
    }
    return false;
}

static void
worker_hear (member *self, team *t, const struct message *message)
{
    struct async_worker *m = worker_of (self);
    struct reader r;
    struct problem p = {0};
    reader_init (&r, message->body);
    bool good = message->from == TEAM_MASTER
                    ? hear_master (m, t, message->tag, &r)
                    : hear_worker (m, t, message, &r);
    if (good && m->rounds && !m->halted)
        rounds_settle (m, t);
    if (good)
        return;
    problem_of_kind (&p, PROBLEM_RESOURCE, (struct place) {0},
                     "a member was sent a malformed message");
    async_fail (m, t, &p);
}

/* Only ever called when the team ends. */
static void
worker_cancel (member *self)
{
    struct async_worker *m = worker_of (self);
    atomic_store (&m->stop, true);
}

const struct member_class async_worker_class = {
    .receive = worker_hear,
    .work = async_work,
    .cancel = worker_cancel,
};

const struct team_protocol async_protocol = {
    ASYNC_TAG, &async_worker_class, async_worker_new, async_worker_free};
