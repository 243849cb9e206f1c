/* explore.h -- searches over a generator and a store, on the threads of one
 * process.
 *
 *   layers         breadth first, layer by layer over the shared store; threads
 *                  take stretches of the layer as they come free.  The layer in
 *                  which a fault appears is completed.  Predictable.
 *   free           no layers: threads take any stretch that nobody expanded
 *   dfs, bfs       one thread, a stack or a queue.  The stack is the way to a
 *                  fault; what is deep in it lies in a file.  dfs with a depth
 *                  keeps the least depth of each state, and expands again what
 *                  it finds on a shorter way
 *   dynamic-locks, static-locks, static-master, static-local
 *                  the four schemes of the paper on parallel and distributed
 *                  invariant checking (explore/threads/schemes.h)
 *   directed       in rounds: of all states that are open, the least by
 *                  (estimate, state's hash, state) are expanded: at most
 *                  `beam`, and few while the search comes nearer (explore/guided/directed.c).
 *                  Predictable, but its counterexample need not be a shortest
 *                  one
 *   best, astar, ida
 *                  one thread: by estimate; by depth + estimate; A* by
 *                  iterated deepening.  Predictable; shortest counterexamples
 *                  by astar and ida if the estimate is never too high
 *
 * A complete search of any kind stores the same states and sees the same edges;
 * `digest` is the sum mod 2^128 of XXH3-128 over the bytes of all states, so it
 * is the same too.  What stops at a fault agrees only between layered ones: only
 * `layers` promises a shortest, canonical counterexample.  Guided ones and dfs
 * know the way that they came, which may be long; the others only that there is
 * one, and a search by layers must find it. */
#ifndef EXPLORE_H
#define EXPLORE_H

#include <stdatomic.h>

#include "explore/path.h"
#include "machine/generator.h"
#include "store/store.h"

enum explore_end {
    EXPLORE_COMPLETE, /* every reachable state was expanded, no fault */
    EXPLORE_FAULT,
    EXPLORE_BOUND, /* states beyond the depth bound were left */
    EXPLORE_STOPPED,
    EXPLORE_FULL,  /* no room: problem set */
    EXPLORE_FAILED /* a generator failed: problem set */
};

/* A fault or cut edge: in canonical order the least of its layer. */
struct finding {
    bool found;
    struct buffer source; /* state; empty: the root */
    uint32_t choice, fault;
    uint64_t layer; /* of the source; the root is 0.  Guided searches:
                             length of the way to it; and which edge is the
                             least is told by the source's estimate (directed,
                             best) in place of the layer */
};

/* After FULL, STOPPED or FAILED the sums depend on the schedule, and a fault that
 * was found is one of some, not the least (FAILED of `layers`: it is the least,
 * for the layer was completed). */
struct explore_result {
    enum explore_end end;
    uint64_t states, edges; /* without the root; edges from the root count */
    uint64_t steps;         /* concrete ones inside the edges */
    uint64_t layers;        /* expanded, the root's included; of directed and
                               best: rounds */
    uint64_t faults, cuts;  /* edges */
    uint64_t bytes;         /* of the store, and of ways and open states */
    bool hashed;            /* some states were told apart by hash alone */
    bool joined;            /* members from elsewhere may have taken part */
    bool
        repeated; /* a state may count more than once (explore/async/async.h) */
    struct digest digest; /* of all states stored */
    struct finding fault, cut;
    struct problem problem;
};

struct explore_options {
    const char *search;
    unsigned threads;
    unsigned share; /* dynamic-locks: room of a shared queue; 0: threads */
    int estimate;   /* guided ones: kind, for the generator */
    uint64_t beam;  /* directed: most states of a round; 0: as usual */
    bool barrier;   /* paper's schemes: end found by barrier, not token */
    uint64_t depth; /* layers that are expanded at most, the root's
                              included; 0: no bound.  Only `layers`, `bfs` and
                              `dfs` */
    struct store_options store; /* threads and parts are filled in here */
    const atomic_bool *stop;    /* may be null; set: come back soon, STOPPED */
    /* About once a second, from one thread; may be null.  States and bytes are
     * those of now, the rest is that of the layers that were completed. */
    void (*tick) (void *context, const struct explore_result *so_far);
    /* After each layer of a layered search; false: stop.  May be null. */
    bool (*passed) (void *context, const struct explore_result *so_far);
    void *context;
};

typedef struct exploration exploration;

/* Is there such a search, with results that are the same for every number of
 * threads, even where it stops at a fault? */
bool search_is_predictable (const char *name);
bool search_is_guided (const char *name); /* by an estimate */

/* The generator is borrowed; clones are made for the threads.  Null: problem. */
exploration *exploration_new (const generator *, const struct explore_options *,
                              struct problem *);
void exploration_free (exploration *);
/* Once. */
const struct explore_result *exploration_run (exploration *);
/* Can the path be asked for?  After layers, guided ones, and dfs: without a depth
 * that of its fault. */
bool exploration_has_path (const exploration *);
/* Appends how the store fared (store/store.h), while there is one: of those whose path
 * can be asked for. */
void exploration_describe (const exploration *, struct text *);
/* The counterexample to result.fault (or .cut).  By layers: in each, from the
 * back, the predecessor with the least (state bytes, choice).  Else the way that
 * the search came: each state's first predecessor in the order of expansion (A*
 * and IDA*: the first on a shortest way so far).  False: stopped or failed,
 * problem set. */
bool exploration_path (exploration *, const struct finding *, struct path *,
                       struct problem *);
/* States and edges for drawings, in canonical order of layers and bytes: the
 * first `most` states, and those of the counterexample.  Only after `layers`; the
 * graph (graph.h) must be empty. */
struct state_graph;
bool exploration_graph (exploration *, size_t most, struct state_graph *,
                        struct problem *);

void finding_clear (struct finding *);
/* Keeps the lesser of two: layer, then source bytes, then choice. */
void finding_note (struct finding *, uint64_t layer, struct bytes source,
                   const struct edge *);
void finding_keep (struct finding *, const struct finding *other);

#endif
