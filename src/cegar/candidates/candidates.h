/* candidates.h -- predicates that are worth trying before any counterexample.
 *
 * Cheap guesses about loops, made from the system alone and without a solver:
 * affine equations that hold at every location (Karr's analysis), bounds and
 * differences of variables, the atoms of guards and of the error's conditions,
 * moved across updates; filtered by concrete runs.  They need not hold: the
 * houdini stage keeps those that together are inductive.  The list is a
 * function of the system: no time, no randomness but a fixed seed. */
#ifndef CEGAR_CANDIDATES_CANDIDATES_H
#define CEGAR_CANDIDATES_CANDIDATES_H

#include "cegar/system/system.h"

struct seed {
    uint32_t location;
    const term *predicate; /* over the location's variables, normal form */
};

struct vec_seed VEC (struct seed);

/* A system for candidates_collect, of one whose transitions may have several premises:
 * there is one for each premise that is the first of them.  To be cleared. */
void candidates_rotate (const struct system *, struct system *);
/* At most `most` per location, likelier ones first. */
void candidates_collect (const struct system *, size_t most, struct vec_seed *);

#endif
