/* horn.h -- reads constrained Horn clauses: SMT-LIB 2 as CHC-COMP writes it,
 * and Z3's declare-rel, declare-var, rule and query. */
#ifndef FRONTEND_HORN_HORN_H
#define FRONTEND_HORN_HORN_H

#include "horn/horn.h"

/* Fills an initialised `horn` from a text.  False: problem; INPUT if it cannot
 * be read or typed, UNSUPPORTED if it can, but is no set of linear Horn clauses
 * over sorts that we have. */
bool horn_read (struct horn *, const char *source, size_t size,
                const char *file, struct problem *);
/* Does the text look like SMT-LIB (its first command, after comments)? */
bool horn_recognise (const char *source, size_t size);

#endif
