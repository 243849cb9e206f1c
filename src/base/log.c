/* log.c -- see log.h. */
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>

#include "base/clock.h"
#include "base/json.h"

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

/* How many bytes of a line fit into a row of the terminal; whole characters. */
static size_t
line_fits (const char *line)
{
    struct winsize size = {0};
    size_t most = strlen (line), at = 0;
    if (ioctl (2, TIOCGWINSZ, &size) || !size.ws_col)
        return most;
    for (size_t columns = 0; at < most; at++)
        if (((unsigned char) line[at] & 0xc0) != 0x80
            && ++columns >= size.ws_col)
            break;
    return at;
}

bool
log_due (const struct log *l)
{
    uint64_t wait = l->progress == PROGRESS_REDRAW ? 200000000u : 10000000000u;
    return l->progress != PROGRESS_NONE
           && clock_wall_ns () - l->last_ns >= wait;
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
        /* One that is longer than a row could not be drawn over. */
        fprintf (stderr, "\r\033[K%.*s", (int) line_fits (line), line);
        fflush (stderr);
        l->open_line = true;
    } else if (l->progress == PROGRESS_JSON) {
        struct text t;
        text_init (&t);
        json_string (&t, line);
        fprintf (stderr, "{\"progress\": %s}\n", text_view (&t));
        text_clear (&t);
    } else
        fprintf (stderr, "cohort: %s\n", line);
}
