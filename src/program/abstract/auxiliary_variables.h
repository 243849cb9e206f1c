/* auxiliary_variables.h -- variables that are always what a term over others is.
 *
 * Of one procedure without calls.  Who adds a ghost says what it is, what it
 * becomes when others are assigned to, and how terms are put with it; here the
 * statements are changed.  Exact, if what is said is true: the changed program
 * fails where the first one does. */
#ifndef PROGRAM_ABSTRACT_AUXILIARY_VARIABLES_H
#define PROGRAM_ABSTRACT_AUXILIARY_VARIABLES_H

#include "program/program.h"

struct ghost {
    const term *variable;
    const term *is;    /* over x and y */
    const term *x, *y; /* variables; y may be null */
};
struct vec_ghost VEC (struct ghost);

struct ghosts {
    struct vec_ghost ghost;
    /* What a ghost is after an assignment that changes x or y, over what
     * variables and ghosts are before it. */
    const term *(*after) (void *context, const struct ghost *,
                          const struct statement *);
    /* The same Boolean term, or part of a term, put with ghosts; null: nothing
     * better is known of it than of its parts. */
    const term *(*put) (void *context, const term *);
    void *context;
};

/* In place; blocks, labels and origins stay as they are. */
void ghosts_insert (const struct ghosts *, struct program *flat);

/* What an assignment makes of a variable: itself, if it is no target. */
const term *statement_makes (const struct statement *, const term *variable);
/* Every variable that is declared (globals, parameters, locals), to 0. */
struct term_map;
void variables_declared (const struct program *flat, struct term_map *);

#endif
