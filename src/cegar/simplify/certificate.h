/* certificate.h -- results about the user's clauses, as text.
 *
 * A proof file is SMT-LIB: one define-fun per relation, in the order of the
 * declarations, with the relation's own sorts.  A derivation file is one step
 * per clause used:
 *
 *     (step :assertion 3 :values ((x 1) (y (- 2))) :fact (P 1 (- 2)))
 *
 * assertions counted from 0 in the file, values in the order of the binders in
 * the text of the assertion; the last fact is `false`. */
#ifndef CEGAR_SIMPLIFY_CERTIFICATE_H
#define CEGAR_SIMPLIFY_CERTIFICATE_H

#include "cegar/simplify/simplify.h"
#include "cegar/system/system.h"
#include "report/outcome.h"

/* `invariant`: one per relation, over `vars[relation]`. */
void certificate_proof (const struct horn *, const term *const *invariant,
                        const struct term_vec *const *vars, struct text *);
/* Solves the path of clauses (entry to query) for the values of all variables;
 * fills trace and derivation of the outcome.  False: the path has no model
 * within the limit, or the derivation cannot be written (a bug of whoever found
 * the path; the outcome is UNKNOWN then). */
bool certificate_derivation (const struct horn *, const uint32_t *clause,
                             size_t clauses, uint64_t limit, struct outcome *);

/* Clauses in a row, and what the last one's head is then. */
struct certificate_stretch {
    const uint32_t *clause; /* borrowed */
    size_t clauses;
    const term **value; /* per argument of the head; null: any that fits */
};

struct stretches {
    struct vec_stretch VEC (struct certificate_stretch) stretch;
    struct arena arena; /* of the values */
};

void stretches_clear (struct stretches *);
/* The same for a long path: every stretch can be solved by itself, for the
 * values before and after it. */
bool certificate_stretches (const struct horn *, const struct stretches *,
                            uint64_t limit, struct outcome *);

#endif
