/* trace_text.c -- what engines tell in texts, taken apart. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/trace.h"

/* ---- places */

/* The number behind the last colon of what ends at `end`; false: there is none. */
static bool
number_before (const char *place, size_t *end, unsigned *number)
{
    size_t at = *end;
    while (at && isdigit ((unsigned char) place[at - 1]))
        at--;
    if (at == *end || at < 2 || place[at - 1] != ':' || *end - at > 9)
        return false;
    *number = (unsigned) strtoul (place + at, NULL, 10);
    *end = at - 1;
    return true;
}

char *
trace_place (const char *place, unsigned *line, unsigned *column)
{
    unsigned last, before;
    *line = *column = 0;
    if (!place || !*place)
        return NULL;
    size_t end = strlen (place);
    if (number_before (place, &end, &last)) {
        if (number_before (place, &end, &before)) {
            *line = before;
            *column = last;
        } else
            *line = last;
    }
    char *file = memory_string (place);
    file[end] = 0;
    return file;
}

/* ---- values */

enum { NESTING = 64 };

static bool
is_open (char c)
{
    return c == '(' || c == '[' || c == '{';
}

static bool
is_close (char c)
{
    return c == ')' || c == ']' || c == '}';
}

/* Behind a string or a character that begins at `at`. */
static const char *
skip_quoted (const char *at, const char *end)
{
    char quote = *at++;
    while (at < end && *at != quote)
        at += *at == '\\' && at + 1 < end ? 2 : 1;
    return at < end ? at + 1 : end;
}

/* Where the item that begins here ends: before a `, ` or `; ` outside of brackets and
 * quotes, or where a bracket closes that opens before it. */
static const char *
item_end (const char *at, const char *end)
{
    unsigned depth = 0;
    while (at < end) {
        if (*at == '"' || (*at == '\'' && at + 2 < end && at[1] != ' ')) {
            at = skip_quoted (at, end);
            continue;
        }
        if (is_open (*at))
            depth += depth < NESTING;
        else if (is_close (*at) && !depth--)
            return at;
        else if (!depth && (*at == ',' || *at == ';') && at + 1 < end
                 && at[1] == ' ')
            return at;
        at++;
    }
    return end;
}

/* The first ` = ` and its like outside of brackets; null: the item has none. */
static const char *
item_middle (const char *at, const char *end, const char *sign)
{
    unsigned depth = 0;
    size_t size = strlen (sign);
    for (; at + size <= end; at++) {
        if (!depth && !memcmp (at, sign, size))
            return at;
        if (is_open (*at))
            depth += depth < NESTING;
        else if (is_close (*at))
            depth -= depth > 0;
    }
    return NULL;
}

static char *
copied (const char *from, const char *to)
{
    struct text t;
    text_init (&t);
    text_add_n (&t, from, (size_t) (to - from));
    return text_take (&t);
}

static void
item_take (const char *at, const char *end, struct vec_trace_value *list)
{
    static const struct {
        const char *sign;
        bool read;
    } kinds[] = {{" = ", false},
                 {" == ", true},
                 {" read as ", true},
                 {": ", false},
                 {" is ", false}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const char *middle = item_middle (at, end, kinds[i].sign);
        if (!middle || middle == at)
            continue;
        struct trace_value v = {
            .name = copied (at, middle),
            .value = copied (middle + strlen (kinds[i].sign), end),
            .read = kinds[i].read};
        VEC_PUSH (*list, v);
        return;
    }
}

void
trace_values (const char *text, struct vec_trace_value *list)
{
    const char *end = text + strlen (text);
    while (text < end) {
        const char *stop = item_end (text, end);
        item_take (text, stop, list);
        text = stop;
        while (text < end
               && (*text == ',' || *text == ';' || *text == ' '
                   || is_close (*text)))
            text++;
    }
}

void
trace_values_clear (struct vec_trace_value *list)
{
    for (size_t i = 0; i < list->size; i++) {
        memory_free (list->at[i].name);
        memory_free (list->at[i].value);
    }
    VEC_CLEAR (*list);
}
