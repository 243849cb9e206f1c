/* origin.h -- who made a witness, and of which input.
 *
 * A witness ends with comment lines
 *
 *     ; producer: cohort 0.2.0, build 0123456789abcdef
 *     ; input: sha256 HEX            one for each file, in order
 *
 * It is about the contents of its files, wherever they lie and however their
 * names were written.  Witnesses for other tools (YAML) have such hashes of their
 * own. */
#ifndef ORIGIN_H
#define ORIGIN_H

#include "command/work.h"

/* The lines of a witness of what was read; the caller frees them. */
char *origin_lines (const struct work *);
/* Takes the lines off the witness.  False: it is about other contents than what
 * was read (problem set).  One that does not say is about anything. */
bool origin_take (const struct work *, char *witness, const char *file,
                  struct problem *);

#endif
