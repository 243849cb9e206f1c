/* confine.h -- a process that can do nothing but compute.
 *
 * For the user's own program, which nobody has read before it is run.  It is
 * started inside namespaces of its own (user, mount, process, network, IPC, host
 * name) and behind a filter of system calls:
 *
 *   files     it sees its own program (CONFINE_PROGRAM), the system's libraries
 *             and what `see` names, all of them read only; /dev/null, zero, full,
 *             random, urandom; a /proc of its own processes; and an empty /tmp
 *             and CONFINE_WORK, where it starts, in memory.  No /etc, no /home,
 *             nothing that could be changed and stays
 *   network   none, not even to this machine
 *   processes threads, but no other process (fork gives EAGAIN); it sees and can
 *             signal none but its own, and when it ends, or we do, nothing of it
 *             is left: its init process is ours
 *   limits    CPU seconds, address space, resident memory, threads, size of
 *             files; no core files; nothing gained by set-user-id programs.
 *             Memory, and root's threads, are looked at every 10 ms
 *
 * It is all or nothing: where the system does not permit one of these, nothing is
 * started, and the report says which.
 *
 *     caller ---clone, new namespaces---> init (process 1: makes the view, looks
 *                                          |    at memory, waits)
 *                                          +--clone--> the program */
#ifndef PROCESS_CONFINE_H
#define PROCESS_CONFINE_H

#include <stdint.h>
#include <sys/types.h>

#include "base/problem.h"

#define CONFINE_PROGRAM "/program"
#define CONFINE_WORK "/work"

struct confine {
    const char *const *argv; /* ends with null; argv[0] is a path inside */
    const char *const *env;  /* ends with null; the whole environment */
    const char *program;     /* this file is CONFINE_PROGRAM inside */
    const char *root;        /* an empty directory, of ours; it stays empty */
    const char *const *see;  /* absolute paths that may be read as well; ends
                                with null; may be null; one that is not there
                                is left out */
    unsigned seconds;        /* of CPU time, for each process */
    uint64_t space;          /* bytes of addresses; 0: no limit */
    uint64_t memory;         /* bytes of memory in use */
    unsigned threads;
};

enum confine_step {
    CONFINE_ENDED,   /* of itself, or by a signal: see `status` */
    CONFINE_GREEDY,  /* killed: too much memory, or too many threads */
    CONFINE_REFUSED, /* not started: `what` was not permitted, errno `error` */
};

/* What init writes, once. */
struct confine_report {
    int32_t step, status, error; /* status: as waitpid gives it */
    char what[52];
};

/* Made before the process: what it needs cannot be made after. */
typedef struct confine_plan confine_plan;

/* Null: problem (UNSUPPORTED): it cannot be had here. */
confine_plan *confine_plan_new (const struct confine *, struct problem *);
void confine_plan_free (confine_plan *);
/* Like fork, but the child does it all and never comes back: it writes to `out`
 * as its stdout and stderr, and its init process the report to `report`.  The
 * child dies with the thread that calls this.  -1: errno. */
pid_t confine_start (const confine_plan *, int out, int report);

#endif
