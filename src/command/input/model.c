/* model.c -- protocol models, to measure searches with: read and decided. */
#include <assert.h>

#include "auto/model/model.h"
#include "base/memory.h"
#include "command/work.h"
#include "model/model.h"

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
    w->input = NEW (struct model_question);
    return model_question_read (w->input, w->source, w->size, w->options, p);
}

static void
model_input_cover (const struct work *w, struct outcome *o)
{
    model_question_cover (w->options, o);
}

static bool
model_input_decide (struct work *w, struct problem *p)
{
    struct engine_context engine;
    struct machine_check machine = work_machine (w, &engine);
    return model_question_decide (w->input, &machine, p);
}

static enum replay_result
model_input_replay (struct work *w, const char *witness, const char *file,
                    struct text *report, struct problem *p)
{
    struct engine_context engine = work_engine (w);
    return model_question_replay (w->input, &engine, witness, file, &w->outcome,
                                  report, p);
}

static void
model_input_clear (struct work *w)
{
    model_question_clear (w->input);
    memory_free (w->input);
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
