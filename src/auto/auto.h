/* auto.h -- several engines on one program, in an order that no schedule
 * changes.
 *
 * Rounds j = 0, 1, ..; in each round the stages in order:
 *     bounded   stratified inlining over bits, bound 2^j, at most B 2^j units
 *     integers  predicate abstraction and its kin over the flat program with
 *               integers (integers.h), at most B 2^j units; SAFE is a proof of
 *               the program, UNSAFE counts only if trail_solve finds the values
 *     bits      the same over bit-vectors, if the integers are not exact
 * The first that decides wins.  Units are counted in committed work, so the
 * outcome is a function of the input.  Two stages that contradict each other are
 * an internal error. */
#ifndef AUTO_H
#define AUTO_H

#include "base/log.h"
#include "base/options.h"
#include "journal/run.h"
#include "program/program.h"
#include "report/outcome.h"
#include "team/team.h"

struct auto_check {
    const struct options *options;
    struct log *log;
    run *run; /* may be null */
    uint64_t parse_ns;
    bool (*gather) (void *context, const struct member_class *, member *master,
                    struct problem *);
    void (*tell) (void *context, const char *lines);
    void *context;
};

/* engine auto, cegar, unroll, induct or bounded on a program.  False: the
 * input's fault. */
bool auto_program (const struct auto_check *, struct program *,
                   struct outcome *, struct problem *);

#endif
