/* dead.c -- see dead.h. */
#include "mcs51/reduce/dead.h"

#include <assert.h>

#include "micro/fast.h"

static void
forget (struct micro_core *c, uint32_t address)
{
    assert (address < c->data_size);
    c->data[address] = 0;
    c->mask[address] = 0xff;
}

/* A cell that was never pushed and one that was popped are equal. */
static void
forget_stack (struct micro_core *c)
{
    const struct mcs51_program *p = mcs51_of (c);
    if (!p->stack_first || p->micro.memory != MICRO_SYMBOLIC_STACK
        || !(p->micro.reductions & MICRO_LAZY_STACK)
        || p->micro.broken & BROKEN_LAZY_STACK || c->mask[MCS51_SP])
        return;
    unsigned first = c->data[MCS51_SP] + 1u;
    if (first < p->stack_first)
        return; /* not set up, or out of its place */
    for (unsigned cell = first; cell <= p->stack_last; cell++) {
        uint16_t at = mcs51_cell (c, cell);
        if (!fast_observed (c, at))
            forget (c, at);
    }
}

void
mcs51_forget (struct micro_core *c)
{
    forget_stack (c);
}
