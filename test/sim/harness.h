/* harness.h -- trials in processes of their own, a few side by side.
 *
 * A trial that dies has failed, and says how.  What comes out is TAP, in the
 * order of the list, then `N passed, N failed`. */
#ifndef HARNESS_H
#define HARNESS_H

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/vec.h"

struct trial {
    char name[160];
    /* Says on stdout what went wrong. */
    bool (*run) (const void *context);
    const void *context;
    /* of the harness */
    pid_t pid;
    int status;
    FILE *said;
};

struct trials VEC (struct trial);

static inline void
trial_start (struct trial *t)
{
    t->said = tmpfile ();
    fflush (NULL);
    t->pid = t->said ? fork () : -1;
    if (t->pid < 0) {
        perror ("cannot start a trial");
        exit (1);
    }
    if (t->pid)
        return;
    dup2 (fileno (t->said), STDOUT_FILENO);
    dup2 (fileno (t->said), STDERR_FILENO);
    bool good = t->run (t->context);
    fflush (NULL);
    _exit (good ? 0 : 1);
}

static inline void
trial_tell (struct trial *t, size_t number)
{
    bool good = WIFEXITED (t->status) && !WEXITSTATUS (t->status);
    printf ("%sok %zu - %s\n", good ? "" : "not ", number, t->name);
    if (WIFSIGNALED (t->status))
        printf ("# signal %d (%s)\n", WTERMSIG (t->status),
                strsignal (WTERMSIG (t->status)));
    char line[4000];
    rewind (t->said);
    while (fgets (line, sizeof line, t->said))
        printf ("# %s", line);
    fclose (t->said);
    fflush (stdout);
}

/* Gives the exit code. */
static inline int
trials_run (struct trials *list)
{
    cpu_set_t set;
    int cores = sched_getaffinity (0, sizeof set, &set) ? 1 : CPU_COUNT (&set);
    size_t started = 0, told = 0, failed = 0;
    int running = 0;
    while (told < list->size) {
        while (running < cores && started < list->size) {
            trial_start (&list->at[started++]);
            running++;
        }
        int status;
        pid_t pid = wait (&status);
        for (size_t i = 0; i < started; i++)
            if (pid > 0 && list->at[i].pid == pid) {
                list->at[i].pid = 0;
                list->at[i].status = status;
                failed += status != 0;
                running--;
            }
        while (told < started && !list->at[told].pid) {
            trial_tell (&list->at[told], told + 1);
            told++;
        }
    }
    printf ("1..%zu\n%zu passed, %zu failed\n", list->size, list->size - failed,
            failed);
    return failed || !list->size;
}

/* `--name=N` of the command line: true if it is that option. */
static inline bool
argument_number (const char *arg, const char *name, uint64_t *value)
{
    size_t n = strlen (name);
    char *end;
    if (strncmp (arg, "--", 2) || strncmp (arg + 2, name, n)
        || arg[2 + n] != '=')
        return false;
    *value = strtoull (arg + 3 + n, &end, 10);
    if (!*end && end != arg + 3 + n)
        return true;
    fprintf (stderr, "%s: no number\n", arg);
    exit (1);
}

#endif
