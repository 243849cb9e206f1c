/* trail_solve.h -- values for a path: does the program really go there?
 *
 * Given the visits of a path through the program as read (trail.h), in order,
 * the last of which has the assertion that is to fail, finds values for
 * everything that is arbitrary, such that the execution follows the path:
 * bit-precisely, by one query to a fresh solver, after which trail_run confirms
 * it. */
#ifndef TRAIL_SOLVE_H
#define TRAIL_SOLVE_H

#include "program/trail.h"

enum trail_solved { TRAIL_FOUND, TRAIL_INFEASIBLE, TRAIL_UNDECIDED };

/* Fills constants, globals, parameters, points and values of a trail whose
 * visits are given; `limit` is the solver's, in its steps. */
enum trail_solved trail_solve (struct trail *, struct program *, uint64_t limit,
                               struct problem *);

#endif
