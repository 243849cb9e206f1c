/* fair.h -- where a path can stay for ever and be fair: components of a graph.
 *
 * Of a strongly connected component in which `when` of a constraint holds somewhere and
 * `then` nowhere, paths must leave the states with `when` at last: what is left falls
 * into smaller components, and so on (Emerson, Lei 1987). */
#ifndef CTL_FAIR_H
#define CTL_FAIR_H

#include "ctl/formula.h"
#include "ctl/graph.h"

/* A proposition (or true, or false) in a state; for constraints. */
bool ctl_fair_holds (const struct ctl_formula *, struct ctl_graph *,
                     uint32_t node, uint32_t state);
/* Appends the states of the first such component of these states, in their order, and
 * the edges among them.  False: there is none, or the graph failed. */
bool ctl_fair_find (const struct ctl_formula *, struct ctl_graph *,
                    const uint32_t state[], size_t states,
                    struct ctl_states *found);

#endif
