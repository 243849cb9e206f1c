/* forest.h -- the abstract states of one round where transitions have several
 * premises.
 *
 * A node is a cube at a location; its height is that of the lowest derivation tree
 * whose root it is.  Layer h has the nodes of height h.  What is derived from nodes of
 * which the highest has height h belongs to layer h + 1.  A node is covered by a larger
 * one of lesser or equal height, and then is not made; or by a larger one of a later
 * layer, and then takes part in no further derivation, since that one does from the
 * same layer on.  So a lowest counterexample is never lost.
 *
 * Every node keeps one derivation, of those of its height the first with the fewest
 * steps.  A counterexample is an error's derivation, with the derivations that its
 * premises keep. */
#ifndef CEGAR_HYPER_FOREST_H
#define CEGAR_HYPER_FOREST_H

#include "cegar/abstraction/cube.h"
#include "cegar/abstraction/precision.h"
#include "cegar/system/system.h"

enum { FOREST_STEPS = 20000 }; /* a larger counterexample is not looked at */

/* A transition, and a node for each of its premises. */
struct forest_edge {
    uint32_t transition, steps; /* of the whole derivation, bounded */
    uint32_t *premise;          /* in the forest's arena */
};

struct forest_node {
    uint32_t location, height;
    bool dead; /* covered by a larger one: what comes of it comes of that too */
    struct forest_edge edge;
    const uint64_t *bits; /* in the forest's arena */
};

struct forest {
    const struct system *system;
    const struct precision *precision;
    size_t round;
    struct arena arena;
    struct cube_cover *cover; /* per location */
    struct vec_index *live;   /* per location: nodes of finished layers */
    struct vec_forest_node VEC (struct forest_node) node;
    struct vec_forest_edge VEC (struct forest_edge) error;
    uint32_t height; /* of the last finished layer; 0: none */
};

void forest_init (struct forest *, const struct system *,
                  const struct precision *, size_t round);
void forest_clear (struct forest *);

/* What layer height + 1 is made of: for each transition, in order, all tuples of live
 * nodes for its premises with one of the last layer among them, in lexicographic
 * order.  False: more than `most`. */
struct vec_forest_job VEC (struct forest_edge);
bool forest_jobs (struct forest *, struct vec_forest_job *, size_t most);
/* A job gave this state, in the order of the jobs; false: it is covered. */
bool forest_add (struct forest *, const struct forest_edge *,
                 const uint64_t *bits);
void forest_error (struct forest *, const struct forest_edge *);
/* The layer is complete; false: it is empty. */
bool forest_layer (struct forest *);

/* Up to `most` counterexamples of the layer, fewest steps first, then in the
 * lexicographic order of their steps, as system_derives wants them.  0, though there
 * is an error: they are too large. */
size_t forest_paths (const struct forest *, struct vec_index *, size_t most);

/* Per location, the states of its nodes: inductive if no layer is left and there
 * is no error.  The caller frees the array. */
const term **forest_invariant (const struct forest *);

#endif
