/* partition_search.c -- see partition_search.h. */
#include "bounded/search/partition_search.h"

#include <assert.h>
#include <stdio.h>

#include "base/map.h"
#include "bounded/search/leaves.h"
#include "bounded/search/recheck.h"

/* Units of the root's budget, about a quarter of a second of solver work; and
 * at how many sites a part is split at once.  With 500,000 and 4 there is more
 * to do at a time, but too much of it for nothing. */
enum { SEARCH_BUDGET = 1000000, SEARCH_WAYS = 3, SEARCH_MOST_BOUND = 1 << 20 };
enum { NODE_NONE = UINT32_MAX };

enum partition_search_phase {
    PHASE_WITHIN,  /* calls beyond the bound are blocked */
    PHASE_BEYOND,  /* the leaves that needed it, with them open */
    PHASE_CONFIRM, /* every leaf of phase `within` */
    PHASE_CLOSE    /* every leaf of phase `beyond`: then SAFE */
};

struct partition_search_node_vec VEC (struct partition_search_node *);
struct partition_search_number_vec VEC (uint32_t);

struct partition_search_node {
    struct buffer item;
    struct partition partition; /* what is searched */
    /* its place in the tree: what it is a part of (NODE_NONE: of nothing), the
     * how manieth of these parts, and how many splits are above it */
    uint32_t parent, place, depth;
    struct partition_search_number_vec kid; /* its own parts, left to right */
    uint32_t retries;                       /* with larger budgets */
    uint32_t claim; /* that closes it, known from phase within; LEAVES_NONE */
    bool beyond, answered;
    size_t tested; /* so many that are closed were looked at, whether .. */
    bool doubtful; /* .. one left of it probably closes this one too */
    struct search_answer answer; /* if answered */
};

struct partition_search {
    struct passive_program *program;
    struct partition_search_options options;
    struct partition_search_result result;
    enum partition_search_phase phase;
    struct partition_search_node_vec node;
    struct map item; /* digest of an item -> node */
    /* the walk in preorder: nodes still to be committed, the next one last */
    struct partition_search_number_vec open;
    struct partition_search_number_vec known; /* closed, in order of arrival */
    struct closed_leaves leaves;              /* of what is committed */
    recheck *recheck; /* of phases confirm and close; else null */
    uint64_t rounds, spent;
    bool came_through; /* a call beyond the bound does */
    bool stale;        /* what was wanted is not, some of it */
};

/* ---- nodes and their items */

static uint64_t
first_budget (const partition_search *p)
{
    return p->options.budget ? p->options.budget : SEARCH_BUDGET;
}

static uint64_t
node_budget (const partition_search *p, const struct partition_search_node *n)
{
    size_t doublings = n->depth / 2 + 2 * n->retries;
    return first_budget (p) << (doublings < 20 ? doublings : 20);
}

static void
node_item (partition_search *p, uint32_t number)
{
    struct partition_search_node *n = p->node.at[number];
    struct search_item item = {.budget = node_budget (p, n),
                               .bound = p->result.bound,
                               .look_beyond = n->beyond,
                               .ways = SEARCH_WAYS,
                               .partition = n->partition};
    buffer_reset (&n->item);
    search_item_write (&item, &n->item);
    n->answered = false;
    map_put (&p->item, digest_of (buffer_view (&n->item)), number);
}

/* A node for a partition. */
static uint32_t
node_new (partition_search *p, struct partition adopted, uint32_t parent,
          uint32_t place, bool beyond)
{
    struct partition_search_node *n = NEW (struct partition_search_node);
    buffer_init (&n->item);
    n->partition = adopted;
    n->parent = parent;
    n->place = place;
    n->depth = parent == NODE_NONE ? 0 : p->node.at[parent]->depth + 1;
    n->claim = LEAVES_NONE;
    n->beyond = beyond;
    VEC_PUSH (p->node, n);
    node_item (p, (uint32_t) (p->node.size - 1));
    return (uint32_t) (p->node.size - 1);
}

static void
node_free (struct partition_search_node *n)
{
    buffer_clear (&n->item);
    partition_clear (&n->partition);
    VEC_CLEAR (n->kid);
    search_answer_clear (&n->answer);
    memory_free (n);
}

