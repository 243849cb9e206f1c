/* rounds.c -- a worker of a directed search over a team: the same rounds
 * as alone (explore/guided/directed.c), with the same ways to the same states.
 *
 * The members offer their least open states, the master says up to which one
 * all of them are expanded.  The order is (estimate, 64 bits of hash).  If two of
 * a round, or its last and the one behind it, are equal in both, their bytes
 * would decide, which no member has side by side: the master gives up. */
#include <assert.h>

#include "explore/async/internal.h"

enum {
    ITEM_STATES = 64,
    ITEM_BYTES = 1 << 20,
    TAKE_NOTHING = 0,
    TAKE_ROOT,
    TAKE_LEAST
};

struct rounds *
rounds_new (void)
{
    struct rounds *r = NEW (struct rounds);
    predecessors_init (&r->nodes);
    return r;
}

void
rounds_free (struct rounds *r)
{
    if (!r)
        return;
    predecessors_clear (&r->nodes);
    VEC_CLEAR (r->fresh);
    VEC_CLEAR (r->round);
    memory_free (r);
}

/* ---- storing */

static bool
rank_before (const struct rank *a, const struct rank *b)
{
    if (a->estimate != b->estimate)
        return a->estimate < b->estimate;
    return a->hash != b->hash ? a->hash < b->hash : a->choice < b->choice;
}

static void
node_set (struct async_node *n, unsigned creator, const struct async_mini *mini)
{
    n->from = mini->from;
    n->member = creator;
    n->choice = mini->choice;
    n->depth = mini->depth;
}

static uint64_t
turn_of (const struct async_worker *m, struct digest d)
{
    unsigned bits = m->setup.hash_bits;
    return bits && bits < 64 ? d.low & ((UINT64_C (1) << bits) - 1) : d.low;
}

static bool
node_new (struct async_worker *m, struct bytes state, state_ref ref,
          unsigned creator, const struct async_mini *mini, struct rank rank)
{
    struct rounds *r = m->rounds;
    struct async_node n = {.state = ref};
    bool fresh;
    node_set (&n, creator, mini);
    struct way *w = predecessors_add (&r->nodes, ref, &fresh);
    assert (fresh && r->first + r->fresh.size == m->nodes.size);
    w->from = m->nodes.size;
    struct async_entry e = {.at = m->nodes.size,
                            .key = (uint64_t) async_estimate (m, state) << 1,
                            .turn = turn_of (m, mini->digest)};
    if (!async_node_add (m, &n))
        return false;
    VEC_PUSH (r->fresh, rank);
    async_open_entry (&m->open, e);
    if (!r->nearest || (e.key >> 1) + 1 < r->nearest)
        r->nearest = (e.key >> 1) + 1;
    digest_add (&m->x.digest, mini->digest);
    return true;
}

bool
rounds_store (struct async_worker *m, struct bytes state, unsigned creator,
              const struct async_mini *mini, uint64_t hash)
{
    struct rounds *r = m->rounds;
    struct rank rank = {(uint64_t) mini->estimate, hash, mini->choice};
    state_ref ref;
    enum put put = cursor_put (m->cursor, state, &ref);
    r->received += creator != m->self;
    if (put == PUT_FULL)
        return false;
    if (put == PUT_NEW)
        return node_new (m, state, ref, creator, mini, rank);
    uint64_t node = predecessors_find (&r->nodes, ref)->from;
    if (node >= r->first
        && rank_before (&rank, &r->fresh.at[node - r->first])) {
        struct async_node n;
        r->fresh.at[node - r->first] = rank;
        if (!async_node_read (m, node, &n))
            return false;
        node_set (&n, creator, mini);
        return async_nodes_write (&m->nodes, node, &n);
    }
    return true;
}

/* ---- expanding */

static bool
successor (struct async_worker *m, struct bytes target, struct async_mini *mini,
           uint64_t hash)
{
    mini->digest = digest_of (target);
    unsigned owner = async_owner (m, target, mini);
    if (owner == m->self)
        return rounds_store (m, target, owner, mini, hash);
    /* What this member sent before came from an earlier state of the order. */
    if (!sent_cache_awake (&m->recent)
        || !sent_cache_note (&m->recent, target, mini->digest))
        async_post_later (m, owner, target, mini, hash);
    return true;
}

static bool
is_least (const struct finding *f, struct bytes state)
{
    return f->found && bytes_equal (buffer_view (&f->source), state);
}

/* The edges behind the first one to a nearer state, where it was left. */
static void
skip (struct async_worker *m, uint64_t own, struct expander_sums before)
{
    struct bytes target;
    while (expander_next (&m->x, &target)
           && (uint64_t) async_estimate (m, target) >= own)
        ;
    expander_undo (&m->x, before);
}

/* The rule of explore/guided/directed.c: at its first edge to a nearer state it is left, and
 * is open again.  False: full. */
static bool
follow (struct async_worker *m, const struct async_entry *e,
        struct async_mini *mini)
{
    struct bytes target;
    bool again = e->key & 1, good = true;
    while (good && expander_next (&m->x, &target)) {
        bool nearer =
            !again && (uint64_t) async_estimate (m, target) < e->key >> 1;
        mini->choice = m->x.choice;
        good = successor (m, target, mini, e->turn);
        if (nearer) {
            struct async_entry left = *e;
            left.key |= 1;
            async_open_entry (&m->open, left);
            break;
        }
    }
    return good;
}

/* False: full.  Findings are compared by layer first: here that is the
 * estimate. */
