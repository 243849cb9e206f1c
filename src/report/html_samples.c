/* html_samples.c -- see html_samples.h. */
#include "report/html_samples.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "report/html_internal.h"

enum { DONE, OPEN, WORKERS, MEMORY, NUMBERS };
enum { WIDTH = 300, HEIGHT = 60 };

struct run_sample {
    double seconds, number[NUMBERS];
};
struct samples_read {
    struct VEC (struct run_sample) at;
    struct text unit; /* that was told last */
};

static bool
sample_read (const char *line, struct samples_read *r)
{
    struct run_sample s = {0};
    char *end;
    s.seconds = strtod (line, &end);
    for (int i = 0; i < NUMBERS; i++) {
        if (end == line || *end != '\t')
            return false;
        line = end + 1;
        s.number[i] = strtod (line, &end);
        if (!(s.number[i] >= 0))
            return false;
    }
    if (end == line || *end != '\t' || !(s.seconds >= 0))
        return false;
    size_t size = strcspn (end + 1, "\t\n");
    if (size) {
        text_reset (&r->unit);
        text_add_n (&r->unit, end + 1, size);
    }
    VEC_PUSH (r->at, s);
    return true;
}

static void
draw (const struct samples_read *r, int number, const char *what,
      struct text *t)
{
    double most = 0, first = r->at.at[0].seconds;
    double whole = r->at.at[r->at.size - 1].seconds - first;
    for (size_t i = 0; i < r->at.size; i++)
        if (r->at.at[i].number[number] > most)
            most = r->at.at[i].number[number];
    if (!(most > 0) || !(whole > 0))
        return;
    struct text caption;
    text_init (&caption);
    text_print (&caption, "%s: at most %.0f, at the end %.0f, in %.1f s", what,
                most, r->at.at[r->at.size - 1].number[number], whole);
    text_print (t,
                "<figure class=\"samples\"><svg viewBox=\"0 0 %d %d\" "
                "role=\"img\" aria-hidden=\"true\"><polyline points=\"",
                WIDTH, HEIGHT);
    for (size_t i = 0; i < r->at.size; i++) {
        const struct run_sample *s = &r->at.at[i];
        assert (s->number[number] <= most);
        text_print (t, "%s%.1f,%.1f", i ? " " : "",
                    (s->seconds - first) / whole * WIDTH,
                    HEIGHT - 1 - s->number[number] / most * (HEIGHT - 2));
    }
    text_add (t, "\"/></svg>");
    html_cell (t, "figcaption", NULL, text_view (&caption));
    text_add (t, "</figure>\n");
    text_clear (&caption);
}

void
html_samples (const char *lines, struct text *t)
{
    struct samples_read r = {0};
    text_init (&r.unit);
    for (; *lines; lines += strcspn (lines, "\n"), lines += *lines == '\n')
        sample_read (lines, &r);
    if (r.at.size > 1) {
        html_cell (t, "h2", NULL, "This run over time");
        draw (&r, DONE, r.unit.size ? text_view (&r.unit) : "done", t);
        draw (&r, OPEN, "open", t);
        draw (&r, WORKERS, "workers", t);
        draw (&r, MEMORY, "MB of memory", t);
    }
    text_clear (&r.unit);
    VEC_CLEAR (r.at);
}
