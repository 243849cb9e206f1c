/* bounds.h -- between which values every bit-vector variable stays.
 *
 * An interval analysis of one procedure without calls: per block entry, an
 * interval for every variable that is a bit-vector, as a signed number and as
 * an unsigned one; branches (assumptions) narrow it, loops widen it to
 * thresholds (the constants of the program), then one narrowing pass.  The
 * result is sound: at every entry of the block the value lies within.
 * Deterministic, and linear in practice: the number of passes is limited, after
 * that everything is full.  What a loop adds to in every round is bounded by
 * how often it can go round (bounds_trips.c), unless the procedure is very
 * large.
 *
 * Values that do not fit an int64_t (bit-vectors wider than 63 unsigned, 64
 * signed) are full: `known` is false. */
#ifndef PROGRAM_ABSTRACT_BOUNDS_H
#define PROGRAM_ABSTRACT_BOUNDS_H

#include "program/program.h"

struct interval {
    bool known;
    int64_t least, most;
};

typedef struct bounds bounds;

bounds *bounds_find (const struct program *, uint32_t procedure);
void bounds_free (bounds *);
/* Of a term over the program's variables, at the place before statement
 * `statement` of block `block`; as a signed or an unsigned number. */
struct interval bounds_signed (bounds *, uint32_t block, size_t statement,
                               const term *);
struct interval bounds_unsigned (bounds *, uint32_t block, size_t statement,
                                 const term *);
/* No execution comes there. */
bool bounds_unreachable (bounds *, uint32_t block);

#endif
