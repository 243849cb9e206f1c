/* tree.h -- the abstract reachability tree of one round.
 *
 * ADDNODE of the paper (its Fig. 5), with depth-aware subsumption: a node may be
 * covered only by one of lesser or equal depth, so a shortest counterexample is
 * never lost.  What the tree holds in the end does not depend on the order in
 * which nodes of one depth are added, except for the numbers of nodes; whoever
 * adds them in the reference's order gets equal numbers too.
 *
 * An edge to the error location makes no node; it is kept as an error edge. */
#ifndef CEGAR_ABSTRACTION_TREE_H
#define CEGAR_ABSTRACTION_TREE_H

#include "cegar/abstraction/cube.h"
#include "cegar/abstraction/precision.h"
#include "cegar/system/system.h"

struct tree_node {
    uint32_t location, depth;
    bool dead;            /* covered later by a larger node */
    uint32_t in;          /* first incoming edge, or NO_EDGE */
    const uint64_t *bits; /* in the tree's arena */
};

struct tree_edge {
    uint32_t from, to, transition;
    uint32_t next; /* next edge into `to` */
};

enum { TREE_NONE = UINT32_MAX };
enum tree_added { TREE_NEW, TREE_EDGE, TREE_COVERED };

struct tree {
    const struct system *system;
    const struct precision *precision;
    size_t round;
    struct arena arena;
    struct cube_cover *cover; /* per location */
    struct vec_node {
        struct tree_node *at;
        size_t size, room;
    } node;
    struct vec_edge {
        struct tree_edge *at;
        size_t size, room;
    } edge;
    struct vec_edge error; /* edges to the error; `to` is TREE_NONE */
    uint32_t error_depth;  /* least depth of the error so far, or TREE_NONE */
};

void tree_init (struct tree *, const struct system *, const struct precision *,
                size_t round);
void tree_clear (struct tree *);
/* The root is node 0.  Adds the successor of `from` by a transition. */
enum tree_added tree_add (struct tree *, uint32_t from, uint32_t transition,
                          const uint64_t *bits, uint32_t *node);
void tree_error (struct tree *, uint32_t from, uint32_t transition);
/* Would tree_add say TREE_COVERED or TREE_EDGE? */
bool tree_covers (const struct tree *, uint32_t location, const uint64_t *bits);

/* Up to `most` shortest counterexamples, rising in the lexicographic order of
 * their transitions: marks backwards from the error, then walks forwards. */
struct tree_path VEC (uint32_t);
size_t tree_paths (const struct tree *, struct tree_path *, size_t most);

/* Per location, the states of its nodes: inductive if the tree is complete and
 * has no error.  The caller frees the array. */
const term **tree_invariant (const struct tree *);

/* A digest of the nodes and edges of depth <= the error's (all, if there is no
 * error) that does not depend on their numbers. */
struct digest tree_digest (const struct tree *);

#endif
