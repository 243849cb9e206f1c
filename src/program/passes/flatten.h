/* flatten.h -- one procedure without calls: what predicate abstraction explores.
 *
 * Calls of procedures with a body are replaced by the body, deepest first, until
 * none is left; calls without a body become havocs of what they may change, and
 * assumptions of what they ensure.  Locals are renamed `name@N`, N counted per
 * copy (the entry's keep their names).  Origins stay those of the program as read, so that a path through the
 * flat procedure is a path of visits (program/trail/trail.h): a block that begins a callee's
 * body has the callee's first origin with statement 0, a block that goes on in
 * the caller after a call has a statement above 0.
 *
 * Expects program_expand, program_prune and program_specify to have been done.
 * Afterwards the entry is the only procedure, assertions are still in it, `@old`
 * variables are gone, and globals are as they were. */
#ifndef PROGRAM_PASSES_FLATTEN_H
#define PROGRAM_PASSES_FLATTEN_H

#include "program/passes/passes.h"

enum { FLATTEN_BLOCKS = 200000 };

/* False: recursion ("recursion: f calls itself"), or more than `most` blocks
 * (UNSUPPORTED, with the place of the call). */
bool program_flatten (struct program *, uint32_t entry, size_t most,
                      struct problem *);

/* Unreachable blocks go, straight chains become one block, variables that are
 * written and never read go with their assignments, constants and copies are
 * carried on, assumptions that are false end a block.  Of one procedure without
 * calls (the program's only one); globals and locals that are no more used go.
 * A small block that asks what was set on one way to it is copied into that way,
 * and branches that cannot be taken from there go (at most one copy per block).
 * Every execution that fails an assertion is kept, and its origins; a merged
 * block keeps the list of what it was made of.  All assertions of a block are in
 * the last of its origins: who fails one has visited all of them.  Origins that
 * a pass made up (PROGRAM_NONE) are left out. */
struct flat_origins {
    /* block b of the flat procedure stands for origin.at[first[b] .. first[b+1])
     * in order */
    struct vec_origin VEC (struct origin) origin;
    struct vec_first VEC (uint32_t) first;
};
void flat_origins_clear (struct flat_origins *);
void program_tidy (struct program *, struct flat_origins *);

#endif
