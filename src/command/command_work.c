/* command_work.c -- the work of a check: read, decide, replay, write. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "bounded/check.h"
#include "cegar/check.h"
#include "command/command.h"
#include "command/worker.h"
#include "frontend/boogie.h"
#include "frontend/horn.h"
#include "journal/run.h"
#include "logic/solver.h"
#include "report/replay.h"

enum { REPLAY_SECONDS = 300 };

struct work {
    const struct options *options;
    watched *watched;
    struct log log;
    char *source;
    size_t size;
    bool is_program; /* else Horn clauses */
    struct horn horn;
    struct program program;
    uint64_t parse_ns; /* CPU time for reading */
    run *run;
    struct outcome outcome;
};

/* ---- reading */

static bool
input_read (struct work *w, struct problem *p)
{
    const char *file = w->options->file[0];
    struct place place = {.file = file};
    w->source = text_file (file, &w->size);
    if (!w->source)
        return problem_set (p, place, "%s", strerror (errno));
    if (!w->size)
        return problem_set (p, place, "the file is empty");
    /* What is read and what is replayed must be the same text. */
    if (strlen (w->source) != w->size)
        return problem_set (p, place, "not a text: it has a zero byte");
    w->is_program = boogie_recognise (w->source, w->size);
    if (!w->is_program && !horn_recognise (w->source, w->size))
        return problem_set (
            p, place,
            "not recognised: neither a Boogie program nor Horn clauses "
            "(SMT-LIB with logic HORN) nor anything else that can be checked");
    if (w->options->files > 1)
        return problem_of_kind (p, PROBLEM_USAGE, (struct place){0},
                                "%s: %s one file, not in %zu", file,
                                w->is_program ? "a Boogie program comes in"
                                              : "Horn clauses come in",
                                w->options->files);
    return true;
}

/* Options that only make sense for the other kind of input. */
static bool
horn_usage (const struct options *o, struct problem *p)
{
    if (option_is (o->engine, "bounded") || option_is (o->mode, "hydra"))
        return problem_of_kind (p, PROBLEM_USAGE, (struct place) {0},
                                "--%s is for programs, not for Horn clauses",
                                option_is (o->mode, "hydra")
                                    ? "mode=hydra"
                                    : "engine=bounded");
    if (option_is (o->emit, "boogie") || option_is (o->emit, "passive")
        || option_is (o->emit, "steps"))
        return problem_of_kind (p, PROBLEM_USAGE, (struct place) {0},
                                "--emit=%s is for programs; for Horn clauses "
                                "there are horn and dot",
                                o->emit);
    return true;
}

static bool
input_parse (struct work *w, struct problem *p)
{
    const char *file = w->options->file[0];
    uint64_t start = clock_cpu_ns ();
    bool good = w->is_program
                    ? boogie_read (&w->program, w->source, w->size, file, p)
                    : horn_usage (w->options, p)
                          && horn_read (&w->horn, w->source, w->size, file, p);
    w->parse_ns = clock_cpu_ns () - start;
    return good;
}

static bool
run_open (struct work *w, struct problem *p)
{
    const char *dir = command_run (w->options);
    if (!dir)
        return true;
    struct bytes source = {(const uint8_t *) w->source, w->size};
    struct run_identity identity = {.version = COHORT_VERSION,
                                    .solver = solver_version (),
                                    .input = w->options->file[0],
                                    .digest = digest_of (source),
                                    .options = w->options};
    w->run = w->options->resume ? run_resume (dir, &identity, p)
                                : run_create (dir, &identity, p);
    return w->run;
}

/* ---- replaying */

/* What the replay and the engine do not agree about, kept for whoever looks for
 * the bug. */
static void
refuted_save (const struct work *w, const char *witness, const char *report)
{
    const char *dir = command_run (w->options);
    struct text path;
    text_init (&path);
    const char *name[2] = {"refuted.smt2", "refuted.txt"};
    const char *data[2] = {witness, report};
    for (int i = 0; i < 2; i++) {
        text_reset (&path);
        text_print (&path, "%s%s%s", dir ? dir : "", dir ? "/" : "cohort-",
                    name[i]);
        if (text_save (text_view (&path), data[i], strlen (data[i])))
            fprintf (stderr, "cohort: see %s\n", text_view (&path));
    }
    text_clear (&path);
}

/* No verdict without an artefact that others confirm.  False: internal error.
 */