static void
nodes_drop (partition_search *p)
{
    for (size_t i = 0; i < p->node.size; i++)
        node_free (p->node.at[i]);
    p->node.size = p->open.size = p->known.size = 0;
    map_clear (&p->item);
    map_init (&p->item);
}

static bool
node_closed (const struct partition_search_node *n)
{
    return n->answered
           && (n->answer.kind == ANSWER_SAFE
               || (n->answer.kind == ANSWER_BOUNDED && !n->beyond));
}

/* Takes an answer in, committed or ahead of that. */
static bool
node_answer (partition_search *p, uint32_t number, struct bytes bytes)
{
    struct partition_search_node *n = p->node.at[number];
    search_answer_clear (&n->answer);
    if (!search_answer_read (&n->answer, p->program, bytes))
        return false;
    n->answered = true;
    n->kid.size = 0;
    size_t parts =
        n->answer.kind == ANSWER_SPLIT ? search_answer_parts (&n->answer) : 0;
    for (uint32_t i = 0; i < parts; i++) {
        struct partition part;
        search_answer_part (&n->answer, i, &part);
        VEC_PUSH (n->kid, node_new (p, part, number, i, n->beyond));
    }
    if (node_closed (n))
        VEC_PUSH (p->known, number);
    return true;
}

/* Is the first of two nodes, none above the other, left of the second? */
static bool
node_left (const partition_search *p, const struct partition_search_node *a,
           const struct partition_search_node *b)
{
    while (a->depth > b->depth)
        a = p->node.at[a->parent];
    while (b->depth > a->depth)
        b = p->node.at[b->parent];
    while (a->parent != b->parent) {
        a = p->node.at[a->parent];
        b = p->node.at[b->parent];
    }
    return a->place < b->place;
}

/* ---- asking ahead */

/* Will this node probably be closed by what is known of one to its left?  Then
 * it is not asked for before it is its turn. */
static bool
node_doubtful (partition_search *p, struct partition_search_node *n)
{
    for (; !n->doubtful && n->tested < p->known.size; n->tested++) {
        const struct partition_search_node *m =
            p->node.at[p->known.at[n->tested]];
        n->doubtful =
            m->beyond == n->beyond
            && partition_implies (&n->partition, n->partition.chosen.size,
                                  &m->answer.partition)
            && node_left (p, m, n);
        p->stale |= n->doubtful;
    }
    return n->doubtful;
}

/* A walk over what is open, in preorder: the nodes to be asked for, and those
 * that are closed but not committed. */
struct foresight {
    struct partition_search_number_vec open, closed;
};

/* False: an error is there, nothing right of it matters. */
static bool
foresee (partition_search *p, uint32_t number, struct foresight *f)
{
    struct partition_search_node *n = p->node.at[number];
    if (n->claim != LEAVES_NONE)
        return true;
    if (!n->answered) {
        if (!node_doubtful (p, n))
            VEC_PUSH (f->open, number);
        return true;
    }
    if (n->answer.kind == ANSWER_UNSAFE
        || (n->answer.kind == ANSWER_BOUNDED && n->beyond))
        return false;
    if (node_closed (n))
        VEC_PUSH (f->closed, number);
    for (size_t k = 0; k < n->kid.size; k++)
        if (!foresee (p, n->kid.at[k], f))
            return false;
    return true;
}

static void
want_confirmed (partition_search *p, struct oracle *oracle,
                const struct partition *claim, bool blocked, uint64_t *rank)
{
    struct buffer item;
    buffer_init (&item);
    confirm_item_write (claim, p->result.bound, blocked, &item);
    oracle->class->want (oracle, buffer_view (&item), ++*rank);
    buffer_clear (&item);
}

/* First what is open; then, unless an error is known, what will be asked when
 * all is closed: that the claims are confirmed. */
