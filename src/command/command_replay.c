/* command_replay.c -- `cohort replay WITNESS FILE` and `cohort report RUN`. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/build.h"
#include "base/memory.h"
#include "command/command.h"
#include "command/origin.h"
#include "command/work.h"
#include "dap/adapter.h"
#include "report/html_run.h"

/* ---- replay */

static int
replay_end (enum replay_result result, const struct text *report)
{
    printf ("replay: %s\n%s",
            result == REPLAY_CONFIRMED ? "confirmed"
            : result == REPLAY_REFUTED ? "refuted"
                                       : "undecided",
            text_view (report));
    return result == REPLAY_CONFIRMED ? EXIT_SAFE
           : result == REPLAY_REFUTED ? EXIT_UNSAFE
                                      : EXIT_UNKNOWN;
}

/* The options are those of the check; the input is the second file. */
static enum replay_result
replay_judge (const struct options *o, watched *by, struct outcome *outcome,
              struct text *report, struct problem *p)
{
    assert (o->files >= 2 && !p->kind && !report->size);
    char *witness = replay_read (o->file[0], p);
    if (!witness)
        return REPLAY_UNDECIDED;
    struct options of_input = *o;
    of_input.file++;
    of_input.files--;
    of_input.workers = command_workers (o);
    assert (of_input.workers > 0);
    struct work w = {.options = &of_input, .watched = by, .outcome = *outcome};
    command_log (&w.log, o, NULL);
    enum replay_result result = REPLAY_UNDECIDED;
    if (work_read (&w, p) && origin_take (&w, witness, o->file[0], p))
        result = w.kind->replay (&w, witness, o->file[0], report, p);
    log_close (&w.log);
    assert (result != REPLAY_CONFIRMED || !p->kind);
    *outcome = w.outcome;
    outcome_init (&w.outcome);
    work_clear (&w);
    memory_free (witness);
    return result;
}

static int
replay_run (const struct options *o, struct problem *p)
{
    struct text report;
    struct outcome outcome;
    text_init (&report);
    outcome_init (&outcome);
    enum replay_result result = replay_judge (o, NULL, &outcome, &report, p);
    assert (p->kind || report.size || result != REPLAY_REFUTED);
    int code = p->kind ? command_failed (p) : replay_end (result, &report);
    outcome_clear (&outcome);
    text_clear (&report);
    return code;
}

int
command_replay (int args, char **arg)
{
    struct problem p = {0};
    struct options o;
    options_init (&o);
    options_parse (&o, args, arg, &p);
    if (!p.kind && o.serve)
        problem_usage (&p, "--serve is for checks, not for replay");
    if (!p.kind && o.files < 2 && !o.dap)
        problem_of_kind (&p, PROBLEM_USAGE, (struct place) {0},
                         "usage: cohort replay WITNESS FILE...");
    int code = p.kind  ? command_failed (&p)
               : o.dap ? dap_adapter (&o, args, arg, replay_judge)
                       : replay_run (&o, &p);
    options_clear (&o);
    return code;
}

/* ---- report */

static int
report_write (const char *dir, const struct text *page)
{
    assert (page->size);
    struct text path;
    text_init (&path);
    text_print (&path, "%s/report.html", dir);
    bool good = text_save (text_view (&path), text_view (page), page->size);
    if (good)
        printf ("report: %s\n", text_view (&path));
    else
        fprintf (stderr, "cohort: cannot write %s: %s\n", text_view (&path),
                 strerror (errno));
    text_clear (&path);
    return good ? EXIT_SAFE : EXIT_INTERNAL;
}

int
command_report (int args, char **arg)
{
    struct problem p = {0};
    if (args != 1 || arg[0][0] == '-') {
        problem_of_kind (&p, PROBLEM_USAGE, (struct place) {0},
                         "usage: cohort report RUN");
        return command_failed (&p);
    }
    struct text page;
    text_init (&page);
    int code = html_run (arg[0], build_version, &page, &p)
                   ? report_write (arg[0], &page)
                   : command_failed (&p);
    text_clear (&page);
    return code;
}
