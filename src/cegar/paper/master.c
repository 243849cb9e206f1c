/* master.c -- MAINMASTER (Fig. 3), ADDNODE at the master (Fig. 5). */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cegar/check.h"
#include "cegar/abstraction/houdini.h"
#include "cegar/abstraction/item_worker.h"
#include "cegar/paper/paper.h"
#include "cegar/paper/internal.h"
#include "team/faults.h"
#include "team/master.h"

struct paper_peer {
    struct peer peer;
    bool idle;
    uint32_t node; /* that it was sent, or TREE_NONE */
};

struct paper_master {
    struct master master;
    struct paper_options options;
    struct faults faults;
    struct stage stage;
    struct cegar_worker *worker; /* for feasibility and refinement, as in the
                                    paper */
    struct precision precision;
    struct vec_blob {
        struct buffer *at;
        size_t size, room;
    } blob;
    struct tree tree;
    size_t round;
    struct vec_index queue; /* taken from `head` on */
    size_t head;
    struct map refined; /* digest of a path -> times */
    struct map
        deadly; /* nodes of this round that were out with a lost worker */
    struct text story;
};

/* The struct that paper_master_new has made. */
static struct paper_master *
paper_of (member *m)
{
    return (struct paper_master *) m;
}

static struct paper_peer *
paper_peer_at (const struct paper_master *m, size_t i)
{
    return (struct paper_peer *) m->master.peer.at[i];
}

static void
master_round (struct paper_master *m)
{
    if (m->tree.node.size)
        tree_clear (&m->tree);
    tree_init (&m->tree, m->options.system, &m->precision,
               precision_last (&m->precision));
    m->round++;
    m->stage.counters.rounds++;
    m->queue.size = m->head = 0;
    VEC_PUSH (m->queue, 0);
    map_clear (&m->deadly);
    map_init (&m->deadly);
    for (size_t i = 0; i < m->master.peer.size; i++)
        paper_peer_at (m, i)->node = TREE_NONE;
}

static void
paper_end (struct paper_master *m, enum reference_end end, const char *reason)
{
    assert (m->stage.end == REFERENCE_RUNS && end != REFERENCE_RUNS);
    assert ((end == REFERENCE_SAFE) == (m->stage.invariant != NULL));
    assert ((end == REFERENCE_UNSAFE) == (m->stage.path.size > 0));
    m->stage.end = end;
    m->stage.counters.predicates = precision_total (&m->precision);
    snprintf (m->stage.reason, sizeof m->stage.reason, "%.*s",
              (int) sizeof m->stage.reason - 1, reason);
    master_finish (&m->master);
}

/* ---- handing out nodes */

static void
master_send_preds (struct paper_master *m, struct peer *peer, struct bytes blob)
{
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, m->round);
    buffer_bytes (&b, blob);
    master_send (&m->master, peer, PAPER_PREDS, buffer_view (&b));
    buffer_clear (&b);
}

static void
master_do_node (struct paper_master *m, struct paper_peer *w, uint32_t node)
{
    assert (node < m->tree.node.size && w->idle && w->node == TREE_NONE);
    const struct tree_node *n = &m->tree.node.at[node];
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, m->round);
    buffer_uint (&b, node);
    buffer_uint (&b, n->location);
    buffer_uint (&b, n->depth);
    cube_write (&b, n->bits,
                precision_count (&m->precision, m->tree.round, n->location));
    master_send (&m->master, &w->peer, PAPER_DO_NODE, buffer_view (&b));
    buffer_clear (&b);
    w->node = node;
    if (!(m->faults.repair_b && node == 0 && m->round > 1))
        w->idle = false;
}

/* Takes a node from the queue: not one that left Reach, nor one at or beyond
 * the depth bound (repair C). */
static bool
master_take (struct paper_master *m, uint32_t *node)
{
    while (m->head < m->queue.size) {
        *node = m->queue.at[m->head++];
        const struct tree_node *n = &m->tree.node.at[*node];
        if (!n->dead && n->depth < m->tree.error_depth)
            return true;
    }
    return false;
}

static void
master_hand_out (struct paper_master *m)
{
    for (size_t i = 0; i < m->master.peer.size; i++) {
        struct paper_peer *w = paper_peer_at (m, i);
        uint32_t node;
        if (w->idle && w->node == TREE_NONE && master_take (m, &node))
            master_do_node (m, w, node);
    }
}

/* ---- the end of a round */

/* Nodes that every schedule finds: those that were covered later, or lie beyond
 * the depth bound, another one would not have met. */
static size_t
master_nodes (const struct paper_master *m)
{
    size_t nodes = 0;
    for (size_t n = 0; n < m->tree.node.size; n++)
        nodes += !m->tree.node.at[n].dead
                 && m->tree.node.at[n].depth <= m->tree.error_depth;
    return nodes;
}

static struct digest
master_path_digest (const struct tree_path *p)
{
    return digest_of (
        (struct bytes) {(const uint8_t *) p->at, p->size * sizeof *p->at});
}

