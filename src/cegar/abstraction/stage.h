/* stage.h -- what the stages of this engine have in common: how one ends, and its
 * commits. */
#ifndef CEGAR_ABSTRACTION_STAGE_H
#define CEGAR_ABSTRACTION_STAGE_H

#include "base/bytes.h"
#include "base/counters.h"
#include "base/hash.h"
#include "cegar/system/system.h"

enum reference_end {
    REFERENCE_RUNS,
    REFERENCE_SAFE,
    REFERENCE_UNSAFE,    /* `path` is feasible */
    REFERENCE_UNDECIDED, /* `reason` says why */
    REFERENCE_FAILED     /* so does it: an answer is none, or the journal
                              disagrees; nothing follows from that */
};

/* What every stage has; the engine-specific rest is behind it. */
struct stage {
    const char *name;
    enum reference_end end;
    char reason[200];
    struct vec_index path;    /* UNSAFE: transitions, entry to error */
    const term **invariant;   /* SAFE: per location; owned */
    struct digest digest;     /* of the commits */
    struct counters counters; /* committed ones */
    uint64_t units;           /* of the commits */
    /* Units it may spend; 0: any.  Commits up to and including the one that
     * exceeds it are in the digest; what comes then changes nothing but
     * `units`, so that the digest does not depend on how far ahead it ran. */
    uint64_t limit;
};

bool stage_spent (const struct stage *); /* beyond its limit */

/* Commits one answer: digest, counters. */
void stage_commit (struct stage *, struct bytes item, struct bytes answer,
                   uint64_t units);

#endif
