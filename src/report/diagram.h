/* diagram.h -- a graph to look at beside a counterexample: the control flow of the input,
 * or the states that were explored.
 *
 * Engines fill one if somebody wants it (outcome.flow, outcome.states); the report lays it
 * out.  Nodes stand in groups (procedures); a step of the trace names the node at which it
 * happens by its id, or by a number within the node's range. */
#ifndef REPORT_DIAGRAM_H
#define REPORT_DIAGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/problem.h"
#include "base/vec.h"

struct diagram_node {
    char *id, *label; /* owned; label: null if the source line says it all */
    char *file;       /* owned; null: no place */
    unsigned line;    /* first line */
    unsigned group;   /* of `group` */
    uint64_t first, last; /* the numbers that it has, if `numbered` */
    bool numbered;
    bool bad;     /* what must not be reached */
    char *detail; /* owned; a line for each of its instructions; null: none */
};
enum diagram_kind { DIAGRAM_NEXT, DIAGRAM_CALL, DIAGRAM_BEHIND /* a call */ };
struct diagram_edge {
    uint32_t from, to; /* of `node` */
    enum diagram_kind kind;
    char *label; /* owned, may be null */
};

struct diagram {
    struct VEC (char *) group; /* names, owned */
    struct VEC (struct diagram_node) node;
    struct VEC (struct diagram_edge) edge;
    uint64_t all; /* how many nodes there are, if some were left out; else 0 */
};

struct diagram *diagram_new (void);
void diagram_free (struct diagram *); /* null is good */
uint32_t diagram_group (struct diagram *, const char *name);
/* The texts of `adopted` belong to the diagram then. */
uint32_t diagram_node (struct diagram *, struct diagram_node adopted);
void diagram_edge (struct diagram *, uint32_t from, uint32_t to,
                   enum diagram_kind, const char *label);
/* The node of this id, or which has this number; UINT32_MAX: none, or `id` is null. */
uint32_t diagram_find (const struct diagram *, const char *id);
/* Leaves at most `most` nodes: those that are `wanted` (ids; nulls are none) first, then
 * their groups, then what stands first.  Edges of nodes that go, go. */
void diagram_thin (struct diagram *, size_t most, const char *const *wanted,
                   size_t wanteds);

#endif
