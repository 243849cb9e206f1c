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
    /* May be null: where answers are kept instead of the run's table, which this
     * check shares with others, of other programs. */
    memo *memo;
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
/* The same in several goes, each of which may spend more: where one ended, the
 * next goes on.  Null: the input's fault.  `outcome` is filled anew by each go;
 * false: it ended because its units are spent.  In mode predictable or
 * sequential only. */
typedef struct bounding bounding;
bounding *bounding_new (const struct bounded_check *, struct program *,
                        struct problem *);
bool bounding_go (bounding *, uint64_t units, struct outcome *);
void bounding_free (bounding *);
/* `cohort replay` of a bounded proof or trail against the program. */
bool bounded_replay (struct program *, const struct options *,
                     const char *witness, const char *file, struct text *report,
                     struct problem *);

#endif
