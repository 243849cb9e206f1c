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
#include "report/html_run.h"

/* ---- replay */

static char *
file_read (const char *path, struct problem *p)
{
    size_t size;
    char *text = text_file (path, &size);
    if (!text)
        problem_set (p, (struct place) {.file = path}, "%s", strerror (errno));
    else if (strlen (text) != size) {
        problem_set (p, (struct place) {.file = path}, "not a text");
        memory_free (text);
        text = NULL;
    }
    return text;
}

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
static int
replay_run (const struct options *o, struct problem *p)
{
    assert (o->files >= 2);
    assert (!p->kind);
    char *witness = file_read (o->file[0], p);
    if (!witness)
        return command_failed (p);
    struct options of_input = *o;
    of_input.file++;
    of_input.files--;
    of_input.workers = command_workers (o);
    assert (of_input.workers > 0);
    struct work w = {.options = &of_input};
    command_log (&w.log, o, NULL);
    outcome_init (&w.outcome);
    struct text report;
    text_init (&report);
    enum replay_result result = REPLAY_UNDECIDED;
    if (work_read (&w, p) && origin_take (&w, witness, o->file[0], p))
        result = w.kind->replay (&w, witness, o->file[0], &report, p);
    log_close (&w.log);
    int code = p->kind ? command_failed (p) : replay_end (result, &report);
    text_clear (&report);
    work_clear (&w);
    memory_free (witness);
    return code;
}

int
command_replay (int args, char **arg)
{
    struct problem p = {0};
    struct options o;
    options_init (&o);
    options_parse (&o, args, arg, &p);
    if (!p.kind && o.files < 2)
        problem_of_kind (&p, PROBLEM_USAGE, (struct place) {0},
                         "usage: cohort replay WITNESS FILE...");
    int code = p.kind ? command_failed (&p) : replay_run (&o, &p);
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
