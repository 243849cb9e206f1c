/* manifest.h -- what a run directory is about, as text that can be compared.
 *
 *     format: cohort run 1
 *     version: ...           of the program
 *     solver: ...
 *     input: ...             name, for people: not compared
 *     digest: ...            of the input's bytes
 *     engine: auto           and so on: every semantic option
 *
 * and, as the last line, `checksum: ...` of all before. */
#ifndef MANIFEST_H
#define MANIFEST_H

#include "base/problem.h"
#include "base/text.h"

struct run_identity;

void manifest_write (const struct run_identity *, struct text *);
/* Compares a stored one with what is asked now.  False: `problem` names the
 * first difference and both values, or says that the stored one is damaged. */
bool manifest_agrees (const char *path, const char *stored, size_t size,
                      const struct run_identity *, struct problem *);

#endif
