/* master.c -- MAINMASTER (Fig. 3), ADDNODE at the master (Fig. 5). */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cegar/check.h"
#include "cegar/abstraction/houdini.h"
#include "cegar/abstraction/item_worker.h"
#include "cegar/paper/paper.h"
#include "cegar/paper/internal.h"

struct paper_peer {
    unsigned who;
    bool idle;
    uint32_t node; /* that it was sent, or TREE_NONE */
};

struct member {
    struct paper_options options;
    struct stage stage;
    item_worker
        *item_worker; /* for feasibility and refinement, as in the paper */
    struct precision precision;
    struct vec_blob {
        struct buffer *at;
        size_t size, room;
    } blob;
    struct tree tree;
    size_t round;
    struct vec_index queue; /* taken from `head` on */
    size_t head;
    struct vec_peer {
        struct paper_peer *at;
        size_t size, room;
    } peer;
    struct map refined; /* digest of a path -> times */
    struct map
        deadly; /* nodes of this round that were out with a lost worker */
    struct text story;
    bool over;
};

static void
master_round (member *m)
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
    for (size_t i = 0; i < m->peer.size; i++)
        m->peer.at[i].node = TREE_NONE;
}

member *
paper_master_new (const struct paper_options *options)
{
    member *m = NEW (member);
    m->options = *options;
    m->stage.name = options->naive ? "naive" : "paper";
    struct problem problem = {0};
    m->item_worker = cegar_item_worker.open (options->program, &problem);
    assert (m->item_worker);
    precision_init (&m->precision, options->system->terms,
                    options->system->location.size);
    map_init (&m->refined);
    map_init (&m->deadly);
    text_init (&m->story);
    master_round (m);
    return m;
}

void
paper_master_free (member *m)
{
    for (size_t i = 0; i < m->blob.size; i++)
        buffer_clear (&m->blob.at[i]);
    VEC_CLEAR (m->blob);
    tree_clear (&m->tree);
    precision_clear (&m->precision);
    cegar_item_worker.close (m->item_worker);
    VEC_CLEAR (m->queue);
    VEC_CLEAR (m->peer);
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
    return &m->stage;
}

const char *
paper_master_story (const member *m)
{
    return text_view (&m->story);
}

static void
master_over (member *m, team *t, enum reference_end end, const char *reason)
{
    m->over = true;
    m->stage.end = end;
    m->stage.counters.predicates = precision_total (&m->precision);
    snprintf (m->stage.reason, sizeof m->stage.reason, "%s", reason);
    team_finish (t);
}

static bool
master_is_broken (const member *m, const char *what)
{
    return m->options.broken && !strcmp (m->options.broken, what);
}

/* ---- handing out nodes */

static void
master_send_preds (member *m, team *t, unsigned who, struct bytes blob)
{
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, m->round);
    buffer_bytes (&b, blob);
    team_send (t, who, PAPER_PREDS, buffer_view (&b));
    buffer_clear (&b);
}

static void
master_do_node (member *m, team *t, struct paper_peer *w, uint32_t node)
{
    const struct tree_node *n = &m->tree.node.at[node];
    struct buffer b;
    buffer_init (&b);
    buffer_uint (&b, m->round);
    buffer_uint (&b, node);
    buffer_uint (&b, n->location);
    buffer_uint (&b, n->depth);
    cube_write (&b, n->bits,
                precision_count (&m->precision, m->tree.round, n->location));
    team_send (t, w->who, PAPER_DO_NODE, buffer_view (&b));
    buffer_clear (&b);
    w->node = node;
    if (!(master_is_broken (m, "repair-b") && node == 0 && m->round > 1))
        w->idle = false;
}

/* Takes a node from the queue: not one that left Reach, nor one at or beyond
 * the depth bound (repair C). */
static bool
master_take (member *m, uint32_t *node)
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
master_hand_out (member *m, team *t)
{
    for (size_t i = 0; i < m->peer.size; i++) {
        struct paper_peer *w = &m->peer.at[i];
        uint32_t node;
        if (w->idle && w->node == TREE_NONE && master_take (m, &node))
            master_do_node (m, t, w, node);
    }
}

