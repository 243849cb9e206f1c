/* arith.h -- quick decisions about linear integer arithmetic.
 *
 * In front of a solver: literals become bounds of a simplex; of a disjunction
 * that its model leaves open the parts are tried, one after the other, as long
 * as there are few cases.  What is said here is true, and a function of the
 * formulas in their order; what cannot be said is ARITH_UNDECIDED, and a solver
 * must be asked.  A conjunct that does not fit (other sorts, non-linear) is left
 * out: what remains is weaker, so ARITH_UNSAT still holds, but ARITH_SAT is
 * never said then.
 *
 * Literals that were seen once are remembered in their parsed form, so an arith
 * is kept as long as its store of terms; that changes no answer. */
#ifndef LOGIC_ARITH_ARITH_H
#define LOGIC_ARITH_ARITH_H

#include "logic/term/term.h"

typedef struct arith arith;

enum arith_answer { ARITH_SAT, ARITH_UNSAT, ARITH_UNDECIDED };

arith *arith_new (terms *);
void arith_free (arith *);
void arith_reset (arith *); /* nothing asserted */
void arith_push (arith *);
void arith_pop (arith *);
/* False: some conjunct did not fit and was left out (in a part of a
 * disjunction: is left out of that case).  `mark`: the step of a
 * path that it belongs to (arith_cuts). */
bool arith_assert (arith *, const term *, uint32_t mark);
enum arith_answer arith_check (arith *);
/* After SAT: is the formula true in the model?  UNDECIDED: cannot be said. */
enum arith_answer arith_holds (arith *, const term *);
/* After UNSAT, if assertions were marked by the steps of a path or tree: interpolants
 * cut[1] .. cut[marks - 1] (logic/interpolate/interpolate.h, also on `first`, which
 * may be null), by Farkas.  False: the reason is not
 * rational, or about Boolean variables, or cases of a disjunction. */
bool arith_cuts (arith *, size_t marks, const uint32_t *first,
                 const term **cut);
uint64_t arith_units (const arith *); /* of work so far; deterministic */

#endif
