/* command_team.c -- workers: those that join, MPI ranks, and their keys. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memory.h"
#include "command/command.h"
#include "command/worker.h"
#include "team/transport/keys.h"
#include "team/transport.h"

/* Whoever starts workers and master together need not know which is faster: a
 * master that cannot be reached yet is tried again, as long as --wait says. */
static bool
worker_waits (const struct options *o, struct log *log, const struct problem *p,
              uint64_t start_ns)
{
    if (clock_wall_ns () - start_ns > o->wait * UINT64_C (1000000000))
        return false;
    log_say (log, LOG_DETAIL, "%s; trying again", p->message);
    usleep (300000);
    return true;
}

/* One worker, in this process, until its master lets it go. */
static int
worker_run (const struct options *o, const struct transport_class *transport,
            const char *address, uint64_t memory_mb)
{
    memory_limit (memory_mb);
    struct log log;
    command_log (&log, o, "worker");
    struct buffer greeting;
    buffer_init (&greeting);
    worker_greeting (&greeting);
    bool unreached;
    struct transport_options t = {.keys = o->keys,
                                  .log = &log,
                                  .greeting = buffer_view (&greeting),
                                  .unreached = &unreached};
    struct problem p = {0};
    uint64_t start_ns = clock_wall_ns ();
    bool good;
    do {
        member *worker = worker_new (NULL);
        p = (struct problem) {0};
        unreached = false;
        good = transport->worker (&t, address, &worker_class, worker, &p);
        worker_free (worker);
    } while (!good && unreached && worker_waits (o, &log, &p, start_ns));
    buffer_clear (&greeting);
    log_close (&log);
    return good ? EXIT_SAFE : command_failed (&p);
}

int
command_rank (const struct options *o)
{
    int code;
    do
        code = worker_run (o, &transport_mpi, NULL, o->memory_limit);
    while (code == EXIT_SAFE && !transport_mpi_over ());
    transport_mpi_end (code);
    return code;
}

/* One process per worker, so that what kills one spares the others. */
static int
workers_run (const struct options *o, const char *address)
{
    uint64_t workers = command_workers (o), running = 0;
    int result = EXIT_SAFE;
    pid_t self = getpid ();
    for (uint64_t i = 0; i < workers; i++) {
        fflush (NULL);
        pid_t pid = fork ();
        if (!pid) {
            prctl (PR_SET_PDEATHSIG, SIGKILL);
            if (getppid () != self)
                _exit (EXIT_INTERNAL);
            _exit (worker_run (o, &transport_zmq, address,
                               o->memory_limit / workers));
        }
        if (pid > 0)
            running++;
        else
            fprintf (stderr, "cohort: cannot start a worker: %s\n",
                     strerror (errno));
    }
    if (!running)
        return EXIT_UNKNOWN;
    while (running) {
        int status;
        pid_t pid = wait (&status);
        if (pid < 0 && errno == EINTR)
            continue;
        if (pid < 0)
            break;
        running--;
        if (WIFSIGNALED (status))
            fprintf (stderr, "cohort: a worker was ended by signal %d (%s)\n",
                     WTERMSIG (status), strsignal (WTERMSIG (status)));
        int code = WIFEXITED (status) ? WEXITSTATUS (status) : EXIT_UNKNOWN;
        if (code && !result)
            result = code == MEMORY_EXIT ? EXIT_UNKNOWN : code;
    }
    return result;
}

int
command_join (int args, char **arg)
{
    /* How a master starts its own workers. */
    bool local = args > 0 && !strcmp (arg[0], "--local");
    struct options o;
    struct problem p = {0};
    options_init (&o);
    options_parse (&o, args - local, arg + local, &p);
    if (!p.kind && o.files != 1)
        problem_of_kind (&p, PROBLEM_USAGE, (struct place) {0},
                         "usage: cohort join ADDRESS, e.g. "
                         "tcp://host.example:7777");
    if (!p.kind && !local && strncmp (o.file[0], "tcp://", 6))
        problem_of_kind (&p, PROBLEM_USAGE, (struct place) {0},
                         "%s: an address is like tcp://host.example:7777",
                         o.file[0]);
    int code = p.kind ? command_failed (&p)
               : local
                   ? worker_run (&o, &transport_zmq, o.file[0], o.memory_limit)
                   : workers_run (&o, o.file[0]);
    options_clear (&o);
    return code;
}

int
command_keys (int args, char **arg)
{
    struct options o;
    struct problem p = {0};
    options_init (&o);
    options_parse (&o, args, arg, &p);
    if (!p.kind && o.files)
        problem_of_kind (&p, PROBLEM_USAGE, (struct place) {0},
                         "usage: cohort keys [--keys=DIR]");
    bool good =
        !p.kind && keys_make (o.keys, &p) && keys_print (o.keys, stdout, &p);
    options_clear (&o);
    return good ? EXIT_SAFE : command_failed (&p);
}
