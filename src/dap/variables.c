/* variables.c -- see variables.h. */
#include "dap/variables.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 4, SHOWN_BYTES = 120 }; /* of parts, in the line of the whole */

void
variable_clear (struct dap_variable *v)
{
    memory_free (v->name);
    memory_free (v->path);
    memory_free (v->value);
}

void
variables_clear (struct vec_dap_variable *list)
{
    for (size_t i = 0; i < list->size; i++)
        variable_clear (&list->at[i]);
    VEC_CLEAR (*list);
}

static char *
copied (const char *from, size_t size)
{
    struct text t;
    text_init (&t);
    text_add_n (&t, from, size);
    return text_take (&t);
}

/* ---- names */

/* Behind the bracket that closes the first one; 0: it does not. */
static size_t
bracket_size (const char *at)
{
    unsigned depth = 0;
    for (size_t i = 0; at[i]; i++) {
        depth += at[i] == '[';
        depth -= at[i] == ']';
        if (!depth)
            return i + 1;
    }
    return 0;
}

/* The first part of a name: a word, then "[..]", ".x" or "->x"; all of it if it is made
 * in another way. */
static size_t
part_size (const char *name, bool first)
{
    size_t all = strlen (name), size = 0;
    if (first && (*name == '(' || *name == '*' || *name == '&'))
        return all;
    if (!first && *name == '[')
        size = bracket_size (name);
    else {
        size_t skip = first ? 0 : *name == '-' ? 2 : 1;
        if (skip > all)
            return all;
        size = skip + strcspn (name + skip, "[.-");
        if (name[size] == '-' && name[size + 1] != '>')
            return all;
    }
    const char *rest = name + size;
    bool good = size
                && (!*rest || *rest == '.' || !strncmp (rest, "->", 2)
                    || (*rest == '[' && bracket_size (rest)));
    return good ? size : all;
}

static bool
in_scope (const struct trace *t, const struct trace_known *k,
          const struct variables_scope *s)
{
    if (s->global || k->value->global)
        return s->global && k->value->global;
    return t->entry.at[k->entry].thread == s->thread
           && k->value->frame == s->frame;
}

static struct dap_variable *
variable_named (struct vec_dap_variable *list, const char *name, size_t size)
{
    for (size_t i = 0; i < list->size; i++)
        if (!strncmp (list->at[i].name, name, size) && !list->at[i].name[size])
            return &list->at[i];
    return NULL;
}

static int
by_name (const void *a, const void *b)
{
    return strverscmp (((const struct dap_variable *) a)->name,
                       ((const struct dap_variable *) b)->name);
}

static bool
value_has_parts (const char *value)
{
    struct vec_dap_variable parts = {0};
    variables_parts (value, &parts);
    bool some = parts.size;
    variables_clear (&parts);
    return some;
}

/* "{[0] = 1, [1] = 2, ..}" for what has no value of its own. */
static char *
value_of_parts (const struct trace *t, size_t at,
                const struct variables_scope *s, const char *path)
{
    struct vec_dap_variable below = {0};
    struct text value;
    text_init (&value);
    text_char (&value, '{');
    variables_below (t, at, s, path, &below);
    size_t i = 0;
    for (; i < below.size && i < SHOWN && value.size < SHOWN_BYTES; i++)
        text_print (&value, "%s%s = %s", i ? ", " : "", below.at[i].name,
                    below.at[i].value);
    text_add (&value, i < below.size ? ", ..}" : "}");
    variables_clear (&below);
    return text_take (&value);
}

/* Takes the part of a name that follows `path`. */
static void
known_take (const struct trace_value *v, const char *path,
            struct vec_dap_variable *list)
{
    size_t before = path ? strlen (path) : 0;
    const char *rest = v->name + before;
    if (before && (strncmp (v->name, path, before) != 0 || !*rest))
        return;
    /* "ring" is above "ring[0]", not above "rings". */
    if (before && *rest != '[' && *rest != '.' && *rest != '-')
        return;
    size_t size = part_size (rest, !before);
    struct dap_variable *had = variable_named (list, rest, size);
    if (!had) {
        struct dap_variable new = {.name = copied (rest, size),
                                   .path = copied (v->name, before + size)};
        VEC_PUSH (*list, new);
        had = &VEC_LAST (*list);
    }
    if (rest[size])
        had->parts = true;
    else {
        memory_free (had->value);
        had->value = memory_string (v->value);
    }
}

