/* machine.h -- a firmware as a generator.
 *
 * An edge is an event of micro/core.h with one combination of its choices, and,
 * by path reduction, the steps after it up to the next state that has to be
 * kept: a step that could branch, that changed an observed byte, that faulted,
 * or where the walk met itself (then the least state of the cycle).  At the end
 * what is dead is forgotten. */
#ifndef MICRO_MACHINE_H
#define MICRO_MACHINE_H

#include "machine/generator.h"
#include "micro/class.h"

/* What all kinds of microcontrollers have of a generator; the name is how their
 * programs begin on the wire. */
#define MICRO_GENERATOR(n)               \
    {.name = n,                          \
     .identity = micro_machine_identity, \
     .clone = micro_machine_clone,       \
     .free = micro_machine_free,         \
     .enter = micro_machine_enter,       \
     .next = micro_machine_next,         \
     .parts = micro_machine_parts,       \
     .partial = micro_machine_partial,   \
     .label = micro_machine_label,       \
     .expand = micro_machine_expand,     \
     .print = micro_machine_print,       \
     .fault_name = micro_machine_fault_name}
struct digest micro_machine_identity (const generator *);
generator *micro_machine_clone (const generator *);
void micro_machine_free (generator *);
void micro_machine_enter (generator *, struct bytes state);
enum next micro_machine_next (generator *, struct edge *);
size_t micro_machine_parts (const generator *, uint32_t ends[], size_t most);
uint64_t micro_machine_partial (const generator *, struct bytes state,
                                int what);
uint64_t micro_machine_label (generator *, struct bytes state);
bool micro_machine_expand (generator *, struct bytes state, uint32_t choice,
                           edge_visitor *, void *context);
void micro_machine_print (generator *, struct bytes state, const struct edge *,
                          FILE *);
const char *micro_machine_fault_name (const generator *, uint32_t fault);

/* Takes the program, which is finished, over. */
generator *micro_machine_new (struct micro_program *adopted);
/* From the wire: a program of this class. */
generator *micro_open (const struct micro_class *, struct bytes program,
                       struct problem *);
void micro_machine_write (const generator *, struct buffer *);
const struct micro_program *micro_machine_program (const generator *);
/* A program of its own that is the same, by way of the wire.  Null: problem. */
struct micro_program *micro_program_copy (const struct micro_program *,
                                          struct problem *);
void micro_program_free (struct micro_program *); /* of class->read, make */

/* The events of a concrete run.  The first is the power-on (EVENT_RESET), whose
 * choices are those of core_reset; then each event with the values that it read
 * from outside or from memory that nobody had written. */
struct micro_happening {
    struct micro_event event;
    struct micro_choices choices;
};
struct vec_happening VEC (struct micro_happening);

/* Turns the path of a counterexample (choices of this generator) into a run of
 * the exact machine without reductions that fails in the same way: same events,
 * and values for what was delayed, looked for by search.  Flags of interrupts
 * that come or are polled are raised in events of their own.  False: there is
 * none within `limit` steps; `blame` is then the program counter of the first
 * delayed read on the path, to be made eager (UINT32_MAX: nothing is to
 * blame). */
bool micro_concretise (const generator *, const uint32_t *choice,
                       size_t choices, uint64_t limit, struct vec_happening *,
                       uint32_t *blame);

/* The same of a path that ends in no fault; `end`: how many events there are up to the
 * end of each edge. */
bool micro_concretise_path (const generator *, const uint32_t *choice,
                            size_t choices, uint64_t limit,
                            struct vec_happening *, size_t end[]);

/* The program that such a run is one of: exact, without reductions.  It shares all
 * with the first, which must live longer; the caller frees it with memory_free. */
struct micro_program *micro_concrete_program (const struct micro_program *);
/* One step of such a run, the power-on if it is the first, on a core of that
 * program: as a step is, but what is read and was never written is chosen
 * before, so that all copies of it are equal. */
void micro_concrete_step (struct micro_core *, const struct micro_happening *,
                          bool first);
/* The same, with choices that the caller has rewound and can go on with. */
void micro_concrete_run (struct micro_core *, const struct micro_event *,
                         struct micro_choices *, bool first);

#endif
