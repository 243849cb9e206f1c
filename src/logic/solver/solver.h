/* solver.h -- satisfiability of our terms.
 *
 * A solver is a fresh context of the library behind it, so what it answers is
 * a function of the calls made to *this* solver, in their order, and of nothing
 * before.  Every check gets the same budget of the library's own deterministic
 * resource count; beyond it the answer is SOLVER_UNDECIDED.  That is an answer
 * like the others: same calls, same answer.
 *
 * A solver may be interrupted from another thread (solver_interrupt), at any
 * time between new and free; from then on every check says SOLVER_INTERRUPTED.
 * Questions about an answer that was given before are answered still.  No memory left inside the
 * library ends the process (base/memory.h): an answer must not depend on it. */
#ifndef LOGIC_SOLVER_SOLVER_H
#define LOGIC_SOLVER_SOLVER_H

#include <pthread.h>

#include "logic/term/term.h"

typedef struct solver solver;

enum solver_answer {
    SOLVER_SAT,
    SOLVER_UNSAT,
    SOLVER_UNDECIDED,
    SOLVER_INTERRUPTED,
    SOLVER_CANDIDATE /* with `triggers` only: satisfiable as far as the instances
                        that the patterns gave go.  solver_value works, but the
                        model need not satisfy the quantified formulas */
};

struct solver_options {
    uint64_t limit;  /* resource units per check; 0: none; at most 2^32 - 1 */
    bool bits;       /* mostly about bit-vectors: begin with the solver for them
                       (left for the general one when another sort comes) */
    bool triggers;   /* quantifiers are instantiated by their patterns alone (by
                       patterns of the library's choice where they have none),
                       and no model of them is searched for */
    bool structural; /* decide along the structure of the formulas: what cannot
                        matter is never looked at, but there are no restarts */
};

solver *solver_new (terms *, const struct solver_options *);
void solver_free (solver *);
/* From now on every check has this limit. */
void solver_limit (solver *, uint64_t limit);
void solver_push (solver *);
void solver_pop (solver *);
void solver_assert (solver *, const term *);
/* Checks what is asserted together with the assumptions (any formulas; variables
 * and negated variables cost least). */
enum solver_answer solver_check (solver *, const term *const *assume, size_t);
/* After SAT or CANDIDATE: the value of a term (term_is_value), completed; null
 * if there is none to give, as for a function that stands for an array and has
 * no constant default.  Elements of uninterpreted sorts (term_is_element) mean
 * something to solver_value of this answer only, also inside of terms; they are
 * not to be asserted or assumed. */
const term *solver_value (solver *, const term *);
/* After UNSAT: the indices of assumptions that suffice, rising. */
size_t solver_core (solver *, uint32_t *index, size_t room);
/* Resource units spent so far, over all checks: deterministic. */
uint64_t solver_units (const solver *);
void solver_interrupt (solver *);  /* from any thread */
const char *solver_version (void); /* e.g. "z3 4.8.12" */

/* `formula` with the variables `gone` eliminated: equivalent to it with them
 * quantified existentially (`*exact`), or weaker; null if neither can be had
 * within the limit.  Not between a check and questions about its answer. */
const term *solver_project (solver *, const term *formula,
                            const term *const *gone, size_t count, bool *exact);
/* An equivalent, simpler formula (may be the same).  Not between a check and
 * questions about its answer. */
const term *solver_simplify (solver *, const term *);

/* Where another thread finds the solver that is at work, to interrupt it: the
 * lock keeps that solver from being freed in between.  Once interrupted, every
 * solver that is put here is interrupted too, until solver_watch_reset. */
struct solver_watch {
    pthread_mutex_t lock;
    solver *at_work; /* may be null */
    bool interrupted;
};
void solver_watch_init (struct solver_watch *);
void solver_watch_clear (struct solver_watch *);
void solver_watch_reset (struct solver_watch *);
void solver_watch_set (struct solver_watch *, solver *); /* null before free */
void solver_watch_interrupt (struct solver_watch *);     /* from any thread */

#endif
