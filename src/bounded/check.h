/* check.h -- decides a program up to a bound: from program to outcome.
 *
 * passes -> passive -> partitions over a team -> trail or proof, replayed. */
#ifndef BOUNDED_CHECK_H
#define BOUNDED_CHECK_H

#include "base/log.h"
#include "base/options.h"
#include "journal/run.h"
#include "program/program.h"
#include "report/outcome.h"
#include "team/team.h"

struct bounded_check {
    const struct options *options;
    struct log *log;
    run *run; /* may be null */
    uint64_t parse_ns; /* what reading took, for the times */
    /* Runs a master over the transport that the options ask for. */
    bool (*gather) (void *context, const struct member_class *, member *master,
                    struct problem *);
    /* What is established so far, for the watchdog. */
    void (*tell) (void *context, const char *lines);
    void *context;
};

/* False: the input's fault (no such entry, irreducible loop, ..). */
bool check_program (const struct bounded_check *, struct program *,
                    struct outcome *, struct problem *);
/* `cohort replay` of a bounded proof or trail against the program. */
bool bounded_replay (struct program *, const struct options *,
                     const char *witness, const char *file, struct text *report,
                     struct problem *);

#endif
