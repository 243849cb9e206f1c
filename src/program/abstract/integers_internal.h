/* integers_internal.h -- what the files of integers share. */
#ifndef PROGRAM_ABSTRACT_INTEGERS_INTERNAL_H
#define PROGRAM_ABSTRACT_INTEGERS_INTERNAL_H

#include "program/abstract/bounds.h"
#include "program/change.h"
#include "program/abstract/integers.h"
#include "program/live.h"
#include "program/abstract/range.h"

/* Ways to hold a bit-vector in an integer. */
enum way { WAY_SIGNED, WAY_UNSIGNED, WAY_NONE };

/* Leaves: every bit-vector in the sort of a variable, of a function's result
 * and of its parameters has a number; leaves that are copied to each other are
 * one class and have one way.  A sort's leaves are in order: of an array first
 * those of its indices, then those of its elements. */
struct classes {
    struct term_map place;               /* of every term in `order` */
    struct term_vec order;               /* every term of the program */
    struct vec_leaf VEC (uint32_t) base; /* per term: its first leaf, or NONE */
    struct vec_leaf parent;              /* union-find, per leaf */
    struct vec_leaf width, votes_signed, votes_unsigned;
    struct map function; /* name to its first leaf */
};

void classes_init (struct classes *);
void classes_clear (struct classes *);
void classes_term (struct classes *, const term *); /* and all below */
void classes_copy (struct classes *, const term *to, const term *from);
void classes_end (struct classes *); /* votes are counted */
/* After classes_end: */
enum way classes_way (const struct classes *, uint32_t leaf);
uint32_t classes_base (const struct classes *, const term *);
uint32_t classes_function (const struct classes *, const char *name);
size_t sort_leaves (const sort *);
bool sort_has_bits_index (const sort *);

/* An integer that stands for a bit-vector: equal to it modulo 2^width. */
struct number {
    const term *term;
    bool known; /* it is between least and most */
    wide least, most;
    enum way way; /* it is in the range of this way; NONE: who knows */
    unsigned width;
};

struct integers {
    struct program *program;
    struct procedure *procedure;
    terms *terms;
    bool mathematical;
    struct integers_map *map;
    struct classes classes;
    bounds *bounds;
    struct term_map variable; /* bit-vector or map variable to its integer */
    /* The statement that is translated; block NONE: an axiom. */
    uint32_t block;
    size_t statement;
    struct vec_statement *to; /* what comes before it is put there */
    struct term_map done;     /* term to its place in `value` + 1 */
    struct vec_number VEC (struct number) value;
    struct term_vec pool; /* variables for arbitrary values */
    struct vec_leaf used; /* of the pool, by the statement */
};

/* ---- numbers (integers_number.c) */
const term *int_power (terms *, unsigned exponent);
const term *int_wide (terms *, wide);
bool way_range (enum way, unsigned width, wide *least, wide *most);
/* least <= t <= most of the way */
const term *way_formula (terms *, enum way, unsigned width, const term *);
struct number number_constant (terms *, unsigned width, wide);
struct number number_sum (terms *, struct number, struct number);
struct number number_scale (terms *, struct number, wide);
struct number number_divide (terms *, struct number, wide); /* rounds down */
/* Modulo 2^bits, as a number from 0. */
struct number number_modulo (terms *, struct number, unsigned bits);
struct number number_choose (terms *, const term *condition, struct number,
                             struct number);
struct number number_clip (struct number, wide least, wide most);
bool number_fits (const struct number *, enum way);
/* The same bit-vector in the range of the way. */
struct number number_as (const struct integers *, struct number, enum way);

/* ---- terms (integers_term.c, integers_bits.c) */
const sort *integers_sort (terms *, const sort *);
/* Of a statement's term, of any sort but bit-vectors. */
const term *integers_term (struct integers *, const term *);
/* Of one that is assigned to `target`. */
const term *integers_value (struct integers *, const term *target,
                            const term *value);
void integers_begin (struct integers *, uint32_t block, size_t statement,
                     struct vec_statement *);
void integers_assume (struct integers *, const term *);
const term *integers_any (struct integers *, const sort *);
/* Between what the analysis says, as a number of the way. */
struct number integers_bound (struct integers *, const term *of, const term *,
                              enum way);
struct number integers_bits (struct integers *, const term *,
                             const struct number *arg);

#endif
