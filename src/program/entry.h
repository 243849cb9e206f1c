/* entry.h -- the procedure that a program starts with. */
#ifndef PROGRAM_ENTRY_H
#define PROGRAM_ENTRY_H

#include "program/program.h"

/* The one of that name; null: the one that is marked, else main, else the only one
 * with a body.  False: there is none, or it has no body (USAGE). */
bool program_entry (const struct program *, const char *name, uint32_t *entry,
                    struct problem *);

#endif
