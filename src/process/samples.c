/* samples.c -- see samples.h. */
#include "process/samples.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

enum { SAMPLES_MOST = 512, SAVE_EVERY = 10 };

struct run_samples {
    char *dir;
    char *line[SAMPLES_MOST]; /* owned */
    size_t count;
    unsigned unsaved;
    uint64_t pace_ns, next_ns;
};

samples *
samples_new (const char *dir)
{
    samples *s = NEW (samples);
    assert (dir);
    s->dir = memory_string (dir);
    s->pace_ns = 1000000000;
    return s;
}

void
samples_free (samples *s)
{
    for (size_t i = 0; s && i < s->count; i++)
        memory_free (s->line[i]);
    if (s)
        memory_free (s->dir);
    memory_free (s);
}

bool
samples_due (const samples *s, uint64_t now_ns)
{
    assert (s->count < SAMPLES_MOST);
    return now_ns >= s->next_ns;
}

static void
samples_thin (samples *s)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->count; i++)
        if (i % 2)
            memory_free (s->line[i]);
        else
            s->line[kept++] = s->line[i];
    s->count = kept;
    s->pace_ns *= 2;
}

void
samples_add (samples *s, const struct progress_view *v, uint64_t now_ns)
{
    const struct progress_status *is = &v->status;
    struct text t;
    text_init (&t);
    text_print (&t, "%.3f\t%" PRIu64 "\t%" PRIu64 "\t%u\t%" PRIu64 "\t%s\t%s\n",
                v->seconds, is->done, is->open, is->workers, v->memory_mb,
                is->unit ? is->unit : "", is->phase);
    assert (s->count < SAMPLES_MOST);
    s->line[s->count++] = text_take (&t);
    if (s->count == SAMPLES_MOST)
        samples_thin (s);
    s->next_ns = now_ns + s->pace_ns;
    s->unsaved++;
}

void
samples_save (samples *s, bool now)
{
    if (!now && s->unsaved < SAVE_EVERY)
        return;
    s->unsaved = 0;
    struct text path, made, t;
    text_init (&path);
    text_init (&made);
    text_init (&t);
    assert (s->dir);
    for (size_t i = 0; i < s->count; i++)
        text_add (&t, s->line[i]);
    text_print (&path, "%s/samples", s->dir);
    text_print (&made, "%s.new", text_view (&path));
    if (text_save (text_view (&made), text_view (&t), t.size))
        rename (text_view (&made), text_view (&path));
    else
        unlink (text_view (&made)); /* a full disk: there is no picture then */
    text_clear (&path);
    text_clear (&made);
    text_clear (&t);
}
