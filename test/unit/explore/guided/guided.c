/* guided.c -- guided searches over random graphs and models: complete ones
 * agree with layers; the one in rounds with a search so simple that it can be
 * read, on any number of threads; A* and IDA* find shortest ways. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "effort.h"
#include "explore/explore.h"
#include "model/model.h"

/* ---- random graphs: nodes are numbers, states vary in size */

enum { MOST_NODES = 400, MOST_EDGES = 5, NO_NODE = -1 };
enum { KIND_NONE, KIND_RANDOM, KIND_BELOW, KIND_FEW };

struct net {
    int nodes;
    struct {
        int edges, target[MOST_EDGES]; /* NO_NODE: a fault */
        uint32_t estimate[4];          /* by kind */
    } node[MOST_NODES];
    int starts, start[3];
    bool slow; /* a state takes a while, now this and now that one: on several
                  threads they come in any order */
};

struct walker {
    generator base;
    const struct net *net;
    int node, at; /* the root is node -1 */
    uint8_t target[8];
    uint64_t whim;
};

static uint32_t
toss (uint64_t *seed, uint32_t below)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (*seed >> 33) % below;
}

static size_t
node_write (int node, uint8_t bytes[8])
{
    uint32_t scrambled = (uint32_t) node * 2654435761u;
    memcpy (bytes, &scrambled, 4);
    memset (bytes + 4, 0x55, 3);
    return 4 + (size_t) node % 3;
}

static int
node_read (struct bytes state)
{
    uint32_t scrambled;
    if (!state.size)
        return -1;
    memcpy (&scrambled, state.data, 4);
    return (int) (scrambled * 244002641u); /* the inverse */
}

static generator *walker_new (const struct net *);

static struct digest
walker_identity (const generator *g)
{
    (void) g;
    return digest_string ("walker");
}

static generator *
walker_clone (const generator *g)
{
    return walker_new (((const struct walker *) g)->net);
}

static void
walker_free (generator *g)
{
    memory_free (g);
}

static void
walker_enter (generator *g, struct bytes state)
{
    struct walker *w = (struct walker *) g;
    w->node = node_read (state);
    w->at = 0;
    if (w->net->slow)
        usleep (toss (&w->whim, 60));
}

static enum next
walker_next (generator *g, struct edge *e)
{
    struct walker *w = (struct walker *) g;
    bool root = w->node < 0;
    int edges = root ? w->net->starts : w->net->node[w->node].edges;
    if (w->at == edges)
        return NEXT_END;
    int target =
        root ? w->net->start[w->at] : w->net->node[w->node].target[w->at];
    *e = (struct edge) {.choice = (uint32_t) w->at++, .steps = 1};
    if (target == NO_NODE)
        e->marks = EDGE_FAULT;
    else
        e->target = (struct bytes) {w->target, node_write (target, w->target)};
    return NEXT_EDGE;
}

static int64_t
walker_estimate (generator *g, struct bytes state, int kind)
{
    const struct walker *w = (const struct walker *) g;
    return w->net->node[node_read (state)].estimate[kind];
}

static const struct generator_class walker_class = {.name = "walker",
                                                    .identity = walker_identity,
                                                    .clone = walker_clone,
                                                    .free = walker_free,
                                                    .enter = walker_enter,
                                                    .next = walker_next,
                                                    .estimate =
                                                        walker_estimate};

static generator *
walker_new (const struct net *net)
{
    struct walker *w = NEW (struct walker);
    w->base.class = &walker_class;
    w->net = net;
    w->whim = clock_wall_ns ();
    return &w->base;
}

/* Edges to the source of the nearest fault, by going round until nothing
 * changes. */
