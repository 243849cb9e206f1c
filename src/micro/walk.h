/* walk.h -- one edge of the machine: an event, and with MICRO_PATH the walk
 * after it, as long as there is one thing that can happen and it does not
 * choose.
 *
 * The walk ends before a step that would choose and before a state with several
 * events; after a fault, a cut or a change of an observed byte, or of a label; from
 * WALK_LIMIT steps on, where the state says so and not where it began, so that walks
 * that are on one way end at one place.  If it meets one of its own states (Brent 1980: one kept
 * copy, renewed at distances that double), it ends at the state of that cycle
 * with the least bytes, wherever it came in. */
#ifndef MICRO_WALK_H
#define MICRO_WALK_H

#include "machine/generator.h"
#include "micro/core.h"

enum { WALK_LIMIT = 65536, WALK_MOST = 1 << 24 };

struct micro_walk {
    struct micro_core core;
    uint8_t *work;          /* owned; the state that the core works on */
    uint8_t *saved, *least; /* owned; of the cycle detection */
    struct micro_event event[MICRO_EVENTS];
    uint32_t steps, marks, fault;  /* of the edge, as in struct edge */
    struct micro_choices *choices; /* borrowed; of the first event */
    bool
        asks_pc; /* a proposition reads the program counter, so that its value may
                       change without a byte that is observed */
    uint64_t label; /* of that kind: where the edge begins */
};

/* After each step.  The event is null for the reset. */
typedef void walk_visitor (void *context, struct micro_walk *,
                           const struct micro_event *, uint32_t step);

void walk_init (struct micro_walk *, const struct micro_program *);
void walk_clear (struct micro_walk *);
/* Puts the state there that the edge begins at; not before a reset. */
void walk_set (struct micro_walk *, struct bytes state);
/* The first event, null for the reset, with these choices (rewound here). */
void walk_begin (struct micro_walk *, const struct micro_event *,
                 struct micro_choices *);
/* All the rest of the edge; `work` is then its target. */
void walk_end (struct micro_walk *);
/* The edge again, of which the number of steps is known, with a visitor; `work`
 * ends as walk_end leaves it but for what is dead. */
void walk_replay (struct micro_walk *, struct bytes state,
                  const struct micro_event *, struct micro_choices *,
                  uint32_t steps, walk_visitor *, void *context);

#endif
