/* clause.h -- from a formula to Horn clauses.
 *
 * The formula is a Boolean skeleton above applications of relations.  First
 * the quantifiers that are universal for the whole formula are dropped: their
 * variables have names of their own, so they may be quantified in front.  Then
 * the skeleton is opened into disjunctions: a relation that stands in one
 * positively is its head, negatively in its body, and all that is free of
 * relations goes, negated and otherwise untouched, into its constraint. */
#ifndef FRONTEND_HORN_CLAUSE_H
#define FRONTEND_HORN_CLAUSE_H

#include "logic/smtlib/smtlib.h"
#include "horn/horn.h"

struct skeleton {
    struct horn *horn;         /* borrowed */
    struct smtlib *smtlib;     /* borrowed; its problem is the skeleton's */
    struct VEC (uint8_t) info; /* by id of a term: what is below it */
};

void skeleton_init (struct skeleton *, struct horn *, struct smtlib *);
void skeleton_clear (struct skeleton *);
/* Adds the clauses of a formula that is asserted (or denied, if not
 * `positive`) by a command of the file. */
bool skeleton_add (struct skeleton *, const term *formula, bool positive,
                   const struct sexpr *command, uint32_t assertion);

/* What is below a term (SKELETON_..), computed once for each. */
enum { SKELETON_SEEN = 1, SKELETON_RELATION = 2, SKELETON_QUANTIFIER = 4 };
unsigned skeleton_info (struct skeleton *, const term *);
/* The formula without its universal quantifiers (prenex.c). */
const term *skeleton_prenex (struct skeleton *, const term *, bool positive);

/* A clause before its variables are listed. */
struct bare_clause {
    const term *head; /* an application, or null */
    const term *constraint;
    struct term_vec body; /* applications, each once; owned */
};
struct vec_bare VEC (struct bare_clause);
/* Splits a formula that has been through skeleton_prenex (split.c). */
bool skeleton_split (struct skeleton *, const term *, bool positive,
                     const struct sexpr *command, struct vec_bare *);

/* Most clauses that distribution makes of one formula; a conjunction of any
 * number of clauses is not distribution. */
enum { SKELETON_MOST = 1000 };

#endif