static void
net_distances (const struct net *n, uint32_t distance[])
{
    const uint32_t far = 1000000;
    for (int i = 0; i < n->nodes; i++)
        distance[i] = far;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < n->nodes; i++)
            for (int k = 0; k < n->node[i].edges; k++) {
                int to = n->node[i].target[k];
                uint32_t here = to == NO_NODE ? 0 : distance[to] + 1;
                if (here < distance[i]) {
                    distance[i] = here;
                    changed = true;
                }
            }
    }
}

static void
net_make (struct net *n, uint64_t seed, bool faulty)
{
    uint32_t distance[MOST_NODES];
    *n = (struct net) {.nodes = 20 + (int) toss (&seed, MOST_NODES - 20)};
    uint32_t near = 1 + toss (&seed, 40); /* how far edges reach */
    for (int i = 0; i < n->nodes; i++) {
        n->node[i].edges = (int) toss (&seed, MOST_EDGES + 1);
        for (int k = 0; k < n->node[i].edges; k++) {
            int to = toss (&seed, 8) ? i + 1 + (int) toss (&seed, near)
                                     : (int) toss (&seed, (uint32_t) n->nodes);
            n->node[i].target[k] = to % n->nodes;
            if (faulty && i > n->nodes / 2 && !toss (&seed, 25))
                n->node[i].target[k] = NO_NODE;
        }
        n->node[i].estimate[KIND_RANDOM] = toss (&seed, 50);
        n->node[i].estimate[KIND_FEW] = toss (&seed, 3);
    }
    n->starts = 1 + (int) toss (&seed, 3);
    for (int i = 0; i < n->starts; i++)
        n->start[i] = (int) toss (&seed, 10);
    net_distances (n, distance);
    for (int i = 0; i < n->nodes; i++)
        n->node[i].estimate[KIND_BELOW] = toss (&seed, distance[i] + 1);
}

/* ---- what a search gave */

struct summary {
    enum explore_end end;
    uint64_t states, edges, faults, layers, layer;
    struct digest digest;
    struct VEC (uint32_t) path;
};

static void
summary_clear (struct summary *s)
{
    VEC_CLEAR (s->path);
}

static void
follow (void *context, struct bytes state, const struct edge *e)
{
    bool *fault = context;
    (void) state;
    assert_false (*fault);
    *fault = e->marks & EDGE_FAULT;
}

static void
summary_path (exploration *x, generator *g, const struct finding *f,
              struct summary *s)
{
    struct path path = {0};
    struct problem p = {0};
    bool fault = false;
    assert_true (exploration_has_path (x));
    assert_true (exploration_path (x, f, &path, &p));
    assert_int_equal (path.choice.size, f->layer + 1);
    assert_true (path_follow (g, &path, follow, &fault, &p));
    assert_true (fault);
    for (size_t i = 0; i < path.choice.size; i++)
        VEC_PUSH (s->path, path.choice.at[i]);
    path_clear (&path);
}

static struct summary
run (generator *g, const struct explore_options *o)
{
    struct problem p = {0};
    exploration *x = exploration_new (g, o, &p);
    assert_non_null (x);
    const struct explore_result *r = exploration_run (x);
    struct summary s = {.end = r->end,
                        .states = r->states,
                        .edges = r->edges,
                        .faults = r->faults,
                        .layers = r->layers,
                        .layer = r->fault.layer,
                        .digest = r->digest};
    if (r->end == EXPLORE_FAULT)
        summary_path (x, g, &r->fault, &s);
    exploration_free (x);
    return s;
}

static void
same (const struct summary *a, const struct summary *b)
{
    assert_int_equal (a->end, b->end);
    assert_int_equal (a->states, b->states);
    assert_int_equal (a->edges, b->edges);
    assert_int_equal (a->faults, b->faults);
    assert_true (digest_equal (a->digest, b->digest));
    assert_int_equal (a->path.size, b->path.size);
    if (a->path.size)
        assert_memory_equal (a->path.at, b->path.at,
                             a->path.size * sizeof *a->path.at);
}

