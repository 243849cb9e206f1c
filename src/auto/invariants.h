/* invariants.h -- what a proof over the flat program says about the loops of
 * the C program, as C expressions.
 *
 * A relation stands at the head of a loop, its arguments are registers; a C
 * variable is known by the ghost that holds the same value there (program/copy_equivalence.h).
 * What is said of a loop must hold for every run that comes there, so loops of
 * functions that were copied more than once are left out; so is what C cannot
 * say, conjunct by conjunct: each by itself holds. */
#ifndef INVARIANTS_H
#define INVARIANTS_H

#include "program/passes/flatten.h"
#include "program/abstract/integers.h"
#include "horn/from_program.h"
#include "report/outcome.h"

typedef struct loop_names loop_names;

/* Of the flat program before it is tidied; null: it is too large. */
loop_names *loop_names_new (const struct program *flat,
                            const struct program *as_read, uint32_t entry);
void loop_names_free (loop_names *); /* may be null */

/* Nothing is to be said of the block that begins there: it is several ones. */
void loop_names_drop (loop_names *, struct origin);

struct invariants_of {
    const loop_names *names;
    struct program *flat; /* tidied, maybe over integers */
    const struct flat_origins *origins;
    const struct integers_map *integers; /* null: over bits */
    const struct horn_map *map;
};

/* Fills the outcome's invariants from its proof. */
void invariants_say (const struct invariants_of *, struct outcome *);

#endif
