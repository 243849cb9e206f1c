/* child.h -- local workers: processes of this program, and the private
 * directory in which they find their master.
 *
 * A local worker is started as `cohort join --local ADDRESS`, with ADDRESS
 * `ipc://DIRECTORY/team#NUMBER@PID`: its number, and its master's process. */
#ifndef TEAM_TRANSPORT_CHILD_H
#define TEAM_TRANSPORT_CHILD_H

#include <sys/types.h>

#include "base/problem.h"

struct child {
    pid_t pid;  /* 0: none, or reaped */
    int pid_fd; /* readable when it has ended; -1: the system has none */
};

/* Starts one; `memory_mb` 0: no limit.  False: problem set. */
bool child_start (struct child *, const char *program, const char *address,
                  unsigned long memory_mb, struct problem *);
/* True: it has ended and is reaped, *status as from waitpid. */
bool child_ended (struct child *, int *status);
/* Ends it at once and reaps it. */
void child_kill (struct child *);

/* Makes the directory (mode 0700); the caller frees the path.  Null: problem
 * set. */
char *child_directory (struct problem *);
void child_directory_remove (const char *directory);

/* The parts of ADDRESS; endpoint is cut off before the #.  False: malformed. */
struct child_address {
    char endpoint[128];
    unsigned number;
    pid_t master;
};
bool child_address_parse (const char *text, struct child_address *);

#endif
