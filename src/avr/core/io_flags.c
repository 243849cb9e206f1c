/* io_flags.c -- what the hardware does between instructions, and which
 * interrupts may come. */
#include <assert.h>
#include <string.h>

#include "avr/core/io_internal.h"

/* Instructions in which WDE can be cleared after WDTOE (WDCE) was set, counted
 * down at the end of each, that one included.  It is sure in the first of them
 * only: four cycles may be one instruction. */
enum {
    WINDOW_OPEN = 5,
    WINDOW_SURE = 4,
    WATCHDOG_ON = 1 << 3,     /* WDE */
    WATCHDOG_CHANGE = 1 << 4, /* WDCE, WDTOE */
    PRESCALER = 0x27
};

/* On a modern device WDE stays set while WDRF is. */
static bool
is_forced (struct micro_core *c)
{
    const struct avr_bit *cause = &avr_of (c)->watchdog_cause;
    return avr_of (c)->device->modern && cause->address
           && core_need_bit (c, cause->address, cause->bit);
}

void
io_store_watchdog (struct micro_core *c, const struct avr_register *r,
                   struct micro_value v)
{
    uint8_t window = core_head (c, HEAD_WINDOW);
    uint8_t old = core_need (c, r->address);
    uint8_t prescaler = r->plain & PRESCALER;
    uint8_t new = core_know (c, v) & (r->plain | r->busy);
    assert (r->plain & WATCHDOG_ON && r->busy & WATCHDOG_CHANGE);
    bool opens = new &WATCHDOG_CHANGE, was_on = old &WATCHDOG_ON;
    bool held =
        avr_of (c)->device->modern ? window != WINDOW_SURE : was_on && !window;
    if (was_on && !(new &WATCHDOG_ON)
        && (is_forced (c) || !window
            || (window != WINDOW_SURE && core_choose (c, 2))))
        new |= WATCHDOG_ON;
    if (held && (old ^ new) & prescaler && core_choose (c, 2))
        new = (uint8_t) ((new & ~prescaler) | (old & prescaler));
    if (opens)
        window = v.bits & WATCHDOG_ON ? WINDOW_OPEN : WINDOW_SURE;
    core_set_head (c, HEAD_WINDOW, window);
    core_put (c, r->address, new | (old & r->busy));
}

static void
settle_window (struct micro_core *c)
{
    uint8_t window = core_head (c, HEAD_WINDOW);
    assert (window && avr_of (c)->watchdog.address);
    assert (window <= WINDOW_OPEN + 1);
    core_set_head (c, HEAD_WINDOW, --window);
    if (window)
        return;
    const struct avr_register *r =
        avr_register_at (avr_of (c)->device, avr_of (c)->watchdog.address);
    core_put (c, r->address, c->data[r->address] & (uint8_t) ~r->busy);
}

/* An ADC that is on converts when the machine falls asleep. */
static void
settle_sleep (struct micro_core *c)
{
    enum { START = 1 << 6, ON = 1 << 7 };
    uint16_t at = avr_of (c)->device->adc_control;
    struct micro_value v = core_get (c, at);
    assert (at);
    if (!((v.bits | v.unknown) & ON) || v.bits & START)
        return;
    v.bits |= START;
    v.unknown &= (uint8_t) ~START;
    core_set (c, at, v);
}

/* A busy bit is kept as 1 while the hardware may be at work (avr/device/device.h); one
 * that is observed is what it is. */
static void
settle_busy (struct micro_core *c, const struct avr_register *r)
{
    struct micro_value v = core_get (c, r->address);
    bool again = r->special == IO_ADC_CONTROL && (v.bits | v.unknown) >> 5 & 1;
    uint8_t maybe = again ? r->busy : r->busy & (v.bits | v.unknown);
    if (!maybe)
        return;
    c->input = true;
    v.bits = (uint8_t) ((v.bits & ~maybe) | outside_choose (c, maybe));
    v.unknown &= (uint8_t) ~maybe;
    core_set (c, r->address, v);
}

static void
settle_source (struct micro_core *c, const struct avr_source *s)
{
    struct micro_value v = {c->data[s->flag_at], c->mask[s->flag_at]};
    if (io_may_come (c, &s->source, &s->other)) {
        uint8_t risen = s->flags & (uint8_t) ~(v.bits | v.unknown);
        if (!risen)
            return;
        v.unknown |= risen;
    } else if (c->program->broken & BROKEN_LAZY_FLAGS && v.unknown & s->flags)
        v.unknown &= (uint8_t) ~s->flags;
    else
        return;
    core_set (c, s->flag_at, v);
}

void
io_settle (struct micro_core *c)
{
    const struct avr_program *p = avr_of (c);
    if (c->state[HEAD_WINDOW])
        settle_window (c);
    if (c->state[HEAD_MODE] & MODE_SLEEP && p->device->adc_control)
        settle_sleep (c);
    if (c->program->reductions & MICRO_LAZY_FLAGS)
        for (unsigned i = 0; i < p->source_count; i++)
            settle_source (c, &p->sources[i]);
    /* Last: what ends has set its flag. */
    for (unsigned i = 0; i < p->busy_count; i++)
        settle_busy (c, p->busy[i]);
}

