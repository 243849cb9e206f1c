/* product.h -- products as unknowns.
 *
 * Solvers of bits hardly prove x (y - 1) + x = x y.  Here every product of two
 * sums is multiplied out, modulo 2^w, and every product of two other terms (in
 * either order) becomes one variable, of which little is known: what it is if a
 * factor is 0 or 1.  What has no model afterwards has none before: the
 * variables stand for the products. */
#ifndef AUTO_SUMMARIES_PRODUCT_H
#define AUTO_SUMMARIES_PRODUCT_H

#include "logic/term/term.h"

/* In place; what is known of the variables is added to `facts`. */
void products_open (terms *, struct term_vec *formulas, struct term_vec *facts);

#endif
