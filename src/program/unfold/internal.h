/* internal.h -- what unfold*.c share: values, terms that are evaluated
 * often, and the graph of nodes. */
#ifndef PROGRAM_UNFOLD_INTERNAL_H
#define PROGRAM_UNFOLD_INTERNAL_H

#include "base/map.h"
#include "program/live.h"
#include "program/unfold/unfold.h"
#include "program/unfold/maps.h"

/* ---- what is known of a value: of a Boolean, of at most 64 bits, or of a map
 * to such values or maps */

enum known { KNOWN_NOTHING, KNOWN_IS, KNOWN_IS_NOT };

struct unfold_value {
    uint64_t bits; /* 0 if nothing is known; the number of a map, which is
                      never 0: it has these entries, and may have others */
    uint8_t known;
};

/* The width of a sort whose values are treated, Booleans have 1; else 0. */
unsigned value_width (const sort *);
uint64_t value_mask (unsigned width);
bool value_is_map (const sort *);

/* ---- terms as lists of cells (tape.c) */

struct unfold_cell {
    enum op op;
    unsigned width; /* of the result; 0: a map, or never known */
    bool map;
    uint32_t first; /* argument i is cell arg[first + i] */
    uint32_t args;
    uint32_t index[2];
    uint64_t bits; /* of a constant; number of a variable */
};

struct tape {
    struct unfold_cell *cell; /* arguments first; the last is the term */
    uint32_t cells;
    uint32_t *arg;
};

/* One per term, made when first needed. */
struct tapes {
    struct live *live;  /* numbers of variables */
    struct maps *maps;  /* null: nothing is ever known of a map */
    struct term_map at; /* term to 1 + index */
    struct vec_tape VEC (struct tape) tape;
    struct vec_value VEC (struct unfold_value) scratch;
    struct arena arena;
};

void tapes_clear (struct tapes *);
/* What is known of a term if `now[i]` is known of variable i. */
struct unfold_value tapes_value (struct tapes *, const term *,
                                 const struct unfold_value *now);
/* What is known in addition if the (Boolean) term is `holds`. */
void tapes_refine (struct tapes *, const term *, bool holds,
                   struct unfold_value *now);

/* ---- maps as terms (map_terms.c) */

/* What a map is equal to if it is what `base` (itself, or of a map in a map:
 * its entry) reads, and `value` is what was computed for it: stores of
 * constants at constants, in the order of their indices, so that what is equal
 * is the same term.  They are stored into `base`, or into a constant map; then
 * `base` is read where nothing is known. */
const term *known_map (terms *, const term *base, const term *value);

/* ---- the graph */

struct fact { /* no byte of it is padding: facts are hashed as they are */
    uint64_t bits;
    uint32_t variable, known;
};

struct unfold_node {
    uint32_t block, parent; /* PROGRAM_NONE: the first one's */
    uint32_t first, facts;  /* fact[first ..], rising in variable */
    uint32_t edge, edges;   /* edge[edge ..]: the nodes that come next */
    bool fails;             /* an assertion may fail */
};

struct vec_fact VEC (struct fact);
struct vec_unfold_node VEC (struct unfold_node);

struct unfolding {
    const struct program *program;
    const struct procedure *procedure;
    struct unfold_limits limits;
    struct flow flow;
    struct live live;
    struct tapes tapes;
    struct maps maps;
    bool *tracked;            /* per variable */
    bool *control;            /* per variable, see unfold_control */
    size_t *values;           /* per variable: how many it has had */
    size_t dropped;           /* variables that had too many */
    struct map valued;        /* variable and value: seen */
    struct unfold_value *now; /* per variable, while a block is gone through */
    struct vec_fact fact;
    struct vec_unfold_node node; /* in order of discovery */
    struct vec_target edge;
    struct map known; /* block and facts to node */
    struct vec_target failure;
    struct vec_target way; /* pairs: a node, then the failure after it */
    bool complete;
};

/* Finds the variables among those that are tracked that are only ever set to
 * constants and to each other (control.c). */
void unfold_control (struct unfolding *);

#endif
