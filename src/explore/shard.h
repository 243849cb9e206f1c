/* shard.h -- one member's share of a layered search: a store, its threads, the
 * layer that is expanded and the one that grows.
 *
 * Alone on one machine there is one shard that owns everything.  In a team each
 * member has one; successors that another member owns are handed out, states
 * from others are put in between. */
#ifndef SHARD_H
#define SHARD_H

#include "explore/explore.h"

typedef struct shard shard;

/* Successors that belong to others.  Both are called from any thread, `thread`
 * tells which. */
struct shard_others {
    bool (*mine) (void *context, struct bytes state);
    /* False: it cannot be sent (the team is gone); the layer is given up. */
    bool (*send) (void *context, unsigned thread, struct bytes state);
    void *context;
};

/* What a layer brought; sums over the threads. */
struct shard_report {
    enum explore_end end;   /* COMPLETE: all of the layer was expanded */
    uint64_t expanded, edges, steps, faults, cuts;
    struct digest digest;   /* sum over the states that were expanded */
    struct finding fault, cut;
    struct problem problem;
};

/* `others` may be null: all is mine.  The threads live as long as the shard. */
shard *shard_new (const generator *, const struct explore_options *,
                  const struct shard_others *, struct problem *);
void shard_free (shard *);
/* Expands the root here: its edges are those of layer 0.  Once, by one member. */
void shard_start (shard *, struct shard_report *);
/* A state of the next layer from elsewhere; while no layer is being expanded, or
 * from any one other thread meanwhile (it has a cursor of its own). */
enum put shard_put (shard *, struct bytes);
/* The next layer becomes the one to expand; gives the number of its states. */
uint64_t shard_turn (shard *);
/* Expands the whole layer on all threads. */
void shard_expand (shard *, struct shard_report *);
/* Puts the digests of the current layer into the sum without expanding it (the
 * search ends here). */
void shard_digest (shard *, struct shard_report *);

/* ---- looking back.  Layers are numbered by shard_turn: the first is 1. */
uint64_t shard_layers (const shard *);
/* Of the states in layer `layer`, the least (bytes, choice) with an edge to
 * `target`; or, if target is empty, the least one with a fault edge.  Expands
 * the layer once more.  found = false: none here. */
bool shard_predecessor (shard *, uint64_t layer, struct bytes target,
                        struct finding *, struct problem *);
/* Every state of a layer, in order of reference; for logs and drawings. */
bool shard_visit (shard *, uint64_t layer,
                  bool (*visit) (void *context, struct bytes state),
                  void *context);
uint64_t shard_states (const shard *);
uint64_t shard_bytes (const shard *);

#endif