static bool
expand (struct async_worker *m, const struct async_entry *e)
{
    struct expander *x = &m->x;
    struct expander_sums before = expander_sums (x);
    bool root = e->at == ASYNC_ROOT;
    struct async_node n = {0};
    struct bytes state = {0};
    if (!root && !async_node_read (m, e->at, &n))
        return false;
    uint32_t depth = n.depth;
    struct async_mini mini = {
        .from = e->at, .depth = depth + 1, .estimate = (int64_t) e->key};
    if (!root)
        state = cursor_read (m->cursor, n.state);
    expander_open (x, e->key >> 1, state);
    if (e->key & 1)
        skip (m, e->key >> 1, before);
    bool good = follow (m, e, &mini);
    if (is_least (&x->fault, state))
        m->rounds->fault_node = e->at;
    if (is_least (&x->cut, state))
        m->rounds->cut_depth = depth;
    return good;
}

/* ---- what the master says */

static bool
entry_before (const struct async_entry *a, const struct async_entry *b)
{
    return a->key != b->key ? a->key < b->key : a->turn < b->turn;
}

bool
rounds_take (struct async_worker *m, struct reader *in)
{
    struct rounds *r = m->rounds;
    uint8_t what = reader_byte (in);
    struct async_entry last = {0};
    if (what == TAKE_LEAST) {
        last.key = reader_uint (in);
        last.turn = reader_u64 (in);
    }
    if (!reader_done (in) || r->working || r->expecting || what > TAKE_LEAST)
        return false;
    if (what == TAKE_ROOT) {
        struct async_entry root = {.at = ASYNC_ROOT};
        VEC_PUSH (r->round, root);
        last = root;
    }
    if (m->transfer)
        transfer_forget (m->transfer); /* every batch was settled */
    r->at = r->until = 0;
    while (what != TAKE_NOTHING && r->until < r->round.size
           && !entry_before (&last, &r->round.at[r->until]))
        r->until++;
    for (size_t i = r->until; i < r->round.size; i++)
        async_open_entry (&m->open, r->round.at[i]);
    r->round.size = r->until;
    r->working = true;
    return true;
}

bool
rounds_expect (struct async_worker *m, struct reader *in)
{
    struct rounds *r = m->rounds;
    r->expected = reader_uint (in);
    r->most = reader_uint (in);
    if (!reader_done (in) || r->working || r->expecting)
        return false;
    r->expecting = true;
    return true;
}

void
rounds_settle (struct async_worker *m, team *t)
{
    struct rounds *r = m->rounds;
    struct async_entry e;
    struct buffer b;
    if (!r->expecting || r->received < r->expected)
        return;
    if (r->received > r->expected) {
        struct problem p = {0};
        problem_of_kind (&p, PROBLEM_RESOURCE, (struct place) {0},
                         "a member got more states than were sent to it");
        async_fail (m, t, &p);
        return;
    }
    r->expecting = false;
    r->round.size = 0;
    while (r->round.size < r->most && async_open_least (&m->open, &e))
        VEC_PUSH (r->round, e);
    buffer_init (&b);
    buffer_uint (&b, r->nearest);
    buffer_uint (&b, r->round.size);
    for (size_t i = 0; i < r->round.size; i++) {
        buffer_uint (&b, r->round.at[i].key);
        buffer_u64 (&b, r->round.at[i].turn);
    }
    async_tell (t, TEAM_MASTER, ASYNC_SETTLED, &b);
    /* What comes from here on is of the next round. */
    r->first = m->nodes.size;
    r->fresh.size = 0;
    r->nearest = 0;
}

/* ---- work */

static void
tell_sent (struct async_worker *m, struct buffer *b)
{
    uint64_t pairs = 0;
    for (size_t i = 0; i < m->owners.member.size; i++)
        pairs += m->parcel[i].posted > 0;
    buffer_uint (b, pairs);
    for (size_t i = 0; i < m->owners.member.size; i++)
        if (m->parcel[i].posted) {
            buffer_uint (b, i);
            buffer_uint (b, m->parcel[i].posted);
            m->parcel[i].posted = 0;
        }
}

static void
tell_expanded (struct async_worker *m, team *t)
{
    struct buffer b;
    buffer_init (&b);
    finding_write (&m->x.fault, &b);
    buffer_uint (&b, m->rounds->fault_node + 1);
    finding_write (&m->x.failed, &b);
    problem_write (&m->x.problem, &b);
    tell_sent (m, &b);
    async_tell (t, TEAM_MASTER, ASYNC_EXPANDED, &b);
    m->rounds->working = false;
}

bool
rounds_work (struct async_worker *m, team *t, uint64_t *units)
{
    struct rounds *r = m->rounds;
    struct problem p = {0};
    if (!r->working)
        return false;
    uint64_t before = m->x.edges;
    bool good = async_has_room (m, &p);
    for (unsigned i = 0;
         good && i < ITEM_STATES && r->at < r->until
         && async_waiting (m) < ITEM_BYTES && !atomic_load (&m->stop);
         i++)
        if (!expand (m, &r->round.at[r->at++])) {
            p = *store_problem (m->store);
            good = false;
        }
    *units = 1 + m->x.edges - before;
    if (!good)
        async_fail (m, t, &p);
    else if (!atomic_load (&m->stop) && async_post (m, t, true)) {
        async_tell_news (m, t);
        if (r->at == r->until)
            tell_expanded (m, t);
    }
    return true;
}
