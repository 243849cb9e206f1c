/* explore_internal.h -- what the searches share. */
#ifndef EXPLORE_EXPLORE_INTERNAL_H
#define EXPLORE_EXPLORE_INTERNAL_H

#include "explore/threads/expander.h"
#include "explore/threads/shard.h"
#include "explore/guided/predecessors.h"

struct search_class {
    const char *name;
    bool layered;   /* predictable; has a shard to look back in */
    bool guided;    /* by an estimate; deterministic; keeps ways */
    bool rounds;    /* result.layers counts rounds */
    bool has_depth; /* knows how deep a state is */
    /* Fills the result, all but its store's size. */
    void (*run) (exploration *);
};

struct exploration {
    const generator *generator; /* borrowed */
    struct explore_options options;
    const struct search_class *search;
    shard *shard; /* of a layered one */
    store *
        store; /* of one that keeps ways, with them (explore/guided/guided.h) */
    struct predecessors predecessors;
    struct path way; /* to the fault, of dfs */
    struct explore_result result;
    bool ran;
};

extern const struct search_class search_layers, search_freely, search_dfs,
    search_bfs, search_dynamic_locks, search_static_locks, search_static_master,
    search_static_local, search_directed, search_best, search_astar, search_ida;

/* dfs with a bound of depth (explore/guided/ida.c). */
void dfs_bounded (exploration *);
/* exploration_path of those with layers. */
bool layers_path (exploration *, const struct finding *, struct path *,
                  struct problem *);

/* A store for the states of this generator, one of `stores` that share the
 * memory.  Null: problem set. */
store *explore_store (const generator *, const struct explore_options *,
                      unsigned threads, unsigned stores, struct problem *);
/* Adds what an expander saw.  Does not set the end. */
void result_add (struct explore_result *, const struct expander *);
/* The end of a search that was not layered, from its sums: FULL or STOPPED as
 * given, else FAULT, FAILED or COMPLETE. */
void result_end (struct explore_result *, enum explore_end broken);

/* Tells about once a second how far a search is; one thread's. */
struct ticker {
    const struct explore_options *options; /* borrowed */
    uint64_t last_ns;
};

void ticker_init (struct ticker *, const struct explore_options *);
bool ticker_due (struct ticker *);
void ticker_say (struct ticker *, uint64_t states, uint64_t bytes);

static inline bool
explore_stopped (const struct explore_options *o)
{
    return o->stop && atomic_load_explicit (o->stop, memory_order_relaxed);
}

#endif
