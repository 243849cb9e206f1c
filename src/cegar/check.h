/* check.h -- decides Horn clauses: the whole way from clauses to an outcome.
 *
 * system -> simplify -> driver over a team -> proof or derivation.  The outcome
 * is not replayed yet: that is main's business. */
#ifndef CHECK_H
#define CHECK_H

#include "base/log.h"
#include "base/options.h"
#include "cegar/candidates/user_candidates.h"
#include "journal/run.h"
#include "horn/horn.h"
#include "report/outcome.h"
#include "team/engine.h"
#include "team/team.h"

struct check {
    const struct options *options;
    struct log *log;
    run *run; /* may be null */
    /* May be null: where answers are kept instead of the run's table, which this
     * check shares with others, of other programs. */
    memo *memo;
    /* Runs a master over the transport that the options ask for. */
    bool (*gather) (void *context, const struct member_class *, member *master,
                    struct problem *);
    /* What is established so far, for the watchdog: called now and then with
     * lines of `key: value`; may be null. */
    void (*tell) (void *context, const char *lines);
    void *context;
    /* Units of committed work after which it is UNKNOWN, reason `budget`, with
     * the digest of what was committed; 0: any. */
    uint64_t units;
    /* May be null: candidates to be tried before others; `user_candidates_only`: and no
     * others. */
    const struct horn_user_candidates *hints;
    bool user_candidates_only;
};

/* The worker's side of every stage. */
extern const struct item_worker_class cegar_item_worker;

void check_horn (const struct check *, const struct horn *, struct outcome *);

#endif