static bool
work_confirm (struct work *w)
{
    struct outcome *o = &w->outcome;
    /* bounded replays by itself: its leaves and trails need the program. */
    if (o->verdict == VERDICT_UNKNOWN || w->is_program)
        return true;
    bool safe = o->verdict == VERDICT_SAFE;
    const char *thing = safe ? "proof" : "counterexample";
    const char *witness = safe ? o->proof : o->derivation;
    if (!witness) {
        outcome_unknown (o, "the %s could not be written down", thing);
        return true;
    }
    struct text report;
    text_init (&report);
    struct problem p = {0};
    enum replay_result result =
        replay_check (witness, thing, w->source, w->options->file[0],
                      REPLAY_FIRST, REPLAY_SECONDS, &report, &p);
    if (report.size && report.data[report.size - 1] == '\n')
        report.data[--report.size] = 0;
    if (result == REPLAY_UNDECIDED)
        outcome_unknown (o, "the %s was not confirmed: %s", thing,
                         p.kind ? p.message : text_view (&report));
    else if (result == REPLAY_CONFIRMED)
        log_say (&w->log, LOG_DETAIL, "replay: %s", text_view (&report));
    else {
        fprintf (stderr, "cohort: internal error: the %s was refuted: %s\n",
                 thing, text_view (&report));
        refuted_save (w, witness, text_view (&report));
    }
    text_clear (&report);
    return result != REPLAY_REFUTED;
}

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

/* ---- the way through */

static bool
work_gather (void *context, const struct member_class *class, member *master,
             struct problem *p)
{
    struct work *w = context;
    return worker_gather (w->options, &w->log, class, master, p);
}

static void
work_tell (void *context, const char *lines)
{
    watched_tell (((struct work *) context)->watched, lines);
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

/* The result goes to the watchdog, which prints it. */
static int
work_result (struct work *w, uint64_t start_ns)
{
    struct text times, t;
    text_init (&times);
    text_init (&t);
    work_times (w, start_ns, &times);
    finish_write (w->options, &w->outcome, text_view (&times));
    finish_print (w->options, &w->outcome, &t);
    watched_result (w->watched, text_view (&t), t.size);
    work_explain (w);
    if (w->options->verbose)
        fputs (text_view (&times), stderr);
    text_clear (&times);
    text_clear (&t);
    return outcome_exit (&w->outcome);
}

static void
decide_horn (struct work *w)
{
    struct check check = {.options = w->options,
                          .log = &w->log,
                          .run = w->run,
                          .gather = work_gather,
                          .tell = work_tell,
                          .context = w};
    check_horn (&check, &w->horn, &w->outcome);
}

static bool
decide_program (struct work *w, struct problem *p)
{
    struct bounded_check check = {.options = w->options,
                                  .log = &w->log,
                                  .run = w->run,
                                  .parse_ns = w->parse_ns,
                                  .gather = work_gather,
                                  .tell = work_tell,
                                  .context = w};
    return check_program (&check, &w->program, &w->outcome, p);
}

static int
work_failed (struct work *w, const struct problem *p)
{
    if (p->kind != PROBLEM_UNSUPPORTED && p->kind != PROBLEM_RESOURCE)
        return command_failed (p);
    outcome_unknown (&w->outcome, "%s", p->message);
    return work_result (w, clock_wall_ns ());
}

static int
work_decide (struct work *w)
{
    uint64_t start = clock_wall_ns ();
    struct problem p = {0};
    if (w->is_program && !decide_program (w, &p))
        return work_failed (w, &p);
    if (!w->is_program)
        decide_horn (w);
    log_close (&w->log);
    const char *emitted = w->outcome.emitted;
    if (emitted) {
        watched_result (w->watched, emitted, strlen (emitted));
        return EXIT_SAFE;
    }
    if (!work_confirm (w))
        return EXIT_INTERNAL;
    work_strict (w);
    return work_result (w, start);
}

int
check_work (watched *watched_by, void *options)
{
    struct work w = {.options = options, .watched = watched_by};
    if (w.options->memory_limit)
        memory_limit (w.options->memory_limit / (w.options->workers + 1));
    command_log (&w.log, w.options, NULL);
    outcome_init (&w.outcome);
    horn_init (&w.horn, w.options->file[0]);
    program_init (&w.program, w.options->file[0]);
    struct problem p = {0};
    int code;
    if (input_read (&w, &p) && input_parse (&w, &p) && run_open (&w, &p))
        code = work_decide (&w);
    else
        code = work_failed (&w, &p);
    if (w.run)
        run_free (w.run);
    horn_clear (&w.horn);
    program_clear (&w.program);
    outcome_clear (&w.outcome);
    memory_free (w.source);
    return code;
}
