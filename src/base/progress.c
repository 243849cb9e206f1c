/* progress.c -- see progress.h. */
#include "base/progress.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "base/json.h"

struct progress_board *
progress_board_new (void)
{
    void *at = mmap (NULL, sizeof (struct progress_board),
                     PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return at == MAP_FAILED ? NULL : at; /* all 0 */
}

void
progress_board_free (struct progress_board *b)
{
    if (b)
        munmap (b, sizeof *b);
}

bool
progress_board_try (struct progress_board *b)
{
    return !atomic_flag_test_and_set (&b->busy);
}

void
progress_board_lock (struct progress_board *b)
{
    /* One that was killed while it printed does not give it back: two lines in one
     * are less bad than none. */
    enum { PATIENCE = 200 };
    struct timespec ms = {0, 1000000};
    for (int i = 0; i < PATIENCE && !progress_board_try (b); i++)
        nanosleep (&ms, NULL);
}

void
progress_board_unlock (struct progress_board *b)
{
    atomic_flag_clear (&b->busy);
}

/* ---- one line */

static unsigned
columns_of (const char *s)
{
    unsigned columns = 0;
    for (; *s; s++)
        columns += ((unsigned char) *s & 0xc0) != 0x80;
    return columns;
}

/* Adds a part with what stands before it, if there is room for both. */
static void
part_add (struct text *t, unsigned columns, const char *before,
          struct text *part)
{
    unsigned all = columns_of (text_view (t)) + columns_of (before)
                   + columns_of (text_view (part));
    if (part->size && (!columns || all <= columns)) {
        text_add (t, before);
        text_add (t, text_view (part));
    }
    text_reset (part);
}

/* "999", "12.3k", "4.56M" */
static void
number_add (struct text *t, double n)
{
    static const char unit[] = {0, 'k', 'M', 'G', 'T', 'P', 'E'};
    unsigned power = 0;
    while (n >= 999.5 && power + 1 < sizeof unit) {
        n /= 1000;
        power++;
    }
    text_print (t, "%.*f", !power || n >= 99.95 ? 0 : n >= 9.995 ? 1 : 2, n);
    if (power)
        text_char (t, unit[power]);
}

/* Of what is left the second that has begun counts. */
static double
rounded_up (double seconds)
{
    return seconds > 0 ? (double) (uint64_t) (seconds + 0.999) : 0;
}

static void
time_add (struct text *t, double seconds)
{
    uint64_t s = seconds < 0 ? 0 : (uint64_t) seconds;
    if (s < 60)
        text_print (t, "%" PRIu64 " s", s);
    else if (s < 3600)
        text_print (t, "%" PRIu64 " min %02" PRIu64 " s", s / 60, s % 60);
    else
        text_print (t, "%" PRIu64 " h %02" PRIu64 " min", s / 3600,
                    s / 60 % 60);
}

/* Seconds that the phase still takes, if it goes on like this; below 0: who knows. */
static double
seconds_left (const struct progress_view *v)
{
    const struct progress_status *s = &v->status;
    return s->of > s->done && s->done && v->phase_seconds > 0
               ? v->phase_seconds / (double) s->done
                     * (double) (s->of - s->done)
               : -1;
}

static void
add_done (const struct progress_view *v, struct text *part)
{
    const struct progress_status *s = &v->status;
    if (!s->unit)
        return;
    number_add (part, (double) s->done);
    if (s->of) {
        text_add (part, " of ");
        number_add (part, (double) s->of);
    }
    text_print (part, " %s", s->unit);
}

void
progress_line (const struct progress_view *v, unsigned columns, struct text *t)
{
    assert (v && !t->size);
    const struct progress_status *s = &v->status;
    struct text part;
    text_init (&part);
    time_add (&part, v->seconds);
    part_add (t, columns, "", &part);
    text_add (&part, s->phase);
    part_add (t, columns, "  ", &part);
    add_done (v, &part);
    part_add (t, columns, ": ", &part);
    if (s->unit && v->rate >= 0) {
        number_add (&part, v->rate);
        text_add (&part, "/s");
    }
    part_add (t, columns, ", ", &part);
    if (s->round_of)
        text_print (&part, "%s %" PRIu64, s->round_of, s->round);
    part_add (t, columns, ", ", &part);
    if (s->open) {
        number_add (&part, (double) s->open);
        text_add (&part, " open");
    }
    part_add (t, columns, ", ", &part);
    if (s->workers)
        text_print (&part, "%u worker%s", s->workers,
                    s->workers > 1 ? "s" : "");
    part_add (t, columns, "; ", &part);
    if (v->memory_mb)
        text_print (&part, "%" PRIu64 " MB", v->memory_mb);
    part_add (t, columns, ", ", &part);
    if (seconds_left (v) >= 0) {
        text_add (&part, "about ");
        time_add (&part, rounded_up (seconds_left (v)));
        text_add (&part, " left");
    }
    part_add (t, columns, "; ", &part);
    if (v->limit_s) {
        text_add (&part, "limit in ");
        time_add (&part, rounded_up ((double) v->limit_s - v->seconds));
    }
    part_add (t, columns, "; ", &part);
    text_add (&part, s->note);
    part_add (t, columns, "; ", &part);
    text_clear (&part);
}

void
progress_json (const struct progress_view *v, struct text *t)
{
    const struct progress_status *s = &v->status;
    struct text line;
    text_init (&line);
    progress_line (v, 0, &line);
    text_add (t, "{\"progress\": ");
    json_string (t, text_view (&line));
    text_print (t, ", \"seconds\": %.1f, \"phase\": ", v->seconds);
    json_string (t, s->phase);
    if (s->unit) {
        text_print (t, ", \"done\": %" PRIu64 ", \"unit\": ", s->done);
        json_string (t, s->unit);
    }
    if (s->of)
        text_print (t, ", \"of\": %" PRIu64, s->of);
    if (s->unit && v->rate >= 0)
        text_print (t, ", \"per_second\": %.0f", v->rate);
    if (s->round_of)
        text_print (t, ", \"%s\": %" PRIu64, s->round_of, s->round);
    if (s->open)
        text_print (t, ", \"open\": %" PRIu64, s->open);
    if (s->workers)
        text_print (t, ", \"workers\": %u", s->workers);
    if (v->memory_mb)
        text_print (t, ", \"memory_mb\": %" PRIu64, v->memory_mb);
    if (seconds_left (v) >= 0)
        text_print (t, ", \"seconds_left\": %.0f", seconds_left (v));
    if (*s->note) {
        text_add (t, ", \"note\": ");
        json_string (t, s->note);
    }
    text_add (t, "}\n");
    text_clear (&line);
}
