/* run.h -- the program `cohort`, run with its outcome and progress read as they come. */
#ifndef LIBRARY_RUN_H
#define LIBRARY_RUN_H

#include <libcohort.h>

struct run_said {
    char *text; /* ends with a 0; owned; null: no memory */
    size_t size;
};

struct run_result {
    int exit_code; /* -1: it could not be run, or a signal ended it */
    struct run_said out, error; /* of error the lines that are no progress */
};

/* `argument` as for cohort_check, in the directory `where` (null: here).  False: no memory. */
int library_run (const char *const *argument, const char *where,
                 const struct cohort_callbacks *, struct run_result *);
void run_result_clear (struct run_result *);

#endif
