/* gather.c -- a master and its workers over a transport. */
#include "command/worker.h"

#include <assert.h>
#include "team/transport/simulated.h"
#include "team/transport.h"
#include "team/transport/door.h"
#include "base/build.h"
#include "bounded/search/item.h"
#include "cegar/abstraction/item_worker_class.h"
#include "logic/solver/solver.h"

/* Answers are pure only for one solver and one way to ask it. */
void
worker_greeting (struct buffer *b)
{
    buffer_string (b, "cohort ");
    buffer_string (b, build_name);
    buffer_string (b, solver_version ());
    buffer_string (b, cegar_item_worker.name);
    buffer_string (b, bounded_item_worker.name);
}

static bool
gather_simulated (const struct options *o, unsigned workers, struct log *log,
                  const struct member_class *class, member *master,
                  struct problem *p)
{
    struct simulated_options s = {.seed = o->seed,
                                  .members = workers,
                                  .delay_ns = 70000,
                                  .jitter_ns = 500000,
                                  .unit_ns_x1024 = 300000,
                                  .crash_percent = 20,
                                  .suspect_percent = 10,
                                  .late_percent = 20,
                                  .slow_percent = 20,
                                  .spawn = true,
                                  .log = log};
    struct simulated_outcome outcome;
    return simulated_run (&s, class, master, &worker_class, worker_new,
                          worker_free, NULL, &outcome, p);
}

static bool
gathers_ranks (const struct options *o)
{
    return o->transport == TRANSPORT_MPI
           || (o->transport == TRANSPORT_AUTO && transport_mpi_rank () >= 0);
}

bool
worker_door (const struct options *o, const struct log *log, watched *by,
             struct door **door, struct problem *p)
{
    *door = NULL;
    if (!o->listen || o->transport == TRANSPORT_SIMULATED || gathers_ranks (o))
        return true;
    struct buffer greeting;
    buffer_init (&greeting);
    worker_greeting (&greeting);
    struct door_options d = {.listen = o->listen,
                             .keys = o->keys,
                             .greeting = buffer_view (&greeting),
                             .log = log,
                             .warning_fd = watched_warning (by)};
    *door = door_open (&d, p);
    buffer_clear (&greeting);
    return *door;
}

bool
worker_gather (const struct options *o, unsigned workers, struct door *door,
               struct log *log, const struct member_class *class,
               member *master, struct problem *p)
{
    assert (class && class->receive && master);
    assert (!p->kind);
    if (o->transport == TRANSPORT_SIMULATED)
        return gather_simulated (o, workers, log, class, master, p);
    const struct transport_class *way =
        gathers_ranks (o) ? &transport_mpi : &transport_zmq;
    struct buffer greeting;
    buffer_init (&greeting);
    worker_greeting (&greeting);
    struct transport_options transport = {.workers = workers,
                                          .door = door,
                                          .greeting = buffer_view (&greeting),
                                          .log = log};
    transport.memory_mb = memory_backstop (o->memory_limit);
    bool good = way->master (&transport, class, master, p);
    buffer_clear (&greeting);
    return good;
}
