/* confirm.c -- a counterexample of a C program: does the program, as it
 * was read and compiled, fail with these inputs? */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "auto/c/c_task.h"
#include "base/memory.h"
#include "csource/native.h"
#include "csource/witness.h"
#include "program/trail/inputs.h"

enum { NATIVE_SECONDS = 20 };

static void
confirm_note (struct c_task *c, const char *what, const char *why)
{
    log_note (c->engine->log, "%s%s%s", what, why ? ": " : "", why ? why : "");
}

/* The exact evaluation alone stands for the counterexample, if it guessed
 * nothing. */
static void
confirm_evaluated (struct c_task *c, const struct inputs *inputs,
                   struct outcome *o, const char *what, const char *why)
{
    assert (o->verdict == VERDICT_UNSAFE);
    if (inputs->guessed)
        outcome_unknown (o, "the counterexample depends on %s, and %s%s%s",
                         inputs->guessed, what, why ? ": " : "",
                         why ? why : "");
    else if (inputs->abstract)
        outcome_unknown (o,
                         "the counterexample goes through operations whose "
                         "results are guessed, and %s%s%s",
                         what, why ? ": " : "", why ? why : "");
    else if (!c->engine->options->no_execute)
        confirm_note (c,
                      "the counterexample was evaluated exactly, but not run "
                      "natively",
                      why);
}

static void
confirm_native (struct c_task *c, const struct inputs *inputs,
                struct outcome *o)
{
    assert (o->harness && !c->engine->options->no_execute);
    const struct c_options read = c_ask_options (&c->ask, c->engine->options);
    struct problem p = {0};
    char **compiler = c_compiler (&read, &p);
    struct native_options options = {.compiler = (const char *const *) compiler,
                                     .file = c->ask.file.at,
                                     .files = c->ask.file.size,
                                     .bits = c->ask.bits,
                                     .harness = o->harness,
                                     .seconds = NATIVE_SECONDS,
                                     .check = inputs->check,
                                     .uncontrolled = inputs->uncontrolled,
                                     .memory = inputs->memory,
                                     .fill = inputs->fill,
                                     .fills = inputs->fills};
    struct text output;
    text_init (&output);
    enum native_result result =
        compiler ? native_run (&options, &output, &p) : NATIVE_UNDECIDED;
    if (result == NATIVE_UNDECIDED)
        confirm_evaluated (c, inputs, o, "could not be confirmed natively",
                           p.kind ? p.message : inputs->uncontrolled);
    else if (result == NATIVE_PASSED && inputs->guessed)
        confirm_evaluated (c, inputs, o, "the program did not fail natively",
                           NULL);
    else if (result == NATIVE_PASSED)
        outcome_unknown (o, "the program did not fail natively with the inputs "
                            "of the counterexample");
    else
        log_say (c->engine->log, LOG_DETAIL,
                 "the program fails natively with these inputs");
    c_compiler_free (compiler);
    text_clear (&output);
}

/* ---- witnesses for other tools; what cannot be written is no fault of the
 * verdict */

static struct witness_task
witness_task (const struct c_task *c)
{
    return (struct witness_task) {
        .file = c->ask.file.at, .files = c->ask.file.size, .bits = c->ask.bits};
}

static void
witness_keep (struct c_task *c, bool good, struct text *t,
              const struct problem *p, struct outcome *o)
{
    if (good) {
        memory_free (o->yaml);
        o->yaml = text_take (t);
    } else if (c->engine->options->witness)
        log_say (c->engine->log, LOG_DETAIL, "no witness for other tools: %s",
                 p->message);
}

static void
confirm_witness (struct c_task *c, const struct inputs *inputs,
                 struct outcome *o)
{
    assert (o->verdict == VERDICT_UNSAFE && o->harness);
    struct problem p = {0};
    struct text t;
    text_init (&t);
    bool good = c_witness_violation (&t, inputs, witness_task (c), &p);
    witness_keep (c, good, &t, &p, o);
    text_clear (&t);
}

/* A witness is of one property; of several that hold, the first. */
static const char *
proved_specification (const char *checks)
{
    char first[40] = "";
    size_t size = strcspn (checks, ",");
    if (!strcmp (checks, "valid-deref,valid-free,valid-memtrack"))
        return "G valid-memsafety";
    strncat (first, checks, size < sizeof first ? size : sizeof first - 1);
    return witness_specification (first);
}

void
c_task_proved (struct c_task *c, struct outcome *o)
{
    assert (o->verdict == VERDICT_SAFE);
    struct witness_task task = witness_task (c);
    task.specification = proved_specification (text_view (&c->ask.checks));
    struct problem p = {0};
    struct text t;
    text_init (&t);
    bool good = task.specification
                && c_witness_invariants (&t, o, &task, c->engine->options->flag,
                                         c->engine->options->flags, &p);
    if (!task.specification)
        problem_of_kind (&p, PROBLEM_UNSUPPORTED, (struct place) {0},
                         "none can say what is checked here");
    witness_keep (c, good, &t, &p, o);
    text_clear (&t);
}

/* Once a trail is known to be an execution of the program. */
static void
confirm_inputs (struct c_task *c, struct program *program,
                const struct inputs *inputs, struct outcome *o)
{
    assert (o->verdict == VERDICT_UNSAFE);
    if (inputs->cut) {
        outcome_unknown (o, OUTCOME_CUT "%s", inputs->cut);
        return;
    }
    if (inputs->arguments) {
        outcome_unknown (o, OUTCOME_CUT "the arguments of main");
        return;
    }
    struct text harness;
    text_init (&harness);
    harness_write (inputs, program, &harness);
    memory_free (o->harness);
    o->harness = text_take (&harness);
    if (c->engine->options->no_execute)
        confirm_evaluated (c, inputs, o, "--no-execute forbids to run it",
                           NULL);
    else
        confirm_native (c, inputs, o);
    if (o->verdict == VERDICT_UNSAFE)
        confirm_witness (c, inputs, o);
}

void
c_task_confirm (void *task, struct program *program, struct outcome *o)
{
    assert (task && o->verdict == VERDICT_UNSAFE);
    struct trail trail;
    struct inputs inputs = {0};
    struct problem p = {0};
    trail_init (&trail);
    if (!o->derivation
        || !trail_read (&trail, program, o->derivation, "trail", &p)
        || !inputs_find (&inputs, &trail, program, &p))
        outcome_unknown (o, "the counterexample was not confirmed: %s",
                         o->derivation ? p.message : "there is no trail");
    else
        confirm_inputs (task, program, &inputs, o);
    inputs_clear (&inputs);
    trail_clear (&trail);
}
