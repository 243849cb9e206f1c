/* guard.h -- when a path is taken: conditions in the order in which they were
 * met.
 *
 * Guards are a tree: one more condition, or one more fact, below another guard.
 * Where two paths join, what they share is kept, so that the guard after
 * if-then-else is that before it. */
#ifndef SAT_GUARD_H
#define SAT_GUARD_H

#include "sat/fold.h"

struct path_guard {
    const struct path_guard *above; /* null: the root, which is always taken */
    uint32_t depth;
    const term *condition;
    const term *fact;  /* was asserted here: if it is not so, the assertion
                          fails, and nothing after it matters; or null */
    const term *whole; /* the conjunction of all conditions */
};

struct guards {
    struct fold *fold;
    struct arena arena;
};

const struct path_guard *guard_root (struct guards *);
const struct path_guard *guard_and (struct guards *, const struct path_guard *,
                                    const term *condition);
const struct path_guard *guard_fact (struct guards *, const struct path_guard *,
                                     const term *fact);
/* The one that two are below. */
const struct path_guard *guard_shared (const struct path_guard *,
                                       const struct path_guard *);
/* Either; *only: what tells the first from the second. */
const struct path_guard *guard_or (struct guards *, const struct path_guard *,
                                   const struct path_guard *,
                                   const term **only);

/* What conditions and facts say of an unsigned number: it is between both.
 * False: nothing. */
bool guard_bounds (struct fold *, const struct path_guard *, const term *,
                   uint64_t *low, uint64_t *high);

#endif
