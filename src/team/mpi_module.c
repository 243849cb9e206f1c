/* mpi_module.c -- see mpi_module.h; compiled once by each MPI's compiler. */
#include "team/mpi_module.h"

#include <assert.h>
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>

enum { TAG = 1 };

static bool
module_start (int *rank, int *size)
{
    int provided = MPI_THREAD_SINGLE;
    if (MPI_Init_thread (NULL, NULL, MPI_THREAD_FUNNELED, &provided)
            != MPI_SUCCESS
        || provided < MPI_THREAD_FUNNELED)
        return false;
    return MPI_Comm_rank (MPI_COMM_WORLD, rank) == MPI_SUCCESS
           && MPI_Comm_size (MPI_COMM_WORLD, size) == MPI_SUCCESS;
}

static void
module_abort (int code)
{
    MPI_Abort (MPI_COMM_WORLD, code);
}

/* Errors are fatal in MPI_COMM_WORLD, so return codes say nothing new. */
static void *
module_send (int to, const uint8_t *data, size_t size)
{
    MPI_Request *request = malloc (sizeof *request);
    if (!request || size > INT_MAX)
        module_abort (77);
    MPI_Isend (data, (int) size, MPI_BYTE, to, TAG, MPI_COMM_WORLD, request);
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
module_probe (int *from, size_t *size)
{
    int waits = 0, count = 0;
    MPI_Status status;
    MPI_Iprobe (MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &waits, &status);
    if (!waits)
        return false;
    MPI_Get_count (&status, MPI_BYTE, &count);
    *from = status.MPI_SOURCE;
    *size = (size_t) count;
    return true;
}

static void
module_receive (int from, uint8_t *data, size_t size)
{
    assert (size <= INT_MAX);
    MPI_Recv (data, (int) size, MPI_BYTE, from, TAG, MPI_COMM_WORLD,
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
        .finish = module_finish,
        .abort = module_abort,
    };
    return &module;
}
