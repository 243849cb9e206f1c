/* live.c -- see live.h. */
#include "mcs51/reduce/live.h"

#include <assert.h>
#include <string.h>

#include "mcs51/reduce/banks.h"
#include "mcs51/reduce/effect.h"
#include "mcs51/reduce/handler.h"
#include "micro/property/property.h"

struct live_maker {
    const struct mcs51_program *program;
    struct micro_flow flow;
    struct mcs51_effect *effect; /* per byte of code */
    uint8_t *banks;
    uint64_t all[LIVE_WORDS], always[LIVE_WORDS];
};

/* The bit of a direct address in a row; -1: it has none. */
static int
bit_of (uint8_t address)
{
    switch (address) {
    case MCS51_ACC:
        return 64 * LIVE_REST + LIVE_ACC;
    case MCS51_B:
        return 64 * LIVE_REST + LIVE_B;
    case MCS51_DPL:
        return 64 * LIVE_REST + LIVE_DPL;
    case MCS51_DPH:
        return 64 * LIVE_REST + LIVE_DPH;
    default:
        return address < 0x80 ? address : -1;
    }
}

static void
set_bit (uint64_t *row, int bit)
{
    if (bit >= 0)
        row[bit / 64] |= (uint64_t) 1 << bit % 64;
}

static void
clear_bit (uint64_t *row, int bit)
{
    if (bit >= 0)
        row[bit / 64] &= ~((uint64_t) 1 << bit % 64);
}

/* R0 .. R7 of these banks; one that is overwritten is so only if there is one. */
static void
set_registers (uint64_t *row, uint8_t registers, uint8_t banks)
{
    for (unsigned bank = 0; bank < 4; bank++)
        if (banks >> bank & 1)
            row[0] |= (uint64_t) registers << 8 * bank;
}

static void
clear_registers (uint64_t *row, uint8_t registers, uint8_t banks)
{
    if (!(banks & (banks - 1)))
        row[0] &= ~((uint64_t) registers << 8 * __builtin_ctz (banks));
}

static void
transfer (void *context, uint32_t pc, uint64_t *row)
{
    const struct live_maker *m = context;
    const struct mcs51_effect *e = &m->effect[pc];
    uint8_t banks = m->banks[pc];
    assert (banks);
    for (unsigned n = 0; n < e->stores; n++)
        clear_bit (row, bit_of (e->store[n]));
    clear_registers (row, e->kills, banks);
    row[LIVE_REST] &= ~((uint64_t) e->flags_killed << LIVE_FLAGS);
    row[LIVE_REST] |= (uint64_t) e->flags_used << LIVE_FLAGS;
    set_registers (row, e->uses, banks);
    for (unsigned n = 0; n < e->loads; n++)
        set_bit (row, bit_of (e->load[n]));
    if (e->access & ACCESS_LOAD_AT)
        for (unsigned i = 0; i < LIVE_REST; i++)
            row[i] |= m->all[i];
}

static int
on_after (void *context, uint32_t pc, int on)
{
    const struct live_maker *m = context;
    const struct mcs51_instruction *i = &m->program->instruction[pc];
    const struct mcs51_effect *e = &m->effect[pc];
    if (i->op == MCS51_CLR_BIT && i->to.mode == OPERAND_BIT
        && i->to.x == MCS51_IE + 7)
        return 0;
    for (unsigned n = 0; n < e->stores; n++)
        if (e->store[n] == MCS51_IE)
            return on || i->op != MCS51_CLR_BIT;
    return on;
}

static bool
need_of_handler (void *context, const struct micro_live *rows, unsigned vector,
                 uint64_t *need)
{
    const struct live_maker *m = context;
    uint32_t entry = m->program->device->vectors[vector].entry;
    if (!mcs51_handler_may_come (m->program, &m->flow, vector)
        || entry >= m->flow.words)
        return false;
    uint32_t body = mcs51_handler_body (m->program, &m->flow, entry);
    if (body >= m->flow.words)
        return false;
    micro_live_join (need, micro_live_row (rows, 1, body), LIVE_WORDS);
    return true;
}

/* A byte that some instruction names, outside of the stack. */
static void
find_candidates (const struct live_maker *m, uint64_t candidate[2])
{
    const struct mcs51_program *p = m->program;
    uint64_t row[LIVE_WORDS] = {0};
    for (uint32_t pc = 0; pc < m->flow.words; pc++) {
        const struct mcs51_effect *e = &m->effect[pc];
        if (!(m->flow.mark[pc] & FLOW_REACHED))
            continue;
        set_registers (row, e->uses | e->kills, m->banks[pc]);
        for (unsigned n = 0; n < e->loads; n++)
            set_bit (row, bit_of (e->load[n]));
        for (unsigned n = 0; n < e->stores; n++)
            set_bit (row, bit_of (e->store[n]));
    }
    for (unsigned a = 0; a < 0x80; a++) {
        bool stack =
            p->stack_first ? a >= p->stack_first && a <= p->stack_last : a >= 8;
        if (stack || micro_property_observes (&p->micro.property, (uint16_t) a))
            clear_bit (row, (int) a);
    }
    memcpy (candidate, row, 2 * sizeof *row);
}

static void
find_always (struct live_maker *m, const uint64_t candidate[2])
{
    static const uint8_t registers[] = {MCS51_ACC, MCS51_B, MCS51_DPL,
                                        MCS51_DPH};
    const struct micro_property *p = &m->program->micro.property;
    m->always[0] = ~candidate[0];
    m->always[1] = ~candidate[1];
    for (unsigned i = 0; i < sizeof registers; i++)
        if (micro_property_observes (p, registers[i]))
            set_bit (m->always, bit_of (registers[i]));
    if (micro_property_observes (p, MCS51_PSW)) {
        set_bit (m->always, bit_of (MCS51_ACC));
        m->always[LIVE_REST] |= (uint64_t) 0xff << LIVE_FLAGS;
    }
    for (unsigned i = 0; i < LIVE_WORDS; i++)
        m->all[i] = UINT64_MAX;
}

static void
maker_init (struct live_maker *m, const struct mcs51_program *p,
            uint64_t candidate[2])
{
    *m = (struct live_maker) {.program = p};
    micro_flow_init (&m->flow, &p->micro);
    m->banks = mcs51_banks (p, &m->flow);
    m->effect = NEW_ARRAY (struct mcs51_effect, m->flow.words + 1);
    for (uint32_t pc = 0; pc < m->flow.words; pc++)
        mcs51_effect_of (&p->instruction[pc], &m->effect[pc]);
    find_candidates (m, candidate);
    find_always (m, candidate);
}

struct mcs51_live *
mcs51_live_new (const struct mcs51_program *p)
{
    struct mcs51_live *l = NEW (struct mcs51_live);
    struct live_maker m;
    maker_init (&m, p, l->candidate);
    struct micro_live_facts facts = {.program = &p->micro,
                                     .flow = &m.flow,
                                     .width = LIVE_WORDS,
                                     .all = m.all,
                                     .always = m.always,
                                     .context = &m,
                                     .transfer = transfer,
                                     .on_after = on_after,
                                     .need = need_of_handler,
                                     .forgets_handlers =
                                         p->micro.broken & BROKEN_DEAD};
    micro_live_init (&l->rows, &facts);
    micro_flow_clear (&m.flow);
    memory_free (m.effect);
    memory_free (m.banks);
    return l;
}

void
mcs51_live_free (struct mcs51_live *l)
{
    if (!l)
        return;
    micro_live_clear (&l->rows);
    memory_free (l);
}
