/* avr.h -- small AVR programs for tests, and a core that runs them. */
#ifndef TEST_AVR_H
#define TEST_AVR_H

#include <string.h>

#include "base/memory.h"
#include "micro/property/environment.h"
#include "micro/property/property.h"
#include "avr/core/step.h"

struct avr_bench {
    struct avr_program program;
    struct micro_core core;
    struct micro_choices choices;
    uint8_t *state; /* owned */
};

static inline void
bench_program (struct avr_program *p, const char *device, const uint16_t *code,
               uint32_t words)
{
    avr_program_init (p, avr_device_find (device));
    p->code = NEW_ARRAY (uint16_t, p->device->flash_bytes / 2);
    memset (p->code, 0xff, p->device->flash_bytes);
    memcpy (p->code, code, words * sizeof *code);
    p->code_words = words;
    p->data_end = p->device->sram_first;
    p->micro.memory = MICRO_BITS;
    p->micro.reductions = MICRO_DELAY | MICRO_LAZY_FLAGS;
    p->micro.handled = UINT64_MAX;
}

/* After the program has been filled in. */
static inline void
bench_start (struct avr_bench *b)
{
    avr_program_finish (&b->program);
    core_init (&b->core, &b->program.micro);
    b->state = memory_new (b->core.size);
    choices_init (&b->choices);
    b->core.choices = &b->choices;
    b->core.branching = true;
    core_enter (&b->core, b->state);
    core_reset (&b->core);
    choices_init (&b->choices);
}

static inline void
bench_init (struct avr_bench *b, const char *device, const uint16_t *code,
            uint32_t words)
{
    bench_program (&b->program, device, code, words);
    bench_start (b);
}

static inline void
bench_clear (struct avr_bench *b)
{
    avr_program_clear (&b->program);
    memory_free (b->state);
}

static inline void
bench_observe (struct avr_program *p, uint16_t address)
{
    size_t size = (p->device->sram_last + 8u) / 8;
    if (!p->micro.property.observed)
        p->micro.property.observed = memory_new (size);
    p->micro.property.observed[address / 8] |= (uint8_t) (1 << address % 8);
}

static inline enum micro_end
bench_step (struct avr_bench *b)
{
    struct micro_event e = {EVENT_INSTRUCTION, 0};
    choices_rewind (&b->choices);
    return avr_step (&b->core, &e);
}

/* Runs what may be the only thing to happen. */
static inline void
bench_run (struct avr_bench *b, unsigned steps)
{
    while (steps--)
        assert_int_equal (bench_step (b), STEP_DONE);
}

static inline void
bench_sp (struct avr_bench *b, uint16_t sp)
{
    core_put (&b->core, AVR_SPL, (uint8_t) sp);
    core_put (&b->core, AVR_SPH, (uint8_t) (sp >> 8));
}

static inline uint16_t
bench_register (const struct avr_bench *b, const char *name)
{
    const struct avr_register *r = avr_register_find (b->program.device, name);
    assert_non_null (r);
    return r->address;
}

static inline struct avr_bit
bench_bit (const struct avr_bench *b, const char *name)
{
    struct avr_bit bit;
    assert_true (avr_bit_find (b->program.device, name, &bit));
    return bit;
}

static inline bool
bench_may_interrupt (struct avr_bench *b)
{
    struct micro_event e[MICRO_EVENTS];
    size_t n = avr_events (&b->core, e);
    for (size_t i = 0; i < n; i++)
        if (e[i].kind == EVENT_INTERRUPT)
            return true;
    return false;
}

static inline bool
bench_may_go_on (struct avr_bench *b)
{
    struct micro_event e[MICRO_EVENTS];
    return avr_events (&b->core, e) && e[0].kind == EVENT_INSTRUCTION;
}

#endif
