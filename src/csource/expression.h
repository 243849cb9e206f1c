/* expression.h -- a term as a C expression that means the same.
 *
 * The expression has no undefined behaviour and is evaluated alike in both data
 * models (char 8, short 16, int 32, long long 64 bits).  Bit-vectors become
 * unsigned values of their width, integers become long long.  What cannot be
 * said so is refused: arrays, quantifiers, functions, reals, widths above 64,
 * shifts and divisions by anything but a constant, integers that could leave 62
 * bits. */
#ifndef CSOURCE_EXPRESSION_H
#define CSOURCE_EXPRESSION_H

#include "base/text.h"
#include "logic/term/term.h"

/* The C expression that has the value of a variable, application or selection;
 * null: there is none.  That of a bit-vector of 8, 16, 32 or 64 bits may be of
 * either sign and of any type of at least that width; that of an Int has a
 * value of at most 32 bits, signed or not; that of a Bool is true iff it is not
 * 0. */
typedef const char *c_namer (void *context, const term *);

/* Appends; false: it cannot be said, and nothing was appended. */
bool c_expression (const term *, c_namer *, void *context, struct text *);

#endif
