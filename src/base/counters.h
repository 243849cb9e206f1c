/* counters.h -- what happened, counted; one table for all engines.
 *
 * Those of an engine are functions of the input and stand in the outcome of every
 * run alike; those marked RUN describe this run (schedule, machine) and are shown
 * apart. */
#ifndef COUNTERS_H
#define COUNTERS_H

#include <stdint.h>

/* Whose they are. */
enum counter_class {
    COUNT_CEGAR = 1,
    COUNT_BOUNDED = 2,
    COUNT_SOLVING = COUNT_CEGAR | COUNT_BOUNDED,
    COUNT_EXPLORE = 4,
    COUNT_RUN = 8
};

#define COUNTERS(C)                                                         \
    C (SOLVING, rounds, "rounds that the reference passed")                 \
    C (CEGAR, refinements, "times that predicates were added")              \
    C (CEGAR, predicates, "predicates in use at the end")                   \
    C (CEGAR, nodes, "abstract states in the trees of all rounds")          \
    C (SOLVING, committed, "work items that the result rests on")           \
    C (CEGAR, entailments, "entailments asked of the solver")               \
    C (SOLVING, undecided, "queries that the solver gave up")               \
    C (CEGAR, depth, "length of the deepest path looked at")                \
    C (BOUNDED, partitions, "parts of the search that were looked at")      \
    C (BOUNDED, inlined, "call sites inlined in them")                      \
    C (EXPLORE, states, "distinct states stored")                           \
    C (EXPLORE, edges, "edges seen between them")                           \
    C (EXPLORE, steps, "concrete steps inside the edges")                   \
    C (EXPLORE, layers, "longest of the shortest ways to a state")          \
    C (EXPLORE, searches, "searches, until nothing had to be delayed less") \
    C (RUN, answered, "work items answered")                                \
    C (RUN, wasted, "work items answered and not used")                     \
    C (RUN, lost, "workers lost")                                           \
    C (RUN, retried, "work items tried again, alone")                       \
    C (RUN, audited, "work items answered twice and compared")              \
    C (RUN, bytes, "memory of the stores of states")

#define COUNTER_FIELD(class, name, help) uint64_t name;

struct counters {
    COUNTERS (COUNTER_FIELD)
};

#endif
