/* manifest.c -- see manifest.h. */
#include "journal/manifest.h"

#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "journal/run.h"

/* A name or version could hold a line feed; a manifest's line must not. */
static void
manifest_line (struct text *t, const char *key, const char *value)
{
    text_print (t, "%s: ", key);
    for (; value && *value; value++)
        text_char (t, (unsigned char) *value < ' ' ? '?' : *value);
    text_char (t, '\n');
}

static void
manifest_seal (struct text *t)
{
    char sum[DIGEST_TEXT];
    digest_print (digest_string (text_view (t)), sum);
    text_print (t, "checksum: %s\n", sum);
}

void
manifest_write (const struct run_identity *id, struct text *t)
{
    char digest[DIGEST_TEXT];
    digest_print (id->digest, digest);
    manifest_line (t, "format", "cohort run 1");
    manifest_line (t, "version", id->version);
    manifest_line (t, "build", id->build);
    manifest_line (t, "solver", id->solver);
    manifest_line (t, "input", id->input);
    manifest_line (t, "digest", digest);
    options_semantic (id->options, t);
    manifest_seal (t);
}

/* The text is whole: its last line is the checksum of the others. */
static bool
manifest_whole (const char *text, size_t size)
{
    struct text copy;
    static const char last[] = "checksum: ";
    size_t tail = sizeof last - 1 + DIGEST_TEXT; /* line feed for final 0 */
    if (strlen (text) != size || size < tail)
        return false;
    text_init (&copy);
    text_add_n (&copy, text, size - tail);
    manifest_seal (&copy);
    bool whole = !strcmp (text_view (&copy), text);
    text_clear (&copy);
    return whole;
}

static char *
line_take (const char **at)
{
    size_t size = strcspn (*at, "\n");
    char *line = memory_new (size + 1);
    memcpy (line, *at, size);
    *at += size + ((*at)[size] == '\n');
    return line;
}

/* `input` is for people, and the checksum follows from the rest. */
static bool
line_counts (const char *line)
{
    return strncmp (line, "input: ", 7) && strncmp (line, "checksum: ", 10);
}

static bool
line_agrees (const char *path, const char *old, const char *new,
             struct problem *p)
{
    struct place place = {.file = path};
    size_t key = strcspn (new, ":");
    if (!strcmp (old, new) || (!line_counts (old) && !line_counts (new)))
        return true;
    if (!strncmp (new, "build: ", 7) && !strncmp (old, new, key + 1))
        return problem_of_kind (
            p, PROBLEM_USAGE, place,
            "this run was made by another build of cohort (%s; this one is "
            "%s): "
            "continue it with that one, or begin again with --run",
            old + key + 2, new + key + 2);
    if (strncmp (old, new, key + 1))
        return problem_of_kind (p, PROBLEM_USAGE, place,
                                "this run was made by another version of "
                                "cohort: it has \"%s\" where this one has "
                                "\"%s\"",
                                old, new);
    const char *was = old + key + 1, *is = new + key + 1;
    return problem_of_kind (p, PROBLEM_USAGE, place,
                            "this run cannot be continued: %.*s was \"%s\" and "
                            "is now \"%s\"",
                            (int) key, new, was + (*was == ' '),
                            is + (*is == ' '));
}

bool
manifest_agrees (const char *path, const char *stored, size_t size,
                 const struct run_identity *id, struct problem *p)
{
    if (!manifest_whole (stored, size))
        return problem_of_kind (p, PROBLEM_USAGE, (struct place) {.file = path},
                                "the manifest is damaged; this run cannot be "
                                "continued, use --run with a new directory");
    struct text now;
    text_init (&now);
    manifest_write (id, &now);
    const char *old = stored, *new = text_view (&now);
    bool good = true;
    while (good && (*old || *new)) {
        char *was = line_take (&old), *is = line_take (&new);
        good = line_agrees (path, was, is, p);
        memory_free (was);
        memory_free (is);
    }
    text_clear (&now);
    return good;
}
