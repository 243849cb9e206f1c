/* context.h -- what every engine is given besides its input: the options, where to
 * speak, what is kept, and how a team is run.
 *
 * Made once by whoever runs a check, and passed on by pointer; who changes a field
 * for an engine below makes a copy.  It outlives what is made with it. */
#ifndef ENGINE_CONTEXT_H
#define ENGINE_CONTEXT_H

#include "base/log.h"
#include "base/options.h"
#include "journal/run.h"
#include "team/team.h"

struct engine_context {
    const struct options *options;
    struct log *log;
    run *run; /* may be null: none is kept */
    /* May be null: where answers are kept instead of the run's table, which this
     * check shares with others, of other programs. */
    memo *memo;
    /* Runs a master over the transport that the options ask for; null: nobody does,
     * and the mode is one that needs no team. */
    bool (*run_team) (void *context, const struct member_class *,
                      member *master, struct problem *);
    /* What is established so far, for the watchdog: called now and then with lines
     * of `key: value`; may be null. */
    void (*report_progress) (void *context, const char *lines);
    void *context;     /* of both */
    uint64_t parse_ns; /* CPU time that reading took, for the times */
};

/* The same through the context's functions; a report that nobody wants is dropped. */
bool engine_run_team (const struct engine_context *,
                      const struct member_class *, member *master,
                      struct problem *);
void engine_report (const struct engine_context *, const char *lines);
/* The directory of the run, or null. */
const char *engine_directory (const struct engine_context *);

#endif
