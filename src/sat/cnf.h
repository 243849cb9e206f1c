/* cnf.h -- questions about wires, answered by CaDiCaL.
 *
 * The clauses of a gate are added when a question first needs it, so what a
 * question cannot depend on is never seen by the solver.  One solver is used
 * for all questions, each of which is put as assumptions; its answers are a
 * function of the questions, in their order. */
#ifndef SAT_CNF_H
#define SAT_CNF_H

#include "sat/gates.h"

enum cnf_answer { CNF_SAT, CNF_UNSAT, CNF_UNDECIDED };

typedef struct cnf cnf;

cnf *cnf_new (const struct gates *); /* borrowed */
void cnf_free (cnf *);
/* From now on the wire is true. */
void cnf_require (cnf *, wire);
/* Whether all that is required and the wire can be true; undecided: not within
 * so many conflicts. */
enum cnf_answer cnf_ask (cnf *, wire, uint64_t conflicts);
/* After CNF_SAT: the value of an input; one that no question needs is false. */
bool cnf_input (cnf *, uint32_t gate);
uint64_t cnf_conflicts (const cnf *); /* that all questions may have taken */
const char *cnf_version (void);

#endif
