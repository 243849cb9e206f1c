/* interpolate.h -- why a path is infeasible, as one formula per cut.
 *
 * Given formulas A_0 .. A_{n-1} whose conjunction is unsatisfiable, a sequence
 * of interpolants I_1 .. I_{n-1}: I_k is over `shared[k]` (the variables that
 * A_0..A_{k-1} and A_k..A_{n-1} have in common), A_0 ∧ .. ∧ A_{k-1} ⇒ I_k, and
 * I_k ∧ A_k ⇒ I_{k+1} (the last one: false).  All of it is checked for real
 * before it is handed out; still, whoever uses the formulas decides by
 * entailments of his own.
 *
 *   farkas   linear arithmetic, conjunctions of (in)equalities: a combination
 *            with non-negative coefficients that sums to a contradiction; the
 *            interpolant at a cut is the partial sum.  Boolean structure and
 *            integrality are opened by case splitting up to a fixed number.
 *   newton   anything: unsat core of the steps' conjuncts, then strongest
 *            postconditions over the core with projection of what is not shared
 *            (and weakest preconditions where projection fails)
 *   spacer   linear arithmetic with any Boolean structure: the path as a chain
 *            of non-recursive clauses; the cover of each link
 *   auto     farkas, then spacer, then newton (bit-vectors and arrays: newton)
 */
#ifndef LOGIC_INTERPOLATE_INTERPOLATE_H
#define LOGIC_INTERPOLATE_INTERPOLATE_H

#include "logic/solver/solver.h"

enum interpolate_method {
    INTERPOLATE_AUTO,
    INTERPOLATE_FARKAS,
    INTERPOLATE_NEWTON,
    INTERPOLATE_SPACER
};

struct interpolate_path {
    const term *const *formula; /* n of them */
    size_t size;
    const struct term_vec *shared; /* n of them; [0] is empty */
};

enum interpolate_result {
    INTERPOLATE_DONE,     /* every cut has one */
    INTERPOLATE_FEASIBLE, /* the path is satisfiable: nothing to explain */
    INTERPOLATE_FAILED,   /* undecided, or the method cannot treat it */
    INTERPOLATE_INTERRUPTED
};

/* Fills cut[1] .. cut[n-1] (cut[0] is true).  `used` says which method did it.
 * `limit` and `units` as in logic/solver/solver.h; units are added to.  The watch shows the
 * solver at work, and none on return, so that it can be interrupted; it may be
 * null. */
enum interpolate_result interpolate (terms *, enum interpolate_method,
                                     const struct interpolate_path *,
                                     uint64_t limit, const term **cut,
                                     enum interpolate_method *used,
                                     uint64_t *units, struct solver_watch *);

#endif