static bool
is_broken (const struct micro_core *c, const struct avr_vector *v)
{
    return c->program->broken & BROKEN_INTERRUPT
           && !strcmp (v->name, "TIMER0_OVF");
}

uint64_t
io_enabled (const struct micro_core *c)
{
    const struct avr_program *p = avr_of (c);
    uint64_t vectors = 0;
    for (unsigned i = 0; i < p->enable_count; i++) {
        const struct avr_enable *e = &p->enables[i];
        unsigned on = (c->data[e->at] | c->mask[e->at]) & e->mask;
        for (; on; on &= on - 1)
            vectors |= (uint64_t) 1 << e->vector[__builtin_ctz (on)];
    }
    return vectors;
}

enum io_pending
io_interrupt (const struct micro_core *c, unsigned vector)
{
    const struct avr_vector *v = &avr_of (c)->device->vectors[vector];
    uint8_t enable = (uint8_t) (1u << v->enable_bit);
    uint8_t flag = (uint8_t) (1u << v->flag_bit);
    assert (vector && vector < avr_of (c)->device->vector_count);
    if (!((c->data[v->enable_at] | c->mask[v->enable_at]) & enable))
        return IO_NOT;
    if (c->program->environment.forbidden >> vector & 1 || is_broken (c, v))
        return IO_NOT;
    if (v->level)
        return io_may_come (c, &v->source, &v->other) ? IO_MAYBE : IO_NOT;
    if (c->data[v->flag_at] & flag)
        return c->data[v->enable_at] & enable ? IO_SURELY : IO_MAYBE;
    return c->mask[v->flag_at] & flag ? IO_MAYBE : IO_NOT;
}

static void
set_bit (struct micro_core *c, uint16_t address, unsigned bit, bool value)
{
    uint8_t one = (uint8_t) (1u << bit);
    struct micro_value v = core_get (c, address);
    v.bits = (uint8_t) ((v.bits & ~one) | (value ? one : 0));
    v.unknown &= (uint8_t) ~one;
    core_set (c, address, v);
}

/* The next time-out of a watchdog that has an interrupt resets. */
static void
watchdog_taken (struct micro_core *c, const struct avr_vector *v)
{
    struct micro_value w = core_get (c, v->enable_at);
    uint8_t one = (uint8_t) (1u << v->enable_bit);
    if (!((w.bits | w.unknown) & WATCHDOG_ON))
        return;
    if (w.unknown & WATCHDOG_ON)
        w.unknown |= one;
    w.bits &= (uint8_t) ~one;
    core_set (c, v->enable_at, w);
}

void
io_taken (struct micro_core *c, unsigned vector)
{
    const struct avr_vector *v = &avr_of (c)->device->vectors[vector];
    assert (io_interrupt (c, vector) != IO_NOT);
    set_bit (c, v->enable_at, v->enable_bit, true);
    if (v->enable_at == avr_of (c)->watchdog.address)
        watchdog_taken (c, v);
    if (!v->level)
        set_bit (c, v->flag_at, v->flag_bit, v->keeps);
    if (core_head (c, HEAD_WINDOW)) /* it takes four cycles */
        core_set_head (c, HEAD_WINDOW, 1);
}

/* Not of the ADC, which ends by itself: whether its flag and its busy bit
 * change in one cycle is another clock's matter. */
void
io_none_taken (struct micro_core *c)
{
    const struct avr_device *d = avr_of (c)->device;
    for (unsigned i = 0; i < avr_of (c)->source_count; i++) {
        const struct avr_source *s = &avr_of (c)->sources[i];
        if (!(c->mask[s->flag_at] & s->flags) || s->flag_at == d->adc_control
            || io_may_come (c, &s->source, &s->other))
            continue;
        for (unsigned v = 1; v < d->vector_count; v++) {
            const struct avr_vector *w = &d->vectors[v];
            if (!w->level && w->flag_at == s->flag_at
                && s->flags >> w->flag_bit & 1
                && c->mask[w->flag_at] >> w->flag_bit & 1
                && c->data[w->enable_at] >> w->enable_bit & 1
                && io_interrupt (c, v) != IO_NOT)
                set_bit (c, w->flag_at, w->flag_bit, false);
        }
    }
}

bool
io_may_raise (const struct micro_core *c, unsigned vector)
{
    const struct avr_vector *v = &avr_of (c)->device->vectors[vector];
    assert (vector && vector < avr_of (c)->device->vector_count);
    if (v->level
        || (c->data[v->flag_at] | c->mask[v->flag_at]) >> v->flag_bit & 1)
        return false;
    return io_may_come (c, &v->source, &v->other);
}

void
io_raise (struct micro_core *c, unsigned vector)
{
    const struct avr_vector *v = &avr_of (c)->device->vectors[vector];
    uint8_t window = core_head (c, HEAD_WINDOW);
    assert (io_may_raise (c, vector));
    set_bit (c, v->flag_at, v->flag_bit, true);
    if (window) /* no time passes */
        core_set_head (c, HEAD_WINDOW, window + 1);
}
