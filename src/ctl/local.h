/* local.h -- on the fly: only the states that a formula needs are expanded.
 *
 * E [f U g] and EG f are looked for depth first, through states that satisfy f; what
 * was visited is labelled when a search ends, whatever its end (Vergauwen and Lewi
 * 1993; Heljanko 1997).  Strongly connected components (Tarjan) are left behind
 * labelled false as they close; of what is still open when the search succeeds every
 * state can reach the way that was found, and is labelled true.  So each state is
 * visited once for each operator. */
#ifndef CTL_LOCAL_H
#define CTL_LOCAL_H

#include "ctl/formula.h"
#include "ctl/graph.h"

/* Where not all is modelled, a formula may be neither true nor false: MUST counts what
 * holds whatever follows there, MAY what holds if the best follows. */
enum ctl_bound { CTL_MUST, CTL_MAY, CTL_BOUNDS };

/* Of one operator and bound, for each state: what is known, and where a search that
 * is under way has it. */
struct ctl_mark {
    uint32_t index, low;
    uint8_t value; /* 0: not known; 1: false; 2: true */
};

struct ctl_marks {
    struct VEC (struct ctl_mark) of;
    struct ctl_graph *graph; /* borrowed; counts what they take */
};

struct ctl_local {
    struct ctl_graph *graph;           /* borrowed */
    const struct ctl_formula *formula; /* borrowed */
    struct ctl_marks *marks; /* owned; of node n and bound b: 2 n + b */
    size_t count;            /* of nodes there is room for */
};

void ctl_local_init (struct ctl_local *, struct ctl_graph *,
                     const struct ctl_formula *);
void ctl_local_clear (struct ctl_local *);
/* After a failure of the graph the answer means nothing. */
bool ctl_local_holds (struct ctl_local *, uint32_t state, uint32_t node,
                      enum ctl_bound);

#endif
