/* source.c -- lines of source files, for traces. */
#include <ctype.h>
#include <string.h>

#include "vm/replay/trace_internal.h"

/* A line longer than LINE_MOST is shown from the column on. */
enum { LINE_MOST = 60 };

static struct vm_source *
source_find (struct vec_vm_source *v, const struct vm_code *c, uint32_t file)
{
    for (size_t i = 0; i < v->size; i++)
        if (v->at[i].file == file)
            return &v->at[i];
    size_t size = 0;
    struct vm_source s = {.file = file,
                          .text = text_file (c->text.at[file], &size)};
    for (size_t at = 0; s.text && at < size;) {
        VEC_PUSH (s.line, at);
        const char *end = memchr (s.text + at, '\n', size - at);
        at = end ? (size_t) (end - s.text) + 1 : size;
    }
    VEC_PUSH (*v, s);
    return &VEC_LAST (*v);
}

bool
vm_source_line (struct vec_vm_source *v, const struct vm_code *c,
                const struct vm_place *place, struct text *t)
{
    const struct vm_source *s = source_find (v, c, place->file);
    if (!s->text || !place->line || place->line > s->line.size)
        return false;
    const char *begin = s->text + s->line.at[place->line - 1], *at = begin;
    while (*at == ' ' || *at == '\t')
        at++;
    size_t size = strcspn (at, "\r\n");
    while (size && isspace ((unsigned char) at[size - 1]))
        size--;
    size_t indent = (size_t) (at - begin);
    size_t skip = place->column > indent ? place->column - 1 - indent : 0;
    if (size <= LINE_MOST || skip >= size)
        skip = 0;
    if (skip)
        text_add (t, ".. ");
    bool cut = size - skip > LINE_MOST;
    text_add_n (t, at + skip, cut ? LINE_MOST : size - skip);
    if (cut)
        text_add (t, " ..");
    return size;
}

void
vm_source_clear (struct vec_vm_source *v)
{
    for (size_t i = 0; i < v->size; i++) {
        memory_free (v->at[i].text);
        VEC_CLEAR (v->at[i].line);
    }
    VEC_CLEAR (*v);
}
