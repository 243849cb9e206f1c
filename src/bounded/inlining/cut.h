/* cut.h -- checks of a structural solver, with restarts.
 *
 * A solver that decides along the structure of its formulas never restarts, and
 * where its first decisions were bad it stays with them.  So a check is cut
 * after some units and made again, by the same solver, which keeps what it
 * learnt.  Where it was cut one can also do something else first.  What such a
 * solver refutes is refuted.  But once it was cut it may have lost formulas, so
 * that its models are guesses: good enough to say where to look, and no more. */
#ifndef BOUNDED_INLINING_CUT_H
#define BOUNDED_INLINING_CUT_H

#include "logic/solver/solver.h"

/* A check that goes on: zero at its beginning. */
struct cut {
    uint64_t slice; /* units of the last piece; 0: none was made */
    uint64_t spent; /* units of all pieces */
};

/* Would a check within this limit (0: none) be more than one piece? */
bool cut_pays (uint64_t limit);
/* The next piece, within `limit` units for all of them (0: without a limit).
 * SOLVER_UNDECIDED: it was cut; cut_ends tells if that was the last one. */
enum solver_answer cut_check (struct cut *, solver *, uint64_t limit,
                              const term *const *assume, size_t);
/* After UNDECIDED: no more of this check. */
bool cut_ends (const struct cut *, uint64_t limit);

#endif
