/* unfold.h -- the parts of unfolding, for simplify_unfold*.c alone.
 *
 * A node is a location together with values of its control arguments; a
 * location that has none is one node. */
#ifndef CEGAR_SIMPLIFY_UNFOLD_H
#define CEGAR_SIMPLIFY_UNFOLD_H

#include "base/map.h"
#include "cegar/simplify/steps.h"

struct unfolded_node {
    uint32_t location;
    struct term_vec value; /* of its control arguments, constants */
};

struct unfold_node_vec VEC (struct unfolded_node);

/* The control arguments of one location. */
struct control {
    struct vec_index arg; /* rising */
    size_t *varied;       /* per argument of the location: how often one
                             transition could give it several values */
    size_t nodes;
};

struct simplify_unfolding {
    struct system *system;
    simplification *done;
    struct control *control;     /* per location */
    size_t locations;            /* before any was added */
    struct unfold_node_vec node; /* in order of discovery */
    struct map known;            /* what a node is -> its index */
    struct vec_transition made;  /* between nodes; updates without those of
                                   control arguments */
    size_t most_nodes, most_made, most_size;
    size_t size;     /* of all formulas made */
    size_t work;     /* nodes of formulas that tuples of nodes may still cost */
    size_t checks;   /* that the solver may still be asked */
    solver *solver;  /* null until needed */
    uint32_t blamed; /* the location that was too much, if it failed */
};

/* The arguments that can hold few values only: Booleans, and numbers that are
 * only ever set to constants and to each other. */
void control_find (const struct system *, struct control *);

/* Finds all nodes that can be reached as far as each transition for itself
 * knows, and the transitions between them.  False: too many, or the solver
 * cannot tell. */
bool unfolding_explore (struct simplify_unfolding *);
void unfolding_reset (struct simplify_unfolding *); /* as before exploring */

#endif