static void
want_all (partition_search *p, struct oracle *oracle)
{
    if (!oracle->class->want)
        return;
    struct foresight f = {0};
    bool all = true;
    for (size_t i = p->open.size; all && i--;)
        all = foresee (p, p->open.at[i], &f);
    if (p->stale && oracle->class->forget)
        oracle->class->forget (oracle);
    p->stale = false;
    uint64_t rank = p->recheck ? p->leaves.claim.size : 0;
    for (size_t i = 0; i < f.open.size; i++)
        oracle->class->want (
            oracle, buffer_view (&p->node.at[f.open.at[i]]->item), ++rank);
    for (size_t i = 0; all && i < p->leaves.leaf.size; i++) {
        const struct claim *c = &p->leaves.claim.at[p->leaves.leaf.at[i].claim];
        if (!c->confirmed)
            want_confirmed (p, oracle, &c->partition, c->blocked, &rank);
    }
    for (size_t i = 0; all && i < f.closed.size; i++) {
        const struct search_answer *a = &p->node.at[f.closed.at[i]]->answer;
        want_confirmed (p, oracle, &a->partition, a->kind == ANSWER_BOUNDED,
                        &rank);
    }
    VEC_CLEAR (f.open);
    VEC_CLEAR (f.closed);
}

/* ---- the ends */

static enum driver_step
partition_search_ends (partition_search *p, enum partition_search_end end,
                       const char *reason)
{
    p->result.end = end;
    snprintf (p->result.reason, sizeof p->result.reason, "%s", reason);
    return DRIVER_DONE;
}

static bool
partition_search_passed (partition_search *p)
{
    p->rounds++;
    p->result.counters.rounds = p->rounds;
    return !p->options.passed
           || p->options.passed (p->options.context, p->rounds,
                                 p->result.digest);
}

static void
partition_search_begin (partition_search *p, uint32_t bound)
{
    nodes_drop (p);
    leaves_clear (&p->leaves);
    p->result.bound = bound;
    p->phase = PHASE_WITHIN;
    p->came_through = false;
    struct partition main;
    partition_init (&main);
    VEC_PUSH (p->open, node_new (p, main, NODE_NONE, 0, false));
}

/* Calls beyond the bound come through: nothing more to say about this one. */
static enum driver_step
partition_search_deeper (partition_search *p)
{
    if (p->options.bound || p->result.bound >= SEARCH_MOST_BOUND)
        return partition_search_ends (p, SEARCH_BOUNDED, "bound");
    partition_search_begin (p, p->result.bound * 2);
    return DRIVER_PROGRESS;
}

static enum driver_step
partition_search_safe (partition_search *p)
{
    for (size_t i = 0; i < p->leaves.leaf.size; i++) {
        struct partition leaf;
        partition_copy (&leaf, &p->leaves.leaf.at[i].partition);
        VEC_PUSH (p->result.leaf, leaf);
    }
    return partition_search_ends (p, SEARCH_SAFE, "");
}

/* ---- phases within and beyond: walking the tree */

/* A worker is not believed that what it refuted is what it was asked. */
static enum driver_step
node_refuted (partition_search *p, const struct partition_search_node *n)
{
    const struct partition *claim = &n->answer.partition;
    if (!partition_implies (&n->partition, n->partition.chosen.size, claim))
        return partition_search_ends (
            p, SEARCH_FAILED, "the parts of the search do not cover it");
    bool blocked = n->answer.kind == ANSWER_BOUNDED;
    leaves_close (&p->leaves, &n->partition,
                  leaves_claim (&p->leaves, claim, blocked));
    return DRIVER_PROGRESS;
}

static enum driver_step
node_commit (partition_search *p, uint32_t number)
{
    struct partition_search_node *n = p->node.at[number];
    (void) VEC_POP (p->open);
    p->result.counters.inlined += n->answer.inlined;
    p->result.counters.committed++;
    p->result.counters.partitions++;
    switch (n->answer.kind) {
    case ANSWER_SPLIT:
        for (size_t k = n->kid.size; k--;)
            VEC_PUSH (p->open, n->kid.at[k]);
        return DRIVER_PROGRESS;
    case ANSWER_BOUNDED:
        p->came_through |= n->beyond;
        return n->beyond ? DRIVER_PROGRESS : node_refuted (p, n);
    case ANSWER_SAFE:
        return node_refuted (p, n);
    case ANSWER_UNSAFE:
        assert (!n->beyond);
        p->result.unsafe = n->answer; /* the trail is the result's now */
        n->answer = (struct search_answer) {0};
        return partition_search_ends (p, SEARCH_UNSAFE, "");
    case ANSWER_UNDECIDED:
        break;
    }
    p->result.counters.undecided++;
    if (node_budget (p, n) >> 20 >= first_budget (p))
        return partition_search_ends (
            p, SEARCH_UNKNOWN,
            "the solver gave up a query that cannot be split");
    n->retries++;
    node_item (p, number);
    VEC_PUSH (p->open, number);
    return DRIVER_PROGRESS;
}

