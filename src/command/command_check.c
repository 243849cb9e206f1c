/* command_check.c -- a check as its watchdog sees it: what to print when the
 * work ends well, late or not at all. */
#include <assert.h>
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/build.h"
#include "base/memory.h"
#include "command/command.h"
#include "process/private_folder.h"
#include "serve/serve.h"
#include "team/transport.h"

int
command_failed (const struct problem *p)
{
    switch (p->kind) {
    case PROBLEM_INPUT:
        fprintf (stderr, "%s\n", p->message);
        return EXIT_INPUT;
    case PROBLEM_USAGE:
        fprintf (stderr, "cohort: %s\n", p->message);
        return EXIT_USAGE;
    case PROBLEM_UNSUPPORTED:
    case PROBLEM_RESOURCE:
        fprintf (stderr, "cohort: %s\n", p->message);
        return EXIT_UNKNOWN;
    case PROBLEM_INTERNAL:
        fprintf (stderr, "cohort: internal error: %s\n", p->message);
        return EXIT_INTERNAL;
    case PROBLEM_NONE:
        break;
    }
    fprintf (stderr, "cohort: internal error: failed without a reason\n");
    return EXIT_INTERNAL;
}

uint64_t
command_workers (const struct options *o)
{
    if (o->workers)
        return o->workers;
    cpu_set_t set;
    int cores = sched_getaffinity (0, sizeof set, &set) ? 1 : CPU_COUNT (&set);
    uint64_t workers = cores > 0 ? (uint64_t) cores : 1;
    uint64_t shares = o->memory_limit / WORKER_LEAST_MB;
    if (o->memory_limit && shares < workers + 1)
        workers = shares > 2 ? shares - 1 : 1;
    assert (workers > 0);
    return workers;
}

const char *
command_run (const struct options *o)
{
    return o->run ? o->run : o->resume;
}

void
command_log (struct log *log, const struct options *o, const char *who)
{
    assert (log);
    enum log_progress progress = o->progress == SHOW_NONE   ? PROGRESS_NONE
                                 : o->progress == SHOW_JSON ? PROGRESS_JSON
                                 : o->progress == SHOW_AUTO && isatty (2)
                                     ? PROGRESS_REDRAW
                                     : PROGRESS_LINE;
    enum log_level level = o->verbose                  ? LOG_DETAIL
                           : progress == PROGRESS_NONE ? LOG_QUIET
                                                       : LOG_SAY;
    log_init (log, level, progress, who);
}

/* Better now than after hours: can a file be made there? */
static bool
output_good (const char *path, struct problem *p)
{
    if (!path)
        return true;
    const char *slash = strrchr (path, '/');
    char *dir = memory_string (path);
    dir[slash ? slash - path + 1 : 0] = 0;
    bool good = !access (slash ? dir : ".", W_OK);
    memory_free (dir);
    return good
           || problem_of_kind (p, PROBLEM_USAGE, (struct place) {0},
                               "%s: cannot be written: %s", path,
                               strerror (errno));
}

/* What is wrong with the options as a whole. */
static bool
options_good (const struct options *o, struct problem *p)
{
    if (!o->files)
        return problem_usage (p, "no input file; see cohort --help");
    if (o->dap)
        return problem_usage (p, "--dap is for cohort replay");
    if (o->serve_token && !o->serve)
        return problem_usage (p, "--serve-token is for --serve=ADDRESS");
    if (o->run && o->resume)
        return problem_usage (p, "--run and --resume exclude each other");
    if (o->bits32 && o->bits64)
        return problem_usage (p, "--32 and --64 exclude each other");
    return output_good (o->witness, p) && output_good (o->html, p)
           && output_good (o->sarif, p) && output_good (o->junit, p)
           && output_good (o->harness, p);
}

/* A limit of CPU time that is soft and hard at once kills without a word. */
static bool
cpu_is_spent (void)
{
    struct rlimit limit;
    struct rusage used;
    return !getrlimit (RLIMIT_CPU, &limit) && limit.rlim_cur != RLIM_INFINITY
           && !getrusage (RUSAGE_CHILDREN, &used)
           && (rlim_t) (used.ru_utime.tv_sec + used.ru_stime.tv_sec) + 1
                  >= limit.rlim_cur;
}

/* A child that died, or took too much, without a result: 0, or the exit code of our own bug. */
static int
died (const struct options *o, const struct watch_result *r,
      struct outcome *out)
{
    assert (r->end == WATCH_DIED || r->end == WATCH_MEMORY);
    assert (out->verdict == VERDICT_UNKNOWN);
    bool limited = o->memory_limit != 0;
    if (r->signal == SIGXCPU || (r->signal == SIGKILL && cpu_is_spent ()))
        outcome_unknown (out, "CPU time: limit of the process (ulimit -t) "
                              "reached");
    else if (r->signal == SIGKILL)
        outcome_unknown (out, r->memory
                                  ? "memory: killed, as the system does for "
                                    "want of memory"
                                  : "killed: somebody sent SIGKILL");
    else if (r->end == WATCH_MEMORY || (!r->signal && r->exit == MEMORY_EXIT))
        outcome_unknown (out,
                         limited ? "memory: limit of %llu MB reached"
                                 : "memory: out of memory",
                         (unsigned long long) o->memory_limit);
    /* Libraries that find no memory call abort. */
    else if (r->signal == SIGABRT && limited)
        outcome_unknown (out, "memory: aborted under a limit of %llu MB",
                         (unsigned long long) o->memory_limit);
    else if (r->signal) {
        fprintf (stderr, "cohort: internal error: signal %d (%s)\n", r->signal,
                 strsignal (r->signal));
        return EXIT_INTERNAL;
    } else {
        fprintf (stderr,
                 "cohort: internal error: ended with code %d and "
                 "without a result\n",
                 r->exit);
        return EXIT_INTERNAL;
    }
    return 0;
}

