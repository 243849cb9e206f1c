/* log.h -- what people read: lines on stderr, with who says it.
 *
 * How far the work is stands on a board, which whoever watches the work shows
 * (process/show.h).  A log without a board (of a member, of a test) tells no progress. */
#ifndef LOG_H
#define LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/progress.h"

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
    const char *who; /* borrowed: "master", "worker 3"; null: nobody */
    struct progress_board *board; /* borrowed; null: none */
    uint64_t last_ns;             /* when the board was last written to */
};

void log_init (struct log *, enum log_level, enum log_progress,
               const char *who);
void log_say (struct log *, enum log_level, const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));
/* Whatever the level: what a user should know of the verdict. */
void log_note (struct log *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
/* What begins now: "reading f.c".  What the board said of another phase is gone. */
void log_phase (struct log *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
/* How far that is; its phase is that of log_phase unless it names one. */
void log_progress (struct log *, const struct progress_status *);
/* For those who watch: a worker has come, or is lost. */
void log_worker (struct log *, const char *worker, unsigned who, bool lost);
/* No more is drawn: what follows on stderr begins in a line of its own. */
void log_close (struct log *);

#endif
