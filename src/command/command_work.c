/* command_work.c -- the work of a check: read, decide, replay, write. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/build.h"
#include "base/clock.h"
#include "base/memory.h"
#include "command/command.h"
#include "command/origin.h"
#include "command/usage.h"
#include "command/work.h"
#include "command/worker.h"
#include "logic/solver/solver.h"
#include "team/transport.h"
#include "team/transport/door.h"

/* ---- reading */

/* In order: the first that knows its own takes it. */
static const struct input_kind *const kinds[] = {
    &firmware_kind, &c_kind, &model_kind, &program_kind, &horn_kind, NULL};

static bool
input_find (struct work *w, struct problem *p)
{
    assert (!w->source && !w->kind && w->options->files);
    const char *file = w->options->file[0];
    struct place place = {.file = file};
    w->source = text_file (file, &w->size);
    if (!w->source)
        return problem_set (p, place, "%s", strerror (errno));
    if (!w->size)
        return problem_set (p, place, "the file is empty");
    /* What is read and what is replayed must be the same text. */
    bool text = strlen (w->source) == w->size;
    const struct input_kind *const *kind = kinds;
    while (*kind
           && !((text || !(*kind)->text)
                && (*kind)->recognise (file, w->source, w->size)))
        kind++;
    w->kind = *kind;
    if (!w->kind && !text)
        return problem_set (p, place, "not a text: it has a zero byte");
    if (!w->kind)
        return problem_set (
            p, place,
            "not recognised: neither a C nor a Boogie program nor Horn clauses "
            "(SMT-LIB with logic HORN) nor firmware (ELF, Intel HEX) nor "
            "anything "
            "else that can be checked");
    return usage_of_input (w, w->kind->inputs, p);
}

static bool
input_read (struct work *w, struct problem *p)
{
    assert (w->kind && !w->input && !w->is_read);
    uint64_t start = clock_cpu_ns ();
    w->is_read = w->kind->read (w, p);
    w->parse_ns = clock_cpu_ns () - start;
    return w->is_read;
}

/* False: nothing of that kind can be decided with so little. */
static bool
memory_good (const struct work *w, struct problem *p)
{
    unsigned long asked = w->options->memory_limit, n = w->options->workers;
    if (w->kind->processes)
        return machine_memory_good (w->options, p);
    return !asked || asked >= (n + 1) * WORKER_LEAST_MB
           || problem_usage (p,
                             "--memory-limit=%lu: too little for %lu worker%s"
                             " and their master; at least %lu",
                             asked, n, n == 1 ? "" : "s",
                             (n + 1) * WORKER_LEAST_MB);
}

/* Engines share the limit as they need: the watchdog looks at the sum, and a process
 * alone is refused what is far beyond it.  Who reads C says himself that it was too
 * much, for which he must not get all. */
static void
input_limit (const struct work *w, bool reads)
{
    uint64_t all = w->options->memory_limit;
    memory_limit (w->kind->processes ? all / w->kind->processes (w->options)
                  : reads            ? all / 2
                                     : memory_backstop (all));
}

bool
work_read (struct work *w, struct problem *p)
{
    log_phase (&w->log, "reading %s", w->options->file[0]);
    if (!input_find (w, p))
        return false;
    if (w->kind != &c_kind && !memory_good (w, p))
        return false;
    input_limit (w, true);
    if (!input_read (w, p) || !memory_good (w, p))
        return false;
    input_limit (w, false);
    return true;
}

void
work_clear (struct work *w)
{
    if (w->input)
        w->kind->clear (w);
    outcome_clear (&w->outcome);
    memory_free (w->source);
}

static bool
run_open (struct work *w, struct problem *p)
{
    assert (w->is_read && !w->run);
    const char *dir = command_run (w->options);
    if (!dir)
        return true;
    struct buffer input;
    buffer_init (&input);
    buffer_put (&input, w->source, w->size);
    bool good = !w->kind->identity || w->kind->identity (w, &input, p);
    struct run_identity identity = {.version = build_version,
                                    .build = build_identity,
                                    .solver = solver_version (),
                                    .input = w->options->file[0],
                                    .digest = digest_of (buffer_view (&input)),
                                    .options = w->options};
    buffer_clear (&input);
    if (good)
        w->run = w->options->resume ? run_resume (dir, &identity, p)
                                    : run_create (dir, &identity, p);
    if (w->log.board)
        w->log.board->runs = w->run;
    return w->run;
}

/* ---- the way through */

static void
work_strict (struct work *w)
{
    struct outcome *o = &w->outcome;
    if (w->options->strict && o->assumes.size && o->verdict != VERDICT_UNKNOWN)
        outcome_unknown (o,
                         "%s only under an assumption, and --strict allows "
                         "none: %s",
                         outcome_verdict (o), o->assumes.at[0]);
}

static bool
work_run_team (void *context, const struct member_class *class, member *master,
               struct problem *p)
{
    struct work *w = context;
    return worker_gather (w->options, (unsigned) w->options->workers, w->door,
                          &w->log, class, master, p);
}

