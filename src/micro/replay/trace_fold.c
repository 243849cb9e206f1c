/* trace_fold.c -- of a loop, the first and the last time are told. */
#include <string.h>

#include "micro/replay/trace_internal.h"

enum {
    MOST_PERIOD = 24, /* lines of a loop */
    LEAST_TIMES = 4   /* so many are told as they are */
};

/* Do two lines tell the same?  Values may differ. */
static bool
same (const struct trace_line *a, const struct trace_line *b)
{
    if (!a->place != !b->place || (a->place && strcmp (a->place, b->place)))
        return false;
    return !strcmp (a->what, b->what);
}

/* How often the `period` lines from `at` on stand there, one after another. */
static size_t
times (const struct vec_trace_line *v, size_t at, size_t period)
{
    size_t i = at + period;
    assert (period && i <= v->size);
    while (i < v->size && same (v->at + i, v->at + i - period))
        i++;
    return (i - at) / period;
}

static void
push_rounds (struct vec_trace_line *to, struct trace_line *line, size_t count,
             size_t rounds)
{
    struct trace_line all = {.place = line->place ? memory_string (line->place)
                                                  : NULL,
                             .address = line->address};
    struct text what;
    assert (rounds && count && count % rounds == 0);
    text_init (&what);
    for (size_t i = 0; i < count; i++) {
        all.steps += line[i].steps ? line[i].steps : 1;
        trace_change_merge (&all.change, &line[i].change, false);
        trace_line_clear (line + i);
    }
    text_print (&what, "%zu more rounds of the same %zu lines", rounds,
                count / rounds);
    all.what = text_take (&what);
    VEC_PUSH (*to, all);
}

void
trace_fold (struct vec_trace_line *v)
{
    struct vec_trace_line out = {0};
    size_t i = 0;
    while (i < v->size) {
        size_t period = 1, rounds = 0;
        for (; period <= MOST_PERIOD && i + period <= v->size; period++)
            if ((rounds = times (v, i, period)) >= LEAST_TIMES)
                break;
        if (rounds < LEAST_TIMES) {
            VEC_PUSH (out, v->at[i++]);
            continue;
        }
        for (size_t k = 0; k < period; k++)
            VEC_PUSH (out, v->at[i + k]);
        push_rounds (&out, v->at + i + period, (rounds - 2) * period,
                     rounds - 2);
        for (size_t k = (rounds - 1) * period; k < rounds * period; k++)
            VEC_PUSH (out, v->at[i + k]);
        i += rounds * period;
    }
    assert (out.size <= v->size);
    VEC_CLEAR (*v);
    *v = out;
}
