/* reuse.h -- what an earlier proof says, as candidates for other clauses.
 *
 * The program may have changed since: lines, constants, numbers of registers.
 * So relations are not matched by name.  Each conjunct of the earlier proof is
 * a candidate at every relation that has all its arguments, by name and sort
 * (numbers at the end of a name count only if they are needed to tell arguments
 * apart), nearest relations first.  Candidates are tried, never believed. */
#ifndef REUSE_H
#define REUSE_H

#include "cegar/check.h"
#include "horn/from_program.h"

enum { REUSE_MOST = 200 }; /* candidates per relation */

/* `proof` as a run directory keeps it (define-funs); what cannot be read gives
 * no candidates.  `hints` is empty before. */
void reuse_user_candidates (const char *proof, const struct horn *,
                            const struct horn_map *,
                            struct horn_user_candidates *hints);

#endif
