/* counters.h -- what happened, counted; one table for all engines.
 *
 * Those marked COMMITTED, and those of one engine, are functions of the input
 * and stand in the outcome of every run alike; those marked RUN describe this
 * run (schedule, machine) and are shown apart. */
#ifndef COUNTERS_H
#define COUNTERS_H

#include <stdint.h>

#define COUNTERS(C)                                                    \
    C (COMMITTED, rounds, "rounds that the reference passed")          \
    C (CEGAR, refinements, "times that predicates were added")         \
    C (CEGAR, predicates, "predicates in use at the end")              \
    C (CEGAR, nodes, "abstract states in the trees of all rounds")     \
    C (COMMITTED, committed, "work items that the result rests on")    \
    C (CEGAR, entailments, "entailments asked of the solver")          \
    C (COMMITTED, undecided, "queries that the solver gave up")        \
    C (CEGAR, depth, "length of the deepest path looked at")           \
    C (BOUNDED, partitions, "parts of the search that were looked at") \
    C (BOUNDED, inlined, "call sites inlined in them")                 \
    C (RUN, answered, "work items answered")                           \
    C (RUN, wasted, "work items answered and not used")                \
    C (RUN, lost, "workers lost")                                      \
    C (RUN, retried, "work items tried again, alone")                  \
    C (RUN, audited, "work items answered twice and compared")

#define COUNTER_FIELD(class, name, help) uint64_t name;

struct counters {
    COUNTERS (COUNTER_FIELD)
};

#endif
