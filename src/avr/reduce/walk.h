/* walk.h -- one edge of the machine: an event, and with AVR_PATH the walk
 * after it, as long as there is one thing that can happen and it does not
 * choose.
 *
 * The walk ends before a step that would choose and before a state with several
 * events; after a fault, a cut or a change of an observed byte, or of a label; after
 * WALK_LIMIT steps.  If it meets one of its own states (Brent 1980: one kept
 * copy, renewed at distances that double), it ends at the state of that cycle
 * with the least bytes, wherever it came in. */
#ifndef AVR_REDUCE_WALK_H
#define AVR_REDUCE_WALK_H

#include "avr/core/step.h"
#include "machine/generator.h"

enum { WALK_LIMIT = 65536 };

struct avr_walk {
    struct avr_core core;
    uint8_t *work;          /* owned; the state that the core works on */
    uint8_t *saved, *least; /* owned; of the cycle detection */
    struct avr_event event[AVR_EVENTS];
    uint32_t steps, marks, fault; /* of the edge, as in struct edge */
    struct avr_choices *choices;  /* borrowed; of the first event */
    bool
        asks_pc; /* a proposition reads the program counter, so that its value may
                       change without a byte that is observed */
    uint64_t label; /* of that kind: where the edge begins */
};

/* After each step.  The event is null for the reset. */
typedef void walk_visitor (void *context, struct avr_walk *,
                           const struct avr_event *, uint32_t step);

void walk_init (struct avr_walk *, const struct avr_program *);
void walk_clear (struct avr_walk *);
/* Puts the state there that the edge begins at; not before a reset. */
void walk_set (struct avr_walk *, struct bytes state);
/* The first event, null for the reset, with these choices (rewound here). */
void walk_begin (struct avr_walk *, const struct avr_event *,
                 struct avr_choices *);
/* All the rest of the edge; `work` is then its target. */
void walk_end (struct avr_walk *);
/* The edge again, of which the number of steps is known, with a visitor; `work`
 * ends as walk_end leaves it but for what is dead. */
void walk_replay (struct avr_walk *, struct bytes state,
                  const struct avr_event *, struct avr_choices *,
                  uint32_t steps, walk_visitor *, void *context);

#endif
