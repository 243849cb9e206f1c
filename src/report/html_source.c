/* html_source.c -- the source files that the page shows: see html_internal.h. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/json.h"
#include "report/html_internal.h"

enum {
    WHOLE_BYTES = 200000,  /* of a file that is shown as a whole */
    READ_BYTES = 20000000, /* beyond that it is no source */
    ALL_BYTES = 1500000,   /* of all files together */
    AROUND = 40            /* lines before and behind one that is named */
};

/* ---- which */

/* Some places tell the last part of a name only. */
static const char *
full_name (const struct outcome *o, const char *name)
{
    for (size_t i = 0; i < o->source.size; i++)
        if (!strcmp (o->source.at[i].name, name))
            return o->source.at[i].path;
    return name;
}

static void
files_add (struct html_files *f, const char *name)
{
    if (name && *name && html_file (f, name) < 0)
        VEC_PUSH (f->name, memory_string (full_name (f->outcome, name)));
}

int
html_file (const struct html_files *f, const char *name)
{
    name = full_name (f->outcome, name);
    for (size_t i = 0; i < f->name.size; i++)
        if (!strcmp (f->name.at[i], name))
            return (int) i;
    return -1;
}

void
html_files_init (struct html_files *f, const struct outcome *o,
                 const struct trace *trace, const struct html_subject *s)
{
    *f = (struct html_files) {.outcome = o};
    /* The one that is shown first is the one in which it fails. */
    for (size_t i = trace->entry.size; i-- > 0;)
        files_add (f, trace->entry.at[i].file);
    for (size_t i = 0; i < o->invariant.size; i++)
        files_add (f, o->invariant.at[i].file);
    for (size_t i = 0; i < s->input_count; i++)
        files_add (f, s->inputs[i]);
    if (!s->input_count)
        files_add (f, s->input);
    for (size_t i = 0; o->flow && i < o->flow->node.size; i++)
        files_add (f, o->flow->node.at[i].file);
}

void
html_files_clear (struct html_files *f)
{
    for (size_t i = 0; i < f->name.size; i++)
        memory_free (f->name.at[i]);
    VEC_CLEAR (f->name);
}

/* ---- may it be read? */

/* Is the file in the folder, or below it?  Both are real paths. */
static bool
is_below (const char *file, const char *folder)
{
    size_t size = strlen (folder);
    return size > 1 && !strncmp (file, folder, size) && file[size] == '/';
}

static bool
is_below_input (const char *file, const char *input)
{
    char *folder = memory_string (input), real[PATH_MAX];
    char *slash = strrchr (folder, '/');
    if (slash)
        *slash = 0;
    bool good = realpath (slash ? *folder ? folder : "/" : ".", real)
                && is_below (file, real);
    memory_free (folder);
    return good;
}

static bool
is_allowed (const char *file, const struct html_subject *s)
{
    char here[PATH_MAX];
    if (realpath (".", here) && is_below (file, here))
        return true;
    for (size_t i = 0; i < s->input_count; i++)
        if (is_below_input (file, s->inputs[i]))
            return true;
    return is_below_input (file, s->input);
}

/* The text, or null: it is not to be shown. */
static char *
source_read (const char *path, const struct html_subject *s, size_t *size)
{
    char real[PATH_MAX];
    struct stat about;
    if (!realpath (path, real) || stat (real, &about)
        || !S_ISREG (about.st_mode) || about.st_size > READ_BYTES
        || !is_allowed (real, s))
        return NULL;
    char *text = text_file (real, size);
    if (text && strlen (text) != *size) { /* not a text */
        memory_free (text);
        text = NULL;
    }
    return text;
}

/* Beside the input, if the place tells no more than a name that the debug information
 * has. */
static char *
source_find (const char *name, const struct html_subject *s, size_t *size)
{
    char *text = source_read (name, s, size);
    const char *slash = strrchr (s->input, '/');
    if (text || !slash || *name == '/')
        return text;
    struct text beside;
    text_init (&beside);
    text_add_n (&beside, s->input, (size_t) (slash - s->input) + 1);
    text_add (&beside, name);
    text = source_read (text_view (&beside), s, size);
    text_clear (&beside);
    return text;
}

/* ---- what of it */

static bool
line_is_near (const bool *named, size_t lines, size_t line)
{
    size_t from = line > AROUND ? line - AROUND : 1;
    for (size_t i = from; i <= line + AROUND && i <= lines; i++)
        if (named[i])
            return true;
    return false;
}

/* Which lines of the file steps, invariants and nodes name. */
static bool *
lines_named (const struct html_files *f, int file, size_t lines,
             const struct outcome *o, const struct trace *trace)
{
    bool *named = NEW_ARRAY (bool, lines + 2);
    for (size_t i = 0; i < trace->entry.size; i++) {
        const struct trace_entry *e = &trace->entry.at[i];
        if (e->file && e->line <= lines && html_file (f, e->file) == file)
            named[e->line] = true;
    }
    for (size_t i = 0; i < o->invariant.size; i++)
        if (o->invariant.at[i].line <= lines
            && html_file (f, o->invariant.at[i].file) == file)
            named[o->invariant.at[i].line] = true;
    return named;
}

static size_t
lines_count (const char *text)
{
    size_t lines = 1;
    for (; *text; text++)
        lines += *text == '\n' && text[1];
    return lines;
}

static void
part_close (struct text *part, struct text *t)
{
    if (part->size && part->data[part->size - 1] == '\n')
        part->data[--part->size] = 0;
    json_string (t, text_view (part));
    text_char (t, ']');
    text_reset (part);
}

/* As a list of parts: [number of the first line, text]. */
static void
source_parts (const char *text, size_t size, const bool *named, size_t lines,
              struct text *t)
{
    struct text part;
    bool inside = false, several = false, whole = size <= WHOLE_BYTES;
    text_init (&part);
    text_char (t, '[');
    for (size_t line = 1; line <= lines; line++) {
        size_t length = strcspn (text, "\n");
        bool near = whole || line_is_near (named, lines, line);
        if (inside && !near)
            part_close (&part, t);
        if (!inside && near) {
            text_print (t, "%s[%zu,", several ? "," : "", line);
            several = true;
        }
        inside = near;
        if (near) {
            text_add_n (&part, text, length);
            text_char (&part, '\n');
        }
        text += length + (text[length] == '\n');
    }
    if (inside)
        part_close (&part, t);
    text_char (t, ']');
    text_clear (&part);
}

void
html_sources (const struct html_files *f, const struct outcome *o,
              const struct trace *trace, const struct html_subject *s,
              struct text *t)
{
    bool several = false;
    size_t before = t->size;
    text_char (t, '[');
    for (size_t i = 0; i < f->name.size && t->size - before < ALL_BYTES; i++) {
        size_t size = 0;
        char *text = source_find (f->name.at[i], s, &size);
        if (!text)
            continue;
        size_t lines = lines_count (text);
        bool *named = lines_named (f, (int) i, lines, o, trace);
        text_print (t, "%s{\"file\":%zu,\"parts\":", several ? ",\n" : "", i);
        source_parts (text, size, named, lines, t);
        text_char (t, '}');
        several = true;
        memory_free (named);
        memory_free (text);
    }
    text_char (t, ']');
}
