/* formula.c -- see formula.h. */
#include "auto/threads/formula.h"

#include <assert.h>

#include "auto/threads/internal.h"
#include "base/memory.h"
#include "vm/machine.h"

static generator *
formula_open (void *context, enum machine_formula_way way, struct problem *p)
{
    const struct threads *t = context;
    const struct ctl_formula *f = &t->formula;
    struct buffer program;
    struct vm_code code;
    struct reader r;
    generator *g = NULL;
    buffer_init (&program);
    vm_code_init (&code);
    vm_code_write (vm_machine_code (t->machine), &program);
    reader_init (&r, buffer_view (&program));
    if (vm_code_read (&code, &r)) {
        code.checks = VM_CHECK_ASSERT | VM_CHECK_ACCESS | VM_CHECK_FREE
                      | VM_CHECK_DIVISION | VM_CHECK_EXCEPTION;
        code.reductions &= f->has_next ? 0u : (unsigned) VM_REDUCE_LOCAL;
        code.options |= way == MACHINE_EXACT  ? (unsigned) VM_NO_GUESS
                        : way == MACHINE_LESS ? VM_NO_GUESS | VM_FEW_INPUTS
                                              : 0u;
        code.options |= f->has_next ? (unsigned) VM_SINGLE : 0u;
        g = vm_machine_new (&code, p);
    }
    for (size_t i = 0; g && i < f->proposition.size; i++) {
        const struct ctl_proposition *q = &f->proposition.at[i];
        struct place place = {.file = q->name, .line = 1, .column = q->column};
        if (!vm_machine_ask (g, q->text, place, p)) {
            g->class->free (g);
            g = NULL;
        }
    }
    vm_code_clear (&code);
    buffer_clear (&program);
    return g;
}

static bool
tell (void *context, generator *g, enum machine_formula_way way,
      const struct machine_story *story, struct outcome *o)
{
    struct problem p = {0};
    generator *exact =
        way == MACHINE_LESS ? formula_open (context, MACHINE_EXACT, &p) : NULL;
    bool good = threads_story_tell (g, exact ? exact : g, story, o);
    if (exact)
        exact->class->free (exact);
    return good;
}

static struct machine_formula
formula_of (struct threads *t)
{
    assert (t->formula.node.size && t->machine);
    return (struct machine_formula) {.formula = &t->formula,
                                     .begin = "main",
                                     .more = true,
                                     .less = true,
                                     .open = formula_open,
                                     .write = vm_machine_write,
                                     .tell = tell,
                                     .context = t};
}

bool
threads_formula_ask (struct threads *t, const struct options *o,
                     struct problem *p)
{
    assert (t->machine && !t->formula.node.size);
    bool assumes = vm_assumes_anything (vm_machine_code (t->machine));
    if (!machine_formula_read (&t->formula, o,
                               o->ctl && assumes ? "assumed()" : NULL, p))
        return false;
    if (!o->ctl)
        return true;
    /* What is wrong with a proposition is said before anything is decided. */
    generator *g = formula_open (t, MACHINE_EXACT, p);
    if (g)
        g->class->free (g);
    return g;
}

bool
threads_formula_decide (struct threads *t, struct problem *p)
{
    struct machine_formula of = formula_of (t);
    assert (t->check.outcome->verdict == VERDICT_UNKNOWN);
    if (!machine_formula_decide (&of, &t->check, p))
        return false;
    if (t->check.outcome->verdict == VERDICT_SAFE)
        threads_assume (t, t->check.outcome);
    return true;
}

enum replay_result
threads_formula_replay (struct threads *t, const char *witness,
                        const char *file, struct text *report,
                        struct problem *p)
{
    struct machine_formula of = formula_of (t);
    return machine_formula_replay (&of, t->check.engine, witness, file,
                                   t->check.outcome, report, p);
}
