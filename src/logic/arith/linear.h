/* linear.h -- linear forms over the rationals, and predicates in normal form.
 *
 * A predicate is kept in one shape, so that no two of a list say the same:
 * Int: sum c_i x_i <= k with gcd (c_i) = 1 and k rounded down, variables in term
 * order, first coefficient positive or the relation turned into its negation;
 * Real: scaled so that coefficients are coprime integers; equalities likewise;
 * others as they are, without an outer `not`. */
#ifndef LOGIC_ARITH_LINEAR_H
#define LOGIC_ARITH_LINEAR_H

#include <gmp.h>

#include "logic/term/term.h"

struct linear {
    mpq_t constant;
    struct linear_part {
        const term *var;
        mpq_t factor;
    } *part; /* term order */
    size_t size, room;
};

void linear_init (struct linear *);
void linear_clear (struct linear *);
/* Adds factor * t; false (and unchanged meaning) if t is not linear.  What is
 * not arithmetic itself (ite, mod, select, ...) counts as a variable only if
 * `opaque`. */
bool linear_add (struct linear *, terms *, const term *t, const mpq_t factor,
                 bool opaque);
void linear_add_scaled (struct linear *, const struct linear *, const mpq_t);
/* The form as a term of the given sort (Int needs integral coefficients). */
const term *linear_term (terms *, const struct linear *, const sort *);

/* A literal as `form <= 0`, `form < 0` or `form = 0`, added to the given form;
 * false if it is none.  `<` over Int becomes `<=`.  What is not arithmetic counts
 * as a variable: see whether a part's var is an OP_VAR if that matters. */
enum linear_relation { LINEAR_LE, LINEAR_LT, LINEAR_EQ };
bool linear_literal (terms *, const term *, struct linear *,
                     enum linear_relation *);

/* The normal form of an atomic predicate.  `*negated` is set if the result is
 * the negation of the argument.  The predicates p and not p have one form. */
const term *predicate_normal (terms *, const term *, bool *negated);
/* Splits a formula into its atoms in normal form, each once, in order of the
 * first visit: candidates for predicates.  Trivial ones are left out. */
void predicate_atoms (terms *, const term *, struct term_vec *);

#endif
