/* horn.h -- constrained Horn clauses, as read.
 *
 * A clause says: for all its variables, constraint and body (arguments) imply
 * head (arguments).  HORN_NONE as body makes it a fact, as head a query.  A body
 * may have `more` relations: then the clause is not linear, and a derivation of
 * its head is a tree.  The
 * clauses are satisfiable (SAFE) iff no derivation from facts reaches a query.
 *
 * Everything is kept as it stood in the file, so that proofs and derivations
 * are about the user's own clauses. */
#ifndef HORN_HORN_H
#define HORN_HORN_H

#include "base/problem.h"
#include "logic/term/sort.h"
#include "logic/term/term.h"

enum { HORN_NONE = UINT32_MAX };

struct relation {
    const char *name; /* as declared, without bars */
    const sort **sort;
    size_t args;
    struct place place;
};

struct horn_atom {
    uint32_t relation;
    const term **arg;
};

struct clause {
    struct term_vec vars; /* all variables of the clause, each once, in order
                                 of their binders in the text; other clauses may
                                 have the same */
    const char **name;    /* their names in the text, one per var */
    uint32_t body, head;  /* relations, or HORN_NONE */
    const term **body_arg, **head_arg;
    struct horn_atom *more; /* of the body, behind the first one */
    size_t mores;
    const term *constraint; /* over vars; true if there is none */
    uint32_t assertion;     /* which assert/rule/query of the file, from 0 */
    struct place place;
};

struct vec_relation VEC (struct relation);
struct vec_clause VEC (struct clause);

struct horn {
    terms *terms;       /* owned */
    struct arena arena; /* of the arrays and names above */
    char *file;         /* the file's name, owned */
    struct vec_relation relation;
    struct vec_clause clause;
    bool has_bits, has_arrays, has_reals, nonlinear; /* what occurs in it */
};

void horn_init (struct horn *, const char *file);
void horn_clear (struct horn *);
/* Sets has_bits .. nonlinear from relations and clauses. */
void horn_survey (struct horn *);
/* Has no clause more than one relation in its body? */
bool horn_linear (const struct horn *);
/* Relation number i of a clause's body. */
struct horn_atom clause_atom (const struct clause *, size_t i);
size_t clause_atoms (const struct clause *);

#endif
