/* lines.c -- line(FILE:N) in an invariant. */
#include <stdlib.h>
#include <string.h>

#include "micro/property/internal.h"

/* "main.c" and "src/main.c" both name "src/main.c". */
static bool
file_matches (const char *file, const char *name, size_t size)
{
    size_t n = strlen (file);
    return size && n >= size && !strncmp (file + n - size, name, size)
           && (n == size || file[n - size - 1] == '/');
}

/* Where rows of this line begin.  Gives the nearest later line with code, or
 * 0. */
static unsigned
line_starts (const struct micro_symbols *s, const char *name, size_t size,
             unsigned line, struct property_line *found)
{
    unsigned next = 0;
    assert (line && !found->address.size);
    for (size_t i = 0; i < s->line.size; i++) {
        const struct micro_line *l = s->line.at + i;
        if (!l->line || !file_matches (s->file.at[l->file], name, size))
            continue;
        if (l->line == line
            && (!found->address.size
                || VEC_LAST (found->address) != l->address))
            VEC_PUSH (found->address, l->address);
        if (l->line > line && (!next || l->line < next))
            next = l->line;
    }
    return next;
}

static bool
file_known (const struct micro_symbols *s, const char *name, size_t size)
{
    for (size_t i = 0; i < s->file.size; i++)
        if (file_matches (s->file.at[i], name, size))
            return true;
    return false;
}

static void
fail_line (struct property_parser *p, const char *start, size_t size,
           unsigned line, unsigned next)
{
    const struct micro_symbols *s = &p->image->symbols;
    if (!s->line.size)
        property_fail (p, start, "no lines are known: compile with %s",
                       s->stabs ? "-gdwarf-4, not STABS"
                                : p->image->class->how_to_debug);
    else if (!file_known (s, start, size))
        property_fail (p, start, "no code comes from a file `%.*s`", (int) size,
                       start);
    else if (next)
        property_fail (p, start, "line %u has no code; the next that has is %u",
                       line, next);
    else
        property_fail (p, start, "line %u has no code", line);
}

void
property_line (struct property_parser *p)
{
    property_space (p);
    const char *start = p->at, *close = strchr (start, ')');
    const char *colon =
        close ? memrchr (start, ':', (size_t) (close - start)) : NULL;
    char *end = NULL;
    unsigned long line = colon ? strtoul (colon + 1, &end, 10) : 0;
    if (!colon || end == colon + 1 || !line || line > UINT32_MAX) {
        property_fail (p, start, "expected line(FILE:NUMBER)");
        return;
    }
    assert (colon >= start && close > colon);
    size_t size = (size_t) (colon - start);
    struct property_line found = {.item = p->property->item.size};
    unsigned next =
        line_starts (&p->image->symbols, start, size, (unsigned) line, &found);
    p->at = end;
    property_expect (p, ")");
    if (!found.address.size) {
        fail_line (p, start, size, (unsigned) line, next);
        return;
    }
    property_constant (p, found.address.at[0]);
    VEC_PUSH (p->line, found);
}
