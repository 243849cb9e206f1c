/* array_cells.h -- one cell of every map stands for all of them.
 *
 * Of one procedure without calls.  What is said of all entries of a map ("after
 * the loop all are 0") needs a quantifier; of one entry, whose index is
 * arbitrary but never changes, it does not.  Here every map becomes the value
 * of one of its cells; a read elsewhere gives an arbitrary value, a write
 * elsewhere is none. Each choice of cells makes a program that does all that
 * the first one does, and more.
 *
 * Which cells?  Before an assertion fails, something was read last.  Of all
 * choices, that is the one of interest in which this read met the cell: so only
 * failures count where it did, or where nothing was read; other failures just
 * end the run.  If the first program fails, this one does, with that choice.
 * All maps have the same choice: element number n, and the same bytes within
 * it, so that a copy of an array is one of its cell.
 *
 * Or: before an assertion fails, each map was written last somewhere.  With
 * CELLS_WRITTEN each map (with those that it is copied to or from) has a choice
 * of its own, and runs are left out that do the last of all writes to it
 * elsewhere: so the end of a string is known while it is looked for.
 *
 * Maps of maps are forgotten: what is read from them is arbitrary.  So is what
 * has a quantifier. */
#ifndef PROGRAM_ABSTRACT_ARRAY_CELLS_H
#define PROGRAM_ABSTRACT_ARRAY_CELLS_H

#include "program/program.h"

enum cells { CELLS_NONE, CELLS_READ, CELLS_WRITTEN };

/* Whether there is something to be done. */
bool program_reads_maps (const struct program *);
/* In place; blocks, labels and origins stay as they are.  False: no map is
 * read (or written), and nothing has changed. */
bool program_cells (struct program *flat, enum cells);

#endif
