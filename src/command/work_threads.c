/* work_threads.c -- see work_threads.h. */
#include "command/work_threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "command/threads_many.h"
#include "vm/native/native.h"
#include "vm/solve/solve.h"
#include "command/work_c.h"
#include "command/work_machine.h"
#include "explore/guided/probe.h"
#include "vm/exec/assume.h"
#include "vm/machine.h"
#include "vm/library/native.h"
#include "vm/reduce/counter_abstraction.h"
#include "vm/replay/trace.h"

/* ---- reading */

/* What would be ignored is refused. */
static bool
threads_usage (const struct options *o, struct problem *p)
{
    const char *wrong = o->all                            ? "--all"
                        : o->reuse                        ? "--reuse"
                        : o->harness                      ? "--harness"
                        : option_is (o->integers, "math") ? "--integers=math"
                        : option_is (o->goal, "return")   ? "--goal=return"
                        : !option_is (o->mode, "predictable")
                                && !option_is (o->mode, "sequential")
                            ? "--mode"
                            : NULL;
    if (wrong)
        return usage_wrong (p,
                            "%s is not for programs that run on the C machine "
                            "(threads, C++)",
                            wrong);
    if (!option_is (o->emit, "none") && !option_is (o->emit, "states")
        && !option_is (o->emit, "output"))
        return usage_wrong (p,
                            "--emit=%s is not for programs that run on the C "
                            "machine; for them there are states and output",
                            o->emit);
    return true;
}

bool
threads_read (struct work *w, struct vm_code *code, struct problem *p)
{
    struct c_work *c = w->input;
    const struct options *o = w->options;
    bool shift = c_list_has (text_view (&c->ask.checks), "shift", 5);
    bool good = threads_usage (o, p)
                && (!shift
                    || usage_wrong (p, "--check=shift is not for programs that "
                                       "run on the C machine"));
    if (good)
        c->machine = vm_machine_new (code, p);
    else
        vm_code_clear (code);
    /* The machine is one process with threads, unlike the engines. */
    if (o->memory_limit)
        memory_limit (o->memory_limit / machine_processes (o));
    return good && c->machine;
}

/* ---- the counterexample */

/* The texts change hands. */
static void
trace_take (struct work *w, struct vec_vm_told *told)
{
    for (size_t i = 0; i < told->size; i++) {
        struct vm_told *t = &told->at[i];
        struct outcome_step step = {.place = t->place,
                                    .what = t->what,
                                    .values = t->values,
                                    .thread = t->thread,
                                    .folded = t->folded};
        VEC_PUSH (w->outcome.trace, step);
    }
    VEC_CLEAR (*told);
}

static void
confirmed (struct work *w, generator *g, const struct vm_walk *walk,
           uint32_t fault)
{
    struct text t;
    struct vec_vm_told told = {0};
    text_init (&t);
    machine_witness (g, vm_fault_name (fault), &t);
    vm_walk_write (walk, &t);
    w->outcome.derivation = text_take (&t);
    vm_trace (g, walk, &told);
    threads_witness (w, fault, &told);
    trace_take (w, &told);
    outcome_fault (&w->outcome, vm_fault_name (fault));
}

/* The machine whose memory is 0 when it is made, as it may well be: what was
 * never written decides nothing there.  Null: that must be seen. */
static generator *
threads_zero (struct work *w)
{
    struct c_work *c = w->input;
    struct problem problem = {0};
    if (!c->zero && !(vm_machine_code (c->machine)->checks & VM_CHECK_UNINIT))
        c->zero = threads_variant (c->machine, 0, VM_FRESH_ZERO, &problem);
    return c->zero;
}

/* A counterexample of the machine whose inputs are few, if that finds one: such
 * runs need no solving.  The walk is one of the machine itself, or of the one
 * with zeros. */