/* Nothing needs to be asked of a node that what is committed closes. */
static bool
node_pruned (partition_search *p, const struct partition_search_node *n)
{
    uint32_t claim = n->claim;
    if (!leaves_have (&p->leaves, &n->partition)) {
        if (claim == LEAVES_NONE)
            claim = leaves_find (&p->leaves, &n->partition, !n->beyond);
        if (claim == LEAVES_NONE)
            return false;
        leaves_close (&p->leaves, &n->partition, claim);
    }
    (void) VEC_POP (p->open);
    p->stale = true;
    p->result.digest = digest_chain (p->result.digest, buffer_view (&n->item));
    return true;
}

static enum driver_step
partition_search_walk (partition_search *p, struct oracle *oracle)
{
    uint32_t number = VEC_LAST (p->open);
    struct partition_search_node *n = p->node.at[number];
    struct bytes answer;
    uint64_t units;
    if (node_pruned (p, n))
        return DRIVER_PROGRESS;
    if (p->options.units && p->spent >= p->options.units)
        return partition_search_ends (p, SEARCH_SPENT, "budget");
    if (!oracle->class->get (oracle, buffer_view (&n->item), &answer, &units)) {
        want_all (p, oracle);
        return DRIVER_BLOCKED;
    }
    if (!n->answered && !node_answer (p, number, answer))
        return partition_search_ends (p, SEARCH_FAILED,
                                      "a worker sent a malformed answer");
    p->spent += units;
    p->result.digest = digest_chain (p->result.digest, buffer_view (&n->item));
    p->result.digest = digest_chain (p->result.digest, answer);
    return node_commit (p, number);
}

/* The tree of this phase is closed. */
static enum driver_step
partition_search_next_phase (partition_search *p)
{
    if (!partition_search_passed (p))
        return partition_search_ends (p, SEARCH_FAILED,
                                      "the journal and this run do not agree");
    p->phase = p->phase == PHASE_WITHIN ? PHASE_CONFIRM : PHASE_CLOSE;
    return DRIVER_PROGRESS;
}

/* ---- phases confirm and close */

/* Every claim that a leaf rests on, once. */
static void
confirm_begin (partition_search *p)
{
    bool *added = NEW_ARRAY (bool, p->leaves.claim.size + 1);
    p->recheck = recheck_new (p->program, p->result.bound);
    for (size_t i = 0; i < p->leaves.leaf.size; i++) {
        uint32_t number = p->leaves.leaf.at[i].claim;
        const struct claim *c = &p->leaves.claim.at[number];
        if (!added[number] && !c->confirmed)
            recheck_add (p->recheck, &c->partition, c->blocked);
        added[number] = true;
    }
    memory_free (added);
}

/* Opens the leaves that need calls to be blocked, for phase beyond; the others
 * stay closed.  False: there are none. */
static bool
beyond_begin (partition_search *p)
{
    bool any = false;
    for (size_t i = p->leaves.leaf.size; i--;) {
        const struct closed_leaf *leaf = &p->leaves.leaf.at[i];
        bool blocked = p->leaves.claim.at[leaf->claim].blocked;
        struct partition again;
        partition_copy (&again, &leaf->partition);
        uint32_t number = node_new (p, again, NODE_NONE, (uint32_t) i, true);
        if (!blocked)
            p->node.at[number]->claim = leaf->claim;
        VEC_PUSH (p->open, number);
        any |= blocked;
    }
    if (!any)
        p->open.size = 0;
    return any;
}

static enum driver_step
confirm_done (partition_search *p)
{
    p->result.counters.committed += recheck_done (p->recheck);
    struct buffer digest;
    buffer_init (&digest);
    buffer_digest (&digest, recheck_digest (p->recheck));
    p->result.digest = digest_chain (p->result.digest, buffer_view (&digest));
    buffer_clear (&digest);
    bool good = recheck_good (p->recheck);
    bool failed = recheck_failed (p->recheck);
    recheck_free (p->recheck);
    p->recheck = NULL;
    if (failed)
        return partition_search_ends (p, SEARCH_FAILED,
                                      "a worker sent a malformed answer");
    if (!good)
        return partition_search_ends (p, SEARCH_UNKNOWN,
                                      "a refutation was not confirmed");
    if (!p->open.size)
        return partition_search_safe (p);
    p->result.established = p->result.bound;
    if (p->options.established)
        p->options.established (p->options.context, p->result.bound);
    for (size_t i = 0; i < p->leaves.leaf.size; i++)
        p->leaves.claim.at[p->leaves.leaf.at[i].claim].confirmed = true;
    leaves_drop (&p->leaves);
    p->phase = PHASE_BEYOND;
    return DRIVER_PROGRESS;
}

