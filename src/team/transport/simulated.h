/* simulated.h -- a whole team in one thread, on a virtual clock, from a seed.
 *
 * Everything that a network and machines can do to the order of things happens
 * here on purpose: links have random delays (order within a link is kept),
 * members are slow, crash (between any two of their calls), are suspected
 * falsely (declared lost while alive; what they send later must not arrive),
 * and join late.  The same seed gives the same run.
 *
 * One worker that can still be heard of is always left alone, unless team_spawn
 * can bring another; those that it brings have no misfortunes.  A cancel ends
 * an item early or hits the next one instead.  Every fourth seed has narrow
 * links, so that team_send fails now and then.
 *
 * Links between workers are like all others, never full; but what a member sent
 * that is lost by now may reach other workers all the same, even late. */
#ifndef TEAM_TRANSPORT_SIMULATED_H
#define TEAM_TRANSPORT_SIMULATED_H

#include "base/problem.h"
#include "team/team.h"

struct simulated_options {
    uint64_t seed;
    unsigned members;         /* workers at the start */
    uint64_t delay_ns;        /* mean one-way delay of a message */
    uint64_t jitter_ns;       /* at most so much more, at random */
    uint64_t unit_ns_x1024;   /* virtual time per 1024 units of work */
    unsigned crash_percent;   /* chance that a worker crashes in its life */
    unsigned suspect_percent; /* chance that a living one is declared lost */
    unsigned late_percent;    /* chance that a worker joins late */
    unsigned slow_percent;    /* chance that a worker is 10 times slower */
    unsigned foreign_percent; /* chance that it comes from elsewhere */
    bool spawn;               /* team_spawn works (fresh member) */
    /* May be null: asked after each call of a worker's `work`; true: it dies of
     * that call, and nothing that it would have sent then is ever heard. */
    bool (*deadly) (void *context);
    struct log *log;
};

struct simulated_outcome {
    uint64_t end_ns;  /* virtual time at team_finish */
    uint64_t busy_ns; /* work done by all workers */
    uint64_t messages;
    unsigned crashed, suspected, joined;
};

/* `make` gives a new worker object, `drop` frees one (crashed or ended).
 * False: the team came to rest without team_finish (a deadlock of the protocol:
 * a bug), with the problem set. */
bool simulated_run (const struct simulated_options *,
                    const struct member_class *master_class, member *master,
                    const struct member_class *worker_class,
                    member *(*make) (void *context), void (*drop) (member *),
                    void *context, struct simulated_outcome *,
                    struct problem *);

#endif
