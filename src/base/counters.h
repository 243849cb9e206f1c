/* counters.h -- what happened, counted; one table for all engines.
 *
 * Those marked COMMITTED are functions of the input and stand in the outcome
 * of every run alike; the others describe this run (schedule, machine) and are
 * shown apart. */
#ifndef COUNTERS_H
#define COUNTERS_H

#include <stdint.h>

#define COUNTERS(C)                                                            \
    C (COMMITTED, rounds, "rounds of abstraction and refinement")              \
    C (COMMITTED, refinements, "times that predicates were added")             \
    C (COMMITTED, predicates, "predicates in use at the end")                  \
    C (COMMITTED, nodes, "abstract states in the trees of all rounds")         \
    C (COMMITTED, committed, "work items that the result rests on")            \
    C (COMMITTED, entailments, "entailments asked of the solver")              \
    C (COMMITTED, undecided, "queries that the solver gave up")                \
    C (COMMITTED, depth, "length of the deepest path looked at")               \
    C (RUN, answered, "work items answered")                                   \
    C (RUN, wasted, "work items answered and not used")                        \
    C (RUN, lost, "workers lost")                                              \
    C (RUN, retried, "work items tried again, alone")                          \
    C (RUN, audited, "work items answered twice and compared")

#define COUNTER_FIELD(class, name, help) uint64_t name;

struct counters {
    COUNTERS (COUNTER_FIELD)
};

#endif
