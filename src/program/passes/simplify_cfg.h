/* simplify_cfg.h -- what the files of program_tidy share. */
#ifndef PROGRAM_PASSES_SIMPLIFY_CFG_H
#define PROGRAM_PASSES_SIMPLIFY_CFG_H

#include "program/change.h"
#include "program/passes/flatten.h"
#include "program/live.h"

/* Whoever comes from `from` over `over` (which is small, no head of a loop, and
 * entered from elsewhere too) goes on to these targets of it and to no others:
 * what is known at the end of `from` makes their first assumption false. */
struct thread {
    uint32_t from;
    uint32_t over; /* PROGRAM_NONE: targets of `from` itself */
    struct vec_target to;
};
struct vec_thread VEC (struct thread);

/* Carries constants and copies on, drops what that makes true, ends blocks
 * where it makes something false.  Did anything change?  Adds the threads that
 * it saw. */
bool tidy_carry (struct program *, struct procedure *, const struct flow *,
                 struct live *, struct vec_thread *);
/* Drops assignments and havocs of variables that are not live. */
bool tidy_dead (struct program *, struct procedure *, const struct flow *,
                struct live *);
/* true and nothing to tell. */
bool statement_says_nothing (const struct statement *);

#endif
