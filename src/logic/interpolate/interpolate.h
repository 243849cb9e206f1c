/* interpolate.h -- why a path, or a tree, is infeasible, as one formula per cut.
 *
 * Given formulas A_0 .. A_{n-1} whose conjunction is unsatisfiable, a sequence
 * of interpolants I_1 .. I_{n-1}: I_k is over `shared[k]` (the variables that
 * A_0..A_{k-1} and A_k..A_{n-1} have in common), A_0 ∧ .. ∧ A_{k-1} ⇒ I_k, and
 * I_k ∧ A_k ⇒ I_{k+1} (the last one: false).  All of it is checked for real
 * before it is handed out; still, whoever uses the formulas decides by
 * entailments of his own.
 *
 * A path is a tree that does not branch.  In general step k - 1 ends the steps
 * first[k - 1] .. k - 1 of a subtree, I_k is what these imply, over what they have
 * in common with all others, and A_k together with the I of the subtrees that
 * step k joins implies I_{k+1}.
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
    /* Per step, the first of the subtree that it ends: the steps of a subtree
     * follow each other, and those of two are disjoint or one within the other.
     * Null: a path, 0 for all. */
    const uint32_t *first;
    const struct term_vec *shared; /* n of them; [0] is empty */
};

enum interpolate_result {
    INTERPOLATE_DONE,     /* every cut has one */
    INTERPOLATE_FEASIBLE, /* the path is satisfiable: nothing to explain */
    INTERPOLATE_FAILED,   /* undecided, or the method cannot treat it */
    INTERPOLATE_INTERRUPTED
};

/* Does step `step` belong to what cut k ends? */
static inline bool
interpolate_before (const struct interpolate_path *p, size_t step, size_t k)
{
    return step < k && (!p->first || p->first[k - 1] <= step);
}

/* The cuts that step k joins, last one first: begins with `cut` k, and gives the
 * next one; 0: no more.  cut[0] of a path is none. */
static inline size_t
interpolate_joined (const struct interpolate_path *p, size_t k, size_t cut)
{
    size_t next = cut == SIZE_MAX ? k : p->first ? p->first[cut - 1] : 0;
    size_t least = p->first ? p->first[k] : 0;
    return next > least ? next : 0;
}

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
