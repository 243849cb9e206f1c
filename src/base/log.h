/* log.h -- what people read: lines on stderr, with who says it.
 *
 * On a terminal a progress line is redrawn in place; elsewhere it is printed
 * plainly, at most once in ten seconds. */
#ifndef LOG_H
#define LOG_H

#include <stdbool.h>
#include <stdint.h>

enum log_level { LOG_QUIET, LOG_SAY, LOG_DETAIL };
enum log_progress {
    PROGRESS_NONE,
    PROGRESS_LINE,
    PROGRESS_REDRAW,
    PROGRESS_JSON
};

struct log {
    enum log_level level;
    enum log_progress progress;
    const char *who;  /* borrowed: "master", "worker 3"; null: nobody */
    uint64_t last_ns; /* when the last progress line was shown */
    bool open_line;   /* a redrawn line stands on the terminal */
};

void log_init (struct log *, enum log_level, enum log_progress,
               const char *who);
void log_say (struct log *, enum log_level, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));
/* True if it is time for a progress line; ask before making an expensive one. */
bool log_due (const struct log *);
void log_progress (struct log *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
void log_close (struct log *); /* ends a redrawn line */

#endif
