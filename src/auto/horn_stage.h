/* horn_stage.h -- predicate abstraction and its kin on a program: from program to
 * outcome.
 *
 * expand, prune, specify -> flatten, tidy -> unfolded, entries -> (cells)
 * -> integers -> Horn clauses -> cegar/check.h.  A proof is replayed by other
 * solvers against the text of the clauses.  A counterexample is a path of the
 * clauses, hence of the program as read: values for it are found bit-precisely
 * (program/trail/solve.h), and trail_run confirms them.  It may end in a {:cut}
 * (program/attributes.h): that is the caller's to see. */
#ifndef AUTO_HORN_STAGE_H
#define AUTO_HORN_STAGE_H

#include "engine/context.h"
#include "program/abstract/array_cells.h"
#include "report/outcome.h"

struct flat_check {
    const struct engine_context *engine;
    const char *reuse; /* may be null: an earlier proof, for candidates */
    bool integers;     /* program/abstract/integers.h, else bit-vectors */
    bool
        values; /* only by explicit values (explicit_stage.h), which are exact */
    enum cells cells; /* one cell for each map: only SAFE counts */
};

typedef struct flat flat;

/* What is made once.  The options are copied; the rest is borrowed as long as
 * the result.  Null: the input's fault, or the program is beyond this way
 * (recursion, too large: UNSUPPORTED). */
flat *flat_new (const struct flat_check *, struct program *as_read,
                uint32_t entry, struct problem *);
void flat_free (flat *); /* may be null */
/* Is what is checked the program, or more? */
bool flat_exact (const flat *);
/* What --emit asks for, or a verdict; after `units` of committed work UNKNOWN
 * "budget" (0: any).  May be called again. */
void flat_go (flat *, uint64_t units, struct outcome *);

#endif
