/* copy_equivalence.h -- which variables hold the same value at the beginning of a block,
 * because every way there copied them so.
 *
 * Of one procedure without calls.  The beginning of a block is after the copies
 * to ghosts that it begins with: at the head of a C loop these say which
 * register holds which C variable there. */
#ifndef PROGRAM_COPY_EQUIVALENCE_H
#define PROGRAM_COPY_EQUIVALENCE_H

#include "logic/term/map.h"
#include "program/program.h"

struct same {
    struct term_vec variable; /* globals, then in, out and local */
    struct term_map number;   /* variable to its number + 1 */
    uint32_t *class; /* per block and variable: equal numbers, equal values */
    size_t blocks;
};

/* False: too large; then nothing is to be cleared. */
bool same_find (struct same *, const struct program *,
                const struct procedure *);
void same_clear (struct same *);
/* Whether both hold the same value there; both must be variables of it. */
bool same_at (const struct same *, uint32_t block, const term *, const term *);

#endif
