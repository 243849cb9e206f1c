/* show.h -- tells people how far the work is, from the process that watches it.
 *
 * On a terminal one line is redrawn five times a second, fitted to its width as it is
 * then; elsewhere there is a line after the first second and then every ten; as JSON
 * every second.  Writing never blocks: what a full pipe or a stopped terminal does not
 * take is left out. */
#ifndef PROCESS_SHOW_H
#define PROCESS_SHOW_H

#include <sys/types.h>

#include "base/log.h"
#include "process/samples.h"

struct progress_show {
    struct progress_board *board; /* borrowed; null: nothing is shown */
    enum log_progress how;
    uint64_t limit_s; /* of time; 0: none */
    samples *samples; /* borrowed; null: none are kept */
    /* own: */
    uint64_t start_ns, next_ns, memory_ns, memory_mb;
    unsigned phases;
    uint64_t phase_ns;
    uint64_t rate_ns, rate_done; /* where the rate is counted from */
    double rate;
    bool drawn; /* a line stands on the terminal */
};

void show_init (struct progress_show *, struct progress_board *,
                enum log_progress, uint64_t limit_s);
/* What is to be told now, whatever is shown; false: the board is busy. */
bool show_view (struct progress_show *, pid_t root, struct progress_view *);
/* If it is time to; `root` and what it has started are the processes
 * whose memory counts.  How many
 * milliseconds until it wants to be called again. */
int show_tick (struct progress_show *, pid_t root);
/* The line is taken away. */
void show_end (struct progress_show *);

#endif
