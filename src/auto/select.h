/* select.h -- which assertions of a program count.
 *
 * What is looked for one check at a time (--all), and what is not modelled
 * ({:cut}, program/attributes.h), is told apart here: the others become assumptions,
 * so that a run ends where one of them fails. */
#ifndef SELECT_H
#define SELECT_H

#include "program/program.h"

/* Assertions that get one verdict together. */
struct assertions {
    const char *check;  /* of {:check}; "assert" if there is none */
    struct place place; /* file null: wherever they stand */
};
struct vec_assertions VEC (struct assertions);

/* More than that are not told apart by place. */
enum { SELECT_PLACES = 50 };

/* In order of the program; cuts are none.  Strings are the program's. */
void select_find (const struct program *, struct vec_assertions *);
/* "f.c:12:5 unreach-call", "unreach-call". */
void select_name (const struct assertions *, struct text *);
bool select_has_cut (const struct program *);

/* A copy in which `only` (null: all) are asserted, and cuts if asked for. */
void select_copy (struct program *to, const struct program *from,
                  const struct assertions *only, bool cuts);

#endif
