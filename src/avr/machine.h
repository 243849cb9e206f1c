/* machine.h -- a firmware as a generator.
 *
 * An edge is an event of avr/core/step.h with one combination of its choices, and,
 * by path reduction, the steps after it up to the next state that has to be
 * kept: a step that could branch, that changed an observed byte, that faulted,
 * or where the walk met itself (then the least state of the cycle).  At the end
 * what is dead is forgotten. */
#ifndef AVR_MACHINE_H
#define AVR_MACHINE_H

#include "avr/device/program.h"
#include "avr/core/step.h"
#include "machine/generator.h"

/* Takes the program over (adopted: *program is empty afterwards). */
generator *avr_machine_new (struct avr_program *adopted);
generator *avr_open (struct bytes program,
                     struct problem *); /* from the wire */
void avr_machine_write (const generator *, struct buffer *);
const struct avr_program *avr_machine_program (const generator *);

/* The events of a concrete run.  The first is the power-on (EVENT_RESET), whose
 * choices are those of core_reset; then each event with the values that it read
 * from outside or from memory that nobody had written. */
struct avr_happening {
    struct avr_event event;
    struct avr_choices choices;
};
struct vec_happening VEC (struct avr_happening);

/* Turns the path of a counterexample (choices of this generator) into a run of
 * the exact machine without reductions that fails in the same way: same events,
 * and values for what was delayed, looked for by search.  Flags of interrupts
 * that come or are polled are raised in events of their own.  False: there is
 * none within `limit` steps; `blame` is then the word address of the first
 * delayed read on the path, to be made eager (UINT32_MAX: nothing is to
 * blame). */
bool avr_concretise (const generator *, const uint32_t *choice, size_t choices,
                     uint64_t limit, struct vec_happening *, uint32_t *blame);

/* The program that such a run is one of: exact, without reductions.  Shares all
 * with the first, which must live longer; not to be cleared. */
void avr_concrete_program (const struct avr_program *, struct avr_program *);
/* One step of such a run, the power-on if it is the first, on a core of that
 * program: as avr_step, but what is read and was never written is chosen
 * before, so that all copies of it are equal. */
void avr_concrete_step (struct avr_core *, const struct avr_happening *,
                        bool first);
/* The same, with choices that the caller has rewound and can go on with. */
void avr_concrete_run (struct avr_core *, const struct avr_event *,
                       struct avr_choices *, bool first);

#endif