void
variables_below (const struct trace *t, size_t at,
                 const struct variables_scope *s, const char *path,
                 struct vec_dap_variable *list)
{
    struct vec_trace_known known = {0};
    trace_known (t, at, &known);
    for (size_t i = 0; i < known.size; i++)
        if (in_scope (t, &known.at[i], s))
            known_take (known.at[i].value, path, list);
    VEC_CLEAR (known);
    if (list->size)
        qsort (list->at, list->size, sizeof *list->at, by_name);
    for (size_t i = 0; i < list->size; i++) {
        struct dap_variable *v = &list->at[i];
        if (!v->value)
            v->value = value_of_parts (t, at, s, v->path);
        else if (!v->parts)
            v->parts = value_has_parts (v->value);
    }
}

bool
variables_find (const struct trace *t, size_t at,
                const struct variables_scope *s, const char *path,
                struct dap_variable *found)
{
    /* Level by level, as a tree is opened. */
    struct vec_dap_variable list = {0};
    struct text above;
    text_init (&above);
    bool good = false;
    while (*path) {
        size_t size = part_size (path, !above.size);
        variables_clear (&list);
        variables_below (t, at, s, above.size ? text_view (&above) : NULL,
                         &list);
        struct dap_variable *v = variable_named (&list, path, size);
        path += size;
        if (!v)
            break;
        text_reset (&above);
        text_add (&above, v->path);
        if (!*path) {
            *found = *v;
            *v = VEC_LAST (list);
            list.size--;
            good = true;
        }
    }
    variables_clear (&list);
    text_clear (&above);
    return good;
}

/* ---- values */

static size_t
skip_quoted (const char *at)
{
    size_t i = 1;
    while (at[i] && at[i] != *at)
        i += at[i] == '\\' && at[i + 1] ? 2 : 1;
    return at[i] ? i + 1 : i;
}

/* Up to `sign` outside of brackets and quotes, or to the end of the part. */
static size_t
part_until (const char *at, size_t size, const char *sign)
{
    int depth = 0;
    size_t length = strlen (sign);
    for (size_t i = 0; i < size;) {
        if (!depth && i + length <= size && !strncmp (at + i, sign, length))
            return i;
        if (at[i] == '"') {
            i += skip_quoted (at + i);
            continue;
        }
        depth += at[i] == '(' || at[i] == '[' || at[i] == '{';
        depth -= at[i] == ')' || at[i] == ']' || at[i] == '}';
        i++;
    }
    return size;
}

static void
part_take (const char *at, size_t size, const char *sign, bool map,
           struct vec_dap_variable *list)
{
    size_t name = part_until (at, size, sign);
    if (name == size)
        return;
    struct text t;
    text_init (&t);
    text_add (&t, map ? "[" : "");
    text_add_n (&t, at, name);
    text_add (&t, map ? "]" : "");
    size_t skip = name + strlen (sign);
    struct dap_variable v = {.name = text_take (&t),
                             .value = copied (at + skip, size - skip)};
    v.parts = (*v.value == '[' || *v.value == '{') && value_has_parts (v.value);
    VEC_PUSH (*list, v);
}

void
variables_parts (const char *value, struct vec_dap_variable *list)
{
    assert (!list->size);
    size_t size = strlen (value);
    bool map = size > 2 && *value == '[' && value[size - 1] == ']';
    bool fields = size > 2 && *value == '{' && value[size - 1] == '}';
    if (!map && !fields)
        return;
    const char *at = value + 1;
    for (size_t left = size - 2; left;) {
        size_t part = part_until (at, left, ", ");
        part_take (at, part, map ? " := " : " = ", map, list);
        size_t skip = part < left ? part + 2 : part;
        at += skip;
        left -= skip;
    }
}
