/* threads.c -- see threads.h. */
#include "auto/threads/threads.h"

#include <assert.h>

#include "auto/threads/formula.h"
#include "auto/threads/internal.h"
#include "auto/threads/many.h"
#include "base/memory.h"
#include "explore/guided/probe.h"
#include "frontend/task/c_cover.h"
#include "vm/exec/assume.h"
#include "vm/machine.h"
#include "vm/solve/solve.h"

void
threads_clear (struct threads *t)
{
    if (t->machine)
        t->machine->class->free (t->machine);
    if (t->zero)
        t->zero->class->free (t->zero);
    ctl_formula_clear (&t->formula);
}

/* The run of a program that has one thread and no inputs, to its end: what it
 * prints.  Ways are taken as they come, so a second one is no fault here. */
static bool
threads_output (struct threads *t, struct problem *p)
{
    struct text output;
    struct vm_walk_end end;
    text_init (&output);
    bool good = vm_walk_first (t->machine, &output, &end, p);
    if (good && end.message)
        log_say (t->check.engine->log, LOG_SAY, "%s", end.message);
    t->check.outcome->emitted = text_take (&output);
    vm_walk_end_clear (&end);
    return good;
}

void
threads_assume (const struct threads *t, struct outcome *o)
{
    struct vec_vm_text list = {0};
    vm_assumes (vm_machine_code (t->machine), &list);
    for (size_t i = 0; i < list.size; i++)
        outcome_assume (o, list.at[i]);
    VEC_CLEAR (list);
    if (t->ask->malloc_works && !t->ask->competition)
        outcome_assume (o, "malloc never gives null");
}

/* Does this path really end in a fault, with inputs that can be solved for? */
static bool
path_fails (struct threads *t, generator *g, const struct path *path)
{
    struct vm_walk walk = {0};
    struct vm_walk_end end = {0};
    uint32_t fault;
    bool good =
        vm_walk_record (g, path->choice.at, path->choice.size, &walk, &end)
        && end.fault
        && (!end.guessed
            || vm_solve (g, &walk, end.fault, t->check.engine->log))
        && threads_walk_fails (g, &walk, &fault) && fault == end.fault;
    vm_walk_end_clear (&end);
    vm_walk_clear (&walk);
    return good;
}

/* The first probe that comes to a fault; *seen: one came to some that cannot be
 * confirmed. */
static bool
probes_run (struct threads *t, const generator *machine, struct path *path,
            bool *seen)
{
    generator *g = machine->class->clone (machine);
    bool found = false;
    for (unsigned i = 0; i < PROBES && !found; i++)
        if (probe_run (g, i, path)) {
            *seen = true;
            found = path_fails (t, g, path);
        }
    g->class->free (g);
    return found;
}

static bool
threads_probe (void *context, struct path *path)
{
    struct threads *t = context;
    bool seen = false;
    log_say (t->check.engine->log, LOG_DETAIL, "trying some schedules");
    if (probes_run (t, t->machine, path, &seen))
        return true;
    t->on_zero =
        seen && threads_zero (t) && probes_run (t, t->zero, path, &seen);
    return t->on_zero;
}

static bool
threads_explore (struct threads *t, struct path *path, struct problem *p)
{
    struct buffer program;
    buffer_init (&program);
    vm_machine_write (t->machine, &program);
    bool good =
        machine_explore_probing (&t->check, t->machine, buffer_view (&program),
                                 threads_probe, t, path, p);
    buffer_clear (&program);
    return good;
}

bool
threads_decide (struct threads *t, struct problem *p)
{
    struct outcome *o = t->check.outcome;
    assert (t->machine && !t->on_zero);
    if (t->check.engine->options->emit == EMIT_OUTPUT)
        return threads_output (t, p);
    if (t->formula.node.size)
        return threads_formula_decide (t, p);
    struct path path = {0};
    assert (o->verdict == VERDICT_UNKNOWN && !o->emitted);
    bool good = threads_many (&t->check, t->machine, p);
    if (good && o->verdict != VERDICT_SAFE)
        good = threads_explore (t, &path, p)
               && (o->emitted || o->verdict != VERDICT_UNSAFE
                   || threads_confirm (t, &path, p));
    path_clear (&path);
    if (!good || o->emitted)
        return good;
    const struct vm_code *code = vm_machine_code (t->machine);
    if (o->verdict == VERDICT_SAFE && code->checks & VM_CHECK_RACE
        && vm_relaxes (code))
        outcome_unknown (o, "a relaxed order lets a thread go on by what did "
                            "not happen before: races by that are not "
                            "excluded");
    if (o->verdict == VERDICT_SAFE)
        threads_assume (t, o);
    c_cover_undecided (t->ask, o);
    c_cover_expected (t->ask, o);
    threads_draw (code, t->check.engine->options, o);
    return true;
}
