/* lines.c -- see lines.h. */
#include "csource/lines.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* A walk over the lines of a file, with what each is called. */
struct lines {
    const char *at;   /* the begin of the line */
    unsigned line;    /* of the file */
    const char *name; /* that it is called; null: the file's own */
    size_t size;      /* of the name */
    unsigned called;  /* the line that it is called */
};

/* `# 12 "f.c" 1`, `#line 12 "f.c"` or `#line 12`. */
static bool
lines_marker (struct lines *l)
{
    const char *at = l->at + strspn (l->at, " \t");
    char *end;
    if (*at++ != '#')
        return false;
    at += strspn (at, " \t");
    at += strncmp (at, "line", 4) ? 0 : 4;
    at += strspn (at, " \t");
    if (!isdigit ((unsigned char) *at))
        return false;
    l->called = (unsigned) strtoul (at, &end, 10) - 1;
    end += strspn (end, " \t");
    if (*end == '"') {
        l->name = end + 1;
        l->size = strcspn (l->name, "\"\n");
    }
    return true;
}

/* False: there are no more. */
static bool
lines_next (struct lines *l)
{
    lines_marker (l);
    l->at += strcspn (l->at, "\n");
    if (!*l->at)
        return false;
    l->at++;
    l->line++;
    l->called++;
    return true;
}

struct place
c_lines_own (const char *const *file, size_t files, struct place called)
{
    for (size_t i = 0; called.file && i < files; i++)
        if (!strcmp (file[i], called.file))
            return called;
    for (size_t i = 0; called.file && i < files; i++) {
        size_t size;
        char *text = text_file (file[i], &size);
        struct lines l = {.at = text, .line = 1, .called = 1};
        bool found = false;
        do
            found = text && l.name && l.called == called.line
                    && l.size == strlen (called.file)
                    && !strncmp (l.name, called.file, l.size)
                    && *(l.at + strspn (l.at, " \t")) != '#';
        while (text && !found && lines_next (&l));
        memory_free (text);
        if (found)
            return (struct place) {file[i], l.line, called.column};
    }
    return called;
}

static const char *
name_last (const char *path)
{
    const char *slash = strrchr (path, '/');
    return slash ? slash + 1 : path;
}

struct place
c_lines_called (const char *const *file, size_t files, struct place own,
                struct arena *arena)
{
    size_t i = 0, size;
    while (i < files && own.file
           && strcmp (name_last (file[i]), name_last (own.file)))
        i++;
    char *text = i < files ? text_file (file[i], &size) : NULL;
    if (!text)
        return own;
    struct lines l = {.at = text, .line = 1, .called = 1};
    while (l.line < own.line && lines_next (&l))
        ;
    struct place called = own;
    if (l.line == own.line && l.name) {
        char *name = arena_copy (arena, l.name, l.size + 1);
        name[l.size] = 0;
        called = (struct place) {name, l.called, own.column};
    }
    memory_free (text);
    return called;
}
