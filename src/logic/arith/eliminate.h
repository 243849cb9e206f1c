/* eliminate.h -- variables that equations determine.
 *
 * A variable x of an equation that can be written x = e, with x not in e, may
 * be quantified away by putting e in its place: exact for any sort, and cheap.
 * What remains afterwards is for solver_project. */
#ifndef LOGIC_ARITH_ELIMINATE_H
#define LOGIC_ARITH_ELIMINATE_H

#include "logic/term/term.h"

/* The term that `variable` must be for the literal to hold, or null.  The
 * literal is then equivalent to `variable = result`, together with the
 * conditions added to `also`, and with the variables added to `fresh`
 * quantified existentially (the old element of a stored array). */
const term *eliminate_solve (terms *, const term *literal, const term *variable,
                             struct term_vec *also, struct term_vec *fresh);

/* Eliminates from a conjunction what equations determine, in order, until there
 * is no more.  `gone` keeps the variables that are still there (and gets fresh
 * ones).  A contradiction leaves `false` as the only conjunct. */
void eliminate (terms *, struct term_vec *conjuncts, struct term_vec *gone);

/* Eliminates number variables that occur in bounds only (Fourier, Motzkin), as
 * long as the number of conjuncts does not rise by more than
 * ELIMINATE_BOUNDS at a time.  Int: if one of each two coefficients is 1, which
 * is exact; or always, if not `exact` (the result may be weaker then; says
 * whether it is not). */
enum { ELIMINATE_BOUNDS = 8 };
bool eliminate_bounds (terms *, struct term_vec *conjuncts,
                       struct term_vec *gone, bool exact);

struct linear;
/* `form <= 0`, or `form < 0`, as a predicate in normal form, maybe negated.
 * The sort is that of the variables. */
const term *eliminate_atom (terms *, const struct linear *, bool strict,
                            const sort *);
/* The sort of the sides of a linear literal. */
const sort *eliminate_sort (const term *literal);

/* Whether a variable is free in a term. */
bool eliminate_mentions (terms *, const term *, const term *variable);

#endif