static struct explore_options
options_of (const char *search, int estimate, uint64_t beam, unsigned threads)
{
    return (struct explore_options) {.search = search,
                                     .estimate = estimate,
                                     .beam = beam,
                                     .threads = threads,
                                     .store = {.kind = "plain"}};
}

/* ---- rounds, as simple as can be */

struct reference {
    const struct net *net;
    int kind;
    uint64_t mask;
    int status[MOST_NODES]; /* 0, 1 open, 2 in this round, 3 expanded */
    bool again[MOST_NODES]; /* it was left at an edge to a nearer one */
    int from[MOST_NODES], choice[MOST_NODES];
    uint64_t fresh; /* the least estimate of what this round found */
    struct summary s;
};

static struct bytes
reference_bytes (int node, uint8_t bytes[8])
{
    return (struct bytes) {bytes, node_write (node, bytes)};
}

/* By estimate, then (with hash) by hash, then by bytes. */
static int
reference_order (const struct reference *r, int a, int b, bool hash)
{
    uint8_t first[8], second[8];
    struct bytes x = reference_bytes (a, first);
    struct bytes y = reference_bytes (b, second);
    int64_t estimate = (int64_t) r->net->node[a].estimate[r->kind]
                       - r->net->node[b].estimate[r->kind];
    uint64_t p = digest_of (x).low & r->mask, q = digest_of (y).low & r->mask;
    if (estimate)
        return estimate < 0 ? -1 : 1;
    if (hash && r->again[a] != r->again[b])
        return r->again[a] ? 1 : -1;
    if (hash && p != q)
        return p < q ? -1 : 1;
    return bytes_compare (x, y);
}

static void
reference_find (struct reference *r, int from, int choice, int to)
{
    uint8_t bytes[8];
    r->s.edges++;
    if (to == NO_NODE) {
        r->s.faults++;
        return;
    }
    if (r->status[to])
        return;
    r->status[to] = 1;
    if (r->net->node[to].estimate[r->kind] < r->fresh)
        r->fresh = r->net->node[to].estimate[r->kind];
    r->from[to] = from;
    r->choice[to] = choice;
    r->s.states++;
    struct digest d = digest_of (reference_bytes (to, bytes));
    r->s.digest.low += d.low;
    r->s.digest.high += d.high + (r->s.digest.low < d.low);
}

static int
reference_least (const struct reference *r)
{
    int least = NO_NODE;
    for (int i = 0; i < r->net->nodes; i++)
        if (r->status[i] == 1
            && (least == NO_NODE || reference_order (r, i, least, true) < 0))
            least = i;
    return least;
}

static bool
reference_nearer (const struct reference *r, int node, int k)
{
    int to = r->net->node[node].target[k];
    return to != NO_NODE
           && r->net->node[to].estimate[r->kind]
                  < r->net->node[node].estimate[r->kind];
}

static void
reference_expand (struct reference *r, int node, int *faulty)
{
    int edges = r->net->node[node].edges, k = 0;
    bool again = r->again[node];
    r->status[node] = 3;
    if (again)
        while (!reference_nearer (r, node, k++))
            ;
    for (; k < edges; k++) {
        int to = r->net->node[node].target[k];
        reference_find (r, node, k, to);
        if (to == NO_NODE
            && (*faulty == NO_NODE
                || reference_order (r, node, *faulty, false) < 0))
            *faulty = node;
        if (reference_nearer (r, node, k) && !again) {
            r->again[node] = true;
            r->status[node] = 1;
            return;
        }
    }
}

static void
reference_path (struct reference *r, int node)
{
    int k = 0;
    while (r->net->node[node].target[k] != NO_NODE)
        k++;
    VEC_PUSH (r->s.path, (uint32_t) k);
    for (; node != NO_NODE; node = r->from[node])
        VEC_PUSH (r->s.path, (uint32_t) r->choice[node]);
    for (size_t i = 0, j = r->s.path.size - 1; i < j; i++, j--) {
        uint32_t swap = r->s.path.at[i];
        r->s.path.at[i] = r->s.path.at[j];
        r->s.path.at[j] = swap;
    }
}

