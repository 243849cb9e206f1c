/* transport.h -- how messages travel: zmq, mpi or simulated.
 *
 * A transport runs one member until team_finish (or, for a worker, until the
 * master is gone).  I/O, heartbeats and cancel have a thread of their own, so a
 * member that computes for an hour is still heard of.  A worker that is told to
 * end cancels its item; if that does not help, the process leaves.
 *
 *   zmq        local workers are processes of this program, started as
 *              `cohort join --local ADDRESS` over ipc; where there is a door
 *              (team/transport/door.h) others join over tcp; what workers say to
 *              each other goes straight (team/transport/straight.h)
 *   mpi        one rank per member; a module per MPI implementation, loaded
 *              when started under it; teams may follow each other; a lost rank
 *              ends the job
 *   simulated  all members in this thread, virtual clock, seed (team/transport/simulated.h) */
#ifndef TRANSPORT_H
#define TRANSPORT_H

#include "base/problem.h"
#include "team/team.h"

struct door;

/* How a worker that joined and its master parted. */
enum parting {
    PARTING_OVER, /* the check is over: no team will follow */
    PARTING_TEAM, /* this team is over; whoever knocks again may get another */
    PARTING_UNREACHED, /* nobody listens at the address */
    PARTING_MISSED,    /* somebody did, and left before a word was said */
    PARTING_FAILED     /* anything else that the problem tells */
};

/* A worker's process ends with this code if its team is over and its solver would
 * not stop for that: another process may knock in its place. */
enum { EXIT_PARTED = 79 };

struct transport_options {
    unsigned workers;      /* local workers to start (zmq) */
    struct door *door;     /* where others join (zmq master); null: nowhere */
    const char *keys;      /* of a worker that joins: the directory of its keys;
                              null: the usual one */
    uint64_t memory_mb;    /* limit of each local worker; 0: none */
    struct bytes greeting; /* protocol version, build, solver version: sent by
                                a joining worker; unequal is refused */
    const char *worker_program; /* what local workers run; null: this one */
    const char *modules; /* directory of the MPI modules; null: the usual one */
    struct log *log;
    enum parting *parting; /* of a worker over zmq; may be null */
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
/* The child of this rank is dead: the job is ended with `code`, unless it was over. */
void transport_mpi_lost (int code);
/* Does the launcher kill the other ranks at once when the job is ended, so that rank
 * 0 cannot say anything any more? */
bool transport_mpi_mute (void);

#endif
