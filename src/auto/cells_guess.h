/* cells_guess.h -- what a loop may have done to the cells (program/abstract/array_cells.h).
 *
 * A loop that goes through a map has done something to all cells that it has
 * passed, and nothing to the others: `n < i implies P`, where n is the number
 * of the cell of interest, i a variable, and P relates the cell to other cells,
 * to variables, to n and to constants of the clauses.  After the loop that
 * holds of all up to its bound.  These are candidates for each relation; which
 * of them hold is for others to find out. */
#ifndef CELLS_GUESS_H
#define CELLS_GUESS_H

#include "cegar/candidates/user_candidates.h"
#include "horn/from_program.h"

enum { CELLS_MOST = 400 }; /* candidates per relation */

/* `hints` is empty before. */
void cells_user_candidates (const struct horn *, const struct horn_map *,
                            struct horn_user_candidates *hints);

#endif
