/* boogie.c -- libFuzzer target: any bytes read as a Boogie program.
 *
 * Whatever the bytes are, the reader must answer; what it accepts must be a
 * sound program whose text is read again, to a program with the same text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/boogie/boogie.h"

static void
require (bool good, const char *what, const char *detail)
{
    if (good)
        return;
    fprintf (stderr, "broken: %s: %s\n", what, detail);
    abort ();
}

/* The text of what was read, or false. */
static bool
read_and_print (const char *source, size_t size, struct text *out,
                struct problem *problem)
{
    struct program p;
    program_init (&p, "fuzz");
    bool read = boogie_read (&p, source, size, "fuzz", problem);
    if (read) {
        require (program_sound (&p), "a program that is not sound", "");
        program_print (&p, out);
    }
    program_clear (&p);
    return read;
}

int LLVMFuzzerTestOneInput (const uint8_t *, size_t);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
    struct text once, twice;
    struct problem problem = {0}, again = {0};
    text_init (&once);
    text_init (&twice);
    boogie_recognise ((const char *) data, size);
    if (read_and_print ((const char *) data, size, &once, &problem)) {
        require (read_and_print (text_view (&once), once.size, &twice, &again),
                 "its own text is not read", again.message);
        require (!strcmp (text_view (&once), text_view (&twice)),
                 "the text changes", text_view (&twice));
    } else
        require (problem.kind == PROBLEM_INPUT && *problem.message,
                 "a problem of the wrong kind", problem.message);
    text_clear (&once);
    text_clear (&twice);
    return 0;
}
