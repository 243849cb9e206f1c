/* low_bits.h -- variables of which the low bits alone can be known have these
 * beside them.
 *
 * Of one procedure without calls.  x + 2 n is odd if x is, whatever n is: where a
 * variable is never set to something unknown but in its higher bits, a new
 * variable is its low bits.  An equation of such terms is one of their low bits,
 * too, which may be known to be wrong.
 *
 * Exact: the changed program fails where the first one does. */
#ifndef PROGRAM_ABSTRACT_LOW_BITS_H
#define PROGRAM_ABSTRACT_LOW_BITS_H

#include "program/program.h"

/* In place; blocks, labels and origins stay as they are.  False: there is no
 * such variable, and nothing has changed. */
bool program_low_bits (struct program *flat);

#endif
