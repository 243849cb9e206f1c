/* text.h -- a growing string that is always terminated. */
#ifndef TEXT_H
#define TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct text {
    char *data; /* owned; "" is a valid view of an empty one via text_view */
    size_t size, room;
};

void text_init (struct text *);
void text_clear (struct text *);
void text_reset (struct text *);
void text_add (struct text *, const char *);
void text_add_n (struct text *, const char *, size_t);
void text_char (struct text *, char);
void text_print (struct text *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
const char *text_view (const struct text *);
char *text_take (struct text *); /* the caller frees it; the text is empty */

/* The number of edits between two words, for "did you mean"; 40 or more if one
 * of them is longer than that. */
size_t text_distance (const char *, const char *);

/* The whole of a file, terminated by a 0 that `size` does not count; the
 * caller frees it.  Null with errno set if it cannot be read (EISDIR for a
 * directory). */
char *text_file (const char *path, size_t *size);
/* Writes a whole file beside its place and renames it there; a device or a pipe
 * is written to, never replaced. */
bool text_save (const char *path, const char *data, size_t size);

#endif