static void
work_report (void *context, const char *lines)
{
    watched_tell (((struct work *) context)->watched, lines);
}

struct engine_context
work_engine (struct work *w)
{
    assert (w->options && w->is_read);
    return (struct engine_context) {.options = w->options,
                                    .log = &w->log,
                                    .run = w->run,
                                    .run_team = work_run_team,
                                    .report_progress = work_report,
                                    .context = w,
                                    .parse_ns = w->parse_ns};
}

static bool
machine_run_team (void *context, const struct member_class *class,
                  member *master, struct problem *p)
{
    struct work *w = context;
    return worker_gather (w->options, machine_members (w->options), w->door,
                          &w->log, class, master, p);
}

struct machine_check
work_machine (struct work *w, struct engine_context *engine)
{
    assert (engine);
    *engine = work_engine (w);
    engine->run_team = machine_run_team;
    return (struct machine_check) {.engine = engine, .outcome = &w->outcome};
}

static void
work_explain (struct work *w)
{
    log_close (&w->log);
    if (w->log.level == LOG_QUIET)
        return;
    struct text t;
    text_init (&t);
    outcome_explain (&w->outcome, &t);
    fputs (text_view (&t), stderr);
    text_clear (&t);
}

static void
work_times (const struct work *w, uint64_t start_ns, struct text *t)
{
    text_print (t,
                "workers: %llu\nwall-seconds: %.3f\nmaster-cpu-seconds: "
                "%.3f\n",
                (unsigned long long) w->options->workers,
                (double) (clock_wall_ns () - start_ns) / 1e9,
                (double) clock_cpu_ns () / 1e9);
    outcome_run (&w->outcome, t);
}

/* What no verdict will be silent about, not even that of the watchdog. */
static void
work_cover (struct work *w)
{
    assert (w->is_read);
    assert (w->kind->cover);
    struct outcome o;
    struct text t;
    outcome_init (&o);
    text_init (&t);
    w->kind->cover (w, &o);
    outcome_coverage (&o, &t);
    watched_tell (w->watched, text_view (&t));
    text_clear (&t);
    outcome_clear (&o);
}

/* The result goes to the watchdog, which prints it. */
static int
work_result (struct work *w, uint64_t start_ns)
{
    assert (w->watched);
    struct text times, t;
    if (w->is_read)
        w->kind->cover (w, &w->outcome);
    if (w->is_read && w->outcome.verdict != VERDICT_UNKNOWN
        && !w->outcome.origin)
        w->outcome.origin = origin_lines (w);
    text_init (&times);
    text_init (&t);
    work_times (w, start_ns, &times);
    finish_write (w->options, &w->outcome, text_view (&times));
    if (w->options->serve) {
        outcome_text (&w->outcome, &t);
        watched_tell (w->watched, text_view (&t));
        text_reset (&t);
    }
    finish_print (w->options, &w->outcome, &t);
    watched_result (w->watched, text_view (&t), t.size);
    work_explain (w);
    if (w->options->verbose)
        fputs (text_view (&times), stderr);
    text_clear (&times);
    text_clear (&t);
    return outcome_exit (&w->outcome);
}

static int
work_failed (struct work *w, const struct problem *p)
{
    assert (p->kind != PROBLEM_NONE || !w->is_read);
    log_close (&w->log);
    if (p->kind != PROBLEM_UNSUPPORTED && p->kind != PROBLEM_RESOURCE)
        return command_failed (p);
    outcome_unknown (&w->outcome, "%s", p->message);
    return work_result (w, clock_wall_ns ());
}

static int
work_decide (struct work *w)
{
    assert (w->is_read && w->kind->decide);
    assert (!w->outcome.emitted && w->outcome.verdict == VERDICT_UNKNOWN);
    uint64_t start = clock_wall_ns ();
    struct problem p = {0};
    work_cover (w);
    log_phase (&w->log, "deciding");
    if (!w->kind->decide (w, &p))
        return work_failed (w, &p);
    const char *emitted = w->outcome.emitted;
    if (emitted) {
        log_close (&w->log);
        watched_result (w->watched, emitted, strlen (emitted));
        return EXIT_SAFE;
    }
    log_phase (&w->log, "confirming");
    if (w->kind->confirm && !w->kind->confirm (w))
        return EXIT_INTERNAL;
    work_strict (w);
    return work_result (w, start);
}

int
check_work (watched *watched_by, void *job)
{
    assert (watched_by && job);
    const struct check_job *asked = job;
    struct work w = {.options = asked->options, .watched = watched_by};
    command_log (&w.log, w.options, NULL);
    w.log.board = asked->board;
    outcome_init (&w.outcome);
    struct problem p = {0};
    int code;
    if (worker_door (w.options, &w.log, watched_by, &w.door, &p)
        && work_read (&w, &p) && run_open (&w, &p))
        code = work_decide (&w);
    else
        code = work_failed (&w, &p);
    if (w.door)
        door_close (w.door);
    if (w.run)
        run_free (w.run);
    work_clear (&w);
    transport_mpi_end (code);
    return code;
}
