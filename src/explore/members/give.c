/* give.c -- states that change their owner between two layers, as a
 * worker does it (members.h). */
#include <assert.h>

#include "explore/members/worker_internal.h"

/* ---- how many there are */

struct weighing {
    struct members_worker *m;
    uint64_t weight[MEMBERS_PARTITIONS];
};

static bool
weigh_state (void *context, struct bytes state)
{
    struct weighing *w = context;
    const struct owners *o = &w->m->owners;
    unsigned p = owners_partition (o, state, digest_of (state));
    w->weight[p] += o->of_partition[p] == w->m->self;
    return true;
}

void
work_weigh (struct members_worker *m, team *t, uint64_t *units)
{
    assert (m->task == TASK_WEIGH);
    struct weighing *w = NEW (struct weighing);
    w->m = m;
    for (uint64_t i = 1; m->root && i <= shard_layers (m->shard); i++)
        shard_visit (m->shard, i, weigh_state, w);
    uint64_t pairs = 0;
    for (unsigned p = 0; p < MEMBERS_PARTITIONS; p++)
        pairs += w->weight[p] > 0;
    struct buffer b;
    letter_open (m, &b);
    buffer_uint (&b, pairs);
    for (unsigned p = 0; p < MEMBERS_PARTITIONS; p++)
        if (w->weight[p]) {
            buffer_uint (&b, p);
            buffer_uint (&b, w->weight[p]);
        }
    memory_free (w);
    m->task = TASK_NONE;
    *units = 100;
    letter_send (t, TEAM_MASTER, MEMBERS_WEIGHT, &b);
}

/* ---- the new table */

bool
worker_agree (struct members_worker *m, team *t, struct reader *r)
{
    uint16_t owner[MEMBERS_PARTITIONS];
    for (unsigned p = 0; p < MEMBERS_PARTITIONS; p++) {
        uint64_t index = reader_uint (r);
        if (r->failed || index >= m->owners.member.size)
            return false;
        owner[p] = (uint16_t) index;
    }
    if (!reader_done (r) || m->parted)
        return false;
    m->parted = NEW_ARRAY (bool, MEMBERS_PARTITIONS);
    for (unsigned p = 0; p < MEMBERS_PARTITIONS; p++) {
        m->parted[p] =
            m->owners.of_partition[p] == m->self && owner[p] != m->self;
        m->owners.of_partition[p] = owner[p];
    }
    if (m->alone)
        shard_own_all (m->shard, false);
    m->alone = false;
    struct buffer b;
    letter_open (m, &b);
    letter_send (t, TEAM_MASTER, MEMBERS_AGREED, &b);
    return true;
}

/* ---- giving and taking */

struct giving {
    struct members_worker *m;
    team *team;
};

static void
give_send (struct giving *g, size_t to)
{
    struct buffer *states = &g->m->box[0][to].states;
    if (states->size)
        team_send (g->team, g->m->owners.member.at[to], MEMBERS_ADOPTED,
                   buffer_view (states));
    buffer_reset (states);
}

/* False: enough for one item of work. */
static bool
give_state (void *context, struct bytes state)
{
    struct giving *g = context;
    struct members_worker *m = g->m;
    unsigned p = owners_partition (&m->owners, state, digest_of (state));
    if (!m->parted[p])
        return true;
    size_t to = m->owners.of_partition[p];
    struct box *box = &m->box[0][to];
    assert (to != m->self);
    if (!box->states.size) {
        buffer_uint (&box->states, m->epoch);
        buffer_uint (&box->states, m->layer);
    }
    buffer_bytes (&box->states, state);
    box->count++;
    m->given++;
    if (box->states.size < m->setup.batch_bytes)
        return true;
    give_send (g, to);
    return false;
}

static void
give_tell (struct members_worker *m, team *t)
{
    struct buffer b;
    if (!m->faults.twice)
        shard_release (m->shard, m->given);
    memory_free (m->parted);
    m->parted = NULL;
    m->task = TASK_NONE;
    letter_open (m, &b);
    worker_sent (m, &b);
    letter_send (t, TEAM_MASTER, MEMBERS_GAVE, &b);
}

bool
worker_give (struct members_worker *m)
{
    bool some = false;
    for (unsigned p = 0; m->parted && p < MEMBERS_PARTITIONS; p++)
        some |= m->parted[p];
    m->task = TASK_GIVE;
    m->at = 0;
    m->given = 0;
    m->layer = some ? 1 : shard_layers (m->shard) + 1;
    return m->parted;
}

/* A message at a time, so that they can be sent meanwhile. */
void
work_give (struct members_worker *m, team *t, uint64_t *units)
{
    assert (m->task == TASK_GIVE && m->parted);
    struct giving g = {.m = m, .team = t};
    uint64_t before = m->given;
    if (m->layer <= shard_layers (m->shard)
        && !shard_visit_some (m->shard, m->layer, &m->at, give_state, &g)) {
        for (size_t j = 0; j < m->owners.member.size; j++)
            give_send (&g, j);
        m->layer++;
        m->at = 0;
    }
    *units = 1 + m->given - before;
    if (m->layer > shard_layers (m->shard))
        give_tell (m, t);
}

static bool
state_fits (const struct members_worker *m, struct bytes state)
{
    return state.size && (!m->state_size || state.size == m->state_size)
           && worker_mine ((void *) m, state);
}

bool
worker_adopt (struct members_worker *m, team *t, struct reader *r)
{
    uint64_t layer = reader_uint (r);
    bool good = !r->failed && layer && layer <= shard_layers (m->shard)
                && m->task != TASK_EXPAND;
    bool full = false;
    while (good && r->at != r->end && !full) {
        struct bytes state = reader_bytes (r);
        good = !r->failed && state_fits (m, state);
        m->received += good;
        full = good && !shard_adopt (m->shard, state);
    }
    if (good)
        shard_adopted (m->shard, layer);
    if (full)
        worker_fail (m, t, shard_problem (m->shard));
    return good;
}
