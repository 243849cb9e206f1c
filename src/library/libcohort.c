/* libcohort.c -- see include/libcohort.h. */
#include <libcohort.h>

#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "library/json.h"
#include "library/run.h"

const char *
cohort_version (void)
{
    return COHORT_VERSION;
}

/* ---- the outcome, of what was printed */

static enum cohort_verdict
verdict_of (int code)
{
    return code == 0    ? COHORT_SAFE
           : code == 10 ? COHORT_UNSAFE
           : code == 5  ? COHORT_UNKNOWN
                        : COHORT_ERROR;
}

static unsigned
number_of (const char *at)
{
    return at ? (unsigned) strtoul (at, NULL, 10) : 0;
}

static bool
step_fill (struct cohort_step *s, const char *line)
{
    return (s->place = json_text (json_field_at (line, "place")))
           && (s->what = json_text (json_field_at (line, "what")))
           && (s->values = json_text (json_field_at (line, "values")))
           && (s->thread = json_text (json_field_at (line, "thread")))
           && (s->function = json_text (json_field_at (line, "function")));
}

/* A step stands on a line of its own, by four blanks. */
static bool
steps_fill (struct cohort_outcome *o, const char *json)
{
    static const char begin[] = "\n    {\"place\": ";
    size_t count = 0;
    for (const char *at = json; (at = strstr (at, begin)); at++)
        count++;
    struct cohort_step *step = calloc (count + 1, sizeof *step);
    bool good = step;
    o->step = step;
    for (const char *at = json; good && (at = strstr (at, begin)); at++)
        good = step_fill (&step[o->steps++], at + 1);
    return good;
}

static bool
outcome_fill (struct cohort_outcome *o, const struct run_result *r)
{
    const char *json = r->out.text, *fault = json_member_at (json, "fault");
    o->exit_code = r->exit_code;
    o->verdict = verdict_of (r->exit_code);
    /* Help and versions end well, too, and are no verdict. */
    if (!json_member_at (json, "verdict"))
        o->verdict = COHORT_ERROR;
    o->line = number_of (json_field_at (fault, "line"));
    o->column = number_of (json_field_at (fault, "column"));
    return (o->reason = json_text (json_member_at (json, "reason")))
           && (o->engine = json_text (json_member_at (json, "engine")))
           && (o->digest = json_text (json_member_at (json, "digest")))
           && (o->rule = json_text (json_field_at (fault, "rule")))
           && (o->what = json_text (json_field_at (fault, "what")))
           && (o->file = json_text (json_field_at (fault, "file")))
           && (o->json = strdup (json)) && (o->said = strdup (r->error.text))
           && steps_fill (o, json);
}

static struct cohort_outcome *
check_in (const char *where, const char *const *argument,
          const struct cohort_callbacks *callbacks)
{
    struct run_result r = {0};
    struct cohort_outcome *o = calloc (1, sizeof *o);
    if (o
        && (!library_run (argument, where, callbacks, &r)
            || !outcome_fill (o, &r))) {
        cohort_free (o);
        o = NULL;
    }
    run_result_clear (&r);
    return o;
}

struct cohort_outcome *
cohort_check (const char *const *argument,
              const struct cohort_callbacks *callbacks)
{
    return check_in (NULL, argument, callbacks);
}

void
cohort_free (struct cohort_outcome *o)
{
    if (!o)
        return;
    for (size_t i = 0; i < o->steps; i++) {
        free ((char *) o->step[i].place);
        free ((char *) o->step[i].what);
        free ((char *) o->step[i].values);
        free ((char *) o->step[i].thread);
        free ((char *) o->step[i].function);
    }
    free ((struct cohort_step *) o->step);
    free ((char *) o->reason);
    free ((char *) o->engine);
    free ((char *) o->digest);
    free ((char *) o->rule);
    free ((char *) o->what);
    free ((char *) o->file);
    free ((char *) o->json);
    free ((char *) o->said);
    free (o);
}

/* ---- what is not in a file */

static int
entry_drop (const char *path, const struct stat *about, int kind,
            struct FTW *place)
{
    (void) about;
    (void) kind;
    (void) place;
    return remove (path);
}

static bool
buffer_save (const char *path, const void *data, size_t size)
{
    FILE *file = fopen (path, "wbx");
    bool good = file && fwrite (data, 1, size, file) == size;
    return file ? !fclose (file) && good : false;
}

struct cohort_outcome *
cohort_check_buffer (const char *name, const void *data, size_t size,
                     const char *const *option,
                     const struct cohort_callbacks *callbacks)
{
    char folder[] = "/tmp/libcohort-XXXXXX";
    const char *slash = strrchr (name, '/'), *base = slash ? slash + 1 : name;
    size_t count = 0;
    while (option && option[count])
        count++;
    const char **argument = calloc (count + 3, sizeof *argument);
    struct cohort_outcome *o = NULL;
    if (argument && mkdtemp (folder)) {
        char path[4096];
        if (count)
            memcpy (argument, option, count * sizeof *argument);
        /* Names may begin with anything. */
        argument[count] = "--";
        argument[count + 1] = base;
        snprintf (path, sizeof path, "%s/%s", folder, base);
        if (*base && buffer_save (path, data, size))
            o = check_in (folder, argument, callbacks);
        nftw (folder, entry_drop, 8, FTW_DEPTH | FTW_PHYS);
    }
    free (argument);
    return o;
}
