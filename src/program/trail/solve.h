/* solve.h -- values for a path: does the program really go there?
 *
 * Given the visits of a path through the program as read (trail.h), in order,
 * finds values for everything that is arbitrary, such that the execution
 * follows the path and fails an assertion in its last visit: bit-precisely, by
 * one query to a fresh solver, after which trail_run confirms it. */
#ifndef PROGRAM_TRAIL_SOLVE_H
#define PROGRAM_TRAIL_SOLVE_H

#include "program/trail/trail.h"

enum trail_solved {
    TRAIL_FOUND,
    TRAIL_INFEASIBLE, /* no values make an execution of it */
    TRAIL_UNDECIDED   /* the solver's limit, or no confirmation: problem */
};

/* Which assertion fails: a statement of the program as read (a call: its
 * `requires`; beyond the block's statements: an `ensures`). */
struct trail_goal {
    uint32_t procedure, block, statement;
};

/* Fills constants, globals, parameters, points and values of a trail whose
 * entry and visits are given; `limit` is the solver's, in its steps. */
enum trail_solved trail_solve (struct trail *, struct program *, uint64_t limit,
                               struct problem *);
/* The same, but the assertion may fail in visit `since` (of those given, from
 * 0) or any later one; visits after it are dropped. */
enum trail_solved trail_solve_since (struct trail *, struct program *,
                                     size_t since, uint64_t limit,
                                     struct trail_goal *, struct problem *);

#endif
