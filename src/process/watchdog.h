/* watchdog.h -- runs work in a child process that cannot outlive its limits.
 *
 * Solvers can ignore interrupts and memory can run out at any place, so the
 * process that the user started does nothing but wait: for what the child tells
 * over a pipe, for its end, for the time limit, for a signal.  Whatever
 * happens, the child's process group is gone when watchdog_run returns. */
#ifndef PROCESS_WATCHDOG_H
#define PROCESS_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

#include "process/show.h"

enum watch_end {
    WATCH_FINISHED,    /* the child gave a result; exit and text are set */
    WATCH_TIME,        /* killed at the time limit */
    WATCH_MEMORY,      /* killed at the memory limit */
    WATCH_INTERRUPTED, /* SIGINT, SIGTERM or SIGHUP came; a second SIGINT ends
                          the process at once */
    WATCH_DIED         /* without result; exit or signal is set */
};

struct watch_result {
    enum watch_end end;
    int exit;         /* exit code */
    int signal;       /* that killed the child; 0: none */
    bool memory;      /* meanwhile the system killed somebody for want of
                         memory */
    struct text text; /* of the result */
    struct text told; /* the last lines that were told, of every key */
};

typedef struct watched watched; /* the child's side */

/* `key: value` lines for when no result comes.  They replace what was told
 * before under the same keys. */
void watched_tell (watched *, const char *lines);
/* The result; the exit code is what the work returns. */
void watched_result (watched *, const char *text, size_t size);

/* A descriptor that becomes readable WARNING_MS before the child is killed by a limit
 * or a signal.  Whoever asks for it has so long for a last word to others. */
enum { WARNING_MS = 100 };
int watched_warning (watched *);

/* Calls `work` in a child, which ends with the code that it returns.  seconds
 * 0: no limit.  False: no child could be made (errno). */
bool watchdog_run (uint64_t seconds, int (*work) (watched *, void *context),
                   void *context, struct watch_result *);

/* What else the watching process does meanwhile, without ever waiting for anything. */
struct watch_guest {
    /* The child, whose group that is, has begun.  A descriptor that is readable when
     * there is something to do; -1: none. */
    int (*begin) (void *context, pid_t group);
    /* Then, and at least once a second; `told` is what the child has told so far. */
    void (*turn) (void *context, const char *told);
    /* In the child, before its work. */
    void (*child) (void *context);
    void *context;
};

struct watch_limits {
    uint64_t seconds;   /* 0: no limit */
    uint64_t memory_mb; /* of the child and all that it starts, together (what
                           tree_memory_own counts); 0: no limit */
};

/* The same; meanwhile it shows how far the work is, and a guest (null: none) does what
 * he has to do. */
bool watchdog_run_shown (struct watch_limits,
                         int (*work) (watched *, void *context), void *context,
                         struct progress_show *, const struct watch_guest *,
                         struct watch_result *);
void watch_result_clear (struct watch_result *);

#endif
