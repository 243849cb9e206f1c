/* plan.h -- which entailments an abstract state still needs.
 *
 * What earlier rounds found out is used again (the entailment cache), by the
 * master, so that items stay pure:
 *   - the same cube, the same transition: only predicates that are new since
 *     then are asked; an empty post stays empty;
 *   - a cube that is the old one with new predicates in it: what was entailed
 *     still is, only the rest is asked.
 * A plan is a function of the round, the cube and the commits so far. */
#ifndef CEGAR_ABSTRACTION_PLAN_H
#define CEGAR_ABSTRACTION_PLAN_H

#include "cegar/abstraction/item.h"
#include "cegar/abstraction/tree.h"

/* What is known about (cube, transition). */
struct plan_fact {
    bool empty;
    uint32_t known;           /* predicates of the target that were asked */
    const uint64_t *entailed; /* of those */
    size_t words;
};

struct plan_cache {
    const struct system *system;
    const struct precision *precision;
    struct map index; /* digest of a cube -> row */
    struct vec_row {
        /* Per transition that leaves the cube's location: 1 + fact, or 0. */
        uint32_t **at;
        size_t size, room;
    } row;
    struct vec_fact {
        struct plan_fact *at;
        size_t size, room;
    } fact;
    struct arena arena;
};

void plan_cache_init (struct plan_cache *, const struct system *,
                      const struct precision *);
void plan_cache_clear (struct plan_cache *);

/* One transition of a plan. */
struct plan_post {
    uint32_t transition, place; /* which of those that leave the location */
    bool empty, asked;          /* asked: part of an item */
    const uint64_t *base;       /* what is known to be entailed */
    uint32_t item, at;          /* which item, which post of it */
};

struct plan {
    uint32_t location;
    const uint64_t *bits;
    struct digest cube; /* of both */
    struct vec_planned {
        struct plan_post *at;
        size_t size, room;
    } post;
    /* The items: first those with transitions to the error (`errors` of them),
     * then the others. */
    struct vec_item {
        struct bytes *at;
        size_t size, room;
    } item;
    size_t errors;
};

/* Makes the plan of a cube in the given round; all of it lies in the arena. */
void plan_make (struct plan *, const struct plan_cache *, size_t round,
                uint32_t location, const uint64_t *bits, struct arena *);

/* The cube after a planned transition, given the answer's entailed bits (null
 * if it was not asked).  In the arena. */
const uint64_t *plan_successor (const struct plan_cache *, size_t round,
                                const struct plan_post *,
                                const uint64_t *entailed, struct arena *);
/* Notes what is known now. */
void plan_learn (struct plan_cache *, size_t round, const struct plan *,
                 const struct plan_post *, bool empty, const uint64_t *bits);

#endif