/* ---- the end of a round */

/* Nodes that every schedule finds: those that were covered later, or lie beyond
 * the depth bound, another one would not have met. */
static size_t
master_nodes (const member *m)
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
master_counterexample (member *m, team *t, struct tree_path *path)
{
    m->stage.counters.nodes += master_nodes (m);
    m->stage.digest = digest_chain (
        m->stage.digest, (struct bytes) {(const uint8_t *) path->at,
                                         path->size * sizeof *path->at});
    for (size_t i = 0; i < path->size; i++)
        text_print (&m->story, "%s%u", i ? " " : "", path->at[i]);
    text_char (&m->story, '\n');
    uint64_t *times = map_get (&m->refined, master_path_digest (path));
    if (times) {
        master_over (m, t, REFERENCE_UNDECIDED, "refinement makes no progress");
        return;
    }
    map_put (&m->refined, master_path_digest (path), 1);
    struct item_examine x = {.refine = true,
                             .method = (uint8_t) m->options.method};
    for (size_t i = 0; i < path->size; i++)
        VEC_PUSH (x.path, path->at[i]);
    uint64_t units = 0;
    item_worker_examine (m->item_worker, &x, &units);
    struct buffer blob;
    buffer_init (&blob);
    if (x.finding == PATH_FEASIBLE) {
        for (size_t i = 0; i < path->size; i++)
            VEC_PUSH (m->stage.path, path->at[i]);
        master_over (m, t, REFERENCE_UNSAFE, "");
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
            master_over (m, t, REFERENCE_UNDECIDED,
                         "refinement makes no progress");
    }
    item_examine_clear (&x);
    if (m->over) {
        buffer_clear (&blob);
        return;
    }
    master_round (m);
    for (size_t i = 0; i < m->peer.size; i++)
        master_send_preds (m, t, m->peer.at[i].who, buffer_view (&blob));
    VEC_PUSH (m->blob, blob);
}

/* All workers idle and nothing to hand out: the tree is complete. */
static void
master_complete (member *m, team *t)
{
    struct buffer b;
    buffer_init (&b);
    buffer_digest (&b, tree_digest (&m->tree));
    m->stage.digest = digest_chain (m->stage.digest, buffer_view (&b));
    buffer_clear (&b);
    if (m->tree.error_depth == TREE_NONE) {
        m->stage.counters.nodes += master_nodes (m);
        m->stage.invariant = tree_invariant (&m->tree);
        master_over (m, t, REFERENCE_SAFE, "");
        return;
    }
    struct tree_path path;
    size_t paths = tree_paths (&m->tree, &path, 1);
    assert (paths == 1 || m->options.broken);
    if (!paths) {
        master_over (m, t, REFERENCE_FAILED, "a counterexample was lost");
        return;
    }
    master_counterexample (m, t, &path);
    VEC_CLEAR (path);
}

static void
master_go_on (member *m, team *t)
{
    while (!m->over) {
        master_hand_out (m, t);
        bool idle = m->peer.size > 0;
        for (size_t i = 0; i < m->peer.size; i++)
            idle = idle && m->peer.at[i].idle;
        if (!idle)
            return;
        size_t round = m->round;
        master_complete (m, t);
        if (m->round == round)
            return;
    }
}

/* ---- events */

