/* recording.h -- a run directory, opened to be replayed: the check as it was,
 * and its answers with their costs. */
#ifndef RECORDING_H
#define RECORDING_H

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/options.h"
#include "base/vec.h"
#include "cegar/checking.h"
#include "frontend/horn/horn.h"
#include "hunting.h"
#include "journal/memo.h"

struct recording {
    struct VEC (char *) word; /* of the manifest, as an argument list */
    struct options options;
    char *input;
    struct digest digest;
    bool is_program;                    /* .. else Horn clauses */
    struct partition_run partition_run; /* of a program */
    struct horn horn;                   /* of clauses, as the next three */
    struct log log;
    struct engine_context engine;
    struct cegar_check check;
    checking *checking;
    memo *memo;
    uint64_t ready_ns; /* what reading and preparing took here */
};

/* One line of the manifest: an option unless it is about the run itself. */
static void
recording_line (struct recording *r, const char *key, const char *value)
{
    static const char *const about[] = {"format", "version", "build", "solver",
                                        "checksum"};
    if (!strcmp (key, "input")) {
        memory_free (r->input);
        r->input = memory_string (value);
        return;
    }
    if (!strcmp (key, "digest")) {
        digest_parse (value, &r->digest);
        return;
    }
    for (size_t i = 0; i < sizeof about / sizeof *about; i++)
        if (!strcmp (key, about[i]))
            return;
    if (!*value || !strcmp (value, "no"))
        return;
    struct text t;
    text_init (&t);
    bool flag = !strcmp (value, "yes");
    text_print (&t, flag ? "--%s" : "--%s=%s", key, value);
    VEC_PUSH (r->word, text_take (&t));
}

static bool
recording_manifest (struct recording *r, const char *dir, struct problem *p)
{
    struct text path;
    size_t size;
    text_init (&path);
    text_print (&path, "%s/manifest", dir);
    char *all = text_file (text_view (&path), &size);
    if (!all) {
        problem_set (p, (struct place) {0}, "%s: %s", text_view (&path),
                     strerror (errno));
        text_clear (&path);
        return false;
    }
    char *rest = all, *line;
    while ((line = strsep (&rest, "\n"))) {
        char *value = strstr (line, ": ");
        if (!value)
            continue;
        *value = 0;
        recording_line (r, line, value + 2);
    }
    memory_free (all);
    text_clear (&path);
    options_init (&r->options);
    return options_parse (&r->options, (int) r->word.size, r->word.at, p);
}

static bool
recording_horn (struct recording *r, const char *source, size_t size,
                const char *file, struct problem *p)
{
    horn_init (&r->horn, file);
    if (!horn_read (&r->horn, source, size, file, p)) {
        horn_clear (&r->horn);
        return false;
    }
    log_init (&r->log, LOG_QUIET, PROGRESS_NONE, NULL);
    r->engine =
        (struct engine_context) {.options = &r->options, .log = &r->log};
    r->check = (struct cegar_check) {.engine = &r->engine};
    r->checking = checking_new (&r->check, &r->horn);
    return true;
}

static bool
recording_input (struct recording *r, const char *file, struct problem *p)
{
    size_t size;
    struct place place = {.file = file};
    char *source = text_file (file, &size);
    if (!source)
        return problem_set (p, place, "%s", strerror (errno));
    struct bytes bytes = {(const uint8_t *) source, size};
    bool good = digest_equal (digest_of (bytes), r->digest)
                || problem_set (p, place,
                                "this is not the file that was "
                                "recorded");
    uint64_t start = clock_thread_ns ();
    r->is_program = boogie_recognise (source, size);
    good =
        good
        && (r->is_program ? partition_run_open (&r->partition_run, &r->options,
                                                source, size, file, p)
                          : recording_horn (r, source, size, file, p));
    r->ready_ns = clock_thread_ns () - start;
    memory_free (source);
    return good;
}

static bool
recording_memo (struct recording *r, const char *dir, struct problem *p)
{
    struct text path;
    text_init (&path);
    text_print (&path, "%s/memo", dir);
    if (access (text_view (&path), R_OK))
        problem_set (p, (struct place) {0}, "%s: %s", text_view (&path),
                     strerror (errno));
    else
        r->memo = memo_open (text_view (&path), p);
    text_clear (&path);
    return r->memo;
}

static void
recording_forget (struct recording *r)
{
    options_clear (&r->options);
    for (size_t i = 0; i < r->word.size; i++)
        memory_free (r->word.at[i]);
    VEC_CLEAR (r->word);
    memory_free (r->input);
    if (r->memo)
        memo_free (r->memo);
}

/* False: nothing is left to close. */
static bool
recording_open (struct recording *r, const char *dir, const char *file,
                struct problem *p)
{
    *r = (struct recording) {0};
    if (recording_manifest (r, dir, p) && recording_memo (r, dir, p)
        && recording_input (r, file ? file : r->input, p))
        return true;
    recording_forget (r);
    return false;
}

static void
recording_close (struct recording *r)
{
    if (r->is_program)
        partition_run_close (&r->partition_run);
    else {
        checking_free (r->checking);
        horn_clear (&r->horn);
    }
    recording_forget (r);
}

/* The driver of the recorded check, from its beginning; the last one is over. */
static struct pool_options
recording_driver (struct recording *r, memo *memo_of)
{
    struct pool_options pool = {0};
    if (r->is_program)
        partition_run_pool (&r->partition_run, &r->options, memo_of, &pool);
    else
        checking_pool (r->checking, memo_of, &pool);
    pool.log = NULL;
    pool.tick = NULL;
    return pool;
}

/* Of the commits of the last driver; of Horn clauses nothing is known. */
static struct digest
recording_result (const struct recording *r)
{
    return r->is_program
               ? partition_search_result (r->partition_run.partition_search)
                     ->digest
               : (struct digest) {0};
}

static uint64_t
recording_cost (const struct recording *r, struct digest d)
{
    struct bytes answer;
    uint64_t units = 0, cost = memo_cost_ns (r->memo, d);
    return cost || !memo_get (r->memo, d, &answer, &units) ? cost : units;
}

#endif
