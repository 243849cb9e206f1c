/* log.c -- see log.h. */
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"

void
log_init (struct log *l, enum log_level level, enum log_progress progress,
          const char *who)
{
    *l = (struct log) {.level = level, .progress = progress, .who = who};
    l->last_ns = clock_wall_ns ();
}

void
log_close (struct log *l)
{
    if (l->open_line)
        fputs ("\r\033[K", stderr);
    l->open_line = false;
}

void
log_say (struct log *l, enum log_level level, const char *format, ...)
{
    if (level > l->level)
        return;
    char line[1024];
    va_list list;
    va_start (list, format);
    vsnprintf (line, sizeof line, format, list);
    va_end (list);
    log_close (l);
    if (l->who)
        fprintf (stderr, "cohort: %s: %s\n", l->who, line);
    else
        fprintf (stderr, "cohort: %s\n", line);
}

bool
log_due (const struct log *l)
{
    uint64_t wait = l->progress == PROGRESS_REDRAW ? 200000000u : 10000000000u;
    return l->progress != PROGRESS_NONE && clock_wall_ns () - l->last_ns >= wait;
}

void
log_progress (struct log *l, const char *format, ...)
{
    if (!log_due (l))
        return;
    l->last_ns = clock_wall_ns ();
    char line[1024];
    va_list list;
    va_start (list, format);
    vsnprintf (line, sizeof line, format, list);
    va_end (list);
    if (l->progress == PROGRESS_REDRAW) {
        fprintf (stderr, "\r\033[K%s", line);
        fflush (stderr);
        l->open_line = true;
    } else if (l->progress == PROGRESS_JSON)
        fprintf (stderr, "{\"progress\": \"%s\"}\n", line);
    else
        fprintf (stderr, "cohort: %s\n", line);
}