static int
outcome_show (const char *text, size_t size, int code)
{
    assert (text || !size);
    if (fwrite (text, 1, size, stdout) == size && !fflush (stdout))
        return code;
    fprintf (stderr, "cohort: cannot write the outcome: %s\n",
             strerror (errno));
    return EXIT_INTERNAL;
}

/* The launcher of MPI sends the same signal when a rank is lost and when the user ends
 * it. */
static void
interrupted (const struct options *o, struct outcome *out)
{
    const char *run = command_run (o);
    outcome_unknown (out, "interrupted%s; %s%s",
                     transport_mpi_rank () == 0
                         ? ": the MPI job was ended, as it is when a rank is "
                           "lost"
                         : "",
                     run ? "go on with --resume="
                         : "nothing was kept, for want of --run=DIR",
                     run ? run : "");
}

/* No result: what was established so far, and why there is no more; as `key: value`
 * lines, too. */
static int
stopped (const struct options *o, const struct watch_result *r,
         struct text *lines)
{
    assert (r->end != WATCH_FINISHED);
    assert (o->files);
    struct outcome out;
    outcome_init (&out);
    out.engine = OPTION_NAME (o, engine);
    out.partial = true;
    outcome_hear (&out, text_view (&r->told));
    int code = 0;
    if (r->end == WATCH_TIME)
        outcome_unknown (&out, "time limit of %llu s reached",
                         (unsigned long long) o->time_limit);
    else if (r->end == WATCH_INTERRUPTED)
        interrupted (o, &out);
    else
        code = died (o, r, &out);
    if (!code) {
        finish_write (o, &out, NULL);
        struct text t;
        text_init (&t);
        finish_print (o, &out, &t);
        outcome_text (&out, lines);
        code = outcome_show (text_view (&t), t.size, outcome_exit (&out));
        text_clear (&t);
    }
    outcome_clear (&out);
    return code;
}

/* The live view, if one is wanted; false: problem. */
static bool
view_open (const struct options *o, struct check_job *job, struct log *log,
           serve **view, struct problem *p)
{
    struct serve_subject subject = {
        .input = o->file[0], .version = build_name, .limit_s = o->time_limit};
    assert (!*view && job->options == o);
    if (o->serve)
        *view = serve_open (o->serve, o->serve_token, job->board, &subject, p);
    if (*view)
        log_note (log, "live view at %s", serve_url (*view));
    return !o->serve || *view;
}

/* What is printed stands on the page as well. */
static int
check_end (const struct options *o, const struct watch_result *r, serve *view)
{
    struct text lines;
    text_init (&lines);
    assert (o->serve || !view);
    int code = r->end == WATCH_FINISHED
                   ? outcome_show (text_view (&r->text), r->text.size, r->exit)
                   : stopped (o, r, &lines);
    if (r->end == WATCH_FINISHED)
        text_add (&lines, text_view (&r->told));
    if (view)
        serve_end (view, text_view (&lines));
    text_clear (&lines);
    return code;
}

int
command_check (const struct options *asked)
{
    struct problem p = {0};
    int rank = transport_mpi_rank ();
    if (rank > 0)
        return command_rank (asked);
    if (!options_good (asked, &p)) {
        transport_mpi_end (EXIT_USAGE);
        return command_failed (&p);
    }
    if (rank == 0)
        transport_mpi_watch ();
    struct options o = *asked;
    if (rank < 0)
        o.workers = command_workers (asked);
    else if (!o.threads)
        o.threads = 1; /* as many as a rank has cores is for mpirun to say */
    char scratch[PRIVATE_FOLDER_PATH];
    bool scratched = private_folder_make (scratch);
    struct watch_result r;
    struct check_job job = {.options = &o, .board = progress_board_new ()};
    struct log log;
    struct progress_show show;
    command_log (&log, &o, NULL);
    show_init (&show, job.board, log.progress, o.time_limit);
    if (command_run (&o) && job.board)
        show.samples = samples_new (command_run (&o));
    serve *view = NULL;
    if (!view_open (&o, &job, &log, &view, &p)) {
        transport_mpi_end (EXIT_USAGE);
        return command_failed (&p);
    }
    struct watch_guest guest = serve_guest (view);
    struct watch_limits limits = {o.time_limit, o.memory_limit};
    if (!watchdog_run_shown (limits, check_work, &job, &show,
                             view ? &guest : NULL, &r)) {
        fprintf (stderr, "cohort: cannot start: %s\n", strerror (errno));
        transport_mpi_end (EXIT_INTERNAL);
        return EXIT_INTERNAL;
    }
    if (scratched)
        private_folder_drop (scratch);
    int code = check_end (&o, &r, view);
    serve_free (view);
    samples_free (show.samples);
    progress_board_free (job.board);
    transport_mpi_end (code);
    watch_result_clear (&r);
    return code;
}
