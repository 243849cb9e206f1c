/* graph.h -- the states of a generator with labels, expanded when they are asked for.
 *
 * States are numbered in the order in which they are found.  The first is the root,
 * which is no state of the machine; its edges lead to the initial ones.  A state
 * without edges gets one to itself, so that every path is infinite.  An edge that ends
 * in a fault, or on which something happens that is not modelled, leads to CTL_NOWHERE: of what
 * follows nothing is known. */
#ifndef CTL_GRAPH_H
#define CTL_GRAPH_H

#include "ctl/table.h"
#include "machine/generator.h"

enum { CTL_ROOT = 0 };

struct ctl_state {
    uint64_t label; /* machine/generator.h; only if `labelled` */
    size_t first;   /* of its edges; only if `expanded` */
    uint32_t edges;
    bool labelled, expanded;
    bool cut;   /* what may follow is not all known */
    bool ended; /* its only edge is the one that was added */
};

struct ctl_states VEC (uint32_t);

struct ctl_graph {
    generator *generator;   /* borrowed */
    struct ctl_table table; /* its states are one behind: the root has none */
    struct VEC (struct ctl_state) state;
    struct VEC (uint32_t) target; /* of edge n of a state: that of choice n */
    uint64_t edges, steps;        /* of what was expanded; without added ones */
    uint64_t ended, cuts;
    uint32_t cut_state,
        cut_choice;        /* the first one; the state is NOWHERE: none */
    uint64_t label_bytes;  /* what others keep about its states (local.h) */
    uint64_t memory_bytes; /* limit of all; 0: none */
    bool failed;           /* problem: no more can be told */
    struct problem problem;
};

/* False: problem set; clear it all the same. */
bool ctl_graph_init (struct ctl_graph *, generator *borrowed,
                     const struct store_options *);
void ctl_graph_clear (struct ctl_graph *);
/* The edges of a state: as many, from `*target` on, borrowed until another is
 * expanded.  After a failure a state has none, and nothing may be concluded. */
uint32_t ctl_graph_edges (struct ctl_graph *, uint32_t state,
                          const uint32_t **target);
uint64_t ctl_graph_label (struct ctl_graph *, uint32_t state);
/* Bytes of a state, borrowed until anything else is asked; empty: the root. */
struct bytes ctl_graph_bytes (struct ctl_graph *, uint32_t state);
/* Of all states together, whatever their order. */
struct digest ctl_graph_digest (struct ctl_graph *);
uint64_t ctl_graph_memory (const struct ctl_graph *);
/* Fails if that is more than it may be; for those who add to `label_bytes`. */
void ctl_graph_check_memory (struct ctl_graph *);

#endif
