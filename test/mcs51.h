/* mcs51.h -- small MCS-51 programs for tests, and a core that runs them. */
#ifndef TEST_MCS51_H
#define TEST_MCS51_H

#include <string.h>

#include "base/memory.h"
#include "mcs51/core/step.h"
#include "micro/property/property.h"

struct mcs51_bench {
    struct mcs51_program program;
    struct micro_core core;
    struct micro_choices choices;
    uint8_t *state; /* owned */
};

static inline void
bench_program (struct mcs51_program *p, const char *device, const uint8_t *code,
               uint32_t bytes, uint32_t xram)
{
    mcs51_program_init (p, mcs51_device_find (device), xram);
    p->code = memory_new (MCS51_CODE);
    memset (p->code, 0xff, MCS51_CODE);
    memcpy (p->code, code, bytes);
    p->loaded = memory_new (MCS51_CODE / 8);
    memset (p->loaded, 0xff, MCS51_CODE / 8);
    p->code_end = bytes;
    p->micro.memory = MICRO_BITS;
    p->micro.reductions = MICRO_DELAY | MICRO_LAZY_FLAGS;
    p->micro.handled = UINT64_MAX;
}

/* After the program has been filled in. */
static inline void
bench_start (struct mcs51_bench *b)
{
    mcs51_program_finish (&b->program);
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
bench_init (struct mcs51_bench *b, const char *device, const uint8_t *code,
            uint32_t bytes)
{
    bench_program (&b->program, device, code, bytes, 0);
    bench_start (b);
}

static inline void
bench_clear (struct mcs51_bench *b)
{
    mcs51_program_clear (&b->program);
    memory_free (b->state);
}

static inline enum micro_end
bench_event (struct mcs51_bench *b, unsigned kind, unsigned vector)
{
    struct micro_event e = {(uint8_t) kind, (uint8_t) vector};
    choices_rewind (&b->choices);
    return mcs51_step (&b->core, &e);
}

static inline void
bench_run (struct mcs51_bench *b, unsigned steps)
{
    while (steps--)
        assert_int_equal (bench_event (b, EVENT_INSTRUCTION, 0), STEP_DONE);
}

/* May interrupts of this number come now?  0: may the instruction? */
static inline bool
bench_may (struct mcs51_bench *b, unsigned vector)
{
    struct micro_event e[MICRO_EVENTS];
    size_t n = mcs51_events (&b->core, e);
    for (size_t i = 0; i < n; i++)
        if (e[i].kind == (vector ? EVENT_INTERRUPT : EVENT_INSTRUCTION)
            && e[i].vector == vector)
            return true;
    return false;
}

#endif
