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

struct check {
    const struct options *options;
    struct log *log;
    run *run; /* may be null */
    /* What is established so far, for the watchdog: called now and then with
     * lines of `key: value`; may be null. */
    void (*tell) (void *context, const char *lines);
    void *context;
};

/* The worker's side of every stage. */
extern const struct labor_class cegar_labor;

/* The greeting that both sides of a team use (transport.h): versions. */
void check_greeting (struct buffer *);

void check_horn (const struct check *, const struct horn *, struct outcome *);

#endif
