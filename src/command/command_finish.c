/* command_finish.c -- what a check leaves behind: stdout and files. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/build.h"
#include "command/command.h"
#include "report/html.h"
#include "report/junit.h"
#include "report/sarif.h"
#include "report/witness_yaml.h"

void
finish_print (const struct options *o, const struct outcome *out,
              struct text *t)
{
    struct outcome_subject subject = {o->file, o->files, build_version,
                                      build_identity, o->timings};
    if (o->json)
        outcome_json (out, &subject, t);
    else
        outcome_text (out, t);
}

/* The witness file of a verdict; false: there is none. */
static bool
finish_witness (const struct outcome *out, struct text *t)
{
    assert (!t->size);
    const char *body = out->verdict == VERDICT_SAFE     ? out->proof
                       : out->verdict == VERDICT_UNSAFE ? out->derivation
                                                        : NULL;
    if (!body)
        return false;
    /* The witnesses of other engines say themselves what they are. */
    if (*body != ';' && outcome_counts (out) == COUNT_CEGAR
        && strncmp (body, "cohort-", 7))
        text_print (t, "; cohort %s\n",
                    out->verdict == VERDICT_SAFE ? "proof" : "derivation");
    text_add (t, body);
    if (t->size && t->data[t->size - 1] != '\n')
        text_char (t, '\n');
    text_add (t, out->origin ? out->origin : "");
    return true;
}

static void
finish_html (const struct options *o, const struct outcome *out,
             void (*write) (const struct outcome *, const struct html_subject *,
                            struct text *),
             const char *times, struct text *t)
{
    struct text about;
    text_init (&about);
    options_semantic (o, &about);
    struct html_subject subject = {.input = o->file[0],
                                   .version = build_version,
                                   .build = build_identity,
                                   .inputs = o->file,
                                   .input_count = o->files,
                                   .about = text_view (&about),
                                   .run = o->timings ? times : NULL};
    write (out, &subject, t);
    text_clear (&about);
}

/* Saves DIR/name, or `path` itself if there is no DIR. */
static bool
finish_save (struct outcome *out, const char *dir, const char *path,
             const struct text *data)
{
    assert (path && data);
    struct text full;
    text_init (&full);
    text_print (&full, "%s%s%s", dir ? dir : "", dir ? "/" : "", path);
    bool good = text_save (text_view (&full), text_view (data), data->size);
    if (!good)
        outcome_unknown (out, "cannot write %s: %s", text_view (&full),
                         strerror (errno));
    text_clear (&full);
    return good;
}

/* The files of a run directory, for `cohort report`. */
static void
finish_run (const struct options *o, const char *dir, struct outcome *out,
            const char *times)
{
    assert (dir && *dir);
    struct text t;
    text_init (&t);
    if (finish_witness (out, &t))
        finish_save (out, dir,
                     outcome_counts (out) != COUNT_CEGAR
                             || !strncmp (text_view (&t), "cohort-", 7)
                         ? out->verdict == VERDICT_SAFE ? "proof.txt"
                                                        : "trail.txt"
                     : out->verdict == VERDICT_SAFE ? "proof.smt2"
                                                    : "derivation.smt2",
                     &t);
    text_reset (&t);
    outcome_trace (out, &t);
    if (out->verdict == VERDICT_UNSAFE)
        finish_save (out, dir, "trace.txt", &t);
    text_reset (&t);
    if (times) {
        text_add (&t, times);
        finish_save (out, dir, "times", &t);
    }
    text_reset (&t);
    finish_html (o, out, html_report_data, NULL, &t);
    finish_save (out, dir, "page.json", &t);
    text_reset (&t);
    outcome_text (out, &t);
    finish_save (out, dir, "outcome", &t);
    text_clear (&t);
}

/* A file that was asked for by name. */
static void
finish_file (struct outcome *out, const char *kind, const char *path,
             const struct text *data)
{
    assert (kind && path);
    if (finish_save (out, NULL, path, data))
        outcome_wrote (out, kind, path);
}

/* For other tools under the name that was asked for; what `cohort replay` needs
 * stands beside it. */
static void
finish_yaml (const struct options *o, struct outcome *out,
             const struct text *own)
{
    assert (o->witness && witness_is_yaml (o->witness));
    assert (out->verdict != VERDICT_UNKNOWN);
    struct text t, path;
    text_init (&t);
    text_init (&path);
    text_print (&path, "%s.%s", o->witness,
                out->verdict == VERDICT_SAFE ? "proof" : "trail");
    if (own->size)
        finish_file (out, "witness", text_view (&path), own);
    text_add (&t, out->yaml ? out->yaml : "");
    if (out->yaml)
        finish_file (out, "witness", o->witness, &t);
    else
        fprintf (stderr,
                 "cohort: %s is not written: that format has no words for "
                 "this; %s is what cohort replay reads\n",
                 o->witness, text_view (&path));
    text_clear (&path);
    text_clear (&t);
}

void
finish_write (const struct options *o, struct outcome *out, const char *times)
{
    assert (o->files);
    struct text t;
    text_init (&t);
    if (o->witness) {
        bool own = finish_witness (out, &t);
        if (witness_is_yaml (o->witness)
            && (own || (out->yaml && out->verdict != VERDICT_UNKNOWN)))
            finish_yaml (o, out, &t);
        else if (own)
            finish_file (out, "witness", o->witness, &t);
    }
    text_reset (&t);
    if (o->harness && out->harness && out->verdict == VERDICT_UNSAFE) {
        text_add (&t, out->harness);
        finish_file (out, "harness", o->harness, &t);
    }
    /* A run that was refused has no manifest, and is not ours to write to. */
    const char *dir = command_run (o);
    text_reset (&t);
    text_print (&t, "%s/manifest", dir ? dir : "");
    if (dir && !access (text_view (&t), R_OK)) {
        outcome_wrote (out, "run", dir);
        finish_run (o, dir, out, times);
    }
    text_reset (&t);
    if (o->html) {
        finish_html (o, out, html_report, times, &t);
        finish_file (out, "html", o->html, &t);
    }
    text_reset (&t);
    if (o->sarif) {
        sarif_log (out, o->file[0], build_version, &t);
        finish_file (out, "sarif", o->sarif, &t);
    }
    text_reset (&t);
    if (o->junit) {
        junit_report (out, o->file[0], &t);
        finish_file (out, "junit", o->junit, &t);
    }
    text_clear (&t);
}