static bool
few_inputs (struct work *w, struct vm_walk *walk, struct problem *p)
{
    struct c_work *c = w->input;
    struct buffer program;
    struct vm_walk_end end = {0};
    struct path path = {0};
    buffer_init (&program);
    generator *zero = threads_zero (w);
    generator *few =
        threads_variant (zero ? zero : c->machine, 0, VM_FEW_INPUTS, p);
    if (few)
        vm_machine_write (few, &program);
    log_say (&w->log, LOG_DETAIL, "searching again, with few inputs");
    bool good =
        few && machine_explore (w, few, buffer_view (&program), &path, p)
        && w->outcome.verdict == VERDICT_UNSAFE
        && vm_walk_record (few, path.choice.at, path.choice.size, walk, &end)
        && end.fault && !end.guessed;
    vm_walk_settle (walk);
    if (few)
        few->class->free (few);
    vm_walk_end_clear (&end);
    path_clear (&path);
    buffer_clear (&program);
    memory_free (w->outcome.proof);
    w->outcome.proof = NULL;
    return good;
}

/* Walks the path once more, leg by leg; only what really ends in the fault is
 * UNSAFE. */
static bool
walk_fails (generator *g, const struct vm_walk *walk, uint32_t *fault)
{
    struct vm_walk_end end = {0};
    bool good =
        vm_walk_follow (g, walk, NULL, NULL, &end) && end.fault && !end.guessed;
    *fault = end.fault;
    vm_walk_end_clear (&end);
    return good;
}

/* On the machine itself, if that is enough; null: on none. */
static generator *
walk_machine (struct work *w, const struct vm_walk *walk, uint32_t *fault)
{
    struct c_work *c = w->input;
    generator *zero = threads_zero (w);
    return walk_fails (c->machine, walk, fault)     ? c->machine
           : zero && walk_fails (zero, walk, fault) ? zero
                                                    : NULL;
}

/* The first function of the program whose result is the system's; may be null. */
static const char *
system_function (generator *g)
{
    const struct vm_code *code = vm_machine_code (g);
    uint64_t usual;
    for (size_t i = 0; i < code->instruction.size; i++) {
        const struct vm_instruction *at = &code->instruction.at[i];
        if (at->op == VM_NATIVE && at->a < vm_natives ()
            && vm_native_usual (vm_native_at (at->a)->name, &usual))
            return vm_native_at (at->a)->name;
    }
    return NULL;
}

static void
unsolved (struct work *w, const struct vm_walk_end *end)
{
    const struct c_work *c = w->input;
    const char *system = system_function (c->machine);
    outcome_unknown (
        &w->outcome,
        "the counterexample depends on inputs%s%s that could not be solved "
        "for: %s",
        system ? " or the result of " : "", system ? system : "",
        end->message ? end->message : vm_fault_name (end->fault));
}

static bool
threads_confirm (struct work *w, const struct path *path, struct problem *p)
{
    struct c_work *c = w->input;
    struct vm_walk walk = {0};
    struct vm_walk_end end;
    uint32_t fault = 0;
    generator *g = c->on_zero ? c->zero : c->machine;
    bool found =
        vm_walk_record (g, path->choice.at, path->choice.size, &walk, &end)
        && end.fault;
    bool solved =
        found && (!end.guessed || vm_solve (g, &walk, end.fault, &w->log));
    bool good = solved && walk_fails (g, &walk, &fault) && fault == end.fault;
    if (found && !solved) {
        vm_walk_clear (&walk);
        g = few_inputs (w, &walk, p) ? walk_machine (w, &walk, &fault) : NULL;
        good = g;
    }
    if (good)
        confirmed (w, g, &walk, fault);
    else if (found && !solved)
        unsolved (w, &end);
    else
        outcome_unknown (&w->outcome, "the counterexample was not confirmed");
    vm_walk_clear (&walk);
    vm_walk_end_clear (&end);
    return !p->kind;
}

/* ---- deciding */

/* The run of a program that has one thread and no inputs, to its end: what it
 * prints.  Ways are taken as they come, so a second one is no fault here. */
static bool
threads_output (struct work *w, struct problem *p)
{
    struct c_work *c = w->input;
    struct text output;
    struct vm_walk_end end;
    text_init (&output);
    bool good = vm_walk_first (c->machine, &output, &end, p);
    if (good && end.message)
        log_say (&w->log, LOG_SAY, "%s", end.message);
    w->outcome.emitted = text_take (&output);
    vm_walk_end_clear (&end);
    return good;
}

