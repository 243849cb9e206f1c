/* work_c_confirm.c -- a counterexample of a C program: does the program, as it
 * was read and compiled, fail with these inputs? */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "csource/witness.h"
#include "command/work_c.h"
#include "program/trail/inputs.h"
#include "csource/native.h"

enum { NATIVE_SECONDS = 20 };

static void
confirm_note (struct work *w, const char *what, const char *why)
{
    log_close (&w->log);
    fprintf (stderr, "note: %s%s%s\n", what, why ? ": " : "", why ? why : "");
}

/* The exact evaluation alone stands for the counterexample, if it guessed
 * nothing. */
static void
confirm_evaluated (struct work *w, const struct inputs *inputs,
                   struct outcome *o, const char *what, const char *why)
{
    if (inputs->guessed)
        outcome_unknown (o, "the counterexample depends on %s, and %s%s%s",
                         inputs->guessed, what, why ? ": " : "",
                         why ? why : "");
    else if (inputs->abstract)
        outcome_unknown (o,
                         "the counterexample goes through operations whose "
                         "results are guessed, and %s%s%s",
                         what, why ? ": " : "", why ? why : "");
    else if (!w->options->no_execute)
        confirm_note (w,
                      "the counterexample was evaluated exactly, but not run "
                      "natively",
                      why);
}

static void
confirm_native (struct work *w, const struct inputs *inputs, struct outcome *o)
{
    const struct c_work *c = w->input;
    const struct c_options read = c_work_options (w);
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
        confirm_evaluated (w, inputs, o, "could not be confirmed natively",
                           p.kind ? p.message : inputs->uncontrolled);
    else if (result == NATIVE_PASSED && inputs->guessed)
        confirm_evaluated (w, inputs, o, "the program did not fail natively",
                           NULL);
    else if (result == NATIVE_PASSED)
        outcome_unknown (o, "the program did not fail natively with the inputs "
                            "of the counterexample");
    else
        log_say (&w->log, LOG_DETAIL,
                 "the program fails natively with these inputs");
    c_compiler_free (compiler);
    text_clear (&output);
}

/* ---- witnesses for other tools; what cannot be written is no fault of the
 * verdict */

static struct witness_task
witness_task (const struct c_work *c)
{
    return (struct witness_task) {
        .file = c->ask.file.at, .files = c->ask.file.size, .bits = c->ask.bits};
}

static void
witness_keep (struct work *w, bool good, struct text *t,
              const struct problem *p, struct outcome *o)
{
    if (good) {
        memory_free (o->yaml);
        o->yaml = text_take (t);
    } else if (w->options->witness)
        log_say (&w->log, LOG_DETAIL, "no witness for other tools: %s",
                 p->message);
}

static void
confirm_witness (struct work *w, const struct inputs *inputs, struct outcome *o)
{
    struct problem p = {0};
    struct text t;
    text_init (&t);
    bool good = c_witness_violation (&t, inputs, witness_task (w->input), &p);
    witness_keep (w, good, &t, &p, o);
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
c_work_proved (struct work *w, struct outcome *o)
{
    const struct c_work *c = w->input;
    assert (o->verdict == VERDICT_SAFE);
    struct witness_task task = witness_task (c);
    task.specification = proved_specification (text_view (&c->ask.checks));
    struct problem p = {0};
    struct text t;
    text_init (&t);
    bool good = task.specification
                && c_witness_invariants (&t, o, &task, w->options->flag,
                                         w->options->flags, &p);
    if (!task.specification)
        problem_of_kind (&p, PROBLEM_UNSUPPORTED, (struct place) {0},
                         "none can say what is checked here");
    witness_keep (w, good, &t, &p, o);
    text_clear (&t);
}

/* Once a trail is known to be an execution of the program. */
static void
confirm_inputs (struct work *w, struct program *program,
                const struct inputs *inputs, struct outcome *o)
{
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
    if (w->options->no_execute)
        confirm_evaluated (w, inputs, o, "--no-execute forbids to run it",
                           NULL);
    else
        confirm_native (w, inputs, o);
    if (o->verdict == VERDICT_UNSAFE)
        confirm_witness (w, inputs, o);
}

void
c_work_confirm (void *work, struct program *program, struct outcome *o)
{
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
        confirm_inputs (work, program, &inputs, o);
    inputs_clear (&inputs);
    trail_clear (&trail);
}
