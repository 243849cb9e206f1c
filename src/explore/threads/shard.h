/* shard.h -- one member's share of a layered search: a store, its threads, the
 * layer that is expanded and the one that grows.
 *
 * Alone on one machine there is one shard that owns everything.  In a team each
 * member has one; successors that another member owns are handed out, states
 * from others are put in between. */
#ifndef EXPLORE_THREADS_SHARD_H
#define EXPLORE_THREADS_SHARD_H

#include "explore/explore.h"

typedef struct shard shard;

/* Successors that belong to others.  Both are called from any thread, `thread`
 * tells which. */
enum shard_place {
    PLACE_MINE,
    PLACE_SENT,
    PLACE_FAILED /* it cannot be sent (the team is gone); the layer is given up
                  */
};
struct shard_others {
    bool (*mine) (void *context, struct bytes state);
    /* Sends it if it is not mine. */
    enum shard_place (*place) (void *context, unsigned thread,
                               struct bytes state);
    void *context;
};

/* What a layer brought; sums over the threads.  It must be zero or have been
 * filled before; every call that fills it clears it first. */
struct shard_report {
    enum explore_end end; /* COMPLETE: all of the layer was expanded.  FAILED:
                             it was too, except the states whose generator
                             failed; the problem is that of the least one.
                             STOPPED also if a state could not be sent */
    uint64_t expanded, edges, steps, faults, cuts;
    struct digest digest; /* sum over the states that were expanded */
    struct finding fault, cut;
    struct finding failed; /* the least state whose generator failed */
    struct problem problem;
};

void shard_report_clear (struct shard_report *);
/* What the search has found so far, and a layer more. */
void result_add_report (struct explore_result *, const struct shard_report *);

/* `others` may be null: all is mine.  The threads live as long as the shard;
 * the caller is the first of them.  options.tick is called by it while it
 * expands, with states, edges of this layer and bytes. */
shard *shard_new (const generator *, const struct explore_options *,
                  const struct shard_others *, struct problem *);
void shard_free (shard *);
/* All is mine for now, whatever `mine` says; or no more. */
void shard_own_all (shard *, bool all);
/* Expands the root here: its edges are those of layer 0.  Once, by one member.
 */
void shard_start (shard *, struct shard_report *);
/* A state of the next layer from elsewhere; while no layer is being expanded,
 * or from any one other thread meanwhile (it has a cursor of its own). */
enum put shard_put (shard *, struct bytes);
/* The same for many whose answers nobody waits for; they are there after a
 * flush, which must come before anything else but further ones.  False: full.
 */
bool shard_add (shard *, struct bytes);
bool shard_flush (shard *);
/* Why it was full. */
const struct problem *shard_problem (const shard *);
/* ---- states that change their owner, while no layer is being expanded or
 * grows */
/* One of a layer that was turned, from another member; false: full.  Those of a
 * layer are there after shard_adopted, which must come before anything else. */
bool shard_adopt (shard *, struct bytes);
void shard_adopted (shard *, uint64_t layer);
/* So many states are not mine any more: `mine` says so of them from now on.
 * They are neither expanded nor counted; their bytes stay. */
void shard_release (shard *, uint64_t states);
/* The next layer becomes the one to expand; gives the number of its states. */
uint64_t shard_turn (shard *);
/* Expands the whole layer on all threads. */
void shard_expand (shard *, struct shard_report *);
/* The same by parts: at most so many stretches more, added to what the report
 * has already (clear it for the first part).  True: the layer is done, or FULL
 * or STOPPED.  Between two parts, shard_put may be called. */
bool shard_expand_some (shard *, uint64_t stretches, struct shard_report *);
/* So many states of the current layer, or a stretch more, are not for this shard
 * to expand, but visited; before its first part.  Without `really` they are
 * expanded all the same (test only). */
void shard_lend (shard *, uint64_t states, bool really,
                 bool (*visit) (void *context, struct bytes state),
                 void *context);
/* Expands states of the same layer that another shard has lent, on all threads;
 * added to the report. */
void shard_help (shard *, const struct bytes *states, size_t count,
                 struct shard_report *);
/* Puts the digests of the current layer into the sum without expanding it (the
 * search ends here).  Its end is COMPLETE or STOPPED. */
void shard_digest (shard *, struct shard_report *);

/* ---- looking back.  Layers are numbered by shard_turn: the first is 1. */
uint64_t shard_layers (const shard *);
/* Of the states in layer `layer`, the least (bytes, choice) with an edge to
 * `target`; or, if target is empty, the least one with a fault edge.  Expands
 * the layer once more; layer 0 is the root.  found = false: none here.  The
 * result false: stopped or failed, problem set.  `finding` as a report. */
bool shard_predecessor (shard *, uint64_t layer, struct bytes target,
                        struct finding *, struct problem *);
/* Every state of a layer, in order of reference, those that were released too;
 * for logs and drawings. */
bool shard_visit (shard *, uint64_t layer,
                  bool (*visit) (void *context, struct bytes state),
                  void *context);
/* The same by parts, in any order: goes on at *at (0 at first), to the end of
 * the stretch in which `visit` said false.  True: there is more. */
bool shard_visit_some (shard *, uint64_t layer, size_t *at,
                       bool (*visit) (void *context, struct bytes state),
                       void *context);
/* One of the states, chosen by a random number, from all layers alike; false:
 * there is none where it looked. */
bool shard_sample (shard *, uint64_t random, struct buffer *state);
uint64_t shard_states (const shard *);
uint64_t shard_bytes (const shard *);
/* How its store fared (store/store.h). */
void shard_describe (const shard *, struct text *);

#endif
