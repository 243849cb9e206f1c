/* gang.h -- threads that wait for a job, do it all at once, and wait again. */
#ifndef EXPLORE_THREADS_GANG_H
#define EXPLORE_THREADS_GANG_H

#include <stdbool.h>

typedef struct gang gang;
typedef void gang_job (void *context, unsigned thread);

/* The caller of gang_run is thread 0; the others are made here.  Null: the
 * system gives no more threads. */
gang *gang_new (unsigned threads);
void gang_free (gang *);
unsigned gang_threads (const gang *);
/* Runs the job once on every thread; comes back when all are done.  What was
 * written before is seen by the job, what the job wrote is seen after. */
void gang_run (gang *, gang_job *, void *context);

#endif
