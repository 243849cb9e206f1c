/* range.h -- what is known of a bit-vector of up to 64 bits: between which
 * signed and between which unsigned numbers it is, both at once.
 *
 * Every operation gives a range that has all results for operands in the ranges
 * given.  An empty range (nothing is possible) has signed_least above
 * signed_most. */
#ifndef PROGRAM_ABSTRACT_RANGE_H
#define PROGRAM_ABSTRACT_RANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "logic/term/term.h"

__extension__ typedef __int128 wide;

enum { RANGE_WIDTH = 64 };

struct range {
    unsigned width;
    int64_t signed_least, signed_most;
    uint64_t least, most;
};

struct range range_full (unsigned width);
struct range range_empty (unsigned width);
bool range_is_full (const struct range *);
bool range_is_empty (const struct range *);
bool range_equal (const struct range *, const struct range *);
/* Bit-vectors of this width whose value is, modulo 2^width, in [least, most].
 */
struct range range_of_wide (unsigned width, wide least, wide most);
struct range range_signed (unsigned width, wide least, wide most);
struct range range_unsigned (unsigned width, wide least, wide most);
struct range range_join (struct range, struct range);
struct range range_meet (struct range, struct range);

/* An operator of SMT-LIB on bit-vectors, OP_BVNOT to OP_BVASHR, OP_CONCAT. */
struct range range_apply (enum op, struct range, struct range);
struct range range_extract (struct range, unsigned high, unsigned low);
struct range range_zero_extend (struct range, unsigned more);
struct range range_sign_extend (struct range, unsigned more);

/* 2^n, for n up to 120. */
wide wide_power (unsigned);
/* Division that rounds down; b > 0. */
wide wide_divide (wide a, wide b);

#endif