static void
reference_run (struct reference *r, const struct net *net, int kind,
               uint64_t beam, uint64_t mask)
{
    int round[MOST_NODES], faulty = NO_NODE;
    uint64_t width = 1, last = 0; /* the round's greatest estimate */
    *r = (struct reference) {
        .net = net, .kind = kind, .mask = mask, .fresh = UINT64_MAX};
    for (int k = 0; k < net->starts; k++)
        reference_find (r, NO_NODE, k, net->start[k]);
    r->s.layers = 1;
    r->s.end = EXPLORE_COMPLETE;
    for (;;) {
        uint64_t size = 0;
        int least;
        width = r->fresh < last ? 1 : 2 * width;
        r->fresh = UINT64_MAX;
        width = width < beam ? width : beam;
        while (size < width && (least = reference_least (r)) != NO_NODE) {
            r->status[least] = 2;
            last = net->node[least].estimate[kind];
            round[size++] = least;
        }
        if (!size)
            return;
        for (uint64_t i = 0; i < size; i++)
            reference_expand (r, round[i], &faulty);
        r->s.layers++;
        if (faulty != NO_NODE)
            break;
    }
    r->s.end = EXPLORE_FAULT;
    reference_path (r, faulty);
}

static void
rounds_of (const struct net *net, int kind, uint64_t beam, unsigned bits)
{
    static const unsigned threads[] = {1, 2, 4};
    struct reference r;
    generator *g = walker_new (net);
    reference_run (&r, net, kind, beam,
                   bits ? (UINT64_C (1) << bits) - 1 : UINT64_MAX);
    for (int t = 0; t < 3; t++) {
        struct explore_options o =
            options_of ("directed", kind, beam, threads[t]);
        o.store.hash_bits = bits;
        struct summary s = run (g, &o);
        same (&s, &r.s);
        assert_int_equal (s.layers, r.s.layers);
        summary_clear (&s);
    }
    if (beam == 1) {
        struct explore_options o = options_of ("best", kind, 7, 4);
        o.store.hash_bits = bits;
        struct summary s = run (g, &o);
        same (&s, &r.s);
        summary_clear (&s);
    }
    summary_clear (&r.s);
    g->class->free (g);
}

static void
rounds_are_canonical (void **state)
{
    (void) state;
    struct net *net = NEW (struct net);
    int faults = 0;
    for (uint64_t seed = 1; seed <= effort (150); seed++) {
        uint64_t more = seed;
        net_make (net, seed, seed % 4);
        net->slow = true;
        int kind = (int) toss (&more, 4);
        static const uint64_t beams[] = {1, 7, 20, 1000};
        struct reference r;
        reference_run (&r, net, kind, 3, UINT64_MAX);
        faults += r.s.end == EXPLORE_FAULT;
        summary_clear (&r.s);
        /* A hash of two bits: bytes must decide. */
        rounds_of (net, kind, beams[toss (&more, 4)], seed % 3 ? 0 : 2);
    }
    assert_true (faults > 0);
    memory_free (net);
}

/* ---- complete searches */

static const char *const guided[] = {"directed", "best", "astar", "ida", "dfs"};
enum { GUIDED = 5 };

static void
complete (generator *g, int kinds)
{
    struct explore_options o = options_of ("layers", 0, 0, 1);
    struct summary layers = run (g, &o);
    assert_int_equal (layers.end, EXPLORE_COMPLETE);
    for (int s = 0; s < GUIDED; s++)
        for (int kind = 0; kind < kinds; kind++) {
            o = options_of (guided[s], kind, 16, 1 + (unsigned) kind % 3);
            if (s % 2)
                o.store.kind = "tree";
            struct summary other = run (g, &o);
            same (&layers, &other);
            summary_clear (&other);
        }
    summary_clear (&layers);
}

