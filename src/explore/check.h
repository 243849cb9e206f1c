/* check.h -- explores a machine: from generator to verdict and path.
 *
 * One process with threads, or a team of members (explore/members/members.h), as the options
 * say; the result is the same. */
#ifndef EXPLORE_CHECK_H
#define EXPLORE_CHECK_H

#include "engine/context.h"
#include "explore/explore.h"
#include "report/outcome.h"

enum { CHECK_STUCK = 50000 };

struct explore_check {
    const struct engine_context *engine;
    bool team;        /* several members: --members, an MPI job, or --listen */
    unsigned members; /* of the team, when the search begins */
    uint64_t most; /* states: a layer that ends with more is the last one of a
                      search by layers; 0: no bound */
    /* May be null: called once, when a layer of a search by layers ended with
     * more than CHECK_STUCK states.  True: there is a fault at the end of this
     * path (explore/guided/probe.h); the search is over. */
    bool (*stuck) (void *context, struct path *);
    void *context; /* of `stuck` */
};

/* Explores everything that `program` (for generator_open; the generator itself
 * is at hand here) can reach.  Fills digest and counters, and the verdict: SAFE
 * if all was explored, UNKNOWN with the reason if not, or UNSAFE with the path
 * to the least fault, or to what `stuck` found: then the caller must confirm it.  With `graph`, if not
 * null, draws what was explored into it (--emit=states). */
bool check_machine (const struct explore_check *, generator *,
                    struct bytes program, struct path *, struct text *graph,
                    struct outcome *, struct problem *);

#endif