static void
threads_assume (const struct c_work *c, struct outcome *o)
{
    struct vec_vm_text list = {0};
    vm_assumes (vm_machine_code (c->machine), &list);
    for (size_t i = 0; i < list.size; i++)
        outcome_assume (o, list.at[i]);
    VEC_CLEAR (list);
    if (c->ask.malloc_works && !c->ask.competition)
        outcome_assume (o, "malloc never gives null");
}

/* Does this path really end in a fault, with inputs that can be solved for? */
static bool
path_fails (struct work *w, generator *g, const struct path *path)
{
    struct vm_walk walk = {0};
    struct vm_walk_end end = {0};
    uint32_t fault;
    bool good =
        vm_walk_record (g, path->choice.at, path->choice.size, &walk, &end)
        && end.fault
        && (!end.guessed || vm_solve (g, &walk, end.fault, &w->log))
        && walk_fails (g, &walk, &fault) && fault == end.fault;
    vm_walk_end_clear (&end);
    vm_walk_clear (&walk);
    return good;
}

/* The first probe that comes to a fault; *seen: one came to some that cannot be
 * confirmed. */
static bool
probes_run (struct work *w, const generator *machine, struct path *path,
            bool *seen)
{
    generator *g = machine->class->clone (machine);
    bool found = false;
    for (unsigned i = 0; i < PROBES && !found; i++)
        if (probe_run (g, i, path)) {
            *seen = true;
            found = path_fails (w, g, path);
        }
    g->class->free (g);
    return found;
}

static bool
threads_probe (void *work, struct path *path)
{
    struct work *w = work;
    struct c_work *c = w->input;
    bool seen = false;
    log_say (&w->log, LOG_DETAIL, "trying some schedules");
    if (probes_run (w, c->machine, path, &seen))
        return true;
    c->on_zero =
        seen && threads_zero (w) && probes_run (w, c->zero, path, &seen);
    return c->on_zero;
}

static bool
threads_explore (struct work *w, struct path *path, struct problem *p)
{
    struct c_work *c = w->input;
    struct buffer program;
    buffer_init (&program);
    vm_machine_write (c->machine, &program);
    bool good = machine_explore_probing (w, c->machine, buffer_view (&program),
                                         threads_probe, path, p);
    buffer_clear (&program);
    return good;
}

bool
threads_decide (struct work *w, struct problem *p)
{
    struct c_work *c = w->input;
    struct outcome *o = &w->outcome;
    if (option_is (w->options->emit, "output"))
        return threads_output (w, p);
    struct path path = {0};
    bool good = threads_many (w, c->machine, p);
    if (good && o->verdict != VERDICT_SAFE)
        good = threads_explore (w, &path, p)
               && (o->emitted || o->verdict != VERDICT_UNSAFE
                   || threads_confirm (w, &path, p));
    path_clear (&path);
    if (!good || o->emitted)
        return good;
    const struct vm_code *code = vm_machine_code (c->machine);
    if (o->verdict == VERDICT_SAFE && code->checks & VM_CHECK_RACE
        && vm_relaxes (code))
        outcome_unknown (o, "a relaxed order lets a thread go on by what did "
                            "not happen before: races by that are not "
                            "excluded");
    if (o->verdict == VERDICT_SAFE)
        threads_assume (c, o);
    c_work_undecided (c, o);
    if (c->ask.expect != EXPECT_NOTHING)
        o->expected = c->ask.expect == EXPECT_TRUE ? "true" : "false";
    return true;
}

/* ---- judging again */

static bool
threads_judge (struct work *w, generator *g, const char *fault,
               const char *lines, struct problem *p)
{
    struct vm_walk walk = {0};
    struct vm_walk_end end = {0};
    struct vec_vm_told told = {0};
    bool read = vm_walk_read (&walk, lines);
    bool good = read && vm_walk_follow (g, &walk, NULL, NULL, &end) && end.fault
                && !end.guessed && !strcmp (vm_fault_name (end.fault), fault);
    if (!read)
        problem_set (p, (struct place) {0}, "the witness is damaged");
    if (good) {
        w->outcome.verdict = VERDICT_UNSAFE;
        vm_trace (g, &walk, &told);
        trace_take (w, &told);
    }
    vm_walk_end_clear (&end);
    vm_walk_clear (&walk);
    return good;
}

