/* samples.h -- how far a check was, and what it took, over time: for the report of a run
 * directory.
 *
 * The process that watches notes a sample each second; when there are many, every second
 * one is dropped and the pace is halved, so they are always spread over the whole time.
 * They are in the file `samples` of the run directory, a line each: seconds, done, open,
 * workers, MB, unit and phase, with tabs between.  Nothing else reads that file. */
#ifndef PROCESS_SAMPLES_H
#define PROCESS_SAMPLES_H

#include "base/progress.h"

typedef struct run_samples samples;

samples *samples_new (const char *dir);
void samples_free (samples *); /* null is fine */
/* If it is time to at `now_ns`, by the wall clock. */
bool samples_due (const samples *, uint64_t now_ns);
void samples_add (samples *, const struct progress_view *, uint64_t now_ns);
/* Writes the file: in its place as a whole, or not.  `now`: at once; else now and then.
 * The directory must be this check's. */
void samples_save (samples *, bool now);

#endif
