/* log.c -- see log.h. */
#include "base/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"

enum { BOARD_NS = 100000000 }; /* more often nobody looks */

void
log_init (struct log *l, enum log_level level, enum log_progress progress,
          const char *who)
{
    *l = (struct log) {.level = level, .progress = progress, .who = who};
}

/* The line that the watcher may have drawn. */
static void
row_clear (const struct log *l)
{
    if (l->board && l->progress == PROGRESS_REDRAW)
        fputs ("\r\033[K", stderr);
}

void
log_close (struct log *l)
{
    if (!l->board || l->board->closed)
        return;
    progress_board_lock (l->board);
    row_clear (l);
    fflush (stderr);
    l->board->closed = true;
    progress_board_unlock (l->board);
}

static void
line_print (const struct log *l, const char *begin, const char *who,
            const char *line)
{
    if (l->board)
        progress_board_lock (l->board);
    row_clear (l);
    fprintf (stderr, "%s%s: %s\n", begin, who, line);
    if (l->board)
        progress_board_unlock (l->board);
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
    line_print (l, l->who ? "cohort: " : "cohort", l->who ? l->who : "", line);
}

void
log_note (struct log *l, const char *format, ...)
{
    char line[1024];
    va_list list;
    va_start (list, format);
    vsnprintf (line, sizeof line, format, list);
    va_end (list);
    line_print (l, "note", "", line);
}

void
log_phase (struct log *l, const char *format, ...)
{
    if (!l->board)
        return;
    struct progress_status status = {0};
    va_list list;
    va_start (list, format);
    vsnprintf (status.phase, sizeof status.phase, format, list);
    va_end (list);
    progress_board_lock (l->board);
    l->board->status = status;
    l->board->phases++;
    progress_board_unlock (l->board);
    l->last_ns = 0;
}

void
log_progress (struct log *l, const struct progress_status *status)
{
    uint64_t now = clock_wall_ns ();
    if (!l->board || now - l->last_ns < BOARD_NS)
        return;
    l->last_ns = now;
    progress_board_lock (l->board);
    char phase[sizeof status->phase];
    memcpy (phase, *status->phase ? status->phase : l->board->status.phase,
            sizeof phase);
    l->board->status = *status;
    memcpy (l->board->status.phase, phase, sizeof phase);
    progress_board_unlock (l->board);
}

void
log_worker (struct log *l, const char *worker, unsigned who, bool lost)
{
    struct progress_board *b = l->board;
    if (!b)
        return;
    struct progress_event e = {
        .ns = clock_wall_ns (), .who = who, .lost = lost};
    snprintf (e.worker, sizeof e.worker, "%s", worker);
    progress_board_lock (b);
    b->event[b->events++ % PROGRESS_EVENTS] = e;
    b->joined += !lost;
    b->lost += lost;
    progress_board_unlock (b);
}
