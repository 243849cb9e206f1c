/* show.c -- see show.h. */
#include "process/show.h"

#include <assert.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "process/tree_memory.h"

#define MS(n) ((uint64_t) (n) * 1000000)
enum { REDRAW_MS = 200, FIRST_MS = 1000, PLAIN_MS = 10000, RATE_MS = 1000 };

void
show_init (struct progress_show *s, struct progress_board *board,
           enum log_progress how, uint64_t limit_s)
{
    uint64_t now = clock_wall_ns ();
    *s = (struct progress_show) {.board = board,
                                 .how = board ? how : PROGRESS_NONE,
                                 .limit_s = limit_s,
                                 .start_ns = now,
                                 .phase_ns = now,
                                 .rate_ns = now,
                                 .rate = -1};
    s->next_ns = now + MS (how == PROGRESS_REDRAW ? REDRAW_MS : FIRST_MS);
}

/* ---- what is looked up */

static unsigned
columns_now (void)
{
    struct winsize size = {0};
    return ioctl (2, TIOCGWINSZ, &size) || size.ws_col < 2 ? 80 : size.ws_col;
}

/* ---- what is written */

static void
write_now (const struct text *t)
{
    struct pollfd p = {.fd = 2, .events = POLLOUT};
    if (t->size && t->size < 4096 && poll (&p, 1, 0) == 1
        && p.revents & POLLOUT) {
        ssize_t put = write (2, t->data, t->size);
        (void) put; /* the next one tells more */
    }
}

static void
rate_count (struct progress_show *s, const struct progress_status *now,
            uint64_t now_ns)
{
    if (s->phases != s->board->phases) {
        s->phases = s->board->phases;
        s->phase_ns = s->rate_ns = now_ns;
        s->rate_done = 0;
        s->rate = -1;
    } else if (now->done < s->rate_done) { /* it began again */
        s->rate_ns = now_ns;
        s->rate_done = now->done;
    } else if (now_ns - s->rate_ns >= MS (RATE_MS)) {
        s->rate = (double) (now->done - s->rate_done) * 1e9
                  / (double) (now_ns - s->rate_ns);
        s->rate_ns = now_ns;
        s->rate_done = now->done;
    }
}

/* The board is ours. */
static struct progress_view
view_now (struct progress_show *s, uint64_t now_ns)
{
    struct progress_view v = {.status = s->board->status,
                              .limit_s = s->limit_s,
                              .memory_mb = s->memory_mb};
    rate_count (s, &v.status, now_ns);
    v.rate = s->rate;
    v.seconds = (double) (now_ns - s->start_ns) / 1e9;
    v.phase_seconds = (double) (now_ns - s->phase_ns) / 1e9;
    return v;
}

static void
memory_count (struct progress_show *s, pid_t root, uint64_t now_ns)
{
    if (now_ns - s->memory_ns >= MS (1000)) {
        s->memory_ns = now_ns;
        s->memory_mb = tree_memory_resident (root) >> 20;
    }
}

bool
show_view (struct progress_show *s, pid_t root, struct progress_view *v)
{
    uint64_t now = clock_wall_ns ();
    memory_count (s, root, now);
    if (!progress_board_try (s->board))
        return false;
    *v = view_now (s, now);
    progress_board_unlock (s->board);
    return true;
}

static void
draw (struct progress_show *s, uint64_t now_ns)
{
    struct progress_view v = view_now (s, now_ns);
    struct text line, t;
    text_init (&line);
    text_init (&t);
    if (s->how == PROGRESS_JSON)
        progress_json (&v, &t);
    else if (s->how == PROGRESS_REDRAW) {
        progress_line (&v, columns_now () - 1, &line);
        text_print (&t, "\r\033[K%s", text_view (&line));
        s->drawn = true;
    } else {
        progress_line (&v, 0, &line);
        text_print (&t, "cohort: %s\n", text_view (&line));
    }
    write_now (&t);
    text_clear (&line);
    text_clear (&t);
}

/* The board knows who came and who was lost, if anybody did. */
static void
sample_note (struct progress_show *s, uint64_t now_ns)
{
    const struct progress_board *board = s->board;
    if (!progress_board_try (s->board))
        return;
    struct progress_view v = view_now (s, now_ns);
    if (board->joined)
        v.status.workers = board->joined - board->lost;
    progress_board_unlock (s->board);
    samples_add (s->samples, &v, now_ns);
}

int
show_tick (struct progress_show *s, pid_t root)
{
    enum { SELDOM = 1000 };
    uint64_t now = clock_wall_ns ();
    if (s->samples && samples_due (s->samples, now)) {
        memory_count (s, root, now);
        sample_note (s, now);
        if (s->board->runs)
            samples_save (s->samples, false);
    }
    if (s->how == PROGRESS_NONE)
        return SELDOM;
    if (now >= s->next_ns && progress_board_try (s->board)) {
        memory_count (s, root, now);
        if (!s->board->closed)
            draw (s, now);
        progress_board_unlock (s->board);
        s->next_ns = now
                     + MS (s->how == PROGRESS_REDRAW ? REDRAW_MS
                           : s->how == PROGRESS_JSON ? FIRST_MS
                                                     : PLAIN_MS);
    }
    uint64_t left = now < s->next_ns ? s->next_ns - now : MS (10);
    return left < MS (SELDOM) ? (int) (left / 1000000) + 1 : SELDOM;
}

void
show_end (struct progress_show *s)
{
    struct text t;
    text_init (&t);
    if (s->samples) {
        sample_note (s, clock_wall_ns ());
        if (s->board->runs)
            samples_save (s->samples, true);
    }
    if (s->drawn && !s->board->closed)
        text_add (&t, "\r\033[K");
    write_now (&t);
    text_clear (&t);
    s->drawn = false;
}
