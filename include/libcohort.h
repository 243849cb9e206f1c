/* libcohort.h -- checks from within a program: link with -lcohort.
 *
 * A check runs in a process of its own, the program `cohort` (of $COHORT, else that beside
 * which the library is installed, else of the PATH): whatever it needs or meets, a limit, a
 * signal, a crash, does not reach the caller.  Functions may be called by several threads at
 * once.  What is given is borrowed; an outcome is the caller's, with all that it points to,
 * until cohort_free.
 *
 * The interface is stable: names are of version LIBCOHORT_1, structs that the library makes
 * grow at their end only. */
#ifndef LIBCOHORT_H
#define LIBCOHORT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum cohort_verdict {
    COHORT_UNKNOWN, /* `reason` says why */
    COHORT_SAFE,
    COHORT_UNSAFE, /* `rule` to `step` say what fails */
    COHORT_ERROR /* no verdict: wrong options, an unreadable input; see `said` */
};

struct cohort_step { /* of the counterexample; "": not known */
    const char *place, *what, *values, *thread, *function;
};

struct cohort_outcome {
    enum cohort_verdict verdict;
    int exit_code;      /* that of `cohort`; -1: it could not be run */
    const char *reason; /* strings are never null */
    const char *engine, *digest;
    const char
        *rule; /* kind of the fault, a name that stays: "use-after-free" */
    const char *what; /* the same for people */
    const char *file;
    unsigned line, column; /* 0: not known */
    const struct cohort_step *step;
    size_t steps;
    const char *json; /* the whole outcome, as `cohort --json` prints it */
    const char *said; /* what people would read on stderr */
};

struct cohort_progress {
    double seconds;    /* since the start */
    const char *phase; /* "reading FILE", "exploring" */
    const char *text;  /* the line for people */
};

struct cohort_callbacks {
    /* About every second; if it does not give 0 the check is cancelled, and is UNKNOWN with
     * what is established so far.  May be null. */
    int (*progress) (void *context, const struct cohort_progress *);
    void *context;
};

/* Of the library: "0.2.0". */
const char *cohort_version (void);
/* Options and files as on the command line, a null pointer behind the last.  Callbacks may
 * be null.  Null: no memory. */
struct cohort_outcome *cohort_check (const char *const *argument,
                                     const struct cohort_callbacks *);
/* The same for what is not in a file: `name` tells the kind of input ("a.c") and what places
 * call it.  Options only. */
struct cohort_outcome *cohort_check_buffer (const char *name, const void *data,
                                            size_t size,
                                            const char *const *option,
                                            const struct cohort_callbacks *);
void cohort_free (struct cohort_outcome *);

#ifdef __cplusplus
}
#endif

#endif
