/* work_c.c -- C programs and tasks of SV-COMP: read, decided by several
 * engines, and their counterexamples run natively. */
#include "command/work_c.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "auto/auto.h"
#include "base/memory.h"
#include "command/command.h"
#include "program/marks.h"
#include "program/program_wire.h"

/* ---- reading */

static bool
c_usage (const struct options *o, struct problem *p)
{
    if (option_is (o->engine, "explore"))
        return usage_wrong (p, "--engine=explore is for machines, not for C "
                               "programs");
    if (option_is (o->emit, "states"))
        return usage_wrong (p, "--emit=states is for machines, not for C "
                               "programs");
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

static bool
c_work_program (struct work *w, struct c_work *c, struct problem *p)
{
    struct c_options options = {
        .file = c->ask.file.at,
        .files = c->ask.file.size,
        .flag = w->options->flag,
        .flags = w->options->flags,
        .commands = w->options->commands,
        .entry = w->options->entry ? w->options->entry : c->ask.entry,
        .checks = text_view (&c->ask.checks),
        .bits = c->ask.bits,
        .malloc_fails = !c->ask.competition && !c->ask.malloc_works,
        .pure_externals = c->ask.pure_externals,
        .broken = w->options->broken};
    if (!c_read (&c->program, &options, p))
        return false;
    if (c->ask.malloc_works && !c->ask.competition)
        mark_assumes (&c->program, "malloc never gives null");
    return true;
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
                || problem_of_kind (p, PROBLEM_USAGE, (struct place){0},
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
           && (!c->ask.checks.size || c_work_program (w, c, p));
}

static void
c_work_clear (struct work *w)
{
    struct c_work *c = w->input;
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
    program_write (&c->program, b);
    if (c->reuse)
        buffer_put (b, c->reuse, strlen (c->reuse));
    return true;
}

/* ---- deciding */

static void
c_undecided (const struct c_work *c, struct outcome *o)
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
    if (o->verdict == VERDICT_SAFE || !c->ask.checks.size)
        outcome_unknown (o, "%s is not decided by these engines",
                         text_view (&c->ask.undecided));
}

static bool
c_work_decide (struct work *w, struct problem *p)
{
    struct c_work *c = w->input;
    struct outcome *o = &w->outcome;
    struct auto_check check = {.options = &c->options,
                               .log = &w->log,
                               .run = w->run,
                               .parse_ns = w->parse_ns,
                               .reuse = c->reuse,
                               .confirm = c_work_confirm,
                               .gather = work_gather,
                               .tell = work_tell,
                               .context = w};
    o->engine = w->options->engine;
    if (c->ask.checks.size && !auto_program (&check, &c->program, o, p))
        return false;
    if (o->emitted)
        return true;
    c_undecided (c, o);
    if (o->verdict == VERDICT_SAFE && w->options->witness)
        c_work_proved (w, o);
    if (c->ask.expect != EXPECT_NOTHING)
        o->expected = c->ask.expect == EXPECT_TRUE ? "true" : "false";
    return true;
}

const struct input_kind c_kind = {
    .what = "a C program comes in",
    .several = true,
    .recognise = c_work_recognise,
    .read = c_work_read,
    .identity = c_work_identity,
    .decide = c_work_decide,
    .replay = c_work_replay,
    .clear = c_work_clear,
};
