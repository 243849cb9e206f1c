/* fork_join.h -- threads that wait for a job, do it all at once, and wait again. */
#ifndef EXPLORE_THREADS_FORK_JOIN_H
#define EXPLORE_THREADS_FORK_JOIN_H

#include <stdbool.h>

typedef struct fork_join fork_join;
typedef void fork_join_job (void *context, unsigned thread);

/* The caller of fork_join_run is thread 0; the others are made here.  Null: the
 * system gives no more threads. */
fork_join *fork_join_new (unsigned threads);
void fork_join_free (fork_join *);
/* Runs the job once on every thread; comes back when all are done.  What was
 * written before is seen by the job, what the job wrote is seen after. */
void fork_join_run (fork_join *, fork_join_job *, void *context);

#endif
