/* problem.c -- see problem.h. */
#include "base/problem.h"

#include <stdarg.h>
#include <stdio.h>

static void
problem_fill (struct problem *p, enum problem_kind kind, struct place place,
              const char *format, va_list list)
{
    if (p->kind != PROBLEM_NONE)
        return;
    p->kind = kind;
    int used = 0;
    int room = (int) sizeof p->message;
    if (place.file && place.line)
        used = snprintf (p->message, (size_t) room, "%s:%u:%u: ", place.file,
                         place.line, place.column);
    else if (place.file)
        used = snprintf (p->message, (size_t) room, "%s: ", place.file);
    if (used < room)
        vsnprintf (p->message + used, (size_t) (room - used), format, list);
}

bool
problem_set (struct problem *p, struct place place, const char *format, ...)
{
    va_list list;
    va_start (list, format);
    problem_fill (p, PROBLEM_INPUT, place, format, list);
    va_end (list);
    return false;
}

bool
problem_of_kind (struct problem *p, enum problem_kind kind, struct place place,
                 const char *format, ...)
{
    va_list list;
    va_start (list, format);
    problem_fill (p, kind, place, format, list);
    va_end (list);
    return false;
}

bool
problem_usage (struct problem *p, const char *format, ...)
{
    va_list list;
    va_start (list, format);
    problem_fill (p, PROBLEM_USAGE, (struct place) {0}, format, list);
    va_end (list);
    return false;
}
