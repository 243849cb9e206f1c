/* machine_watch.c -- one edge again, step by step, with somebody looking on.
 */
#include <assert.h>

#include "vm/machine_internal.h"

/* Goes to the edge and gives its script, which the run has again. */
static bool
find_edge (vm_machine *m, struct bytes state, uint32_t choice, struct edge *e)
{
    generator *g = &m->base;
    vm_machine_enter (g, state);
    while (vm_machine_next (g, e) == NEXT_EDGE)
        if (e->choice == choice)
            return true;
    return false;
}

static void
unwatch (struct vm_run *r)
{
    r->watch = NULL;
    r->context = NULL;
    r->input = NULL;
    r->inputs = 0;
    r->output = NULL;
}

bool
vm_machine_watch (generator *g, struct bytes state, uint32_t choice,
                  const uint64_t *input, size_t inputs, size_t *input_at,
                  void (*watch) (void *, struct vm_run *), void *context,
                  struct edge *e)
{
    vm_machine *m = vm_machine_of (g);
    struct vm_run *r = &m->run;
    m->script.size = 0;
    m->keeps_script = true;
    r->input = input;
    r->inputs = inputs;
    m->input_at = input_at ? *input_at : 0;
    bool found = find_edge (m, state, choice, e);
    m->keeps_script = false;
    if (found && !m->root) {
        r->watch = watch;
        r->context = context;
        found = vm_machine_again (m, e);
    }
    if (input_at)
        *input_at = found && !m->root ? r->input_at : m->input_at;
    m->input_at = 0;
    unwatch (r);
    e->choice = choice;
    return found;
}

bool
vm_machine_follow (generator *g, struct bytes state, struct vm_follow *f,
                   struct edge *e)
{
    vm_machine *m = vm_machine_of (g);
    struct vm_run *r = &m->run;
    vm_machine_enter (g, state);
    if (m->root)
        return !f->steps && vm_machine_next (g, e) == NEXT_EDGE;
    if (f->thread >= m->state.thread.size
        || !m->state.thread.at[f->thread].frames)
        return false;
    r->choice.size = 0;
    for (size_t i = 0; i < f->answers; i++)
        VEC_PUSH (r->choice, ((struct vm_choice) {.chosen = f->answer[i]}));
    r->input = f->input;
    r->inputs = f->inputs;
    r->input_at = f->input_at;
    r->output = f->output;
    r->watch = f->watch;
    r->context = f->context;
    m->dirty = true;
    enum vm_effect effect = vm_run_steps (r, f->thread, f->steps);
    f->input_at = r->input_at;
    unwatch (r);
    return effect != VM_REFUSED && vm_machine_take (m, effect, e);
}
