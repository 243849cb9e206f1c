/* leaves.h -- what a search has refuted, left to right.
 *
 * A *claim* is what a worker found: call sites, and of the decisions of its part
 * only those in its core.  So it speaks of more than that part: whatever obeys
 * its decisions is refuted, wherever it is in the tree.
 *
 * A *leaf* is a part of the search that a claim closes: the decisions of a node
 * up to the last that the claim needs, so that what is to the right below them
 * is closed as well, and what was closed to the left there needs no leaf of its
 * own any more.  The leaves stand left to right, and at the end they cover the
 * search. */
#ifndef BOUNDED_SEARCH_LEAVES_H
#define BOUNDED_SEARCH_LEAVES_H

#include "bounded/inlining/partition.h"

enum { LEAVES_NONE = UINT32_MAX };

struct claim {
    struct partition partition;
    bool blocked;   /* calls beyond the bound must be blocked */
    bool confirmed; /* by an item of its own */
};
struct closed_leaf {
    struct partition
        partition; /* the claim's sites with the part's decisions */
    uint32_t claim;
};

struct claim_vec VEC (struct claim);
struct closed_leaf_vec VEC (struct closed_leaf);

struct closed_leaves {
    struct claim_vec claim; /* in the order of commits */
    struct closed_leaf_vec leaf;
    const char *broken; /* test only; may be null */
};

void leaves_clear (struct closed_leaves *);
void leaves_drop (struct closed_leaves *); /* the leaves; claims stay */
/* A claim that holds for whatever obeys the decisions of a copy of this. */
uint32_t leaves_claim (struct closed_leaves *, const struct partition *,
                       bool blocked);
/* The first claim that refutes all of a part, without calls blocked if there is
 * one; `blocked`: else with them.  LEAVES_NONE: none does. */
uint32_t leaves_find (const struct closed_leaves *, const struct partition *,
                      bool blocked);
/* Is the part inside the last leaf? */
bool leaves_have (const struct closed_leaves *, const struct partition *);
/* A claim refutes all of a part that is right of every leaf, or around the last
 * ones.  What the claim closes beyond it is closed too; but a leaf that needs
 * calls to be blocked does not replace one that does not. */
void leaves_close (struct closed_leaves *, const struct partition *,
                   uint32_t claim);
/* Does every run obey just one of them? */
bool leaves_cover (const struct closed_leaves *);

#endif
