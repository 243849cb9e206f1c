/* item_worker.h -- a worker of this engine: answers items, purely.
 *
 * Every item runs in a fresh solver; nothing of one item is left for the next
 * but terms, which are only memory of what text means.  Items come in any order,
 * also those about a system that has been strengthened since. */
#ifndef CEGAR_ABSTRACTION_ITEM_WORKER_H
#define CEGAR_ABSTRACTION_ITEM_WORKER_H

#include "cegar/abstraction/item.h"
#include "cegar/abstraction/item_joint.h"
#include "cegar/abstraction/item_worker_class.h"
#include "logic/arith/arith.h"
#include "logic/interpolate/interpolate.h"

struct cegar_worker {
    terms *terms;
    struct system system; /* its guards are those that the item names */
    /* Guards as they were sent, and strengthened; empty: not (yet). */
    struct term_vec plain, strong;
    struct digest learned;       /* what they were strengthened by */
    struct precision precision;  /* of cegar */
    struct precision candidates; /* of houdini */
    arith *arith;                /* asked before a solver */
    uint64_t limit;              /* of a query */
    bool bits;
    struct vec_term_map {
        struct map *at;
        size_t size, room;
    } shifted;
    /* per transition: predicate (id) -> term id in `shifted_term`: the
       predicate of the target as a formula before the transition */
    struct term_vec shifted_term;
    struct solver_watch watch; /* the solver at work, to be interrupted */
};

static inline struct cegar_worker *
cegar_worker_of (item_worker *w)
{
    return (struct cegar_worker *) w;
}

/* The program's bytes: what cegar_item_worker.open takes. */
void item_worker_program (const struct system *, uint64_t limit,
                          struct buffer *);

solver *item_worker_start (struct cegar_worker *, uint64_t limit);
void item_worker_stop (struct cegar_worker *, solver *adopted, uint64_t *units);

/* The item kinds; false: interrupted. */
bool item_worker_expand (struct cegar_worker *, const struct precision *,
                         struct item_expand *, size_t round, uint64_t *units);
bool item_worker_joint (struct cegar_worker *, const struct precision *,
                        struct item_joint *, size_t round, uint64_t *units);
bool item_worker_examine (struct cegar_worker *, struct item_examine *,
                          uint64_t *units);
bool item_worker_exclude (struct cegar_worker *, struct item_exclude *,
                          uint64_t *units);
bool item_worker_unroll (struct cegar_worker *, struct item_unroll *,
                         uint64_t *units);

/* The predicate of a transition's target as a formula before it. */
const term *item_worker_before (struct cegar_worker *, uint32_t transition,
                                const term *);
/* The predicate of a premise's location over the variables that stand for them in the
 * transition. */
const term *item_worker_premise (struct cegar_worker *, uint32_t transition,
                                 size_t premise, const term *);

#endif
