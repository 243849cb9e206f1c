/* guarded_atomic.c -- whether an atomic section can begin, found by running it. */
#include "vm/exec/guarded_atomic.h"

#include <assert.h>

#include "vm/library/native.h"
#include "vm/reduce/independence.h"

/* Where sections are tried: what is done here is never seen. */
struct vm_probe {
    struct vm_state state;
    struct vm_run run;
};

static struct vm_run *
probe_open (struct vm_run *r)
{
    if (!r->probe) {
        r->probe = NEW (struct vm_probe);
        vm_state_init (&r->probe->state, r->code, r->state->live);
        vm_run_init (&r->probe->run, &r->probe->state);
    }
    struct vm_run *run = &r->probe->run;
    vm_state_open (run->state, vm_state_pack (r->state));
    vm_share_opened (run->state);
    run->quiet = r->quiet;
    run->input = r->input;
    run->inputs = r->inputs;
    run->choice.size = 0;
    return run;
}

void
vm_probe_free (struct vm_probe *p)
{
    if (!p)
        return;
    vm_run_clear (&p->run);
    vm_state_clear (&p->state);
    memory_free (p);
}

bool
vm_guarded_atomics (struct vm_run *r, uint32_t thread)
{
    const struct vm_thread *t = &r->state->thread.at[thread];
    if (!r->quiet || !r->quiet->awaits || t->atomic || !t->frames
        || t->status != VM_ALIVE)
        return false;
    return vm_begins_section (r, thread);
}

bool
vm_section_is_blocked (struct vm_run *r, uint32_t thread)
{
    assert (vm_guarded_atomics (r, thread));
    struct vm_run *run = probe_open (r);
    for (;;) {
        run->input_at = r->input_at;
        if (vm_run_edge (run, thread) != VM_BLOCKED)
            return false;
        if (!vm_run_advance (run))
            return true;
        vm_state_reset (run->state);
    }
}
