/* partition_search.c -- see partition_search.h. */
#include "bounded/search/partition_search.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/map.h"
#include "bounded/search/recheck.h"

/* Units of the root's budget: about two seconds of solver work. */
enum { SEARCH_BUDGET = 8000000, SEARCH_MOST_BOUND = 1 << 20 };

enum partition_search_phase {
    PHASE_WITHIN,  /* calls beyond the bound are blocked */
    PHASE_BEYOND,  /* the leaves that needed it, with them open */
    PHASE_CONFIRM, /* every leaf of phase `within` */
    PHASE_CLOSE    /* every leaf of phase `beyond`: then SAFE */
};

struct partition_search_node {
    struct buffer item;
    struct partition partition; /* what is searched; when closed: its core */
    uint32_t kid[2];            /* 0: none (the root is nobody's kid) */
    uint32_t retries;           /* with larger budgets */
    uint32_t inlined;           /* by its search */
    bool beyond, answered;
    enum bounded_answer kind;
    struct search_answer unsafe;
};

struct partition_search_node_vec VEC (struct partition_search_node *);
struct partition_search_number_vec VEC (uint32_t);

struct partition_search {
    struct passive_program *program;
    struct partition_search_options options;
    struct partition_search_result result;
    enum partition_search_phase phase;
    struct partition_search_node_vec node;
    struct partition_search_number_vec
        root;        /* of phase within: one; beyond: one per leaf */
    struct map item; /* digest of an item -> node */
    /* the walk in preorder: nodes still to be committed, the next one last */
    struct partition_search_number_vec open;
    struct partition_search_number_vec
        blocked; /* leaves for phase beyond, in order */
    struct partition_search_number_vec closed; /* leaves to confirm, in order */
    recheck *recheck; /* of phases confirm and close; else null */
    size_t within;    /* of closed: leaves of phase within */
    uint64_t rounds, spent;
    bool came_through; /* a call beyond the bound does */
};

/* ---- nodes and their items */

static uint64_t
node_budget (const partition_search *p, const struct partition_search_node *n)
{
    uint64_t first = p->options.budget ? p->options.budget : SEARCH_BUDGET;
    size_t doublings = n->partition.chosen.size / 2 + 2 * n->retries;
    return first << (doublings < 20 ? doublings : 20);
}

static void
node_item (partition_search *p, uint32_t number)
{
    struct partition_search_node *n = p->node.at[number];
    struct search_item item = {.budget = node_budget (p, n),
                               .bound = p->result.bound,
                               .look_beyond = n->beyond,
                               .partition = n->partition};
    buffer_reset (&n->item);
    search_item_write (&item, &n->item);
    n->answered = false;
    map_put (&p->item, digest_of (buffer_view (&n->item)), number);
}

/* A node for a copy of `partition`, with one more decision unless null. */
static uint32_t
node_new (partition_search *p, const struct partition *partition,
          const struct chosen *chosen, bool beyond)
{
    struct partition_search_node *n = NEW (struct partition_search_node);
    buffer_init (&n->item);
    partition_copy (&n->partition, partition);
    if (chosen)
        VEC_PUSH (n->partition.chosen, *chosen);
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
    if (n->answered && n->kind == ANSWER_UNSAFE)
        search_answer_clear (&n->unsafe);
    memory_free (n);
}

static void
nodes_drop (partition_search *p)
{
    for (size_t i = 0; i < p->node.size; i++)
        node_free (p->node.at[i]);
    p->node.size = p->root.size = p->open.size = 0;
    p->blocked.size = p->closed.size = 0;
    map_clear (&p->item);
    map_init (&p->item);
}