/* Feasible, refined or stuck. */
static void
master_counterexample (struct paper_master *m, struct tree_path *path)
{
    assert (path->size);
    m->stage.counters.nodes += master_nodes (m);
    m->stage.digest = digest_chain (
        m->stage.digest, (struct bytes) {(const uint8_t *) path->at,
                                         path->size * sizeof *path->at});
    for (size_t i = 0; i < path->size; i++)
        text_print (&m->story, "%s%u", i ? " " : "", path->at[i]);
    text_char (&m->story, '\n');
    uint64_t *times = map_get (&m->refined, master_path_digest (path));
    if (times) {
        paper_end (m, REFERENCE_UNDECIDED, "refinement makes no progress");
        return;
    }
    map_put (&m->refined, master_path_digest (path), 1);
    struct item_examine x = {.refine = true,
                             .method = (uint8_t) m->options.method};
    for (size_t i = 0; i < path->size; i++)
        VEC_PUSH (x.path, path->at[i]);
    uint64_t units = 0;
    item_worker_examine (m->worker, &x, &units);
    struct buffer blob;
    buffer_init (&blob);
    if (x.finding == PATH_FEASIBLE) {
        for (size_t i = 0; i < path->size; i++)
            VEC_PUSH (m->stage.path, path->at[i]);
        paper_end (m, REFERENCE_UNSAFE, "");
    } else {
        for (size_t i = 0; i < x.found.size; i++) {
            const term *p =
                term_copy (m->precision.terms, x.found.at[i].predicate);
            if (m->options.everywhere)
                precision_add_everywhere (&m->precision, m->options.system,
                                          x.found.at[i].location, p);
            else
                precision_add (&m->precision, x.found.at[i].location, p);
        }
        if (m->precision.added.size) {
            buffer_byte (&blob, BLOB_PREDICATES);
            precision_seal (&m->precision, &blob);
            m->stage.digest =
                digest_chain (m->stage.digest, buffer_view (&blob));
            m->stage.counters.refinements++;
        } else
            paper_end (m, REFERENCE_UNDECIDED, "refinement makes no progress");
    }
    item_examine_clear (&x);
    if (m->master.over) {
        buffer_clear (&blob);
        return;
    }
    master_round (m);
    for (size_t i = 0; i < m->master.peer.size; i++)
        master_send_preds (m, m->master.peer.at[i], buffer_view (&blob));
    VEC_PUSH (m->blob, blob);
}

/* All workers idle and nothing to hand out: the tree is complete. */
static void
master_complete (struct paper_master *m)
{
    struct buffer b;
    buffer_init (&b);
    buffer_digest (&b, tree_digest (&m->tree));
    m->stage.digest = digest_chain (m->stage.digest, buffer_view (&b));
    buffer_clear (&b);
    if (m->tree.error_depth == TREE_NONE) {
        m->stage.counters.nodes += master_nodes (m);
        m->stage.invariant = tree_invariant (&m->tree);
        paper_end (m, REFERENCE_SAFE, "");
        return;
    }
    struct tree_path path;
    size_t paths = tree_paths (&m->tree, &path, 1);
    assert (paths == 1 || m->faults.repair_a || m->faults.repair_b);
    if (!paths) {
        paper_end (m, REFERENCE_FAILED, "a counterexample was lost");
        return;
    }
    master_counterexample (m, &path);
    VEC_CLEAR (path);
}

static void
master_go_on (member *self)
{
    struct paper_master *m = paper_of (self);
    while (!m->master.over) {
        master_hand_out (m);
        bool idle = m->master.peer.size > 0;
        for (size_t i = 0; i < m->master.peer.size; i++)
            idle = idle && paper_peer_at (m, i)->idle;
        if (!idle)
            return;
        size_t round = m->round;
        master_complete (m);
        if (m->round == round)
            return;
    }
}

/* ---- events */

/* naive: whatever way the error was found first. */
static void
master_first_path (struct paper_master *m, uint32_t from, uint32_t transition)
{
    struct tree_path path = {0};
    VEC_PUSH (path, transition);
    for (uint32_t n = from; n;) {
        uint32_t in = m->tree.node.at[n].in, first = in;
        assert (in != TREE_NONE);
        for (; in != TREE_NONE; in = m->tree.edge.at[in].next)
            first = in;
        VEC_PUSH (path, m->tree.edge.at[first].transition);
        n = m->tree.edge.at[first].from;
    }
    for (size_t i = 0, j = path.size; i + 1 < j; i++) {
        uint32_t swap = path.at[i];
        path.at[i] = path.at[--j];
        path.at[j] = swap;
    }
    master_counterexample (m, &path);
    VEC_CLEAR (path);
}

/* A node that is expanded again, after its worker was lost, finds the error
 * again too. */
static bool
master_knows_error (const struct paper_master *m, uint32_t from,
                    uint32_t transition)
{
    for (size_t i = 0; i < m->tree.error.size; i++)
        if (m->tree.error.at[i].from == from
            && m->tree.error.at[i].transition == transition)
            return true;
    return false;
}

