/* rows.h -- linear literals that contradict each other, and why.
 *
 * Rows f_i <= 0 (or < 0, or = 0) that contradict each other over the rationals
 * have multipliers l_i (not negative, but for equations) with
 * sum l_i f_i = c > 0, or c = 0 and a strict row among them (Farkas).  The sum
 * over the rows of the steps before a cut is implied by these, contradicts the
 * others, and what is not shared has cancelled out: an interpolant.
 *
 * Rows of Int are tightened first: f < 0 is f + 1 <= 0, and what divides all
 * coefficients is divided out, the constant rounded. */
#ifndef LOGIC_INTERPOLATE_ROWS_H
#define LOGIC_INTERPOLATE_ROWS_H

#include "logic/interpolate/internal.h"
#include "logic/arith/linear.h"

struct row {
    struct linear form;
    enum linear_relation relation;
    size_t step;
    mpq_t multiplier; /* once found */
};

struct rows {
    terms *terms;
    struct row *at;
    size_t size;
    struct term_vec vars; /* in order of appearance */
    const sort *sort;     /* Int only if all rows are */
};

/* The rows of those pieces that are linear literals. */
void rows_init (struct rows *, terms *, const struct interpolate_pieces *);
void rows_clear (struct rows *);
/* SAT: the multipliers are found.  UNSAT: there are none. */
enum solver_answer rows_multipliers (struct rows *, solver *);
/* The sums at the cuts 1 .. size - 1. */
void rows_sums (const struct rows *, const term **cut,
                const struct interpolate_path *);
/* Where integers are needed: the two sides of a variable that is not integral
 * in a rational solution of the rows, and the first step that knows it. */
bool rows_branch (const struct rows *, solver *, struct term_vec *cases,
                  size_t *step);

#endif