static enum driver_step
partition_search_confirm (partition_search *p, struct oracle *oracle)
{
    if (!p->recheck) {
        if (!leaves_cover (&p->leaves))
            return partition_search_ends (
                p, SEARCH_FAILED, "the parts of the search do not cover it");
        confirm_begin (p);
        if (p->phase == PHASE_CONFIRM)
            (void) beyond_begin (p);
    }
    enum driver_step step = recheck_step (p->recheck, oracle);
    if (step == DRIVER_BLOCKED && p->open.size)
        want_all (p, oracle); /* what comes next */
    return step == DRIVER_DONE ? confirm_done (p) : step;
}

/* ---- the driver */

static enum driver_step
partition_search_step (driver *q, struct oracle *oracle)
{
    partition_search *p = (partition_search *) q;
    if (p->result.end != SEARCH_RUNS)
        return DRIVER_DONE;
    if (p->phase == PHASE_CONFIRM || p->phase == PHASE_CLOSE)
        return partition_search_confirm (p, oracle);
    if (p->came_through)
        return partition_search_deeper (p);
    if (p->open.size)
        return partition_search_walk (p, oracle);
    return partition_search_next_phase (p);
}

static void
partition_search_arrived (driver *q, struct oracle *oracle, struct bytes item,
                          struct bytes answer)
{
    partition_search *p = (partition_search *) q;
    uint64_t *number = map_get (&p->item, digest_of (item));
    if (!number || p->node.at[*number]->answered)
        return;
    if (node_answer (p, (uint32_t) *number, answer))
        want_all (p, oracle);
}

static void
partition_search_progress (const driver *q, char *text, size_t room)
{
    static const char *const doing[] = {"searching", "looking beyond",
                                        "confirming", "confirming"};
    const partition_search *p = (const partition_search *) q;
    size_t open = 0;
    for (size_t i = 0; i < p->node.size; i++)
        open += !p->node.at[i]->answered;
    snprintf (text, room,
              "bound %u: %s, %zu partitions, %zu open, %llu call sites inlined",
              p->result.bound, doing[p->phase], p->node.size, open,
              (unsigned long long) p->result.counters.inlined);
}

const struct driver_class partition_search_driver = {
    .name = "pursuit",
    .step = partition_search_step,
    .arrived = partition_search_arrived,
    .progress = partition_search_progress,
};

partition_search *
partition_search_new (struct passive_program *program,
                      const struct partition_search_options *options)
{
    partition_search *p = NEW (partition_search);
    p->program = program;
    p->options = *options;
    map_init (&p->item);
    partition_search_begin (p, options->bound ? options->bound : 1);
    return p;
}

void
partition_search_free (partition_search *p)
{
    recheck_free (p->recheck); /* borrows from the leaves */
    nodes_drop (p);
    leaves_clear (&p->leaves);
    map_clear (&p->item);
    for (size_t i = 0; i < p->result.leaf.size; i++)
        partition_clear (&p->result.leaf.at[i]);
    VEC_CLEAR (p->result.leaf);
    if (p->result.end == SEARCH_UNSAFE)
        search_answer_clear (&p->result.unsafe);
    VEC_CLEAR (p->node);
    VEC_CLEAR (p->open);
    VEC_CLEAR (p->known);
    memory_free (p);
}

const struct partition_search_result *
partition_search_result (const partition_search *p)
{
    return &p->result;
}

void
partition_search_break (partition_search *p, const char *how)
{
    p->leaves.broken = how;
}

void
partition_search_allow (partition_search *p, uint64_t units)
{
    p->options.units = units;
    if (p->result.end == SEARCH_SPENT)
        p->result.end = SEARCH_RUNS;
}
