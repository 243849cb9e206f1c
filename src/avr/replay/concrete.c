/* concrete.c -- single steps in which nothing stays unknown. */
#include <assert.h>

#include "avr/replay/concrete.h"

void
avr_concrete_program (const struct avr_program *from, struct avr_program *to)
{
    *to = *from;
    to->memory = AVR_EXACT;
    to->reductions = 0;
    to->live = NULL;
    to->broken = 0;
}

static uint16_t
pair_at (const struct avr_core *c, unsigned low)
{
    return (uint16_t) (c->data[low] | c->data[low + 1] << 8);
}

/* Registers of peripherals choose by themselves. */
static bool
is_memory (const struct avr_core *c, uint32_t address)
{
    return address < 0x20
           || (address >= c->program->device->sram_first
               && address < c->data_size);
}

static void
find_addresses (const struct avr_core *c, struct avr_touched *t)
{
    const struct avr_effect *e = &t->effect;
    assert (e->bytes <= 2);
    t->count = e->access == ACCESS_NONE ? 0 : e->bytes;
    t->address = e->address;
    if (e->access == ACCESS_LOAD_AT || e->access == ACCESS_STORE_AT)
        t->address = (uint16_t) (pair_at (c, e->pointer) + e->offset);
    if (e->access == ACCESS_POP)
        t->address = (uint16_t) (pair_at (c, AVR_SPL) + 1);
    if (e->access == ACCESS_PUSH)
        t->address = (uint16_t) (pair_at (c, AVR_SPL) + 1 - e->bytes);
    t->reads = e->access == ACCESS_LOAD || e->access == ACCESS_LOAD_AT
               || e->access == ACCESS_POP;
    t->writes = e->access && !t->reads;
}

static void
need_memory (struct avr_core *c, const struct avr_touched *t)
{
    for (unsigned i = 0; t->reads && i < t->count; i++) {
        uint16_t address = (uint16_t) (t->address + i);
        if (is_memory (c, address))
            core_need (c, address);
    }
}

void
concrete_prepare (struct avr_core *c, const struct avr_event *event,
                  struct avr_touched *t)
{
    const struct avr_program *p = c->program;
    uint32_t pc = core_pc (c);
    *t = (struct avr_touched) {.count = 0};
    core_begin (c);
    if (event->kind == EVENT_INSTRUCTION && pc < p->code_words) {
        avr_effect_of (&p->instruction[pc], &t->effect);
        for (uint32_t left = t->effect.uses; left; left &= left - 1)
            core_need (c, (uint16_t) __builtin_ctz (left));
        core_need (c, AVR_SPL);
        core_need (c, AVR_SPH);
        find_addresses (c, t);
        need_memory (c, t);
    } else if (event->kind == EVENT_INTERRUPT) {
        t->effect.access = ACCESS_PUSH;
        t->effect.bytes = 2;
        find_addresses (c, t);
    }
}

void
concrete_finish (struct avr_core *c, const struct avr_touched *t)
{
    for (uint32_t left = t->effect.kills; left; left &= left - 1)
        core_need (c, (uint16_t) __builtin_ctz (left));
    for (unsigned i = 0; t->writes && i < t->count; i++)
        if (is_memory (c, (uint16_t) (t->address + i)))
            core_need (c, (uint16_t) (t->address + i));
    if (c->mask[AVR_SREG])
        core_need (c, AVR_SREG);
}

void
avr_concrete_run (struct avr_core *c, const struct avr_event *event,
                  struct avr_choices *choices, bool first)
{
    struct avr_touched t;
    assert (c->program->memory == AVR_EXACT && !c->program->reductions);
    c->choices = choices;
    c->branching = true;
    if (first)
        core_reset (c);
    else {
        concrete_prepare (c, event, &t);
        avr_step (c, event);
        concrete_finish (c, &t);
    }
    c->choices = NULL;
}

void
avr_concrete_step (struct avr_core *c, const struct avr_happening *h,
                   bool first)
{
    struct avr_choices choices = h->choices;
    choices_rewind (&choices);
    avr_concrete_run (c, &h->event, &choices, first);
}