/* The real program, with the turns of the walk. */
static bool
replay_natively (struct work *w, const char *witness, struct text *report,
                 struct problem *p)
{
    struct vm_walk walk = {0};
    const char *lines = strstr (witness, "\nfault ");
    lines = lines ? strchr (lines + 1, '\n') : NULL;
    if (w->options->no_execute) {
        text_add (report, "run natively: --no-execute forbids it\n");
        return false;
    }
    bool good = lines && vm_walk_read (&walk, lines)
                && threads_native (w, &walk, report, p);
    vm_walk_clear (&walk);
    return good;
}

static bool
is_of (const generator *g, const char *witness)
{
    char identity[DIGEST_TEXT];
    digest_print (g->class->identity (g), identity);
    const char *line = strchr (witness, '\n');
    const char *end = line ? strchr (line + 1, '\n') : NULL;
    const char *found = end ? strstr (line, identity) : NULL;
    return found && found < end;
}

/* The same machine with threads that are alike, if the witness is one of that;
 * null: it is not. */
static generator *
many_machine (struct work *w, const char *witness, uint32_t reductions,
              uint32_t options)
{
    struct c_work *c = w->input;
    struct problem problem = {0};
    if (!vm_counter_abstraction_fits (vm_machine_code (c->machine)))
        return NULL;
    generator *g = threads_variant (c->machine, reductions, options, &problem);
    if (g && is_of (g, witness))
        return g;
    if (g)
        g->class->free (g);
    return NULL;
}

/* A proof that takes any number of threads as one, or that counts them;
 * UNDECIDED without a report: that is not what the witness is. */
static enum replay_result
replay_many (struct work *w, const char *witness, const char *file,
             struct text *report, struct problem *p)
{
    struct c_work *c = w->input;
    enum replay_result result = REPLAY_UNDECIDED;
    generator *counted =
        many_machine (w, witness, VM_REDUCE_MANY | VM_REDUCE_COUNTED, 0);
    generator *plain = many_machine (w, witness, VM_REDUCE_MANY, 0);
    if (!plain)
        plain = many_machine (w, witness, VM_REDUCE_MANY, VM_SPLIT_FEW);
    if (!plain)
        plain = many_machine (w, witness, VM_REDUCE_MANY, VM_SPLIT_OTHER);
    if (counted) {
        result = machine_replay (w, counted, witness, file, threads_judge,
                                 report, p);
        counted->class->free (counted);
    }
    if (plain) {
        struct threads_many many;
        threads_many_open (&many, c->machine, 1);
        result = machine_replay (w, many.machine ? many.machine : plain,
                                 witness, file, threads_judge, report, p);
        threads_many_close (&many);
        plain->class->free (plain);
    }
    return result;
}

/* Of a counterexample only: the machine with zeros has not all the runs. */
static generator *
replay_machine (struct work *w, const char *witness)
{
    static const char path[] = "cohort path ";
    struct c_work *c = w->input;
    bool zero = !strncmp (witness, path, sizeof path - 1) && threads_zero (w)
                && is_of (c->zero, witness);
    return zero ? c->zero : c->machine;
}

enum replay_result
threads_replay (struct work *w, const char *witness, const char *file,
                struct text *report, struct problem *p)
{
    enum replay_result result = replay_many (w, witness, file, report, p);
    if (result == REPLAY_UNDECIDED && !report->size)
        result = machine_replay (w, replay_machine (w, witness), witness, file,
                                 threads_judge, report, p);
    if (result == REPLAY_CONFIRMED && w->outcome.trace.size)
        outcome_explain (&w->outcome, report);
    if (result == REPLAY_CONFIRMED && w->options->native
        && !replay_natively (w, witness, report, p))
        result = REPLAY_UNDECIDED;
    return result;
}
