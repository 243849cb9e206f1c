/* vm_source.c -- lines of source files, for traces. */
#include <ctype.h>
#include <string.h>

#include "machine/vm_trace_private.h"

enum { LINE_MOST = 160 };

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
    const char *at = s->text + s->line.at[place->line - 1];
    while (*at == ' ' || *at == '\t')
        at++;
    size_t size = strcspn (at, "\r\n");
    while (size && isspace ((unsigned char) at[size - 1]))
        size--;
    text_add_n (t, at, size < LINE_MOST ? size : LINE_MOST);
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
