/* unfold.h -- control that is held in variables becomes blocks.
 *
 * A state machine hides its control flow in a few variables that hold
 * constants. Here a flat procedure (program/passes/flatten.h) is explored with explicit
 * values: a node is a block together with what is known of the variables that
 * are live there, each equal to a constant, or different from one; of a map,
 * some entries.  Nodes are joined when they are equal only; what is not known
 * stays open, so that every execution of the procedure is a path of nodes.  A
 * variable that takes too many values is left alone from then on.
 *
 * If no node may fail an assertion, the program is safe.  Otherwise the nodes
 * that lead to one that may are a program of their own, larger in blocks and
 * smaller in everything else. */
#ifndef PROGRAM_UNFOLD_UNFOLD_H
#define PROGRAM_UNFOLD_UNFOLD_H

#include "program/passes/flatten.h"

struct unfold_limits {
    size_t nodes;   /* in all */
    size_t control; /* values of one variable that is only ever set to constants
                       and to such variables */
    size_t values;  /* of any other one */
    bool differ;    /* keep that a variable differs from a constant, too */
    bool maps;      /* keep entries of maps, too (maps.h) */
    /* Start again without the variables that took too many values, until there
     * are none: else they are known in the beginning. */
    bool evenly;
};

typedef struct unfolding unfolding;

/* Whether it has maps of which something can be known. */
bool unfold_has_maps (const struct program *flat);
/* Explores until it is complete, or there are too many nodes. */
unfolding *unfold (const struct program *flat, const struct unfold_limits *);
void unfold_free (unfolding *);
bool unfold_complete (const unfolding *);
size_t unfold_nodes (const unfolding *);
/* Per block: whether it has exactly one. */
void unfold_alone (const unfolding *, bool *alone);
/* Nodes that may fail an assertion, in order of their distance. */
size_t unfold_failures (const unfolding *);
/* Ways to such nodes, by the last step before them, nearest first: at most 64.
 */
size_t unfold_ways (const unfolding *);
/* The blocks of way i, from the first one to where it may fail.  `blocks` is
 * empty before. */
void unfold_path (const unfolding *, size_t i, struct vec_target *blocks);
/* The nodes again, by a slow and simple way, for a verdict that has no other
 * proof: it is complete, what is known at the first one is nothing, every step
 * from a node leads to nodes that know no more than what is true there, and no
 * assertion fails. */
bool unfold_holds (unfolding *);

/* Makes the completely explored program, which must not have changed, that of
 * the nodes that lead to a failure: at the start of a block its variables are
 * set to what is known of them.  The origin of each block is block b of
 * procedure 0 for block b as it was.  False: these are more than `most` blocks;
 * nothing has changed. */
bool unfold_apply (const unfolding *, struct program *, size_t most);
/* After unfold_apply and program_tidy, which gave `now`: in terms of `before`,
 * what program_tidy had given before that. */
void unfold_origins (const struct flat_origins *before,
                     struct flat_origins *now);

#endif
