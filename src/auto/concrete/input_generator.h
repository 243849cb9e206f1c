/* input_generator.h -- numbers to run a program with.
 *
 * The constants of the program and their neighbours, small numbers, the ends of
 * the range.  What is drawn depends on the program and the number of the run
 * alone. */
#ifndef AUTO_CONCRETE_INPUT_GENERATOR_H
#define AUTO_CONCRETE_INPUT_GENERATOR_H

#include "program/program.h"

/* ---- numbers: bit-vectors of at most 64 bits, as signed; and Int */
bool numeric_sort (const sort *);
int64_t numeric_wrap (const sort *, uint64_t);
bool numeric_value (const term *, int64_t *);
const term *numeric_term (terms *, const sort *, int64_t);

struct draw_number_vec VEC (int64_t);

/* What a program knows. */
struct draws {
    terms *terms;
    struct draw_number_vec
        constant; /* of the program, and near them; distinct */
    struct draw_number_vec modulus; /* by which it divides */
};
void draws_find (struct draws *, const struct program *);
void draws_clear (struct draws *);

/* What one run is given, value by value. */
struct draw {
    const struct draws *of;
    uint64_t seed;
    size_t run; /* below the number of constants: that constant, always */
};
void draw_begin (struct draw *, size_t run);
uint64_t draw_next (struct draw *);
int64_t draw_number (struct draw *);
/* Null: not of this sort. */
const term *draw_value (struct draw *, const sort *);
/* For execution_plan: `context` is a draw. */
const term *draw_choose (void *context, const struct statement *,
                         const term *variable);

#endif
