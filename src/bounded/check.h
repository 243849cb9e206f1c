/* check.h -- decides a program up to a bound: from program to outcome.
 *
 * passes -> passive -> partitions over a team -> trail or proof, replayed. */
#ifndef BOUNDED_CHECK_H
#define BOUNDED_CHECK_H

#include "engine/context.h"
#include "program/program.h"
#include "report/outcome.h"

/* False: the input's fault (no such entry, irreducible loop, ..). */
bool check_program (const struct engine_context *, struct program *,
                    struct outcome *, struct problem *);
/* The same in several goes, each of which may spend more: where one ended, the
 * next goes on.  Null: the input's fault.  `outcome` is filled anew by each go;
 * false: it ended because its units are spent.  In mode predictable or
 * sequential only.  The context is borrowed as long as the result. */
typedef struct bounding bounding;
bounding *bounding_new (const struct engine_context *, struct program *,
                        struct problem *);
bool bounding_go (bounding *, uint64_t units, struct outcome *);
void bounding_free (bounding *);
/* `cohort replay` of a bounded proof or trail against the program.  Of a trail the
 * outcome gets verdict and trace. */
bool bounded_replay (struct program *, const struct options *,
                     const char *witness, const char *file, struct outcome *,
                     struct text *report, struct problem *);

#endif
