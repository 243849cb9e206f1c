/* graph.h -- the explored states and edges as a graph to look at. */
#ifndef EXPLORE_GRAPH_H
#define EXPLORE_GRAPH_H

#include "base/text.h"
#include "explore/explore.h"

enum { GRAPH_NOWHERE = UINT32_MAX };

struct graph_node {
    size_t at, size; /* of its bytes */
    uint64_t layer;
    uint32_t arc, arcs; /* those that leave it, by choice */
    bool more;          /* edges to states that are not shown were left out */
};

struct graph_arc {
    uint32_t from;
    uint32_t to; /* NOWHERE: a fault, or a cut without a target */
    uint32_t choice, process, marks, fault;
};

/* Node 0 is the root; then layer by layer, in order of bytes. */
struct state_graph {
    struct VEC (struct graph_node) node;
    struct VEC (struct graph_arc) arc;
    struct buffer bytes;
    uint64_t states; /* of the search; if more than nodes - 1: thinned */
};

void state_graph_clear (struct state_graph *);
struct bytes state_graph_state (const struct state_graph *, uint32_t node);
/* As Graphviz; `path` may be null or empty, else it is highlighted.  The
 * generator prints states and edges. */
void state_graph_dot (const struct state_graph *, generator *,
                      const struct path *, struct text *);

#endif
