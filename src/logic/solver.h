/* solver.h -- satisfiability of our terms.
 *
 * A solver is a fresh context of the library behind it, so what it answers is
 * a function of the calls made to *this* solver, in their order, and of nothing
 * before.  Every check gets the same budget of the library's own deterministic
 * resource count; beyond it the answer is SOLVER_UNDECIDED.  That is an answer
 * like the others: same calls, same answer.
 *
 * A solver may be interrupted from another thread (solver_interrupt); then the
 * current check says SOLVER_INTERRUPTED and nothing that it said may be used. */
#ifndef SOLVER_H
#define SOLVER_H

#include "logic/term.h"

typedef struct solver solver;

enum solver_answer {
    SOLVER_SAT, SOLVER_UNSAT, SOLVER_UNDECIDED, SOLVER_INTERRUPTED
};

struct solver_options {
    uint64_t limit;  /* resource units per check; 0: none */
    bool proofs;     /* needed by interpolate.c only */
    bool bits;       /* the problem is about bit-vectors: use that solver */
};

solver *solver_new (terms *, const struct solver_options *);
void solver_free (solver *);
void solver_push (solver *);
void solver_pop (solver *);
void solver_assert (solver *, const term *);
/* Checks what is asserted together with the assumptions (any formulas). */
enum solver_answer solver_check (solver *, const term *const *assume, size_t);
/* After SAT: the value of a term, completed; null if there is none to give. */
const term *solver_value (solver *, const term *);
/* After UNSAT: the indices of assumptions that suffice, rising. */
size_t solver_core (solver *, uint32_t *index, size_t room);
/* Resource units spent so far, over all checks: deterministic. */
uint64_t solver_units (const solver *);
void solver_interrupt (solver *); /* from any thread */
const char *solver_version (void); /* e.g. "z3 4.8.12" */

/* `formula` with the variables `gone` eliminated: an equivalent or, if `over`,
 * possibly weaker formula without them; null if neither can be had. */
const term *solver_project (solver *, const term *formula,
                            const term *const *gone, size_t count, bool *exact);
/* An equivalent, simpler formula (may be the same). */
const term *solver_simplify (solver *, const term *);

#endif
