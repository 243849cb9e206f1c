/* mpi_job.h -- the MPI job that this process is a rank of.
 *
 * MPI begins and ends once in a process, whereas a check may gather no team or
 * several, one after the other.  So a job is begun by the first team that needs
 * it and ended by transport_mpi_end.  Every message has the number of its team
 * as its tag: what comes for a team that is over is dropped, and what comes for
 * one that has not begun here is kept.  The master's last word, without a team,
 * says that none will follow; then all ranks read until nobody has anything
 * under way any more, and finish.
 *
 * Calls of MPI come from one thread at a time (MPI_THREAD_SERIALIZED). */
#ifndef TEAM_TRANSPORT_MPI_JOB_H
#define TEAM_TRANSPORT_MPI_JOB_H

#include <limits.h>

#include "base/bytes.h"
#include "base/problem.h"
#include "base/vec.h"
#include "team/transport/mpi_module.h"

struct mpi_posting {
    void *handle;
    struct buffer frame; /* kept until it is sent */
};

struct mpi_letter {
    int from, tag;
    struct buffer frame;
};

struct mpi_job {
    const struct mpi_module *module;
    int rank, size;
    unsigned team; /* of this rank, the first being 1; 0: none yet, UINT_MAX:
                      none any more */
    bool over;     /* no team will follow */
    struct VEC (struct mpi_posting) postings;
    struct VEC (struct mpi_letter) early; /* for teams to come, in order */
};

/* The job, which it begins if need be; null: problem set. */
struct mpi_job *mpi_job_begin (const char *modules, struct problem *);
/* Collective; the job is gone. */
void mpi_job_end (void);

int mpi_team_tag (unsigned number);
void mpi_job_send (struct mpi_job *, int to, int tag, struct buffer *adopted);
/* True: something came; the frame is empty unless it was for this team. */
bool mpi_job_take (struct mpi_job *, int *from, struct buffer *frame);
/* True: something was sent meanwhile. */
bool mpi_job_settle (struct mpi_job *);

#endif
