/* json.c -- see json.h. */
#include "library/json.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

const char *
json_member_at (const char *json, const char *name)
{
    size_t size = strlen (name);
    for (const char *line = json; line; line = strchr (line, '\n')) {
        line += *line == '\n';
        if (!strncmp (line, "  \"", 3) && !strncmp (line + 3, name, size)
            && !strncmp (line + 3 + size, "\": ", 3))
            return line + 3 + size + 3;
    }
    return NULL;
}

/* Behind the string that begins there. */
static const char *
string_end (const char *at)
{
    for (at++; *at && *at != '"'; at++)
        at += *at == '\\' && at[1];
    return at + (*at == '"');
}

const char *
json_field_at (const char *object, const char *name)
{
    size_t size = strlen (name);
    bool key = true;
    for (const char *at = object; at && *at && *at != '\n' && *at != '}';)
        if (*at == '"') {
            const char *end = string_end (at);
            if (key && (size_t) (end - at) == size + 2
                && !strncmp (at + 1, name, size))
                return end + strspn (end, ": ");
            at = end;
        } else {
            key = *at == ':' ? false : *at == ',' || *at == '{' ? true : key;
            at++;
        }
    return NULL;
}

/* A character below U+10000 as UTF-8; cohort escapes no others. */
static char *
character_put (char *out, unsigned c)
{
    if (c < 0x80)
        *out++ = (char) c;
    else if (c < 0x800)
        *out++ = (char) (0xc0 | c >> 6);
    else {
        *out++ = (char) (0xe0 | c >> 12);
        *out++ = (char) (0x80 | (c >> 6 & 0x3f));
    }
    if (c >= 0x80)
        *out++ = (char) (0x80 | (c & 0x3f));
    return out;
}

char *
json_text (const char *at)
{
    bool is = at && *at == '"';
    const char *end = is ? string_end (at) - 1 : at;
    char *text = malloc (is ? (size_t) (end - at) : 1), *out = text;
    for (at += is; text && is && at < end; at++)
        if (*at != '\\')
            *out++ = *at;
        else if (*++at == 'u') {
            char four[5] = {0};
            strncpy (four, at + 1, 4);
            out = character_put (out, (unsigned) strtoul (four, NULL, 16));
            at += 4;
        } else
            *out++ = *at == 'n'   ? '\n'
                     : *at == 't' ? '\t'
                     : *at == 'r' ? '\r'
                     : *at == 'b' ? '\b'
                     : *at == 'f' ? '\f'
                                  : *at;
    if (text)
        *out = 0;
    return text;
}
