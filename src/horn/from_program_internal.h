/* from_program_internal.h -- what to_horn*.c share: the shape of a flat procedure,
 * its terms in the store of the clauses, and names.
 *
 * Variables (constants, globals, parameters, locals) are numbered; everything
 * below speaks of them by number. */
#ifndef HORN_FROM_PROGRAM_INTERNAL_H
#define HORN_FROM_PROGRAM_INTERNAL_H

#include "base/map.h"
#include "logic/term/map.h"
#include "horn/from_program.h"

/* ---- names (from_program_names.c): what SMT-LIB can say, each once */

struct names {
    struct map taken;
    struct text text; /* scratch */
};
void names_init (struct names *);
void names_clear (struct names *);
/* `wish`, or something like it that is not taken and means nothing else in
 * SMT-LIB; borrowed until the next call. */
const char *names_take (struct names *, const char *wish);
/* The same, with a number behind it from the start: `wish!N`. */
const char *names_number (struct names *, const char *wish);

/* ---- terms (from_program_terms.c) */

/* An application of an unknown function, or a quantified formula: arbitrary,
 * but the same for the same arguments within a clause. */
struct stand_in {
    const term *var;        /* in its place */
    const term *definition; /* over variables and stand-ins before it */
    uint32_t *variable;     /* that it is about, as below */
    uint32_t variables;
};

/* A term of the program in the store of the clauses. */
struct ready {
    const term *term;   /* over horn variables and stand-ins */
    uint32_t *variable; /* numbers of the variables below it, and of those that
                           its stand-ins are about; rising */
    uint32_t variables;
    uint32_t *stand_in; /* inner ones first */
    uint32_t stand_ins;
};

struct vocabulary {
    const struct program *program;
    const struct procedure *procedure;
    terms *terms; /* of the clauses */
    struct arena *arena;
    struct names names;
    struct term_vec variable; /* of the program, by number */
    struct term_vec own;      /* the same in the store of the clauses */
    struct term_map number;   /* of the program's variable, plus 1 */
    struct term_map own_number;
    struct vec_ready VEC (struct ready) ready;
    struct term_map ready_at; /* program term to 1 + index */
    struct vec_stand_in VEC (struct stand_in) stand_in;
    struct term_map stand_in_at; /* variable to 1 + index */
    /* Arbitrary values: the definition of a stand-in over values, to its
     * variable; per variable the fresh ones of its first, second, .. havoc. */
    struct term_map arbitrary;
    struct vec_fresh {
        struct term_vec *at;
        size_t size, room;
    } fresh; /* by number of the variable */
};

void vocabulary_init (struct vocabulary *, const struct program *,
                      const struct procedure *, struct horn *);
void vocabulary_clear (struct vocabulary *);
/* Borrowed until the next call. */
const struct ready *vocabulary_ready (struct vocabulary *, const term *);
/* The value of a term where variable i has value[i]. */
const term *vocabulary_value (struct vocabulary *, const term *,
                              const term *const *value);
/* A variable for the value that a variable's n-th havoc (from 0) gives it. */
const term *vocabulary_fresh (struct vocabulary *, uint32_t variable, size_t n);
uint32_t vocabulary_number (const struct vocabulary *, const term *variable);

/* ---- shape (from_program_shape.c) */

struct numbers VEC (uint32_t);

struct horn_shape {
    uint32_t blocks;
    uint32_t *order; /* blocks that can be reached, in reverse postorder */
    uint32_t ordered;
    bool *reached;
    bool *useful; /* reached, and an assertion can be reached from its start */
    uint32_t *until; /* statements from here on lead to no assertion */
    bool *cut;
    struct numbers *live; /* per cut: variables, rising */
};

void shape_find (struct horn_shape *, struct vocabulary *, size_t paths);
void horn_shape_clear (struct horn_shape *);

#endif
