/* transport.h -- how messages travel: zmq, mpi or simulated.
 *
 * A transport runs one member until team_finish (or, for a worker, until the
 * master is gone).  I/O, heartbeats and cancel have a thread of their own, so a
 * member that computes for an hour is still heard of.  A worker that is told to
 * end cancels its item; if that does not help, the process leaves.
 *
 *   zmq        local workers are processes of this program, started as
 *              `cohort join --local ADDRESS` over ipc; with `listen` set, others
 *              join over tcp, authenticated by CURVE keys (team/transport/keys.h)
 *   mpi        one rank per member; a module per MPI implementation, loaded
 *              when started under it; teams may follow each other; a lost rank
 *              ends the job
 *   simulated  all members in this thread, virtual clock, seed (team/transport/simulated.h) */
#ifndef TRANSPORT_H
#define TRANSPORT_H

#include "base/problem.h"
#include "team/team.h"

struct transport_options {
    unsigned workers;      /* local workers to start (zmq) */
    const char *listen;    /* tcp address to listen on; null: none */
    const char *keys;      /* directory of the keys; null: the usual one */
    uint64_t memory_mb;    /* limit of each local worker; 0: none */
    struct bytes greeting; /* protocol version, build, solver version: sent by
                                a joining worker; unequal is refused */
    const char *worker_program; /* what local workers run; null: this one */
    const char *modules; /* directory of the MPI modules; null: the usual one */
    struct log *log;
    bool
        *unreached; /* may be null: set by a worker whose master is not there */
};

struct transport_class {
    const char *name;
    /* Runs the master until it finishes; false: problem set. */
    bool (*master) (const struct transport_options *,
                    const struct member_class *, member *, struct problem *);
    /* Runs a worker of the master at `address` until told to end; false: it was
     * refused or its master is gone, problem set.  The mpi transport needs no
     * address. */
    bool (*worker) (const struct transport_options *, const char *address,
                    const struct member_class *, member *, struct problem *);
};

extern const struct transport_class transport_zmq;
extern const struct transport_class transport_mpi;

/* Started under mpirun or srun, as one of several ranks?  Then the rank of this
 * process, else -1. */
int transport_mpi_rank (void);
/* The ranks of that job, the master's included; 0: unknown. */
int transport_mpi_size (void);
/* The worker of a rank is run again until no team will follow. */
bool transport_mpi_over (void);
/* Every rank ends the job, whether it had a team or not: the others wait for
 * it.  `code` is what the process will exit with: if its child died while MPI
 * ran (see below), the whole job ends with it here. */
void transport_mpi_end (int code);
/* The work of this rank will be done by a child of this process.  If that dies,
 * transport_mpi_end does here what it owes to the others. */
void transport_mpi_watch (void);

#endif