/* Takes an answer in, committed or ahead of that. */
static bool
node_answer (partition_search *p, uint32_t number, struct bytes bytes)
{
    struct partition_search_node *n = p->node.at[number];
    struct search_answer a;
    if (!search_answer_read (&a, p->program, bytes))
        return false;
    n->answered = true;
    n->kind = a.kind;
    n->inlined = a.inlined;
    if (a.kind == ANSWER_SPLIT) {
        struct chosen avoid = {MUST_AVOID, a.site},
                      reach = {MUST_REACH, a.site};
        uint32_t left = node_new (p, &a.partition, &avoid, n->beyond);
        uint32_t right = node_new (p, &a.partition, &reach, n->beyond);
        n->kid[0] = left;
        n->kid[1] = right;
    } else if (a.kind == ANSWER_SAFE || a.kind == ANSWER_BOUNDED) {
        partition_clear (&n->partition);
        partition_copy (&n->partition, &a.partition);
    }
    if (a.kind == ANSWER_UNSAFE)
        n->unsafe = a;
    else
        search_answer_clear (&a);
    return true;
}

/* ---- asking ahead */

/* Open nodes below `number`, in preorder; false: an error is there, nothing
 * right of it matters. */
static bool
want_below (partition_search *p, struct oracle *oracle, uint32_t number,
            uint64_t *rank)
{
    struct partition_search_node *n = p->node.at[number];
    if (!n->answered) {
        if (oracle->class->want)
            oracle->class->want (oracle, buffer_view (&n->item), ++*rank);
        return true;
    }
    if (n->kind == ANSWER_UNSAFE || (n->kind == ANSWER_BOUNDED && n->beyond))
        return false;
    for (int k = 0; k < 2; k++)
        if (n->kid[k] && !want_below (p, oracle, n->kid[k], rank))
            return false;
    return true;
}

static void
want_all (partition_search *p, struct oracle *oracle)
{
    uint64_t rank = 0;
    for (size_t i = p->open.size; i--;)
        if (!want_below (p, oracle, p->open.at[i], &rank))
            return;
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
    p->result.bound = bound;
    p->phase = PHASE_WITHIN;
    p->came_through = false;
    struct partition main;
    partition_init (&main);
    VEC_PUSH (p->root, node_new (p, &main, NULL, false));
    VEC_PUSH (p->open, p->root.at[0]);
    partition_clear (&main);
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
    for (size_t i = 0; i < p->closed.size; i++) {
        struct partition leaf;
        partition_copy (&leaf, &p->node.at[p->closed.at[i]]->partition);
        VEC_PUSH (p->result.leaf, leaf);
    }
    return partition_search_ends (p, SEARCH_SAFE, "");
}

/* ---- phases within and beyond: walking the tree */

static enum driver_step
node_commit (partition_search *p, uint32_t number)
{
    struct partition_search_node *n = p->node.at[number];
    (void) VEC_POP (p->open);
    p->result.counters.inlined += n->inlined;
    p->result.counters.committed++;
    p->result.counters.partitions++;
    switch (n->kind) {
    case ANSWER_SPLIT:
        VEC_PUSH (p->open, n->kid[1]);
        VEC_PUSH (p->open, n->kid[0]);
        return DRIVER_PROGRESS;
    case ANSWER_SAFE:
        VEC_PUSH (p->closed, number);
        return DRIVER_PROGRESS;
    case ANSWER_BOUNDED:
        if (n->beyond)
            p->came_through = true;
        else
            VEC_PUSH (p->blocked, number);
        return DRIVER_PROGRESS;
    case ANSWER_UNSAFE:
        assert (!n->beyond);
        p->result.unsafe = n->unsafe;
        n->kind = ANSWER_UNDECIDED; /* the trail is the result's now */
        return partition_search_ends (p, SEARCH_UNSAFE, "");
    case ANSWER_UNDECIDED:
        break;
    }
    p->result.counters.undecided++;
    if (node_budget (p, n) >> 20
        >= (p->options.budget ? p->options.budget : SEARCH_BUDGET))
        return partition_search_ends (
            p, SEARCH_UNKNOWN,
            "the solver gave up a query that cannot be split");
    n->retries++;
    node_item (p, number);
    VEC_PUSH (p->open, number);
    return DRIVER_PROGRESS;
}

