/* threads.c -- programs that run on the C machine: what the driver of C hands over when
 * cohort-llvm gave code of that machine. */
#include "auto/threads/formula.h"
#include "auto/threads/threads.h"

#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "command/input/threads.h"
#include "command/usage.h"
#include "frontend/task/c_cover.h"
#include "vm/exec/assume.h"
#include "vm/machine.h"

struct threads_input {
    struct c_ask ask;
    struct threads threads;
};

static bool
threads_checks (const struct c_ask *a, struct problem *p)
{
    return !c_list_has (text_view (&a->checks), "shift", 5)
           || problem_usage (p, "--check=shift is not for programs that run on "
                                "the C machine");
}

bool
threads_input_take (struct work *w, struct c_ask *ask, struct vm_code *code,
                    struct problem *p)
{
    const struct options *o = w->options;
    struct threads_input *t = NEW (struct threads_input);
    assert (w->kind == &threads_kind);
    w->input = t;
    t->ask = *ask;
    t->threads.ask = &t->ask;
    bool good =
        usage_of_input (w, w->kind->inputs, p) && threads_checks (&t->ask, p);
    if (good)
        t->threads.machine = vm_machine_new (code, p);
    else
        vm_code_clear (code);
    /* The machine is one process with threads, unlike the engines. */
    memory_limit (o->memory_limit / machine_processes (o));
    return good && t->threads.machine
           && threads_formula_ask (&t->threads, o, p);
}

static bool
threads_input_identity (struct work *w, struct buffer *b, struct problem *p)
{
    (void) p;
    const struct threads_input *t = w->input;
    buffer_put (b, text_view (&t->ask.checks), t->ask.checks.size);
    buffer_put (b, text_view (&t->ask.undecided), t->ask.undecided.size);
    assert (t->threads.machine);
    vm_machine_write (t->threads.machine, b);
    return true;
}

static void
threads_input_cover (const struct work *w, struct outcome *o)
{
    const struct threads_input *t = w->input;
    assert (w->options->goal != GOAL_RETURN);
    if (w->options->ctl) {
        machine_formula_cover (w->options, o);
        return;
    }
    c_cover_asked (&t->ask, true, o);
    c_cover_machine (vm_unchecked (vm_machine_code (t->threads.machine)), o);
}

static bool
threads_input_decide (struct work *w, struct problem *p)
{
    struct threads_input *t = w->input;
    struct engine_context engine;
    assert (t->threads.machine && t->threads.ask == &t->ask);
    t->threads.check = work_machine (w, &engine);
    return threads_decide (&t->threads, p);
}

static enum replay_result
threads_input_replay (struct work *w, const char *witness, const char *file,
                      struct text *report, struct problem *p)
{
    struct threads_input *t = w->input;
    struct engine_context engine;
    assert (t->threads.machine && t->threads.ask == &t->ask);
    t->threads.check = work_machine (w, &engine);
    return threads_replay (&t->threads, witness, file, report, p);
}

static const char *const *
threads_input_files (const struct work *w, size_t *count)
{
    const struct threads_input *t = w->input;
    *count = t->ask.file.size;
    return t->ask.file.at;
}

static void
threads_input_clear (struct work *w)
{
    struct threads_input *t = w->input;
    threads_clear (&t->threads);
    c_ask_clear (&t->ask);
    memory_free (t);
}

const struct input_kind threads_kind = {
    .what = "a C program comes in",
    .inputs = FOR_THREADS,
    .several = true,
    .identity = threads_input_identity,
    .cover = threads_input_cover,
    .decide = threads_input_decide,
    .replay = threads_input_replay,
    .files = threads_input_files,
    .clear = threads_input_clear,
    .processes = machine_processes,
};
