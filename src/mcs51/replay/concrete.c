/* concrete.c -- single steps in which nothing stays unknown. */
#include "mcs51/replay/concrete.h"

#include <assert.h>

#include "mcs51/core/core.h"
#include "mcs51/reduce/effect.h"

bool
mcs51_is_kept (const struct mcs51_program *p, uint32_t address)
{
    return address < 0x80
           || (address >= MCS51_UPPER && address < p->micro.data_size)
           || address == MCS51_ACC || address == MCS51_B
           || (address >= MCS51_SP && address <= MCS51_DPH);
}

static void
add_source (struct micro_core *c, struct micro_touched *t, uint16_t address)
{
    if (address == UINT16_MAX)
        return;
    assert (t->sources < MICRO_TOUCHED);
    t->source[t->sources++] = address;
    /* Registers of peripherals choose by themselves. */
    if (mcs51_is_kept (mcs51_of (c), address))
        core_need (c, address);
}

static void
add_target (struct micro_touched *t, uint16_t address)
{
    if (address == UINT16_MAX)
        return;
    assert (t->targets < MICRO_TOUCHED);
    t->target[t->targets++] = address;
}

/* A register of a peripheral is what flags are raised for. */
static void
note_peripheral (const struct micro_core *c, struct micro_touched *t,
                 uint8_t address, bool writes)
{
    if (mcs51_is_kept (mcs51_of (c), address) || address == MCS51_PSW)
        return;
    t->address = address;
    t->count = 1;
    t->reads |= !writes;
    t->writes |= writes;
}

static uint16_t
external_address (struct micro_core *c, const struct mcs51_effect *e)
{
    const struct mcs51_program *p = mcs51_of (c);
    unsigned at;
    if (e->pointer == 2)
        at = c->data[MCS51_DPL] | (unsigned) c->data[MCS51_DPH] << 8;
    else
        at = c->data[mcs51_register (c, e->pointer)]
             | (unsigned) core_need (c, MCS51_P2) << 8;
    return at < p->xram ? (uint16_t) (mcs51_xram_first (p->device) + at)
                        : UINT16_MAX;
}

static void
find_indirect (struct micro_core *c, const struct mcs51_effect *e,
               struct micro_touched *t)
{
    if (e->access & (ACCESS_LOAD_AT | ACCESS_STORE_AT)) {
        uint16_t at = mcs51_cell (c, c->data[mcs51_register (c, e->pointer)]);
        if (e->access & ACCESS_LOAD_AT)
            add_source (c, t, at);
        if (e->access & ACCESS_STORE_AT)
            add_target (t, at);
    }
    if (e->access & ACCESS_LOAD_EXTERNAL)
        add_source (c, t, external_address (c, e));
    if (e->access & ACCESS_STORE_EXTERNAL)
        add_target (t, external_address (c, e));
}

static void
find_stack (struct micro_core *c, const struct mcs51_effect *e,
            struct micro_touched *t)
{
    uint8_t sp = core_need (c, MCS51_SP);
    for (unsigned i = 0; i < e->bytes; i++) {
        if (e->access & ACCESS_POP)
            add_source (c, t, mcs51_cell (c, (uint8_t) (sp - i)));
        else
            add_target (t, mcs51_cell (c, (uint8_t) (sp + 1 + i)));
    }
}

static void
prepare_instruction (struct micro_core *c, const struct mcs51_instruction *i,
                     struct micro_touched *t)
{
    struct mcs51_effect e;
    mcs51_effect_of (i, &e);
    for (unsigned n = 0; n < 8; n++) {
        if (e.uses >> n & 1)
            add_source (c, t, mcs51_register (c, n));
        if (e.kills >> n & 1)
            add_target (t, mcs51_register (c, n));
    }
    for (unsigned n = 0; n < e.loads; n++) {
        add_source (c, t, e.load[n]);
        note_peripheral (c, t, e.load[n], false);
    }
    for (unsigned n = 0; n < e.stores; n++) {
        add_target (t, e.store[n]);
        note_peripheral (c, t, e.store[n], true);
    }
    find_indirect (c, &e, t);
    find_stack (c, &e, t);
    t->flags_used = e.flags_used;
    t->flags_killed = e.flags_killed;
}

void
mcs51_prepare (struct micro_core *c, const struct micro_event *event,
               struct micro_touched *t)
{
    const struct mcs51_program *p = mcs51_of (c);
    uint32_t pc = core_pc (c);
    *t = (struct micro_touched) {.count = 0};
    core_begin (c);
    if (event->kind == EVENT_INSTRUCTION && pc < p->code_end)
        prepare_instruction (c, &p->instruction[pc], t);
    else if (event->kind == EVENT_INTERRUPT)
        find_stack (
            c, &(struct mcs51_effect) {.access = ACCESS_PUSH, .bytes = 2}, t);
}

void
mcs51_complete (struct micro_core *c, const struct micro_touched *t)
{
    for (unsigned i = 0; i < t->targets; i++)
        if (mcs51_is_kept (mcs51_of (c), t->target[i]))
            core_need (c, t->target[i]);
    mcs51_parity (c);
    if (c->mask[MCS51_PSW])
        core_need (c, MCS51_PSW);
}

bool
mcs51_leaves_open (const struct micro_core *c, uint32_t pc)
{
    const struct mcs51_program *p = mcs51_of (c);
    struct mcs51_effect e;
    uint8_t unknown = c->mask[MCS51_PSW];
    if (pc >= p->code_end)
        return false;
    mcs51_effect_of (&p->instruction[pc], &e);
    unknown &= e.flags_killed;
    for (unsigned n = 0; n < e.stores; n++)
        unknown |= c->mask[e.store[n]];
    for (unsigned n = 0; n < 8; n++)
        if (e.kills >> n & 1)
            unknown |= c->mask[mcs51_register (c, n)];
    return unknown != 0;
}
