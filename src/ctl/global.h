/* global.h -- labelling on the stored graph, after Clarke, Emerson and Sistla (1986).
 *
 * All that can be reached is expanded first.  Then node after node of the formula,
 * each state gets a bit: EX by its edges, E [f U g] backwards from g, EG f by taking
 * away what has no successor left in f.  Both bounds (local.h) are computed. */
#ifndef CTL_GLOBAL_H
#define CTL_GLOBAL_H

#include "ctl/local.h"

struct ctl_global {
    struct ctl_graph *graph;           /* borrowed; all of it is expanded */
    const struct ctl_formula *formula; /* borrowed */
    uint8_t *
        *value; /* owned; [2 node + bound][state], 0 or 1; null: not asked */
    struct VEC (
        size_t) first; /* of a state's predecessors; one more at the end */
    struct VEC (uint32_t) before;
};

/* Expands everything, and labels.  Returns false if the graph failed. */
bool ctl_global_init (struct ctl_global *, struct ctl_graph *,
                      const struct ctl_formula *, void (*tick) (void *context),
                      void *context);
void ctl_global_clear (struct ctl_global *);
bool ctl_global_holds (const struct ctl_global *, uint32_t state, uint32_t node,
                       enum ctl_bound);

#endif