/* naive: whatever way the error was found first. */
static void
master_first_path (member *m, team *t, uint32_t from, uint32_t transition)
{
    struct tree_path path = {0};
    VEC_PUSH (path, transition);
    for (uint32_t n = from; n;) {
        uint32_t in = m->tree.node.at[n].in, first = in;
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
    master_counterexample (m, t, &path);
    VEC_CLEAR (path);
}

/* A node that is expanded again, after its worker was lost, finds the error
 * again too. */
static bool
master_knows_error (const member *m, uint32_t from, uint32_t transition)
{
    for (size_t i = 0; i < m->tree.error.size; i++)
        if (m->tree.error.at[i].from == from
            && m->tree.error.at[i].transition == transition)
            return true;
    return false;
}

static void
master_reached (member *m, team *t, const struct message *message)
{
    const struct system *s = m->options.system;
    struct reader r;
    reader_init (&r, message->body);
    uint64_t round = reader_uint (&r);
    uint64_t from = reader_uint (&r), transition = reader_uint (&r);
    if (r.failed || round != m->round || from >= m->tree.node.size
        || transition >= s->transition.size)
        return;
    uint32_t to = s->transition.at[transition].to;
    size_t count = precision_count (&m->precision, m->tree.round, to);
    uint64_t *bits = NEW_ARRAY (uint64_t, cube_words (count) + 1);
    if (cube_read (&r, bits, count)) {
        uint32_t node;
        if (to != SYSTEM_ERROR) {
            if (tree_add (&m->tree, (uint32_t) from, (uint32_t) transition,
                          bits, &node)
                == TREE_NEW)
                VEC_PUSH (m->queue, node);
        } else if (m->options.naive)
            master_first_path (m, t, (uint32_t) from, (uint32_t) transition);
        else if (!master_knows_error (m, (uint32_t) from,
                                      (uint32_t) transition))
            tree_error (&m->tree, (uint32_t) from, (uint32_t) transition);
    }
    memory_free (bits);
}

static struct paper_peer *
master_peer (member *m, unsigned who)
{
    for (size_t i = 0; i < m->peer.size; i++)
        if (m->peer.at[i].who == who)
            return &m->peer.at[i];
    return NULL;
}

static void
master_receive (member *m, team *t, const struct message *message)
{
    struct paper_peer *w = master_peer (m, message->from);
    if (m->over || !w)
        return;
    if (message->tag == PAPER_REACHED)
        master_reached (m, t, message);
    else if (message->tag == PAPER_ASK) {
        w->idle = true;
        w->node = TREE_NONE;
    }
    if (!m->over)
        master_go_on (m, t);
}

static void
master_joined (member *m, team *t, unsigned who)
{
    struct paper_peer w = {who, false, TREE_NONE};
    VEC_PUSH (m->peer, w);
    struct buffer b;
    buffer_init (&b);
    buffer_byte (&b, master_is_broken (m, "repair-a") ? PAPER_WITHOUT_A : 0);
    buffer_bytes (&b, m->options.program);
    team_send (t, who, PAPER_PROGRAM, buffer_view (&b));
    buffer_clear (&b);
    for (size_t i = 0; i < m->blob.size; i++)
        master_send_preds (m, t, who, buffer_view (&m->blob.at[i]));
    if (!m->blob.size)
        master_send_preds (m, t, who, (struct bytes) {0});
}

/* A node that was out with a lost worker is queued again, once. */
static void
master_blame (member *m, team *t, uint32_t node)
{
    if (map_put (&m->deadly, map_number (node), 1)) {
        VEC_PUSH (m->queue, node);
        return;
    }
    uint32_t location = m->tree.node.at[node].location;
    char text[sizeof m->stage.reason];
    snprintf (text, sizeof text, "two workers died on one node: %s",
              m->options.system->location.at[location].name);
    master_over (m, t, REFERENCE_FAILED, text);
}

static void
master_lost (member *m, team *t, unsigned who)
{
    struct paper_peer *w = master_peer (m, who);
    if (!w)
        return;
    uint32_t node = w->node;
    *w = VEC_LAST (m->peer);
    m->peer.size--;
    if (!m->over && node != TREE_NONE)
        master_blame (m, t, node);
    if (m->over)
        return;
    if (!m->peer.size && !team_spawn (t))
        master_over (m, t, REFERENCE_FAILED, "all workers are lost");
    else
        master_go_on (m, t);
}

static void
master_alarm (member *m, team *t, uint64_t what)
{
    (void) m;
    (void) t;
    (void) what;
}

const struct member_class paper_master_class = {
    .receive = master_receive,
    .alarm = master_alarm,
    .joined = master_joined,
    .lost = master_lost,
};
