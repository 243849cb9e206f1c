/* origin.c -- see origin.h. */
#include "command/origin.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "base/build.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "report/witness_yaml.h"

static const char producer[] = "; producer: ", input[] = "; input: sha256 ";

/* What it was read from: a task names its files. */
static const char *const *
origin_files (const struct work *w, size_t *count)
{
    assert (w->kind && w->options->files);
    if (w->kind->files)
        return w->kind->files (w, count);
    *count = w->options->files;
    return (const char *const *) w->options->file;
}

static bool
file_hash (const char *file, char hash[SHA256_TEXT])
{
    size_t size;
    char *data = text_file (file, &size);
    if (data)
        sha256_print (data, size, hash);
    memory_free (data);
    return data != NULL;
}

char *
origin_lines (const struct work *w)
{
    assert (w->is_read);
    assert (w->outcome.verdict != VERDICT_UNKNOWN);
    size_t files;
    const char *const *file = origin_files (w, &files);
    struct text t;
    char hash[SHA256_TEXT];
    text_init (&t);
    text_print (&t, "%scohort %s\n", producer, build_name);
    for (size_t i = 0; i < files; i++)
        if (file_hash (file[i], hash))
            text_print (&t, "%s%s\n", input, hash);
    return text_take (&t);
}

/* Where the next hash begins, or null. */
static const char *
hash_find (const char *at)
{
    enum { DIGITS = SHA256_TEXT - 1 };
    while (*at) {
        size_t n = strspn (at, "0123456789abcdefABCDEF");
        if (n == DIGITS && !isalnum ((unsigned char) at[n]))
            return at;
        at += n;
        at += strcspn (at, " \t\n\"':,{}[]");
        at += strspn (at, " \t\n\"':,{}[]");
    }
    return NULL;
}

/* Is it one of the hashes of the text?  With `none`, whether there are none. */
static bool
hash_among (const char *text, const char *hash, bool *none)
{
    *none = true;
    for (const char *at = hash_find (text); at;
         at = hash_find (at + SHA256_TEXT - 1)) {
        *none = false;
        if (!strncasecmp (at, hash, SHA256_TEXT - 1))
            return true;
    }
    return false;
}

/* The lines of the witness that say where it comes from are moved to `lines`. */
static void
lines_take (char *witness, struct text *lines)
{
    char *to = witness;
    for (const char *at = witness; *at;) {
        size_t size = strcspn (at, "\n");
        size += at[size] == '\n';
        if (!strncmp (at, producer, strlen (producer))
            || !strncmp (at, input, strlen (input)))
            text_add_n (lines, at, size);
        else {
            memmove (to, at, size);
            to += size;
        }
        at += size;
    }
    assert (to <= witness + strlen (witness));
    *to = 0;
}

bool
origin_take (const struct work *w, char *witness, const char *file,
             struct problem *p)
{
    assert (w->is_read);
    assert (witness && file);
    size_t files;
    const char *const *of = origin_files (w, &files);
    bool good = true, none;
    char hash[SHA256_TEXT] = "";
    struct text lines;
    text_init (&lines);
    if (witness_recognise (witness, strlen (witness)))
        text_add (&lines, witness);
    else
        lines_take (witness, &lines);
    for (size_t i = 0; good && i < files; i++) {
        struct place place = {.file = of[i]};
        if (!file_hash (of[i], hash))
            good = problem_set (p, place, "%s", strerror (errno));
        else if (!hash_among (text_view (&lines), hash, &none) && !none)
            good = problem_set (p, place,
                                "not the input that %s is about: the contents "
                                "are others (sha256 %.16s.. is not among its "
                                "hashes)",
                                file, hash);
    }
    text_clear (&lines);
    return good;
}