static void
complete_ones_agree (void **state)
{
    (void) state;
    static const char *const models[] = {
        "cohort-model phil 5", "cohort-model bakery 2 3",
        "cohort-model peterson 2", "cohort-model deep 2 40"};
    struct problem p = {0};
    for (int i = 0; i < 4; i++) {
        generator *g = model_read (models[i], strlen (models[i]), "test", &p);
        assert_non_null (g);
        complete (g, 2);
        g->class->free (g);
    }
    struct net *net = NEW (struct net);
    for (uint64_t seed = 1; seed <= effort (60); seed++) {
        net_make (net, seed * 77, false);
        generator *g = walker_new (net);
        complete (g, 4);
        g->class->free (g);
    }
    memory_free (net);
}

/* ---- shortest ways, bounds */

static void
shortest_ways (void **state)
{
    (void) state;
    struct net *net = NEW (struct net);
    int faults = 0;
    for (uint64_t seed = 1; seed <= effort (200); seed++) {
        net_make (net, seed * 1001, true);
        generator *g = walker_new (net);
        struct explore_options o = options_of ("layers", 0, 0, 1);
        struct summary layers = run (g, &o);
        static const int kinds[] = {KIND_NONE, KIND_BELOW};
        for (int i = 0; i < 4; i++) {
            o = options_of (i < 2 ? "astar" : "ida", kinds[i % 2], 0, 1);
            struct summary s = run (g, &o);
            assert_int_equal (s.end, layers.end);
            assert_int_equal (s.path.size, layers.path.size);
            summary_clear (&s);
        }
        faults += layers.end == EXPLORE_FAULT;
        summary_clear (&layers);
        g->class->free (g);
    }
    assert_true (faults > 0);
    memory_free (net);
}

static void
faults_are_found (void **state)
{
    (void) state;
    struct net *net = NEW (struct net);
    for (uint64_t seed = 1; seed <= effort (100); seed++) {
        net_make (net, seed * 31, true);
        generator *g = walker_new (net);
        struct explore_options o = options_of ("layers", 0, 0, 1);
        struct summary layers = run (g, &o);
        for (int s = 0; s < GUIDED; s++) {
            o = options_of (guided[s], KIND_RANDOM, 3, 1);
            struct summary other = run (g, &o);
            assert_int_equal (other.end, layers.end);
            summary_clear (&other);
        }
        summary_clear (&layers);
        g->class->free (g);
    }
    memory_free (net);
}

/* Depth first up to a bound sees what layers up to it do, though it may come to
 * a state on a long way first. */
static void
bounds_are_exact (void **state)
{
    (void) state;
    struct net *net = NEW (struct net);
    int bounded = 0;
    for (uint64_t seed = 1; seed <= effort (100); seed++) {
        net_make (net, seed * 13, false);
        generator *g = walker_new (net);
        for (uint64_t depth = 1; depth < 12; depth += 2) {
            struct explore_options o = options_of ("layers", 0, 0, 1);
            o.depth = depth;
            struct summary layers = run (g, &o);
            o.search = "dfs";
            struct summary dfs = run (g, &o);
            same (&layers, &dfs);
            bounded += dfs.end == EXPLORE_BOUND;
            summary_clear (&layers);
            summary_clear (&dfs);
        }
        g->class->free (g);
    }
    assert_true (bounded > 0);
    memory_free (net);
}

static void
usage (void **state)
{
    (void) state;
    assert_true (search_is_predictable ("directed"));
    assert_true (search_is_predictable ("ida"));
    assert_false (search_is_predictable ("free"));
    assert_true (search_is_guided ("astar") && !search_is_guided ("layers"));
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (rounds_are_canonical),
        cmocka_unit_test (complete_ones_agree),
        cmocka_unit_test (shortest_ways),
        cmocka_unit_test (faults_are_found),
        cmocka_unit_test (bounds_are_exact),
        cmocka_unit_test (usage),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
