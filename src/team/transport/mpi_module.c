/* mpi_module.c -- see mpi_module.h; compiled once by each MPI's compiler. */
#include "team/transport/mpi_module.h"

#include <assert.h>
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>

/* Somebody is gone: the job cannot decide any more.  MPI's own handler would end
 * it with the number of the error. */
static void
module_error (MPI_Comm *comm, int *error, ...)
{
    const int unknown = 5; /* the exit code */
    (void) error;
    MPI_Abort (*comm, unknown);
}

static bool
module_start (int *rank, int *size)
{
    MPI_Errhandler handler;
    int provided = MPI_THREAD_SINGLE;
    if (MPI_Init_thread (NULL, NULL, MPI_THREAD_SERIALIZED, &provided)
            != MPI_SUCCESS
        || provided < MPI_THREAD_SERIALIZED)
        return false;
    if (MPI_Comm_create_errhandler (module_error, &handler) != MPI_SUCCESS
        || MPI_Comm_set_errhandler (MPI_COMM_WORLD, handler) != MPI_SUCCESS)
        return false;
    return MPI_Comm_rank (MPI_COMM_WORLD, rank) == MPI_SUCCESS
           && MPI_Comm_size (MPI_COMM_WORLD, size) == MPI_SUCCESS;
}

static MPI_Request *
request_new (void)
{
    MPI_Request *request = malloc (sizeof *request);
    if (!request)
        MPI_Abort (MPI_COMM_WORLD, 77);
    return request;
}

/* Errors are fatal (module_error), so return codes say nothing new. */
static void *
module_send (int to, int tag, const uint8_t *data, size_t size)
{
    MPI_Request *request = request_new ();
    if (size > INT_MAX)
        MPI_Abort (MPI_COMM_WORLD, 77);
    MPI_Isend (data, (int) size, MPI_BYTE, to, tag, MPI_COMM_WORLD, request);
    return request;
}

static void *
module_meet (void)
{
    MPI_Request *request = request_new ();
    MPI_Ibarrier (MPI_COMM_WORLD, request);
    return request;
}

static bool
module_sent (void *handle)
{
    MPI_Request *request = handle;
    int done = 0;
    MPI_Test (request, &done, MPI_STATUS_IGNORE);
    if (done)
        free (request);
    return done;
}

static bool
module_probe (int *from, int *tag, size_t *size)
{
    int waits = 0, count = 0;
    MPI_Status status;
    MPI_Iprobe (MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &waits, &status);
    if (!waits)
        return false;
    MPI_Get_count (&status, MPI_BYTE, &count);
    *from = status.MPI_SOURCE;
    *tag = status.MPI_TAG;
    *size = (size_t) count;
    return true;
}

static void
module_receive (int from, int tag, uint8_t *data, size_t size)
{
    assert (size <= INT_MAX);
    MPI_Recv (data, (int) size, MPI_BYTE, from, tag, MPI_COMM_WORLD,
              MPI_STATUS_IGNORE);
}

static void
module_finish (void)
{
    MPI_Finalize ();
}

const struct mpi_module *
cohort_mpi_module (void)
{
    static const struct mpi_module module = {
        .version = MPI_MODULE_VERSION,
        .start = module_start,
        .send = module_send,
        .sent = module_sent,
        .probe = module_probe,
        .receive = module_receive,
        .meet = module_meet,
        .met = module_sent,
        .finish = module_finish,
    };
    return &module;
}
