/* json.c -- see json.h. */
#include "base/json.h"

void
json_string (struct text *t, const char *s)
{
    text_char (t, '"');
    for (; *s; s++) {
        unsigned char c = (unsigned char) *s;
        if (c == '"' || c == '\\')
            text_print (t, "\\%c", c);
        else if (c == '\n')
            text_add (t, "\\n");
        else if (c < 32)
            text_print (t, "\\u%04x", c);
        else
            text_char (t, (char) c);
    }
    text_char (t, '"');
}

void
html_string (struct text *t, const char *s)
{
    for (; *s; s++) {
        const char *safe = *s == '&'   ? "&amp;"
                           : *s == '<' ? "&lt;"
                           : *s == '>' ? "&gt;"
                           : *s == '"' ? "&quot;"
                                       : NULL;
        if (safe)
            text_add (t, safe);
        else
            text_char (t, *s);
    }
}
