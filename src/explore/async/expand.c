/* expand.c -- the next state of a search without layers, and what follows
 * from it. */
#include <assert.h>

#include "explore/async/internal.h"

enum {
    ITEM_STATES = 64,     /* expanded between two looks at messages */
    ITEM_BYTES = 1 << 20, /* ... or so much for others */
    ITEMS_HELD = 16,      /* while small parcels are held back */
    NEWS_NS = 1000000000
};

/* ---- storing */

bool
async_node_add (struct async_worker *m, const struct async_node *n)
{
    if (async_nodes_add (&m->nodes, n))
        return true;
    store_give_up (m->store, "no space for the ways to states");
    return false;
}

bool
async_node_read (struct async_worker *m, uint64_t node, struct async_node *n)
{
    if (async_nodes_read (&m->nodes, node, n))
        return true;
    store_give_up (m->store, "the disk fails under the ways to states");
    return false;
}

bool
async_store (struct async_worker *m, struct bytes state, unsigned creator,
             const struct async_mini *mini, uint64_t *now)
{
    struct async_node n = {.from = mini->from,
                           .member = creator,
                           .choice = mini->choice,
                           .depth = mini->depth};
    enum put put = cursor_put (m->cursor, state, &n.state);
    if (now)
        *now = ASYNC_ROOT;
    if (put != PUT_NEW)
        return put == PUT_OLD;
    uint64_t node = m->nodes.size;
    if (!async_node_add (m, &n))
        return false;
    if (now)
        *now = node;
    else
        async_open_node (&m->open, node, mini->depth, mini->estimate);
    return true;
}

/* ---- a state's successors */

int64_t
async_estimate (struct async_worker *m, struct bytes state)
{
    if (!m->judge)
        return 0;
    int64_t estimate =
        m->judge->class->estimate (m->judge, state, m->setup.estimate);
    return estimate < 0 ? 0 : estimate;
}

/* Is it known that someone has it, or will?  Depth slices give a state to
 * whoever has its depth; who has it already need not. */
static bool
is_covered (struct async_worker *m, struct bytes state, struct digest d)
{
    state_ref ref;
    return (sent_cache_awake (&m->recent)
            && sent_cache_note (&m->recent, state, d))
           || (m->setup.partition == PARTITION_DEPTH
               && cursor_find (m->cursor, state, &ref));
}

static bool
successor (struct async_worker *m, struct bytes target, uint64_t node,
           uint32_t depth, uint32_t choice)
{
    struct async_mini mini = {.from = node,
                              .choice = choice,
                              .depth = depth,
                              .digest = digest_of (target),
                              .estimate = async_estimate (m, target)};
    unsigned owner = async_owner (m, target, &mini);
    if (owner == m->self)
        return async_store (m, target, m->self, &mini, NULL);
    if (!is_covered (m, target, mini.digest))
        async_post_later (m, owner, target, &mini, 0);
    return true;
}

/* False: full. */
static bool
expand (struct async_worker *m, struct bytes state, uint64_t node,
        uint32_t depth)
{
    generator *g = m->x.generator;
    struct edge e;
    enum next next;
    expander_enter (&m->x, depth, state);
    while ((next = generator_next (g, &e)) == NEXT_EDGE) {
        m->x.edges++;
        m->x.steps += e.steps;
        if (e.marks & (EDGE_FAULT | EDGE_CUT) && !expander_marked (&m->x, &e))
            continue;
        if (!successor (m, e.target, node, depth + 1, e.choice))
            return false;
    }
    if (next == NEXT_FAILED)
        expander_failed (&m->x);
    return true;
}

/* ---- the next state */

/* Reads a state of another member; false: it cannot be. */
static bool
guest_read (struct async_worker *m, const struct guest *g, struct problem *p)
{
    unsigned creator = m->owners.member.at[g->creator];
    buffer_reset (&m->guest);
    if (!transfer_read (m->transfer, creator, g->position, g->size, &m->guest,
                        p))
        return false;
    if (digest_equal (g->mini.digest, digest_of (buffer_view (&m->guest))))
        return true;
    return problem_of_kind (
        p, PROBLEM_RESOURCE, (struct place) {0},
        "a state in %s is not the one that was sent; do all "
        "members share this directory?",
        m->setup.transfers);
}

