/* avr_view.h -- what simavr shows, beside a state of the machine. */
#ifndef TEST_AVR_VIEW_H
#define TEST_AVR_VIEW_H

#include <stdio.h>
#include <stdlib.h>

#include "avr_sim.h"
#include "avr/core/core.h"

/* If an interrupt has just been taken: what was before it.  False: none can
 * have been. */
static inline bool
view_before_interrupt (const struct avr_device *d, const struct view *v,
                       struct view *inner)
{
    uint16_t sp = view_sp (v);
    unsigned size = avr_pc_bytes (d);
    if (v->pc % d->vector_words || !v->pc
        || v->pc / d->vector_words >= d->vector_count
        || v->data[AVR_SREG] >> FLAG_I & 1 || sp + size > d->sram_last)
        return false;
    *inner = *v;
    inner->pc = 0;
    for (unsigned i = 1; i <= size; i++)
        inner->pc = inner->pc << 8 | v->data[sp + i];
    inner->hidden = sp + 1;
    inner->data[AVR_SREG] |= 1 << FLAG_I;
    inner->data[AVR_SPL] = (uint8_t) (sp + size);
    inner->data[AVR_SPH] = (uint8_t) ((sp + size) >> 8);
    return true;
}

static inline bool
byte_agrees (const struct micro_core *c, const struct view *v, uint32_t a)
{
    if (v->hidden && a - v->hidden < avr_pc_bytes (avr_of (c)->device))
        return true;
    return !((c->data[a] ^ v->data[a]) & (uint8_t) ~c->mask[a]);
}

static inline bool
memory_agrees (const struct micro_core *c, const struct view *v, uint32_t first,
               uint32_t end)
{
    uint64_t data, mask, seen;
    assert (!((end - first) % sizeof data));
    for (uint32_t a = first; a < end; a += sizeof data) {
        memcpy (&data, c->data + a, sizeof data);
        memcpy (&mask, c->mask + a, sizeof mask);
        memcpy (&seen, v->data + a, sizeof seen);
        if (!((data ^ seen) & ~mask))
            continue;
        for (uint32_t i = a; i < a + sizeof data; i++)
            if (!byte_agrees (c, v, i))
                return false;
    }
    return true;
}

/* Can the state be what simavr shows: pc, registers, SREG, SP, SRAM? */
static inline bool
agrees (const struct micro_core *c, const struct view *v)
{
    return core_pc (c) == v->pc && memory_agrees (c, v, 0, 0x20)
           && byte_agrees (c, v, AVR_SREG) && byte_agrees (c, v, AVR_SPL)
           && byte_agrees (c, v, AVR_SPH)
           && memory_agrees (c, v, avr_of (c)->device->sram_first,
                             c->data_size);
}

/* How much of a test of inclusion is run: COHORT_INCLUSION=RUNS,STEPS,FIRMWARE. */
struct extent {
    unsigned runs, steps;
    char only[64]; /* firmware; empty: all */
};

static inline struct extent
extent_asked (unsigned runs, unsigned steps)
{
    struct extent e = {runs, steps, ""};
    const char *text = getenv ("COHORT_INCLUSION");
    if (text)
        sscanf (text, "%u,%u,%63s", &e.runs, &e.steps, e.only);
    return e;
}

#endif
