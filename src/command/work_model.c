/* work_model.c -- protocol models, to measure searches with. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "command/work_machine.h"
#include "model/model.h"

static bool
model_work_read (struct work *w, struct problem *p)
{
    w->input = model_read (w->source, w->size, w->options->file[0], p);
    return w->input && machine_usage (w->options, p);
}

static void
model_work_clear (struct work *w)
{
    generator *g = w->input;
    g->class->free (g);
}

/* ---- the counterexample */

struct work_model_telling {
    struct work *work;
    generator *printer;
    uint32_t fault; /* of the last edge; 0: none */
};

static void
model_step (void *context, struct bytes state, const struct edge *e)
{
    struct work_model_telling *t = context;
    char *line = NULL;
    size_t size = 0;
    FILE *stream = open_memstream (&line, &size);
    if (!stream)
        memory_exhausted ();
    t->printer->class->print (t->printer, state, e, stream);
    fclose (stream);
    struct outcome_step step = {.what = memory_string (line),
                                .values = memory_string ("")};
    free (line);
    VEC_PUSH (t->work->outcome.trace, step);
    t->fault = e->marks & EDGE_FAULT ? e->fault + 1 : 0;
}

/* Walks the path once more; only what really ends in a fault is UNSAFE. */
static bool
model_confirm (struct work *w, generator *g, const struct path *path,
               struct problem *p)
{
    struct work_model_telling t = {.work = w, .printer = g->class->clone (g)};
    bool good = path_follow (g, path, model_step, &t, p);
    t.printer->class->free (t.printer);
    if (!good)
        return false;
    if (!t.fault) {
        outcome_unknown (&w->outcome, "the counterexample was not confirmed");
        return true;
    }
    struct text witness;
    text_init (&witness);
    const char *fault = g->class->fault_name (g, t.fault - 1);
    machine_witness (g, fault, &witness);
    for (size_t i = 0; i < path->choice.size; i++)
        text_print (&witness, "%u\n", path->choice.at[i]);
    w->outcome.derivation = text_take (&witness);
    machine_fault (w, fault, NULL);
    return true;
}

static bool
model_work_decide (struct work *w, struct problem *p)
{
    generator *g = w->input;
    if (option_is (w->options->emit, "dot"))
        return usage_wrong (p, "--emit=dot is for firmware; for models there "
                               "is states");
    struct buffer program;
    buffer_init (&program);
    model_write (g, &program);
    struct path path = {0};
    bool good = machine_explore (w, g, buffer_view (&program), &path, p)
                && (w->outcome.verdict != VERDICT_UNSAFE
                    || model_confirm (w, g, &path, p));
    path_clear (&path);
    buffer_clear (&program);
    return good;
}

struct following {
    generator *generator;
    const char *fault;
    bool failed; /* the last edge is a fault of that name */
};

static void
model_follow (void *context, struct bytes state, const struct edge *e)
{
    (void) state;
    struct following *f = context;
    const generator *g = f->generator;
    f->failed = e->marks & EDGE_FAULT
                && !strcmp (g->class->fault_name (g, e->fault), f->fault);
}

static bool
model_replay_run (struct work *w, generator *g, const char *fault,
                  const char *lines, struct problem *p)
{
    (void) w;
    struct path path = {0};
    char *end;
    for (unsigned long choice = strtoul (lines, &end, 10); end != lines;
         choice = strtoul (lines, &end, 10)) {
        VEC_PUSH (path.choice, (uint32_t) choice);
        lines = end;
    }
    struct following f = {.generator = g, .fault = fault};
    bool good = path_follow (g, &path, model_follow, &f, p);
    path_clear (&path);
    return good && f.failed;
}

static enum replay_result
model_work_replay (struct work *w, const char *witness, const char *file,
                   struct text *report, struct problem *p)
{
    return machine_replay (w, w->input, witness, file, model_replay_run, report,
                           p);
}

static bool
model_work_recognise (const char *file, const char *source, size_t size)
{
    (void) file;
    return model_recognise (source, size);
}

static void
model_work_cover (const struct work *w, struct outcome *o)
{
    (void) w;
    outcome_checked (o, "the assertion of the model");
}

const struct input_kind model_kind = {
    .what = "a model comes in",
    .text = true,
    .recognise = model_work_recognise,
    .read = model_work_read,
    .cover = model_work_cover,
    .decide = model_work_decide,
    .replay = model_work_replay,
    .clear = model_work_clear,
    .processes = machine_processes,
};
