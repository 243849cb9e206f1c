/* derivation.h -- steps of a derivation while it is made, for derivation*.c.
 *
 * A derivation has a list of clauses, each behind those that derive its body, up
 * to a query, and gets a value for every variable of each.  Of linear clauses that
 * is a path.  Values are found by a solver, for a section of
 * the list at once, or by following what the clauses determine.  Either way
 * step_finish has the last word: it evaluates the clause. */
#ifndef CEGAR_SYSTEM_DERIVATION_H
#define CEGAR_SYSTEM_DERIVATION_H

#include "base/map.h"
#include "cegar/simplify/certificate.h"
#include "logic/solver/solver.h"

struct step {
    uint32_t clause;
    uint32_t *from;     /* per relation of the body: the step that derives it */
    const term **value; /* of the clause's variables; null: none yet */
    const term **fact;  /* values of the head's arguments */
};

/* A clause, prepared for evaluating it again and again. */
struct reading {
    bool ready;
    bool divides;             /* the constraint may divide by 0 */
    struct map index;         /* variable's id -> its position */
    struct term_vec conjunct; /* of the constraint */
};

struct derivation {
    const struct horn *horn;
    struct arena arena;
    struct step *step;
    size_t steps;
    struct reading *reading; /* per clause */
};

/* False: no derivation of clauses, nothing to close. */
bool derivation_open (struct derivation *, const struct horn *,
                      const uint32_t *clause, size_t clauses);
void derivation_close (struct derivation *);
const struct reading *derivation_reading (struct derivation *, uint32_t clause);
const struct clause *step_clause (const struct derivation *,
                                  const struct step *);
size_t step_args (const struct derivation *, const struct step *);
/* The term under the values so far; null: not determined. */
const term *step_evaluate (struct derivation *, const struct step *,
                           const term *);
/* All variables have values: is that an instance, and what does it derive?
 * `other`: asked for what cannot be evaluated; may be null. */
bool step_finish (struct derivation *, struct step *,
                  const term *(*other) (void *, const term *), void *);
/* Some value of the sort, for what nothing depends on; null: none that can be
 * written. */
const term *value_default (terms *, const sort *);

/* A part of the list, as a formula in a solver of its own. */
struct section {
    struct derivation *derivation;
    size_t first, count;
    struct term_vec *var; /* per step, the clause's variables */
    solver *solver;
};

void section_open (struct section *, struct derivation *, size_t first,
                   size_t count, uint64_t limit);
void section_close (struct section *);
/* Values for its steps, such that it follows `before` and the last fact is
 * `after`, where that is not null (nor its entries). */
bool section_solve (struct section *, const term *const *before,
                    const term *const *after);
/* The same clauses, further along the path. */
bool section_fits (const struct section *, size_t first, size_t count);

/* Trace and derivation of the outcome; all steps are finished. */
void derivation_write (const struct derivation *, struct outcome *);

#endif
