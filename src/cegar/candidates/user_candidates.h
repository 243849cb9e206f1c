/* user_candidates.h -- candidates for the invariants of relations, from outside.
 *
 * They are tried like those of candidates.h, and never believed. */
#ifndef CEGAR_CANDIDATES_USER_CANDIDATES_H
#define CEGAR_CANDIDATES_USER_CANDIDATES_H

#include "cegar/candidates/candidates.h"
#include "cegar/simplify/simplify.h"
#include "horn/horn.h"

struct horn_hint {
    uint32_t relation;
    const term *formula; /* over the relation's `argument` */
};

struct horn_user_candidates {
    struct vec_hint VEC (struct horn_hint) hint;
    struct term_vec *argument; /* per relation: variables for its arguments */
    size_t relations;
};

/* Makes the variables, in the store of the clauses. */
void horn_user_candidates_arguments (struct horn_user_candidates *,
                                     const struct horn *);
void horn_user_candidates_clear (struct horn_user_candidates *);

/* Adds those that say something of the system's locations as they are now.
 * `simplification` is null if there was none. */
void user_candidates_candidates (const struct horn_user_candidates *,
                                 const struct system *, const simplification *,
                                 struct vec_seed *);

#endif
