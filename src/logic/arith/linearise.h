/* linearise.h -- integer division and choices out of arithmetic.
 *
 * A term x div k or x mod k (k a constant but 0) becomes q or r of fresh
 * variables with x = k q + r and 0 <= r < |k|; to_int x becomes n with
 * n <= x < n + 1; an ite between numbers becomes v with (c and v = a) or
 * (not c and v = b).  All of these exist for any x, and x determines them. */
#ifndef LOGIC_ARITH_LINEARISE_H
#define LOGIC_ARITH_LINEARISE_H

#include "logic/term/term.h"

/* The formula in terms of new variables; what they must satisfy is added to
 * `condition`, they themselves to `fresh`.  Quantified parts stay as they are.
 * The variables are named after the term that they stand for and the tag, not
 * by counting, so that the result does not depend on what was done before. */
const term *linearise (terms *, const term *, size_t tag,
                       struct term_vec *condition, struct term_vec *fresh);

#endif
