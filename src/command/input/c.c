/* c.c -- C programs and tasks of SV-COMP: read, and handed to auto/c, or to the driver
 * of the C machine. */
#include <assert.h>
#include <string.h>

#include "auto/c/c_task.h"
#include "base/memory.h"
#include "command/command.h"
#include "command/input/threads.h"
#include "command/usage.h"
#include "frontend/task/c_cover.h"
#include "program/attributes.h"
#include "program/program_wire.h"

static bool
c_input_recognise (const char *file, const char *source, size_t size)
{
    return task_recognise (file, source, size)
           || c_recognise (file, source, size);
}

/* From here on it is a program of another kind. */
static bool
c_input_hand_over (struct work *w, struct c_task *adopted, struct vm_code *code,
                   struct problem *p)
{
    assert (w->kind == &c_kind && w->input == adopted);
    struct c_ask ask = adopted->ask;
    adopted->ask = (struct c_ask) {0};
    c_task_clear (adopted);
    memory_free (adopted);
    w->input = NULL;
    w->kind = &threads_kind;
    return threads_input_take (w, &ask, code, p);
}

static bool
c_input_program (struct work *w, struct c_task *c, struct problem *p)
{
    assert (c_ask_anything (&c->ask) && !c->program.procedure.size);
    const struct options *o = w->options;
    struct c_options options = c_ask_options (&c->ask, o);
    struct c_unit unit;
    c_unit_init (&unit, o->file[0]);
    if (!c_read (&unit, &options, p)) {
        c_unit_clear (&unit);
        return false;
    }
    if (unit.kind == C_UNIT_MACHINE)
        return c_input_hand_over (w, c, &unit.code, p);
    program_clear (&c->program);
    c->program = unit.program;
    if (!usage_of_input (w, FOR_C, p))
        return false;
    if (c->ask.malloc_works && !c->ask.competition)
        mark_assumes (&c->program, "malloc never gives null");
    return true;
}

/* Of a copy that a witness is judged by; nobody watches how far it is. */
static int
c_input_check (watched *by, void *options)
{
    struct check_job job = {.options = options};
    return check_work (by, &job);
}

static bool
c_input_read (struct work *w, struct problem *p)
{
    assert (!w->input && w->kind == &c_kind);
    struct c_task *c = NEW (struct c_task);
    w->input = c;
    program_init (&c->program, w->options->file[0]);
    c->options = *w->options;
    c->options.entry = NULL;
    c->check = c_input_check;
    return usage_of_c (w->options, p) && c_task_reuse (c, w->options->reuse, p)
           && c_ask_read (&c->ask, w->options, w->source, w->size, p)
           /* What is asked for is not decided, whatever the program is. */
           && (!c_ask_anything (&c->ask) || c_input_program (w, c, p));
}

/* The program as it was read: all files, headers and properties are in it. */
static bool
c_input_identity (struct work *w, struct buffer *b, struct problem *p)
{
    (void) p;
    const struct c_task *c = w->input;
    buffer_put (b, text_view (&c->ask.checks), c->ask.checks.size);
    buffer_put (b, text_view (&c->ask.undecided), c->ask.undecided.size);
    program_write (&c->program, b);
    if (c->reuse)
        buffer_put (b, c->reuse, strlen (c->reuse));
    return true;
}

static void
c_input_cover (const struct work *w, struct outcome *o)
{
    const struct c_task *c = w->input;
    if (w->options->goal == GOAL_RETURN)
        outcome_checked (o, "that the entry does not return");
    else
        c_cover_asked (&c->ask, false, o);
    c_cover_marks (&c->program, o);
}

static bool
c_input_decide (struct work *w, struct problem *p)
{
    struct c_task *c = w->input;
    struct engine_context engine = work_engine (w);
    c->engine = &engine;
    return c_task_decide (c, &w->outcome, p);
}

static enum replay_result
c_input_replay (struct work *w, const char *witness, const char *file,
                struct text *report, struct problem *p)
{
    struct c_task *c = w->input;
    struct engine_context engine = work_engine (w);
    c->engine = &engine;
    return c_task_replay (c, witness, file, &w->outcome, report, p);
}

static const char *const *
c_input_files (const struct work *w, size_t *count)
{
    const struct c_task *c = w->input;
    *count = c->ask.file.size;
    return c->ask.file.at;
}

static void
c_input_clear (struct work *w)
{
    c_task_clear (w->input);
    memory_free (w->input);
}

const struct input_kind c_kind = {
    .what = "a C program comes in",
    .inputs = FOR_CSOURCE,
    .several = true,
    .recognise = c_input_recognise,
    .read = c_input_read,
    .identity = c_input_identity,
    .cover = c_input_cover,
    .decide = c_input_decide,
    .replay = c_input_replay,
    .files = c_input_files,
    .clear = c_input_clear,
};
