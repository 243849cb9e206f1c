/* guard.h -- existential variables that a conjunction determines.
 *
 * Everything happens in a fixed order, so equal input gives equal output. */
#ifndef CEGAR_SYSTEM_GUARD_H
#define CEGAR_SYSTEM_GUARD_H

#include "logic/term/term.h"

/* `exists gone: guard` without those variables that an equation among the
 * conjuncts determines; they are replaced in `update` too.  Int equations are
 * solved for a variable only if that needs no division.  On return `gone` holds
 * those that are left and still occur.  `update` may be null. */
void guard_solve (terms *, struct term_vec *gone, const term **guard,
                  struct term_vec *update);

/* Like guard_solve, and then drops conjuncts that a variable of `gone`, which
 * is in no update, can always satisfy: it is bounded there from one side only.
 */
void guard_reduce (terms *, struct term_vec *gone, const term **guard,
                   struct term_vec *update);

/* A cheap test whether a formula is false: complementary conjuncts, or linear
 * bounds of one form that exclude each other.  False: not known. */
bool guard_false (terms *, const term *guard);

#endif
