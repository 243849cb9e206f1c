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
#include "team/transport/joining.h"

enum joiner { JOINER_FIRST, JOINER_SILENT, JOINER_AGAIN };

/* One worker, in this process, until its master lets it go.  Of several the first
 * says what all wait for; one that comes again has been served. */
static int
worker_run (const struct options *o, const struct transport_class *transport,
            const char *address, uint64_t memory_mb, enum joiner joiner)
{
    memory_limit (memory_mb);
    struct log log;
    command_log (&log, o, "worker");
    if (joiner != JOINER_FIRST && log.level == LOG_SAY)
        log.level = LOG_QUIET;
    struct buffer greeting;
    buffer_init (&greeting);
    worker_greeting (&greeting);
    enum parting parting = PARTING_FAILED;
    struct transport_options t = {.keys = o->keys,
                                  .log = &log,
                                  .greeting = buffer_view (&greeting),
                                  .parting = &parting};
    struct joining j = {.wait_s = o->wait,
                        .address = address,
                        .log = &log,
                        .start_ns = clock_wall_ns (),
                        .served = joiner == JOINER_AGAIN};
    struct problem p;
    bool good;
    do {
        member *worker = worker_new (NULL);
        p = (struct problem) {0};
        good = transport->worker (&t, address, &worker_class, worker, &p);
        worker_free (worker);
    } while (joining_again (&j, parting, &good, &p));
    buffer_clear (&greeting);
    log_close (&log);
    return good ? EXIT_SAFE : command_failed (&p);
}

static int
rank_work (watched *watched_by, void *options)
{
    const struct options *o = options;
    int code;
    (void) watched_by;
    do
        code =
            worker_run (o, &transport_mpi, NULL, o->memory_limit, JOINER_FIRST);
    while (code == EXIT_SAFE && !transport_mpi_over ());
    transport_mpi_end (code);
    return code;
}

/* The process that worked for this rank is dead, and so is the job: MPI goes on with
 * all its ranks, or not at all. */
static int
rank_lost (const struct options *o, const struct watch_result *r)
{
    const char *run = command_run (o);
    struct outcome out;
    struct text how, next, t;
    text_init (&how);
    text_init (&next);
    text_init (&t);
    outcome_init (&out);
    if (r->signal)
        text_print (&how, "was killed by signal %d (%s)", r->signal,
                    strsignal (r->signal));
    else
        text_add (&how, r->exit == MEMORY_EXIT ? "ran out of memory"
                                               : "ended without a word");
    if (run)
        text_print (&next, "--resume=%s goes on with what is there", run);
    else
        text_add (&next, "with --run=DIR it could go on by --resume=DIR");
    outcome_unknown (&out, "rank %d of the MPI job %s; %s",
                     transport_mpi_rank (), text_view (&how),
                     text_view (&next));
    fprintf (stderr, "cohort: %s\n", out.reason);
    if (transport_mpi_mute ()) { /* nobody else will be asked */
        out.engine = OPTION_NAME (o, engine);
        finish_print (o, &out, &t);
        fputs (text_view (&t), stdout);
    }
    fflush (NULL);
    text_clear (&how);
    text_clear (&next);
    text_clear (&t);
    outcome_clear (&out);
    transport_mpi_lost (EXIT_UNKNOWN);
    return EXIT_UNKNOWN;
}

int
command_rank (const struct options *o)
{
    struct watch_result r;
    struct options copy = *o;
    transport_mpi_watch ();
    if (!watchdog_run (0, rank_work, &copy, &r)) {
        fprintf (stderr, "cohort: cannot start: %s\n", strerror (errno));
        transport_mpi_lost (EXIT_UNKNOWN);
        return EXIT_UNKNOWN;
    }
    int code = r.end == WATCH_FINISHED ? r.exit
               : r.end == WATCH_DIED   ? rank_lost (o, &r)
                                       : EXIT_UNKNOWN;
    watch_result_clear (&r);
    return code;
}

/* One process per worker, so that what kills one spares the others. */
static pid_t
worker_start (const struct options *o, const char *address, enum joiner joiner)
{
    pid_t self = getpid ();
    fflush (NULL);
    pid_t pid = fork ();
    if (!pid) {
        prctl (PR_SET_PDEATHSIG, SIGKILL);
        if (getppid () != self)
            _exit (EXIT_INTERNAL);
        _exit (worker_run (o, &transport_zmq, address,
                           o->memory_limit / command_workers (o), joiner));
    }
    if (pid < 0)
        fprintf (stderr, "cohort: cannot start a worker: %s\n",
                 strerror (errno));
    return pid;
}

/* The exit code for a worker's end; EXIT_PARTED: another shall come in its place. */
static int
worker_ended (int status)
{
    if (WIFSIGNALED (status))
        fprintf (stderr, "cohort: a worker was ended by signal %d (%s)\n",
                 WTERMSIG (status), strsignal (WTERMSIG (status)));
    int code = WIFEXITED (status) ? WEXITSTATUS (status) : EXIT_UNKNOWN;
    return code == MEMORY_EXIT ? EXIT_UNKNOWN : code;
}

static int
workers_run (const struct options *o, const char *address)
{
    uint64_t workers = command_workers (o), running = 0;
    int result = EXIT_SAFE;
    for (uint64_t i = 0; i < workers; i++)
        running +=
            worker_start (o, address, i ? JOINER_SILENT : JOINER_FIRST) > 0;
    if (!running)
        return EXIT_UNKNOWN;
    while (running) {
        int status;
        pid_t pid = wait (&status);
        if (pid < 0 && errno == EINTR)
            continue;
        if (pid < 0)
            break;
        int code = worker_ended (status);
        if (code == EXIT_PARTED && worker_start (o, address, JOINER_AGAIN) > 0)
            continue;
        running--;
        if (code && !result)
            result = code == EXIT_PARTED ? EXIT_UNKNOWN : code;
    }
    return result;
}

static bool
address_good (const char *address)
{
    const char *colon = strrchr (address, ':');
    return !strncmp (address, "tcp://", 6) && colon > address + 6 && colon[1]
           && strspn (colon + 1, "0123456789") == strlen (colon + 1);
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
        problem_usage (&p, "usage: cohort join ADDRESS, e.g. "
                           "tcp://host.example:7777");
    if (!p.kind && !local && o.serve)
        problem_usage (&p, "--serve is for the check that is joined; its page "
                           "shows who joins");
    if (!p.kind && !local && !address_good (o.file[0]))
        problem_usage (&p, "%s: an address is like tcp://host.example:7777",
                       o.file[0]);
    int code = p.kind  ? command_failed (&p)
               : local ? worker_run (&o, &transport_zmq, o.file[0],
                                     o.memory_limit, JOINER_FIRST)
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
