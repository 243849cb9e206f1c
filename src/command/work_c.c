/* work_c.c -- C programs and tasks of SV-COMP: read, decided by several
 * engines, and their counterexamples run natively. */
#include "command/work_c.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "auto/auto.h"
#include "base/memory.h"
#include "command/c_cover.h"
#include "command/command.h"
#include "command/work_threads.h"
#include "vm/exec/assume.h"
#include "vm/machine.h"
#include "program/attributes.h"
#include "program/program_wire.h"

/* ---- reading */

static bool
c_usage (const struct options *o, struct problem *p)
{
    bool machine =
        option_is (o->engine, "auto") || option_is (o->engine, "explore");
    if (!machine
        && (option_is (o->emit, "states") || option_is (o->emit, "output")))
        return usage_wrong (p, "--emit=%s is explore's: --engine=explore",
                            o->emit);
    if (option_is (o->goal, "return") && !option_is (o->engine, "auto")
        && !option_is (o->engine, "bounded"))
        return usage_wrong (p, "--goal=return is bounded's: --engine=bounded");
    return true;
}

static bool
c_work_recognise (const char *file, const char *source, size_t size)
{
    return task_recognise (file, source, size)
           || c_recognise (file, source, size);
}

struct c_options
c_work_options (const struct work *w)
{
    const struct c_work *c = w->input;
    const struct c_ask *a = &c->ask;
    return (struct c_options) {
        .file = a->file.at,
        .files = a->file.size,
        .flag = w->options->flag,
        .flags = w->options->flags,
        .commands = w->options->commands,
        .entry = w->options->entry ? w->options->entry : a->entry,
        .checks = a->checks.size ? text_view (&a->checks) : NULL,
        .bits = a->bits,
        .malloc_fails = !a->competition && !a->malloc_works,
        .pure_externals = a->pure_externals,
        .machine = a->machine,
        .vm_checks = a->vm_checks,
        .vm_reductions = a->vm_reductions,
        .vm_options = a->vm_options,
        .broken = w->options->broken};
}

/* What only machines have cannot be asked of the engines. */
static bool
c_work_engines (struct work *w, struct c_work *c, struct problem *p)
{
    const char *emit = w->options->emit;
    if (option_is (emit, "states") || option_is (emit, "output"))
        return usage_wrong (p,
                            "--emit=%s: the program has no threads; give "
                            "--engine=explore as well",
                            emit);
    if (c->ask.malloc_works && !c->ask.competition)
        mark_assumes (&c->program, "malloc never gives null");
    return true;
}

static bool
c_work_program (struct work *w, struct c_work *c, struct problem *p)
{
    struct c_options options = c_work_options (w);
    struct c_unit unit;
    c_unit_init (&unit, w->options->file[0]);
    if (!c_read (&unit, &options, p)) {
        c_unit_clear (&unit);
        return false;
    }
    if (unit.kind == C_UNIT_MACHINE)
        return threads_read (w, &unit.code, p);
    program_clear (&c->program);
    c->program = unit.program;
    return c_work_engines (w, c, p);
}

/* A run that ended without a proof has nothing to reuse; that is no fault. */
static bool
c_work_reuse (struct work *w, struct c_work *c, struct problem *p)
{
    const char *from = w->options->reuse;
    struct text path;
    size_t size;
    if (!from)
        return true;
    text_init (&path);
    text_print (&path, "%s/manifest", from);
    if (access (text_view (&path), R_OK))
        c->reuse = text_file (from, &size);
    else {
        text_reset (&path);
        text_print (&path, "%s/proof.smt2", from);
        c->reuse = text_file (text_view (&path), &size);
        if (!c->reuse && errno == ENOENT)
            c->reuse = memory_string ("");
    }
    bool good = c->reuse
                || problem_of_kind (p, PROBLEM_USAGE, (struct place) {0},
                                    "--reuse=%s: %s", from, strerror (errno));
    text_clear (&path);
    return good;
}

