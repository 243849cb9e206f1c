/* concrete.c -- single steps in which nothing stays unknown. */
#include <assert.h>

#include "avr/replay/concrete.h"

#include "avr/core/core.h"
#include "avr/reduce/effect.h"

static uint16_t
pair_at (const struct micro_core *c, unsigned low)
{
    return (uint16_t) (c->data[low] | c->data[low + 1] << 8);
}

/* Registers of peripherals choose by themselves. */
static bool
is_memory (const struct micro_core *c, uint32_t address)
{
    return address < 0x20
           || (address >= avr_of (c)->device->sram_first
               && address < c->data_size);
}

static void
find_addresses (const struct micro_core *c, const struct avr_effect *e,
                struct micro_touched *t)
{
    assert (e->bytes <= 2);
    unsigned bytes = e->bytes == 2 ? avr_pc_bytes (avr_of (c)->device) : 1;
    t->count = e->access == ACCESS_NONE ? 0 : bytes;
    t->address = e->address;
    if (e->access == ACCESS_LOAD_AT || e->access == ACCESS_STORE_AT)
        t->address = (uint16_t) (pair_at (c, e->pointer) + e->offset);
    if (e->access == ACCESS_POP)
        t->address = (uint16_t) (pair_at (c, AVR_SPL) + 1);
    if (e->access == ACCESS_PUSH)
        t->address = (uint16_t) (pair_at (c, AVR_SPL) + 1 - bytes);
    t->reads = e->access == ACCESS_LOAD || e->access == ACCESS_LOAD_AT
               || e->access == ACCESS_POP;
    t->writes = e->access && !t->reads;
}

static void
need_memory (struct micro_core *c, const struct micro_touched *t)
{
    for (unsigned i = 0; t->reads && i < t->count; i++) {
        uint16_t address = (uint16_t) (t->address + i);
        if (is_memory (c, address))
            core_need (c, address);
    }
}

static void
prepare_instruction (struct micro_core *c, const struct avr_instruction *i,
                     struct micro_touched *t)
{
    struct avr_effect effect;
    avr_effect_of (i, &effect);
    for (uint32_t left = effect.uses; left; left &= left - 1) {
        uint16_t r = (uint16_t) __builtin_ctz (left);
        t->source[t->sources++] = r;
        core_need (c, r);
    }
    for (uint32_t left = effect.kills; left; left &= left - 1)
        t->target[t->targets++] = (uint16_t) __builtin_ctz (left);
    assert (t->sources <= MICRO_TOUCHED && t->targets <= MICRO_TOUCHED);
    t->flags_used = effect.flags_used;
    t->flags_killed = effect.flags_killed;
    core_need (c, AVR_SPL);
    core_need (c, AVR_SPH);
    find_addresses (c, &effect, t);
    need_memory (c, t);
}

void
avr_prepare (struct micro_core *c, const struct micro_event *event,
             struct micro_touched *t)
{
    const struct avr_program *p = avr_of (c);
    uint32_t pc = core_pc (c);
    *t = (struct micro_touched) {.count = 0};
    core_begin (c);
    if (event->kind == EVENT_INSTRUCTION && pc < p->code_words)
        prepare_instruction (c, &p->instruction[pc], t);
    else if (event->kind == EVENT_INTERRUPT)
        find_addresses (
            c, &(struct avr_effect) {.access = ACCESS_PUSH, .bytes = 2}, t);
}

void
avr_complete (struct micro_core *c, const struct micro_touched *t)
{
    for (unsigned i = 0; i < t->targets; i++)
        core_need (c, t->target[i]);
    for (unsigned i = 0; t->writes && i < t->count; i++)
        if (is_memory (c, (uint16_t) (t->address + i)))
            core_need (c, (uint16_t) (t->address + i));
    if (c->mask[AVR_SREG])
        core_need (c, AVR_SREG);
}

bool
avr_leaves_open (const struct micro_core *c, uint32_t pc)
{
    const struct avr_program *p = avr_of (c);
    struct avr_effect e;
    uint8_t unknown = 0;
    if (pc >= p->code_words)
        return false;
    avr_effect_of (&p->instruction[pc], &e);
    for (uint32_t left = e.kills; left; left &= left - 1)
        unknown |= c->mask[__builtin_ctz (left)];
    return unknown != 0;
}
