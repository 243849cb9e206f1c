/* mpi_module.h -- the small C interface between cohort and one MPI.
 *
 * One binary cannot link two MPI implementations, so each gets a module,
 * cohort-openmpi.so and cohort-mpich.so, built from mpi_module.c.  Calls
 * come from one thread at a time. */
#ifndef TEAM_TRANSPORT_MPI_MODULE_H
#define TEAM_TRANSPORT_MPI_MODULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MPI_MODULE_VERSION = 2 };

struct mpi_module {
    unsigned version;
    /* False: MPI cannot be initialised with MPI_THREAD_SERIALIZED. */
    bool (*start) (int *rank, int *size);
    /* Begins to send; the data stays unchanged until `sent` says true for the
     * returned handle, once. */
    void *(*send) (int to, int tag, const uint8_t *data, size_t size);
    bool (*sent) (void *handle);
    /* True: a message of that size waits. */
    bool (*probe) (int *from, int *tag, size_t *size);
    void (*receive) (int from, int tag, uint8_t *data, size_t size);
    /* Begins to wait for all ranks to do the same; true, once: all have. */
    void *(*meet) (void);
    bool (*met) (void *handle);
    void (*finish) (void); /* collective; no sends may be under way */
};

/* The only symbol of a module. */
const struct mpi_module *cohort_mpi_module (void);

#endif
