/* components.h -- strongly connected components of a graph (Tarjan 1972). */
#ifndef PROGRAM_COMPONENTS_H
#define PROGRAM_COMPONENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

struct graph_edge {
    uint32_t from, to;
};
struct graph {
    uint32_t nodes;
    struct VEC (struct graph_edge) edge; /* in any order; may repeat */
};

struct components {
    uint32_t *of;   /* component of each node */
    uint32_t count; /* a component has only edges to itself and smaller ones */
    bool *cyclic; /* per component: more than one node, or an edge to itself */
    uint32_t *order; /* all nodes, component by component */
    uint32_t *first; /* per component its first in `order`; count + 1 of them */
};

void graph_edge (struct graph *, uint32_t from, uint32_t to);
void graph_clear (struct graph *);
/* Depends on the graph only, edges in order of their addition.  No recursion.
 */
void components_find (struct components *, const struct graph *);
void components_clear (struct components *);

#endif
