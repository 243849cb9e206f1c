/* check.h -- decides Horn clauses: the whole way from clauses to an outcome.
 *
 * system -> simplify -> driver over a team -> proof or derivation.  The outcome
 * is not replayed yet: that is main's business. */
#ifndef CHECK_H
#define CHECK_H

#include "cegar/candidates/user_candidates.h"
#include "engine/context.h"
#include "horn/horn.h"
#include "report/outcome.h"

struct cegar_check {
    const struct engine_context *engine;
    /* Units of committed work after which it is UNKNOWN, reason `budget`, with
     * the digest of what was committed; 0: any. */
    uint64_t units;
    /* May be null: candidates to be tried before others; `user_candidates_only`: and no
     * others. */
    const struct horn_user_candidates *hints;
    bool user_candidates_only;
};

void check_horn (const struct cegar_check *, const struct horn *,
                 struct outcome *);

#endif
