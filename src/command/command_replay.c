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
#include "report/html.h"

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

static char *
run_file (const char *dir, const char *name)
{
    assert (dir && name);
    struct text path;
    text_init (&path);
    text_print (&path, "%s/%s", dir, name);
    size_t size;
    char *text = text_file (text_view (&path), &size);
    text_clear (&path);
    return text;
}

/* The value of `key: ` in lines, to be freed. */
static char *
line_value (const char *lines, const char *key)
{
    assert (lines && *key);
    size_t size = strlen (key);
    for (const char *at = lines; *at;
         at += strcspn (at, "\n"), at += *at == '\n')
        if (!strncmp (at, key, size) && !strncmp (at + size, ": ", 2)) {
            at += size + 2;
            struct text t;
            text_init (&t);
            text_add_n (&t, at, strcspn (at, "\n"));
            return text_take (&t);
        }
    return NULL;
}

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
    const char *dir = arg[0];
    char *manifest = run_file (dir, "manifest");
    if (!manifest) {
        problem_set (&p, (struct place) {.file = dir},
                     "not a run directory: no manifest in it");
        return command_failed (&p);
    }
    char *lines = run_file (dir, "outcome"),
         *trace = run_file (dir, "trace.txt");
    char *data = run_file (dir, "page.json");
    char *times = run_file (dir, "times"),
         *input = line_value (manifest, "input");
    struct outcome out;
    outcome_init (&out);
    outcome_unknown (&out, "the run has not ended");
    if (lines) {
        memory_free (out.reason);
        out.reason = NULL;
        outcome_hear (&out, lines);
    }
    if (trace && out.verdict == VERDICT_UNSAFE)
        outcome_hear_trace (&out, trace);
    const char *const safe[] = {"proof.smt2", "proof.txt"};
    const char *const unsafe[] = {"derivation.smt2", "trail.txt"};
    bool own = outcome_counts (&out) != COUNT_CEGAR;
    const char *const *name = out.verdict == VERDICT_SAFE ? safe : unsafe;
    char *witness =
        out.verdict == VERDICT_UNKNOWN ? NULL : run_file (dir, name[own]);
    if (!witness && out.verdict != VERDICT_UNKNOWN)
        witness = run_file (dir, name[!own]);
    struct html_subject subject = {.input = input ? input : dir,
                                   .version = build_version,
                                   .about = manifest,
                                   .data = data,
                                   .run = times,
                                   .witness = witness};
    struct text page;
    text_init (&page);
    html_report (&out, &subject, &page);
    int code = report_write (dir, &page);
    text_clear (&page);
    outcome_clear (&out);
    char *owned[] = {manifest, lines, trace, times, input, witness, data};
    for (size_t i = 0; i < sizeof owned / sizeof owned[0]; i++)
        memory_free (owned[i]);
    return code;
}
