/* differences.h -- variables that are compared have their difference beside
 * them.
 *
 * Of one procedure without calls.  Where x = y + c is tested, a new variable is
 * always x - y, and the test is of that one: what is known of it does not depend
 * on what is known of x and y.  A number from outside that is copied, counted up
 * here and compared there (a token that is passed on) needs no values of its own
 * then.
 *
 * Exact: the changed program fails where the first one does. */
#ifndef PROGRAM_ABSTRACT_DIFFERENCES_H
#define PROGRAM_ABSTRACT_DIFFERENCES_H

#include "program/program.h"

enum { DIFFERENCES_MOST = 32 };

/* In place; blocks, labels and origins stay as they are.  False: nothing is
 * compared like that, and nothing has changed. */
bool program_differences (struct program *flat);

#endif
