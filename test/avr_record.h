/* avr_record.h -- a run of simavr as the states that the machine goes through:
 * one after reset, one after each instruction, one after each interrupt entry.
 *
 * simavr executes an instruction and enters an interrupt in one go; the state
 * between is taken back from the one after it, but for the two cells where the
 * return address went (view.hidden).  Sleep takes no time. */
#ifndef TEST_AVR_RECORD_H
#define TEST_AVR_RECORD_H

#include <stdlib.h>

#include "avr_view.h"
#include "base/vec.h"

struct avr_record {
    struct VEC (struct view) view;
    uint64_t interrupts, sleeps;
};

static inline void
record_step (struct avr_record *r, avr_t *sim, const struct avr_device *d,
             uint64_t *seed)
{
    struct view now, inner;
    bool asleep = sim->state == cpu_Sleeping;
    uint32_t before = VEC_LAST (r->view).pc;
    sim_run (sim, seed);
    sim_view (sim, d->sram_last + 1u, &now);
    bool interrupted = view_before_interrupt (d, &now, &inner);
    if (asleep && now.pc == before)
        return;
    assert (!asleep || interrupted);
    r->interrupts += interrupted;
    r->sleeps += asleep;
    if (interrupted && !asleep)
        VEC_PUSH (r->view, inner);
    VEC_PUSH (r->view, now);
}

/* So many steps of simavr, which begins with SP where the device does. */
static inline void
record_run (struct avr_record *r, const struct avr_device *d,
            const uint16_t *code, uint32_t words, uint64_t seed, unsigned steps)
{
    struct view now;
    avr_t *sim = sim_new (d->name, code, words);
    avr_reset (sim);
    sim->data[AVR_SPL] = avr_register_at (d, AVR_SPL)->reset;
    const struct avr_register *high = avr_register_at (d, AVR_SPH);
    sim->data[AVR_SPH] = high ? high->reset : 0;
    sim_view (sim, d->sram_last + 1u, &now);
    r->view.size = 0;
    VEC_PUSH (r->view, now);
    for (unsigned i = 0; i < steps; i++)
        record_step (r, sim, d, &seed);
    assert (sim->state == cpu_Running || sim->state == cpu_Sleeping);
    avr_terminate (sim);
    free (sim);
}

static inline bool
view_interruptible (const struct view *v)
{
    return v->data[AVR_SREG] >> FLAG_I & 1;
}

/* Was SREG.I set just before the state with this number? */
static inline bool
record_shadow (const struct avr_record *r, size_t at)
{
    assert (at < r->view.size);
    return at && view_interruptible (&r->view.at[at])
           && !view_interruptible (&r->view.at[at - 1]);
}

#endif
