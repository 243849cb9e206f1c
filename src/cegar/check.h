/* check.h -- decides Horn clauses: the whole way from clauses to an outcome.
 *
 * system -> simplify -> quest over a team -> proof or derivation.  The outcome
 * is not replayed yet: that is main's business. */
#ifndef CHECK_H
#define CHECK_H

#include "base/log.h"
#include "base/options.h"
#include "journal/run.h"
#include "program/horn.h"
#include "report/outcome.h"
#include "team/engine.h"
#include "team/team.h"

struct check {
    const struct options *options;
    struct log *log;
    run *run; /* may be null */
    /* Runs a master over the transport that the options ask for. */
    bool (*gather) (void *context, const struct member_class *, member *master,
                    struct problem *);
    /* What is established so far, for the watchdog: called now and then with
     * lines of `key: value`; may be null. */
    void (*tell) (void *context, const char *lines);
    void *context;
};

/* The worker's side of every stage. */
extern const struct labor_class cegar_labor;

void check_horn (const struct check *, const struct horn *, struct outcome *);

#endif
