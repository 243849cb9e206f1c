/* hints.h -- candidates for the invariants of relations, from outside.
 *
 * They are tried like those of seeds.h, and never believed. */
#ifndef CEGAR_SEEDS_HINTS_H
#define CEGAR_SEEDS_HINTS_H

#include "cegar/seeds/seeds.h"
#include "cegar/simplify/simplify.h"
#include "horn/horn.h"

struct horn_hint {
    uint32_t relation;
    const term *formula; /* over the relation's `argument` */
};

struct horn_hints {
    struct vec_hint VEC (struct horn_hint) hint;
    struct term_vec *argument; /* per relation: variables for its arguments */
    size_t relations;
};

/* Makes the variables, in the store of the clauses. */
void horn_hints_arguments (struct horn_hints *, const struct horn *);
void horn_hints_clear (struct horn_hints *);

/* Adds those that say something of the system's locations as they are now.
 * `simplification` is null if there was none. */
void hints_seeds (const struct horn_hints *, const struct system *,
                  const simplification *, struct vec_seed *);

#endif