static bool
c_work_read (struct work *w, struct problem *p)
{
    struct c_work *c = NEW (struct c_work);
    w->input = c;
    program_init (&c->program, w->options->file[0]);
    c->options = *w->options;
    c->options.entry = NULL;
    return c_usage (w->options, p) && c_work_reuse (w, c, p)
           && c_ask_read (&c->ask, w->options, w->source, w->size, p)
           /* What is asked for is not decided, whatever the program is. */
           && (!c_ask_anything (&c->ask) || c_work_program (w, c, p));
}

static void
c_work_clear (struct work *w)
{
    struct c_work *c = w->input;
    if (c->machine)
        c->machine->class->free (c->machine);
    if (c->zero)
        c->zero->class->free (c->zero);
    program_clear (&c->program);
    c_ask_clear (&c->ask);
    memory_free (c->reuse);
    memory_free (c);
}

/* The program as it was read: all files, headers and properties are in it. */
static bool
c_work_identity (struct work *w, struct buffer *b, struct problem *p)
{
    (void) p;
    const struct c_work *c = w->input;
    buffer_put (b, text_view (&c->ask.checks), c->ask.checks.size);
    buffer_put (b, text_view (&c->ask.undecided), c->ask.undecided.size);
    if (c->machine)
        vm_machine_write (c->machine, b);
    else
        program_write (&c->program, b);
    if (c->reuse)
        buffer_put (b, c->reuse, strlen (c->reuse));
    return true;
}

/* ---- deciding */

void
c_work_undecided (const struct c_work *c, struct outcome *o)
{
    if (!c->ask.undecided.size || o->verdict == VERDICT_UNSAFE)
        return;
    if (o->verdict == VERDICT_SAFE) {
        struct text t;
        text_init (&t);
        text_print (&t, "%s is SAFE", text_view (&c->ask.checks));
        outcome_establish (o, text_view (&t));
        text_clear (&t);
    }
    if (o->verdict == VERDICT_SAFE || !c_ask_anything (&c->ask))
        outcome_unknown (o, "%s is not decided by these engines",
                         text_view (&c->ask.undecided));
}

static bool
c_work_decide (struct work *w, struct problem *p)
{
    struct c_work *c = w->input;
    struct outcome *o = &w->outcome;
    struct engine_context engine = work_engine (w);
    engine.options = &c->options;
    struct auto_check check = {.engine = &engine,
                               .reuse = c->reuse,
                               .confirm = c_work_confirm,
                               .context = w};
    if (c->machine)
        return threads_decide (w, p);
    o->engine = w->options->engine;
    if (c->ask.checks.size && !auto_program (&check, &c->program, o, p))
        return false;
    if (o->emitted)
        return true;
    c_work_undecided (c, o);
    if (o->verdict == VERDICT_SAFE && w->options->witness)
        c_work_proved (w, o);
    if (c->ask.expect != EXPECT_NOTHING)
        o->expected = c->ask.expect == EXPECT_TRUE ? "true" : "false";
    return true;
}

static void
c_work_cover (const struct work *w, struct outcome *o)
{
    const struct c_work *c = w->input;
    if (option_is (w->options->goal, "return"))
        outcome_checked (o, "that the entry does not return");
    else
        c_cover_asked (&c->ask, c->machine, o);
    if (c->machine)
        c_cover_machine (vm_unchecked (vm_machine_code (c->machine)), o);
    else
        c_cover_marks (&c->program, o);
}

static const char *const *
c_work_files (const struct work *w, size_t *count)
{
    const struct c_work *c = w->input;
    *count = c->ask.file.size;
    return c->ask.file.at;
}

const struct input_kind c_kind = {
    .what = "a C program comes in",
    .several = true,
    .recognise = c_work_recognise,
    .read = c_work_read,
    .identity = c_work_identity,
    .cover = c_work_cover,
    .decide = c_work_decide,
    .replay = c_work_replay,
    .files = c_work_files,
    .clear = c_work_clear,
};
