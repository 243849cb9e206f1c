/* command_replay.c -- `cohort replay WITNESS FILE` and `cohort report RUN`. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bounded/check.h"
#include "command/command.h"
#include "frontend/boogie.h"
#include "report/html.h"
#include "report/replay.h"

/* ---- replay */

static char *
file_read (const char *path, struct problem *p)
{
    size_t size;
    char *text = text_file (path, &size);
    if (!text)
        problem_set (p, (struct place){.file = path}, "%s", strerror (errno));
    else if (strlen (text) != size) {
        problem_set (p, (struct place){.file = path}, "not a text");
        memory_free (text);
        text = NULL;
    }
    return text;
}

static enum replay_result
replay_program (const struct options *o, const char *witness, const char *input,
                struct text *report, struct problem *p)
{
    struct program program;
    program_init (&program, o->file[1]);
    bool good = boogie_read (&program, input, strlen (input), o->file[1], p)
                && bounded_replay (&program, o, witness, o->file[0], report, p);
    program_clear (&program);
    return good ? REPLAY_CONFIRMED : REPLAY_UNDECIDED;
}

int
command_replay (int args, char **arg)
{
    enum { SECONDS = 600 };
    struct problem p = {0};
    struct options o;
    options_init (&o);
    options_parse (&o, args, arg, &p);
    if (!p.kind && o.files != 2)
        problem_of_kind (&p, PROBLEM_USAGE, (struct place){0},
                         "usage: cohort replay WITNESS FILE");
    if (p.kind) {
        options_clear (&o);
        return command_failed (&p);
    }
    char *witness = file_read (o.file[0], &p);
    char *input = witness ? file_read (o.file[1], &p) : NULL;
    struct text report;
    text_init (&report);
    enum replay_result result = REPLAY_UNDECIDED;
    if (input && boogie_recognise (input, strlen (input)))
        result = replay_program (&o, witness, input, &report, &p);
    else if (input)
        result = replay_check (
            witness, o.file[0], input, o.file[1], REPLAY_BOTH,
            o.time_limit ? (unsigned) o.time_limit : SECONDS, &report, &p);
    int code = p.kind                       ? command_failed (&p)
               : result == REPLAY_CONFIRMED ? EXIT_SAFE
               : result == REPLAY_REFUTED   ? EXIT_UNSAFE
                                            : EXIT_UNKNOWN;
    if (!p.kind)
        printf ("replay: %s\n%s",
                result == REPLAY_CONFIRMED ? "confirmed"
                : result == REPLAY_REFUTED ? "refuted"
                                           : "undecided",
                text_view (&report));
    text_clear (&report);
    memory_free (witness);
    memory_free (input);
    options_clear (&o);
    return code;
}

/* ---- report */

static char *
run_file (const char *dir, const char *name)
{
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
        problem_of_kind (&p, PROBLEM_USAGE, (struct place){0},
                         "usage: cohort report RUN");
        return command_failed (&p);
    }
    const char *dir = arg[0];
    char *manifest = run_file (dir, "manifest");
    if (!manifest) {
        problem_set (&p, (struct place){.file = dir},
                     "not a run directory: no manifest in it");
        return command_failed (&p);
    }
    char *lines = run_file (dir, "outcome"),
         *trace = run_file (dir, "trace.txt");
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
    bool bounded = outcome_is_bounded (&out);
    char *witness = out.verdict == VERDICT_SAFE ? run_file (dir, safe[bounded])
                    : out.verdict == VERDICT_UNSAFE
                        ? run_file (dir, unsafe[bounded])
                        : NULL;
    struct html_subject subject = {.input = input ? input : dir,
                                   .version = COHORT_VERSION,
                                   .about = manifest,
                                   .run = times,
                                   .witness = witness};
    struct text page;
    text_init (&page);
    html_report (&out, &subject, &page);
    int code = report_write (dir, &page);
    text_clear (&page);
    outcome_clear (&out);
    char *owned[] = {manifest, lines, trace, times, input, witness};
    for (size_t i = 0; i < sizeof owned / sizeof owned[0]; i++)
        memory_free (owned[i]);
    return code;
}
