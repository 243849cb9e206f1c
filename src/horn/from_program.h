/* from_program.h -- a procedure without calls as Horn clauses.
 *
 * One relation per cut point: the entry of every loop, and of every block where
 * many paths meet (more than `paths` would have to be composed); its arguments
 * are the variables that are live there.  One clause per path between cut
 * points (large blocks), in a fixed order; a query per assertion and path to it.
 * Relations are named after the place ("main:12" for line 12, a number added if
 * two would be equal), arguments after the variables.
 *
 * A clause's variables are the relation's arguments, then one variable per
 * arbitrary value that matters, in the order in which they occur in the text.
 * Functions that the logic does not have and quantified formulas are arbitrary
 * values too: then the clauses allow more than the program, never less. */
#ifndef HORN_FROM_PROGRAM_H
#define HORN_FROM_PROGRAM_H

#include "horn/horn.h"
#include "program/program.h"

/* Which blocks of the flat procedure a clause runs through, in order, from that
 * of its body to the one before its head; the last one's assertion number
 * `assertion` fails if the clause is a query.  So the paths of a derivation, one
 * after the other, are a path of the procedure. */
struct clause_path {
    uint32_t *block;
    size_t blocks;
    uint32_t assertion; /* statement of the last block; PROGRAM_NONE: none */
};

struct horn_map { /* filled, and to be cleared, also if it fails */
    struct vec_path VEC (struct clause_path) path; /* per clause */
    struct vec_cut VEC (uint32_t) cut;             /* per relation: its block */
    struct term_vec *argument; /* per relation: the program's variables */
    struct arena arena;
};

void horn_map_clear (struct horn_map *);
/* `paths`: most paths composed between two cut points (1: every block is one).
 * False: too many clauses (UNSUPPORTED). */
bool program_to_horn (const struct program *flat, uint32_t procedure,
                      size_t paths, struct horn *, struct horn_map *,
                      struct problem *);
/* As SMT-LIB HORN text, one assertion per clause, in order: what horn_read
 * would read back, and what is replayed.  Variables have the names of their
 * terms. */
void horn_print (const struct horn *, struct text *);

#endif
