/* machine_ask.c -- the C machine for formulas: where their walks end, what they see.
 *
 * That the reductions leave formulas as they are (but for X) rests on this: a state has
 * all edges, or one edge that is local, changes nothing that is seen and is the only way
 * to go on of its thread, which then stands before something visible (Gerth, Kuiper,
 * Peled, Penczek 1999).  What follows the first instruction of a walk is a chain of
 * such edges. */
#include <assert.h>
#include <string.h>

#include "base/memory.h"
#include "vm/library/native.h"
#include "vm/machine_internal.h"

/* No state of a program is so short. */
static const uint8_t excluded[4];

struct bytes
vm_machine_excluded (void)
{
    return (struct bytes) {excluded, sizeof excluded};
}

bool
vm_machine_is_excluded (struct bytes state)
{
    return state.size == sizeof excluded;
}

bool
vm_machine_asks (const vm_machine *m)
{
    return m->view != NULL;
}

/* ---- walks */

static bool
view_changed (void *context, struct vm_run *r)
{
    vm_machine *m = context;
    const struct vm_question *q = &m->program->question;
    struct vm_value *now = m->view, *next = m->view + q->atom.size;
    bool changed = false;
    vm_question_view (q, r, next);
    for (size_t i = 0; i < q->atom.size; i++) {
        changed |= !vm_same (now[i], next[i]);
        now[i] = next[i];
    }
    m->changed |= changed;
    return changed;
}

void
vm_machine_ask_open (vm_machine *m)
{
    const struct vm_question *q = &m->program->question;
    if (!q->expression.size)
        return;
    memory_free (m->view);
    m->view = NEW_ARRAY (struct vm_value, 2 * q->atom.size + 1);
    m->asker =
        (struct vm_asker) {.changed = view_changed,
                           .context = m,
                           .single = m->program->code.options & VM_SINGLE};
    m->run.asker = &m->asker;
    for (size_t i = 0; i < q->atom.size; i++)
        m->assumes |= q->atom.at[i].kind == VM_ATOM_ASSUMED;
}

enum vm_effect
vm_machine_ask_run (vm_machine *m)
{
    struct vm_run *r = &m->run;
    view_changed (m, r);
    m->changed = false;
    enum vm_effect effect = vm_run_asked (r, m->thread);
    if (r->split == VM_NOWHERE)
        return effect;
    /* Whatever chose or changed something there begins the next walk. */
    vm_state_reset (&m->state);
    r->input_at = m->input_at;
    return vm_run_steps (r, m->thread, r->split);
}

/* ---- labels */

uint64_t
vm_machine_label (const vm_machine *m, struct vm_run *r)
{
    uint32_t unknown;
    return r ? vm_question_label (&m->program->question, r, &unknown)
             : vm_question_excluded ();
}

bool
vm_machine_ask_known (vm_machine *m)
{
    const struct vm_question *q = &m->program->question;
    uint32_t unknown;
    vm_question_label (q, &m->run, &unknown);
    if (unknown != VM_NOWHERE)
        vm_cut (&m->run,
                "`%s` depends on an input, or on what was never written",
                q->text.at[unknown]);
    return unknown == VM_NOWHERE;
}

/* ---- asking */

bool
vm_machine_ask (generator *g, const char *text, struct place place,
                struct problem *problem)
{
    vm_machine *m = vm_machine_of (g);
    struct vm_program *p = m->program;
    assert (atomic_load (&p->users) == 1);
    if (!vm_question_add (&p->question, &p->code, text, place, problem))
        return false;
    vm_question_observe (&p->question, &p->code, &p->quiet);
    vm_machine_ask_open (m);
    return true;
}

bool
vm_assumes_anything (const struct vm_code *c)
{
    for (size_t i = 0; i < c->instruction.size; i++) {
        const struct vm_instruction *at = &c->instruction.at[i];
        if (at->op != VM_NATIVE)
            continue;
        const char *name = vm_native_at (at->a)->name;
        if (strstr (name, "assume") || strstr (name, "range"))
            return true;
    }
    return false;
}