static enum driver_step
partition_search_walk (partition_search *p, struct oracle *oracle)
{
    uint32_t number = VEC_LAST (p->open);
    struct partition_search_node *n = p->node.at[number];
    struct bytes answer;
    uint64_t units;
    if (p->options.units && p->spent >= p->options.units)
        return partition_search_ends (p, SEARCH_SPENT, "budget");
    if (!oracle->class->get (oracle, buffer_view (&n->item), &answer, &units)) {
        want_all (p, oracle);
        return DRIVER_BLOCKED;
    }
    if (!n->answered && !node_answer (p, number, answer))
        return partition_search_ends (p, SEARCH_FAILED,
                                      "a worker sent a malformed answer");
    n = p->node.at[number];
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

/* In phase confirm every leaf of phase within; in phase close those that phase
 * beyond added.  Together they must cover the search: a worker is not believed
 * that its parts are those of its item. */
static bool
confirm_begin (partition_search *p)
{
    bool within = p->phase == PHASE_CONFIRM;
    size_t first = within ? 0 : p->within;
    struct vec_partition all = {0};
    for (size_t i = 0; i < p->closed.size; i++)
        VEC_PUSH (all, p->node.at[p->closed.at[i]]->partition);
    for (size_t i = 0; within && i < p->blocked.size; i++)
        VEC_PUSH (all, p->node.at[p->blocked.at[i]]->partition);
    bool covers = partitions_cover (all.at, all.size);
    VEC_CLEAR (all); /* the partitions are the nodes' */
    p->recheck = recheck_new (p->program, p->result.bound);
    for (size_t i = first; i < p->closed.size; i++)
        recheck_add (p->recheck, &p->node.at[p->closed.at[i]]->partition,
                     false);
    for (size_t i = 0; within && i < p->blocked.size; i++)
        recheck_add (p->recheck, &p->node.at[p->blocked.at[i]]->partition,
                     true);
    return covers;
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
    if (p->phase == PHASE_CLOSE || !p->blocked.size)
        return partition_search_safe (p);
    p->result.established = p->result.bound;
    if (p->options.established)
        p->options.established (p->options.context, p->result.bound);
    p->phase = PHASE_BEYOND;
    p->within = p->closed.size;
    for (size_t i = p->blocked.size; i--;)
        VEC_PUSH (
            p->open,
            node_new (p, &p->node.at[p->blocked.at[i]]->partition, NULL, true));
    return DRIVER_PROGRESS;
}

static enum driver_step
partition_search_confirm (partition_search *p, struct oracle *oracle)
{
    if (!p->recheck && !confirm_begin (p))
        return partition_search_ends (
            p, SEARCH_FAILED, "the parts of the search do not cover it");
    enum driver_step step = recheck_step (p->recheck, oracle);
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
    if (!number || p->node.at[*number]->answered || p->phase == PHASE_CONFIRM
        || p->phase == PHASE_CLOSE)
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
    recheck_free (p->recheck); /* borrows from the nodes */
    nodes_drop (p);
    map_clear (&p->item);
    for (size_t i = 0; i < p->result.leaf.size; i++)
        partition_clear (&p->result.leaf.at[i]);
    VEC_CLEAR (p->result.leaf);
    if (p->result.end == SEARCH_UNSAFE)
        search_answer_clear (&p->result.unsafe);
    VEC_CLEAR (p->node);
    VEC_CLEAR (p->root);
    VEC_CLEAR (p->open);
    VEC_CLEAR (p->blocked);
    VEC_CLEAR (p->closed);
    memory_free (p);
}

const struct partition_search_result *
partition_search_result (const partition_search *p)
{
    return &p->result;
}

void
partition_search_allow (partition_search *p, uint64_t units)
{
    p->options.units = units;
    if (p->result.end == SEARCH_SPENT)
        p->result.end = SEARCH_RUNS;
}
