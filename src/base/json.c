/* json.c -- see json.h. */
#include "base/json.h"

/* How many bytes at `s` are one character of UTF-8; 0: they are none (a byte of
 * another encoding, one that is longer than it need be, half of a pair, one that
 * XML cannot hold, or beyond the last). */
static size_t
utf8_size (const char *s)
{
    const unsigned char *u = (const unsigned char *) s;
    size_t size = u[0] < 0x80                   ? 1
                  : u[0] >= 0xc2 && u[0] < 0xe0 ? 2
                  : u[0] >= 0xe0 && u[0] < 0xf0 ? 3
                  : u[0] >= 0xf0 && u[0] < 0xf5 ? 4
                                                : 0;
    for (size_t i = 1; i < size; i++)
        if ((u[i] & 0xc0) != 0x80)
            return 0;
    if ((u[0] == 0xe0 && u[1] < 0xa0) || (u[0] == 0xed && u[1] > 0x9f)
        || (u[0] == 0xf0 && u[1] < 0x90) || (u[0] == 0xf4 && u[1] > 0x8f)
        || (u[0] == 0xef && u[1] == 0xbf && u[2] > 0xbd))
        return 0;
    return size;
}

/* What is no character is shown as the one that stands for those. */
static size_t
utf8_add (struct text *t, const char *s)
{
    size_t size = utf8_size (s);
    if (size)
        text_add_n (t, s, size);
    else
        text_add (t, "\xef\xbf\xbd");
    return size ? size : 1;
}

void
json_string (struct text *t, const char *s)
{
    text_char (t, '"');
    while (*s) {
        unsigned char c = (unsigned char) *s;
        if (c == '"' || c == '\\')
            text_print (t, "\\%c", c);
        else if (c == '\n')
            text_add (t, "\\n");
        else if (c < 32 || c == 127)
            text_print (t, "\\u%04x", c);
        else {
            s += utf8_add (t, s);
            continue;
        }
        s++;
    }
    text_char (t, '"');
}

void
html_string (struct text *t, const char *s)
{
    while (*s) {
        const char *safe = *s == '&'   ? "&amp;"
                           : *s == '<' ? "&lt;"
                           : *s == '>' ? "&gt;"
                           : *s == '"' ? "&quot;"
                                       : NULL;
        bool control = (unsigned char) *s < ' ' && *s != '\n' && *s != '\t';
        if (safe || control)
            text_add (t, safe ? safe : "?");
        else {
            s += utf8_add (t, s);
            continue;
        }
        s++;
    }
}