static bool
guest_store (struct async_worker *m, const struct guest *g, uint64_t *node,
             struct problem *p)
{
    if (!guest_read (m, g, p))
        return false;
    if (async_store (m, buffer_view (&m->guest), g->creator, &g->mini, node))
        return true;
    *p = *store_problem (m->store);
    return false;
}

/* One state; false: it cannot go on, problem set. */
static bool
step (struct async_worker *m, struct problem *p)
{
    struct guest guest;
    struct bytes state = {0};
    struct async_node n = {0};
    uint64_t node = ASYNC_ROOT;
    if (!m->root) {
        enum async_next next = async_open_next (&m->open, &node, &guest);
        assert (next != ASYNC_NONE);
        if (next == ASYNC_GUEST && !guest_store (m, &guest, &node, p))
            return false;
        if (node == ASYNC_ROOT)
            return true; /* it was known */
        if (!async_node_read (m, node, &n)) {
            *p = *store_problem (m->store);
            return false;
        }
        state = cursor_read (m->cursor, n.state);
    }
    m->root = false;
    m->last = node;
    if (expand (m, state, node, n.depth))
        return true;
    *p = *store_problem (m->store);
    return false;
}

/* ---- an item of work */

bool
async_has_room (const struct async_worker *m, struct problem *p)
{
    uint64_t lists = async_nodes_bytes (&m->nodes) + async_open_bytes (&m->open)
                     + async_waiting (m);
    if (store_hold (m->store, lists))
        return true;
    return problem_of_kind (p, PROBLEM_RESOURCE, (struct place) {0},
                            "memory: the lists of states are full");
}

static void
tell_found (struct async_worker *m, team *t)
{
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, m->last + 1);
    finding_write (&m->x.fault, &b);
    async_tell (t, TEAM_MASTER, ASYNC_FOUND, &b);
    m->halted = true;
}

static void
tell_idle (struct async_worker *m, team *t)
{
    struct buffer b;
    assert (!async_waiting (m) && !m->open.heap.size && !m->root);
    buffer_init (&b);
    buffer_uint (&b, m->sent);
    buffer_uint (&b, m->got);
    async_tell (t, TEAM_MASTER, ASYNC_IDLE, &b);
    m->told = true;
}

void
async_tell_news (struct async_worker *m, team *t)
{
    uint64_t now_ns = team_now (t);
    if (now_ns - m->news_ns < NEWS_NS)
        return;
    m->news_ns = now_ns;
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, store_states (m->store));
    buffer_uint (&b, store_bytes (m->store));
    async_tell (t, TEAM_MASTER, ASYNC_NEWS, &b);
}

static bool
item_goes_on (const struct async_worker *m, unsigned states)
{
    return states < ITEM_STATES && (m->root || m->open.heap.size)
           && !m->x.fault.found && !m->x.failed.found
           && async_waiting (m) < ITEM_BYTES && !atomic_load (&m->stop);
}

/* Several states; false: it cannot go on. */
static bool
item (struct async_worker *m, struct problem *p)
{
    bool good = async_has_room (m, p);
    for (unsigned i = 0; good && item_goes_on (m, i); i++)
        good = step (m, p);
    if (good && m->x.failed.found && !m->x.fault.found) {
        *p = m->x.problem;
        good = false;
    }
    return good;
}

/* Others may be idle, so nothing waits for long; and who has nothing to do here
 * sends all that is left before it says so. */
static bool
post_is_due (struct async_worker *m)
{
    if (m->open.heap.size && ++m->unposted < ITEMS_HELD
        && async_waiting (m) < ITEM_BYTES)
        return false;
    m->unposted = 0;
    return true;
}

bool
async_work (member *self, team *t, uint64_t *units)
{
    struct async_worker *m = worker_of (self);
    struct problem p = {0};
    if (!m->store || m->halted || atomic_load (&m->stop))
        return false;
    if (m->rounds)
        return rounds_work (m, t, units);
    if (!m->root && !m->open.heap.size) {
        if (!m->told)
            tell_idle (m, t);
        return false;
    }
    uint64_t before = m->x.edges;
    bool good = item (m, &p);
    *units = 1 + m->x.edges - before;
    if (!good)
        async_fail (m, t, &p);
    else if (m->x.fault.found)
        tell_found (m, t);
    else if (async_post (m, t, post_is_due (m)))
        async_tell_news (m, t);
    return true;
}
