/* dead.c -- see dead.h. */
#include "mcs51/reduce/dead.h"

#include <assert.h>

#include "mcs51/reduce/live.h"
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

static void
forget_cells (struct micro_core *c, const struct mcs51_live *l,
              const uint64_t *row)
{
    for (unsigned i = 0; i < LIVE_REST; i++)
        for (uint64_t dead = l->candidate[i] & ~row[i]; dead; dead &= dead - 1)
            forget (c, 64 * i + (unsigned) __builtin_ctzll (dead));
}

/* The bank and the parity are no flags that could be dead. */
static void
forget_registers (struct micro_core *c, uint64_t live)
{
    static const uint16_t address[] = {[LIVE_ACC] = MCS51_ACC,
                                       [LIVE_B] = MCS51_B,
                                       [LIVE_DPL] = MCS51_DPL,
                                       [LIVE_DPH] = MCS51_DPH};
    uint8_t flags = (uint8_t) ~(live >> LIVE_FLAGS);
    flags &= (uint8_t) ~(3 << FLAG_RS0 | 1 << FLAG_P);
    for (unsigned i = 0; i < sizeof address / sizeof *address; i++)
        if (!(live >> i & 1))
            forget (c, address[i]);
    c->data[MCS51_PSW] &= (uint8_t) ~flags;
    c->mask[MCS51_PSW] |= flags;
    uint8_t parity = 1 << FLAG_P;
    if (c->mask[MCS51_ACC]) {
        c->data[MCS51_PSW] &= (uint8_t) ~parity;
        c->mask[MCS51_PSW] |= parity;
    }
}

/* Interrupts may come here, or soon. */
static int
interrupts_on (const struct micro_core *c)
{
    return ((c->data[MCS51_IE] | c->mask[MCS51_IE]) & IE_ALL) != 0;
}

void
mcs51_forget (struct micro_core *c)
{
    const struct mcs51_program *p = mcs51_of (c);
    uint32_t pc = core_pc (c);
    forget_stack (c);
    if (!p->live || !(p->micro.reductions & MICRO_DEAD)
        || pc >= p->live->rows.words)
        return;
    const uint64_t *row =
        micro_live_row (&p->live->rows, interrupts_on (c), pc);
    forget_cells (c, p->live, row);
    forget_registers (c, row[LIVE_REST]);
}
