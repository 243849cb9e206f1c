/* html_run.c -- see html_run.h. */
#include "report/html_run.h"

#include <assert.h>
#include <string.h>

#include "report/html.h"

struct run_files {
    char *manifest, *outcome, *trace, *data, *times, *samples, *witness, *input;
};

/* Null: there is no such file. */
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

static void
run_hear (const struct run_files *f, struct outcome *o)
{
    outcome_init (o);
    outcome_unknown (o, "the run has not ended");
    if (f->outcome) {
        memory_free (o->reason);
        o->reason = NULL;
        outcome_hear (o, f->outcome);
    }
    if (f->trace && o->verdict == VERDICT_UNSAFE)
        outcome_hear_trace (o, f->trace);
}

/* Engines write it under one of two names. */
static char *
run_witness (const char *dir, const struct outcome *o)
{
    static const char *const safe[] = {"proof.smt2", "proof.txt"};
    static const char *const unsafe[] = {"derivation.smt2", "trail.txt"};
    bool own = outcome_counts (o) != COUNT_CEGAR;
    const char *const *name = o->verdict == VERDICT_SAFE ? safe : unsafe;
    if (o->verdict == VERDICT_UNKNOWN)
        return NULL;
    char *witness = run_file (dir, name[own]);
    return witness ? witness : run_file (dir, name[!own]);
}

static void
run_clear (struct run_files *f)
{
    char *owned[] = {f->manifest, f->outcome, f->trace,   f->data,
                     f->times,    f->samples, f->witness, f->input};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        memory_free (owned[i]);
}

bool
html_run (const char *dir, const char *version, struct text *page,
          struct problem *p)
{
    struct run_files f = {.manifest = run_file (dir, "manifest")};
    if (!f.manifest)
        return problem_set (p, (struct place) {.file = dir},
                            "not a run directory: no manifest in it");
    f.outcome = run_file (dir, "outcome");
    f.trace = run_file (dir, "trace.txt");
    f.data = run_file (dir, "page.json");
    f.times = run_file (dir, "times");
    f.samples = run_file (dir, "samples");
    f.input = line_value (f.manifest, "input");
    struct outcome out;
    run_hear (&f, &out);
    f.witness = run_witness (dir, &out);
    struct html_subject subject = {.input = f.input ? f.input : dir,
                                   .version = version,
                                   .about = f.manifest,
                                   .data = f.data,
                                   .run = f.times,
                                   .samples = f.samples,
                                   .witness = f.witness};
    html_report (&out, &subject, page);
    outcome_clear (&out);
    run_clear (&f);
    return true;
}
