/* unwind.h -- all executions of a program up to a bound, symbolically.
 *
 * Blocks are executed in the order of order.h, each once for all paths that
 * come to it in the same round of the loops around it; calls in place.  Rounds
 * of a loop, and calls within calls, whose guard is not that of the round before
 * count towards the bound, and `possible` is asked about them.
 *
 * What comes out are claims: formulas that must not be satisfiable.  If none is,
 * no assertion can fail, whatever the bound; where there are no claims of kind
 * CLAIM_REST, that needs no bound. */
#ifndef SAT_UNWIND_H
#define SAT_UNWIND_H

#include "sat/blast.h"
#include "sat/cells.h"
#include "sat/guard.h"
#include "program/program.h"

enum claim_kind {
    CLAIM_FAILS, /* an assertion is not true */
    CLAIM_GOES,  /* a loop or a recursion goes on: `possible` refuted that */
    CLAIM_REST   /* it goes on beyond the bound */
};

struct sat_claim {
    enum claim_kind kind;
    const term *term;
    const struct path_guard *guard;
    size_t event; /* how many there were before */
};

/* What happens in executions that take the guard, in order. */
struct event {
    const struct path_guard *guard;
    bool visit; /* of a block; else a value was used up: `value` */
    uint32_t procedure, block;
    uint32_t any; /* of a visit: values of locals, which nobody reads */
    struct symbolic value;
};

struct unwind_plan {
    unsigned bound;
    uint64_t steps; /* statements, merged values, new terms and memory */
    /* Whether an execution may take it; false only if none does. */
    bool (*possible) (void *context, const term *);
    void *context;
};

typedef struct unwinding unwinding;

/* Of an expanded program (program_expand), which must live longer.  Null: there
 * is something in it that is not treated (UNSUPPORTED). */
unwinding *unwinding_new (struct program *, uint32_t entry, struct blast *,
                          struct problem *);
void unwinding_free (unwinding *);
/* Executes it anew; what was said before is void, but for terms.  False: steps
 * are spent, or (problem) something is not treated. */
bool unwinding_go (unwinding *, const struct unwind_plan *, struct problem *);

size_t unwinding_claims (const unwinding *, const struct sat_claim **);
size_t unwinding_events (const unwinding *, const struct event **);
uint64_t unwinding_steps (const unwinding *); /* of the last go */
/* What the globals began with, by number; parameters of the entry. */
const term *unwinding_global (const unwinding *, size_t);
const term *unwinding_parameter (const unwinding *, size_t);

#endif
