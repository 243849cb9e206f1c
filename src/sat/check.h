/* check.h -- decides a program by symbolic execution and SAT: doc/sat.md. */
#ifndef SAT_CHECK_H
#define SAT_CHECK_H

#include "engine/context.h"
#include "program/program.h"
#include "report/outcome.h"

typedef struct sat_check sat_check;

/* The program and the context must live longer.  Null: something in it is not
 * treated (UNSUPPORTED), or the input's fault. */
sat_check *sat_check_new (const struct engine_context *, struct program *,
                          uint32_t entry, struct problem *);
void sat_check_free (sat_check *);
/* Goes on where the last go ended, for so many units.  False: they are spent. */
bool sat_check_go (sat_check *, uint64_t units, struct outcome *);
/* What a proof of this kind begins with: that the program is unwound again, and
 * the claims refuted by z3 alone, is all that it says. */
#define SAT_PROOF "; symbolic execution"
/* Whether that shows the program to be safe, once more and to the end. */
bool sat_check_again (const struct engine_context *, struct program *,
                      uint32_t entry, struct problem *);

#endif
