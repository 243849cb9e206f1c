/* model.c -- protocol models, to measure searches with: read and explored. */
#include "model/model.h"

#include <assert.h>

#include "command/work.h"

static bool
model_input_recognise (const char *file, const char *source, size_t size)
{
    (void) file;
    return model_recognise (source, size);
}

static bool
model_input_read (struct work *w, struct problem *p)
{
    assert (!w->input);
    w->input = model_read (w->source, w->size, w->options->file[0], p);
    return w->input;
}

static void
model_input_cover (const struct work *w, struct outcome *o)
{
    (void) w;
    outcome_checked (o, "the assertion of the model");
}

static bool
model_input_decide (struct work *w, struct problem *p)
{
    assert (w->input && !w->outcome.derivation);
    generator *g = w->input;
    struct engine_context engine;
    struct machine_check machine = work_machine (w, &engine);
    struct buffer program;
    buffer_init (&program);
    model_write (g, &program);
    struct path path = {0};
    bool good = machine_explore (&machine, g, buffer_view (&program), &path, p)
                && (w->outcome.verdict != VERDICT_UNSAFE
                    || machine_confirm (g, &path, &w->outcome, p));
    path_clear (&path);
    buffer_clear (&program);
    return good;
}

static enum replay_result
model_input_replay (struct work *w, const char *witness, const char *file,
                    struct text *report, struct problem *p)
{
    return machine_replay (w->input, witness, file, machine_judge_choices, NULL,
                           report, p);
}

static void
model_input_clear (struct work *w)
{
    generator *g = w->input;
    g->class->free (g);
}

const struct input_kind model_kind = {
    .what = "a model comes in",
    .inputs = FOR_MODEL,
    .text = true,
    .recognise = model_input_recognise,
    .read = model_input_read,
    .cover = model_input_cover,
    .decide = model_input_decide,
    .replay = model_input_replay,
    .clear = model_input_clear,
    .processes = machine_processes,
};
