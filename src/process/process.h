/* process.h -- runs another program and waits for it.
 *
 * It gets our environment, stdout and stderr, nothing to read, and is killed if
 * we die first. */
#ifndef PROCESS_PROCESS_H
#define PROCESS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/problem.h"

struct process_end {
    bool missing; /* there is no such program, or it may not be run */
    int error;    /* errno of not being started; 0: it ran */
    int code;     /* exit code; -1: none */
    int signal;   /* that ended it; 0: none */
};

/* argv[0] is looked for in PATH unless it has a slash; `directory` null: here.
 */
struct process_end process_run (const char *const *argv, const char *directory);

/* The name of a file as a word that no program takes for an option, or for a
 * file of options: one that begins with `-` or `@` gets `./` in front.  The
 * caller frees it. */
char *process_name (const char *file);

/* Are so many descriptors free?  Our own limit is raised if the system permits
 * that.  False: problem (RESOURCE).  For libraries that do not say so themselves,
 * but abort. */
bool process_descriptors (size_t needed, struct problem *);
/* 0, 1 and 2 are open: nothing that is opened later is taken for one of them.
 * What was closed reads as empty, and writing to it fails. */
void process_standard (void);

/* A new directory below $TMPDIR, for us alone; the caller frees the name. Null:
 * problem (RESOURCE). */
char *process_directory (struct problem *);
/* With the files and directories in it. */
void process_directory_remove (const char *);

#endif
