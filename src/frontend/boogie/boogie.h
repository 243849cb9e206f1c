/* boogie.h -- reads Boogie programs (doc/formats.md has the grammar). */
#ifndef FRONTEND_BOOGIE_BOOGIE_H
#define FRONTEND_BOOGIE_BOOGIE_H

#include "program/program.h"

/* Fills an initialised program from a text.  False: problem of kind INPUT with
 * `file:line:column: what`: a syntax error, an unknown name, a type error, or
 * something of Boogie that we do not have, by name. */
bool boogie_read (struct program *, const char *source, size_t size,
                  const char *file, struct problem *);
/* Does the text look like Boogie (its first word after comments, and no
 * parenthesis before it)? */
bool boogie_recognise (const char *source, size_t size);

#endif
