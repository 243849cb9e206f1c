/* confirm.c -- a path of the C machine: walked once more, its inputs found. */
#include <assert.h>

#include "auto/threads/internal.h"
#include "auto/threads/many.h"
#include "base/memory.h"
#include "report/witness_yaml.h"
#include "vm/library/native.h"
#include "vm/machine.h"
#include "vm/native/witness.h"
#include "vm/solve/solve.h"

/* The instruction: as graphs number them. */
static char *
node_text (uint32_t pc)
{
    struct text t;
    text_init (&t);
    text_print (&t, "%u", pc);
    return text_take (&t);
}

/* The texts change hands. */
void
threads_trace (const struct vm_code *code, struct vec_vm_told *told,
               struct outcome *o)
{
    for (size_t i = 0; i < code->global.size; i++)
        if (*code->text.at[code->global.at[i].name])
            outcome_global (o, code->text.at[code->global.at[i].name]);
    for (size_t i = 0; i < told->size; i++) {
        struct vm_told *one = &told->at[i];
        struct outcome_step step = {
            .place = one->place,
            .what = one->what,
            .values = one->values,
            .thread = one->thread,
            .folded = one->folded,
            .function = one->function ? memory_string (one->function) : NULL,
            .depth = one->depth,
            .node = one->pc == VM_NOWHERE ? NULL : node_text (one->pc)};
        VEC_PUSH (o->trace, step);
    }
    VEC_CLEAR (*told);
}

static void
confirmed (struct threads *t, generator *g, const struct vm_walk *walk,
           uint32_t fault)
{
    assert (fault && g);
    struct outcome *o = t->check.outcome;
    struct text text;
    struct vec_vm_told told = {0};
    text_init (&text);
    machine_witness (g, vm_fault_name (fault), &text);
    vm_walk_write (walk, &text);
    o->derivation = text_take (&text);
    vm_trace (g, walk, &told);
    struct witness_task task = {.file = t->ask->file.at,
                                .files = t->ask->file.size,
                                .bits = t->ask->bits};
    memory_free (o->yaml);
    o->yaml = vm_witness (&task, fault, &told);
    threads_trace (vm_machine_code (g), &told, o);
    outcome_fault (t->check.outcome, vm_fault_name (fault));
}

/* The machine whose memory is 0 when it is made, as it may well be: what was
 * never written decides nothing there.  Null: that must be seen. */
generator *
threads_zero (struct threads *t)
{
    struct problem problem = {0};
    if (!t->zero && !(vm_machine_code (t->machine)->checks & VM_CHECK_UNINIT))
        t->zero = threads_variant (t->machine, 0, VM_FRESH_ZERO, &problem);
    return t->zero;
}

/* A counterexample of the machine whose inputs are few, if that finds one: such
 * runs need no solving.  The walk is one of the machine itself, or of the one
 * with zeros. */
static bool
few_inputs (struct threads *t, struct vm_walk *walk, struct problem *p)
{
    struct buffer program;
    struct vm_walk_end end = {0};
    struct path path = {0};
    buffer_init (&program);
    generator *zero = threads_zero (t);
    generator *few =
        threads_variant (zero ? zero : t->machine, 0, VM_FEW_INPUTS, p);
    if (few)
        vm_machine_write (few, &program);
    log_say (t->check.engine->log, LOG_DETAIL,
             "searching again, with few inputs");
    bool good =
        few
        && machine_explore (&t->check, few, buffer_view (&program), &path, p)
        && t->check.outcome->verdict == VERDICT_UNSAFE
        && vm_walk_record (few, path.choice.at, path.choice.size, walk, &end)
        && end.fault && !end.guessed;
    vm_walk_settle (walk);
    if (few)
        few->class->free (few);
    vm_walk_end_clear (&end);
    path_clear (&path);
    buffer_clear (&program);
    memory_free (t->check.outcome->proof);
    t->check.outcome->proof = NULL;
    return good;
}

/* Walks the path once more, leg by leg; only what really ends in the fault is
 * UNSAFE. */
bool
threads_walk_fails (generator *g, const struct vm_walk *walk, uint32_t *fault)
{
    assert (g && walk && fault);
    struct vm_walk_end end = {0};
    bool good =
        vm_walk_follow (g, walk, NULL, NULL, &end) && end.fault && !end.guessed;
    *fault = end.fault;
    vm_walk_end_clear (&end);
    return good;
}

/* On the machine itself, if that is enough; null: on none. */
static generator *
walk_machine (struct threads *t, const struct vm_walk *walk, uint32_t *fault)
{
    generator *zero = threads_zero (t);
    return threads_walk_fails (t->machine, walk, fault)     ? t->machine
           : zero && threads_walk_fails (zero, walk, fault) ? zero
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
unsolved (struct threads *t, const struct vm_walk_end *end)
{
    assert (end->fault);
    const char *system = system_function (t->machine);
    outcome_unknown (
        t->check.outcome,
        "the counterexample depends on inputs%s%s that could not be solved "
        "for: %s",
        system ? " or the result of " : "", system ? system : "",
        end->message ? end->message : vm_fault_name (end->fault));
}

bool
threads_confirm (struct threads *t, const struct path *path, struct problem *p)
{
    assert (t->check.outcome->verdict == VERDICT_UNSAFE);
    assert (!t->on_zero || t->zero);
    struct vm_walk walk = {0};
    struct vm_walk_end end;
    uint32_t fault = 0;
    generator *g = t->on_zero ? t->zero : t->machine;
    bool found =
        vm_walk_record (g, path->choice.at, path->choice.size, &walk, &end)
        && end.fault;
    bool solved = found
                  && (!end.guessed
                      || vm_solve (g, &walk, end.fault, t->check.engine->log));
    bool good =
        solved && threads_walk_fails (g, &walk, &fault) && fault == end.fault;
    if (found && !solved) {
        vm_walk_clear (&walk);
        g = few_inputs (t, &walk, p) ? walk_machine (t, &walk, &fault) : NULL;
        good = g;
    }
    assert (!good || (g && fault));
    if (good)
        confirmed (t, g, &walk, fault);
    else if (found && !solved)
        unsolved (t, &end);
    else
        outcome_unknown (t->check.outcome,
                         "the counterexample was not confirmed");
    vm_walk_clear (&walk);
    vm_walk_end_clear (&end);
    return !p->kind;
}