/* False: malformed. */
static bool
master_reached (struct paper_master *m, const struct message *message)
{
    const struct system *s = m->options.system;
    struct reader r;
    reader_init (&r, message->body);
    uint64_t round = reader_uint (&r);
    uint64_t from = reader_uint (&r), transition = reader_uint (&r);
    if (!r.failed && round < m->round)
        return true; /* it was under way when the round ended */
    if (r.failed || round != m->round || from >= m->tree.node.size
        || transition >= s->transition.size
        || s->transition.at[transition].from != m->tree.node.at[from].location)
        return false;
    uint32_t to = s->transition.at[transition].to;
    size_t count = precision_count (&m->precision, m->tree.round, to);
    uint64_t *bits = NEW_ARRAY (uint64_t, cube_words (count) + 1);
    bool good = cube_read (&r, bits, count) && reader_done (&r);
    if (good) {
        uint32_t node;
        if (to != SYSTEM_ERROR) {
            if (tree_add (&m->tree, (uint32_t) from, (uint32_t) transition,
                          bits, &node)
                == TREE_NEW)
                VEC_PUSH (m->queue, node);
        } else if (m->options.naive)
            master_first_path (m, (uint32_t) from, (uint32_t) transition);
        else if (!master_knows_error (m, (uint32_t) from,
                                      (uint32_t) transition))
            tree_error (&m->tree, (uint32_t) from, (uint32_t) transition);
    }
    memory_free (bits);
    return good;
}

static bool
master_heard (member *self, struct peer *peer, const struct message *message)
{
    struct paper_master *m = paper_of (self);
    struct paper_peer *w = (struct paper_peer *) peer;
    if (message->tag == PAPER_REACHED)
        return master_reached (m, message);
    if (message->tag == PAPER_ASK) {
        w->idle = true;
        w->node = TREE_NONE;
    }
    return true;
}

static void
master_welcome (member *self, struct peer *peer)
{
    struct paper_master *m = paper_of (self);
    ((struct paper_peer *) peer)->node = TREE_NONE;
    struct buffer b;
    buffer_init (&b);
    buffer_byte (&b, m->faults.repair_a ? PAPER_WITHOUT_A : 0);
    buffer_bytes (&b, m->options.program);
    master_send (&m->master, peer, PAPER_PROGRAM, buffer_view (&b));
    buffer_clear (&b);
    for (size_t i = 0; i < m->blob.size; i++)
        master_send_preds (m, peer, buffer_view (&m->blob.at[i]));
    if (!m->blob.size)
        master_send_preds (m, peer, (struct bytes) {0});
}

/* A node that was out with a lost worker is queued again, once. */
static bool
master_bereaved (member *self, struct peer *peer)
{
    struct paper_master *m = paper_of (self);
    uint32_t node = ((struct paper_peer *) peer)->node;
    if (node == TREE_NONE)
        return false;
    if (map_put (&m->deadly, map_number (node), 1)) {
        VEC_PUSH (m->queue, node);
        return true;
    }
    assert (node < m->tree.node.size);
    uint32_t location = m->tree.node.at[node].location;
    master_fail (&m->master, "two workers died on one node: %s",
                 m->options.system->location.at[location].name);
    return true;
}

static void
master_failed (member *self, const struct problem *problem)
{
    paper_end (paper_of (self), REFERENCE_FAILED, problem->message);
}

static const struct master_class paper_class = {
    .worker = "worker",
    .peer_size = sizeof (struct paper_peer),
    .joined = master_welcome,
    .heard = master_heard,
    .lost = master_bereaved,
    .turn = master_go_on,
    .fail = master_failed,
};

const struct member_class paper_master_class = {
    .receive = master_receive,
    .alarm = master_alarm,
    .joined = master_joined,
    .lost = master_lost,
};

/* ---- from new to free */

member *
paper_master_new (const struct paper_options *options)
{
    struct paper_master *m = NEW (struct paper_master);
    master_init (&m->master, &paper_class);
    m->master.replaces = m->master.patient = true;
    m->options = *options;
    m->faults = faults_of (options->broken);
    m->stage.name = options->naive ? "naive" : "paper";
    struct problem problem = {0};
    item_worker *worker = cegar_item_worker.open (options->program, &problem);
    assert (worker);
    m->worker = cegar_worker_of (worker);
    precision_init (&m->precision, options->system->terms,
                    options->system->location.size);
    map_init (&m->refined);
    map_init (&m->deadly);
    text_init (&m->story);
    master_round (m);
    return (member *) m;
}

void
paper_master_free (member *self)
{
    struct paper_master *m = paper_of (self);
    for (size_t i = 0; i < m->blob.size; i++)
        buffer_clear (&m->blob.at[i]);
    VEC_CLEAR (m->blob);
    tree_clear (&m->tree);
    precision_clear (&m->precision);
    cegar_item_worker.close ((item_worker *) m->worker);
    VEC_CLEAR (m->queue);
    master_clear (&m->master);
    map_clear (&m->refined);
    map_clear (&m->deadly);
    text_clear (&m->story);
    memory_free (m->stage.invariant);
    VEC_CLEAR (m->stage.path);
    memory_free (m);
}

struct stage *
paper_master_stage (member *m)
{
    return &paper_of (m)->stage;
}

const char *
paper_master_story (const member *m)
{
    return text_view (&((const struct paper_master *) m)->story);
}
