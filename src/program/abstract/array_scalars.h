/* array_scalars.h -- a map that is read at constants only is a variable for each.
 *
 * Of one procedure without calls.  Memory is a map of objects, and what there
 * is about objects (their sizes, whether they live) are maps as well.  Once
 * the objects are numbers, because the program makes finitely many of them, an
 * entry is a variable like others: loops and bounds of arrays can be reasoned
 * about without maps.  Maps of maps are done from the outside in, so that an
 * object that is a struct comes apart, too.
 *
 * Exact: the changed program fails where the first one does. */
#ifndef PROGRAM_ABSTRACT_ARRAY_SCALARS_H
#define PROGRAM_ABSTRACT_ARRAY_SCALARS_H

#include "program/program.h"

enum { ENTRIES_MOST = 64 }; /* of one map */

/* In place; blocks, labels and origins stay as they are.  False: there is no
 * such map, and nothing has changed. */
bool program_entries (struct program *flat);

#endif
