/* integers.h -- bit-vectors as integers, exactly: what linear arithmetic decides
 * far faster than bits.
 *
 * Of one procedure without calls.  Every bit-vector variable becomes an Int that
 * holds its value as a signed or as an unsigned number (chosen per variable, by
 * what is done with it: a class of variables that are copied to each other has
 * one way); maps over bit-vectors become maps over Int.  Sums, differences,
 * products with constants, comparisons, extensions, truncations, concatenations,
 * shifts by constants, masks 2^k-1, division and remainder by constants are
 * exact: a result that may leave its range is wrapped (an `ite` for one time
 * round, `mod` for more), one that cannot (bounds.h) is not.  Everything else
 * (x & y, x * y, shifts by variables, ..) is a fresh integer within its range,
 * about which some facts are assumed (0 <= x & y <= x for x >= 0, ..): then
 * the program is an over-approximation, `exact` false.
 *
 * Every variable's range is assumed wherever it gets an arbitrary value, and at
 * loop heads ({:loop} or found by program/loops.h): it holds by construction.
 *
 * Equality of maps whose indices are bit-vectors is not exact: maps over Int have
 * more places to differ in.  Quantifiers are not translated: a program that has
 * some is left untouched.
 *
 * mathematical: no wrapping at all (--integers=math), exact counts for nothing.
 */
#ifndef PROGRAM_ABSTRACT_INTEGERS_H
#define PROGRAM_ABSTRACT_INTEGERS_H

#include "program/program.h"

struct integers_map {         /* how variables are called afterwards */
    struct term_vec from, to; /* bit-vector variable, its Int */
    bool *is_signed;          /* per pair */
    bool exact;
    size_t abstracted;     /* operations that are not exact */
    const char *untouched; /* null, or why the program is as it was */
};

void integers_map_clear (struct integers_map *);
/* In place, of a program with one procedure.  Block structure, labels and origins
 * stay as they are, and the names of variables; statements get others (havoc,
 * assume) before them. */
void program_integers (struct program *, bool mathematical,
                       struct integers_map *);
/* The bit-vector formula that says the same of the bit-vector variables as the
 * formula over their integers; null: too big, or not possible. */
const term *integers_back (terms *, const struct integers_map *, const term *);

#endif
