/* io.c -- loads and stores of registers. */
#include "avr/core/io.h"

#include <assert.h>

#include "avr/core/io_internal.h"

/* Unknown flags: chosen, and kept that way. */
static uint8_t
load_flags (struct micro_core *c, const struct avr_register *r, uint8_t want)
{
    struct micro_value v = core_get (c, r->address);
    uint8_t flags = r->flag & want;
    if (v.unknown & flags) {
        c->input = true;
        v.bits |= outside_choose (c, v.unknown & flags);
        v.unknown &= (uint8_t) ~flags;
        core_set (c, r->address, v);
    }
    if (v.bits & flags)
        avr_late (c);
    return v.bits & flags;
}

/* A busy bit that is set may have been cleared meanwhile.  What is kept as 1
 * says that the hardware may still be at work. */
static uint8_t
load_busy (struct micro_core *c, const struct avr_register *r, uint8_t want)
{
    struct micro_value v = core_get (c, r->address);
    bool again = r->special == IO_ADC_CONTROL
                 && (v.bits | v.unknown) >> 5 & 1; /* the ADC starts itself */
    uint8_t maybe = r->busy & want;
    if (!again)
        maybe &= v.bits | v.unknown;
    if (!maybe)
        return 0;
    c->input = true;
    uint8_t busy = outside_choose (c, maybe);
    if (again)
        return busy;
    v.bits = (uint8_t) ((v.bits & ~maybe) | busy);
    v.unknown &= (uint8_t) ~maybe;
    core_set (c, r->address, v);
    return busy;
}

/* Reading the low byte keeps the high one in TEMP. */
static struct micro_value
load_low (struct micro_core *c, const struct avr_register *r, uint8_t want)
{
    const struct avr_register *high =
        avr_register_at (avr_of (c)->device, r->partner);
    core_set (c, high->partner, (struct micro_value) {0, 0xff});
    return outside_bits (c, r->address, r->input & want, 0xff);
}

static struct micro_value
load_high (struct micro_core *c, const struct avr_register *r)
{
    assert (r->partner >= 0x20);
    c->input = true;
    if (c->mask[r->partner] && outside_is_eager (c))
        core_need (c, r->partner);
    return core_get (c, r->partner);
}

static struct micro_value
load_input (struct micro_core *c, const struct avr_register *r, uint8_t want)
{
    switch ((enum avr_special) r->special) {
    case IO_PIN:
        return io_load_pin (c, r, want);
    case IO_LOW:
        return load_low (c, r, want);
    case IO_HIGH:
        return load_high (c, r);
    case IO_ADC_LOW:
        return io_load_adc_low (c, r);
    case IO_ADC_HIGH:
        return io_load_adc_high (c, r);
    default:
        return outside_bits (c, r->address, r->input & want, 0xff);
    }
}

static struct micro_value
load_bits (struct micro_core *c, uint16_t address, uint8_t want)
{
    const struct avr_register *r =
        avr_register_at (avr_of (c)->device, address);
    struct micro_value v = {0, 0}, input = {0, 0};
    assert (address >= 0x20 && address < avr_of (c)->device->sram_first);
    if (!r) /* reserved: no one says what is there */
        return outside_bits (c, address, want, 0);
    if (r->flag & want)
        v.bits |= load_flags (c, r, want);
    if (r->busy & want)
        v.bits |= load_busy (c, r, want);
    if (r->input & want)
        input = load_input (c, r, want);
    struct micro_value kept = core_get (c, address);
    v.bits |= (kept.bits & r->plain) | input.bits;
    v.unknown = (kept.unknown & r->plain) | input.unknown;
    assert (!(v.bits & v.unknown));
    return v;
}

struct micro_value
io_load (struct micro_core *c, uint16_t address)
{
    return load_bits (c, address, 0xff);
}

struct micro_value
io_load_bit (struct micro_core *c, uint16_t address, unsigned bit)
{
    assert (bit < 8);
    return load_bits (c, address, (uint8_t) (1u << bit));
}

/* Bits of `which` become those of `v`. */
static struct micro_value
merge (struct micro_value old, uint8_t which, struct micro_value v)
{
    old.bits = (uint8_t) ((old.bits & ~which) | (v.bits & which));
    old.unknown = (uint8_t) ((old.unknown & ~which) | (v.unknown & which));
    return old;
}

static struct micro_value
both (struct micro_value a, struct micro_value b)
{
    uint8_t maybe = (a.bits | a.unknown) & (b.bits | b.unknown);
    uint8_t surely = a.bits & b.bits;
    return (struct micro_value) {surely, maybe & (uint8_t) ~surely};
}

/* Writing 1 clears. */
static struct micro_value
clear_flags (struct micro_core *c, struct micro_value old, uint8_t flags,
             struct micro_value v)
{
    uint8_t unsure = v.unknown & flags & (old.bits | old.unknown);
    if (unsure && !(c->program->reductions & MICRO_LAZY_FLAGS)) {
        v.bits |= core_know (c, (struct micro_value) {0, unsure});
        unsure = 0;
    }
    uint8_t gone = v.bits & flags;
    old.bits &= (uint8_t) ~(gone | unsure);
    old.unknown &= (uint8_t) ~gone;
    old.unknown |= unsure & (uint8_t) ~gone;
    return old;
}

/* What bits of each kind do; specials come on top of it. */
static void
store_bits (struct micro_core *c, const struct avr_register *r,
            struct micro_value v)
{
    struct micro_value old = core_get (c, r->address);
    uint8_t busy = (old.bits | old.unknown | v.bits | v.unknown) & r->busy;
    struct micro_value next = merge (old, r->plain, v);
    if (r->flag)
        next = clear_flags (c, next, r->flag, v);
    next = merge (next, r->busy, (struct micro_value) {busy, 0});
    core_set (c, r->address, next);
}

/* High bytes go to TEMP, low bytes take it from there. */
static void
store_high (struct micro_core *c, const struct avr_register *r,
            struct micro_value v)
{
    core_set (c, r->partner, v);
}

static void
store_low (struct micro_core *c, const struct avr_register *r,
           struct micro_value v)
{
    const struct avr_register *high =
        avr_register_at (avr_of (c)->device, r->partner);
    assert (high && high->special == IO_HIGH);
    if (!r->plain)
        return; /* the counter, whose value is anything */
    core_set (c, high->address, core_get (c, high->partner));
    core_set (c, r->address, v);
}

/* Changing the clock of a timer may corrupt its registers. */
static void
store_async (struct micro_core *c, const struct avr_register *r,
             struct micro_value v)
{
    const struct avr_device *d = avr_of (c)->device;
    const struct avr_register *control = avr_register_at (d, r->partner);
    struct micro_value old = core_get (c, r->address);
    uint8_t changed = (old.bits ^ v.bits) | old.unknown | v.unknown;
    assert (control && control->plain);
    store_bits (c, r, v);
    if (!(changed & r->plain))
        return;
    core_set (c, control->address, (struct micro_value) {0, control->plain});
    core_set (c, control->address - 2, (struct micro_value) {0, 0xff});
}

static void
store_mode (struct micro_core *c, const struct avr_register *r,
            struct micro_value v)
{
    const struct avr_device *d = avr_of (c)->device;
    struct micro_value old = core_get (c, r->address);
    struct micro_value anything = {0, 0xff};
    uint8_t changed = (old.bits ^ v.bits) | old.unknown | v.unknown;
    store_bits (c, r, v);
    for (size_t i = 0; i < d->buffer_count; i++) {
        const struct avr_buffer *b = &d->buffers[i];
        if (b->control != r->address || !(changed & b->mode)
            || !((old.bits | old.unknown) & b->on))
            continue;
        core_set (c, b->ocr, anything);
        if (b->wide)
            core_set (c, b->ocr + 1, anything);
    }
}

/* A conversion that the hardware started goes on when it no longer may. */
static void
store_adc_control (struct micro_core *c, const struct avr_register *r,
                   struct micro_value v)
{
    struct micro_value old = core_get (c, r->address);
    store_bits (c, r, v);
    if ((old.bits | old.unknown) >> 5 & 1) {
        v = core_get (c, r->address);
        core_set (c, r->address,
                  merge (v, r->busy, (struct micro_value) {r->busy, 0}));
    }
}

static void
store_cause (struct micro_core *c, const struct avr_register *r,
             struct micro_value v)
{
    struct micro_value old = core_get (c, r->address);
    store_bits (c, r, merge (v, r->unset, both (old, v)));
}

/* Does it enable interrupts, or switch a source of them? */
static bool
is_of_interrupts (const struct avr_device *d, uint16_t address)
{
    for (size_t i = 0; i < d->enable_count; i++)
        if (d->enables[i].at == address)
            return true;
    for (size_t i = 0; i < d->source_count; i++)
        if (d->sources[i].source.at == address
            || (d->sources[i].other.mask && d->sources[i].other.at == address))
            return true;
    return false;
}

void
io_store (struct micro_core *c, uint16_t address, struct micro_value v)
{
    const struct avr_register *r =
        avr_register_at (avr_of (c)->device, address);
    assert (!(v.bits & v.unknown));
    assert (address >= 0x20 && address < avr_of (c)->device->sram_first);
    if (!r)
        return;
    if (is_of_interrupts (avr_of (c)->device, address))
        avr_late (c);
    switch ((enum avr_special) r->special) {
    case IO_HIGH:
        store_high (c, r, v);
        break;
    case IO_LOW:
        store_low (c, r, v);
        break;
    case IO_SENT:
        core_put (c, address, 1);
        break;
    case IO_ASYNC:
        store_async (c, r, v);
        break;
    case IO_MODE:
        store_mode (c, r, v);
        break;
    case IO_ADC_CONTROL:
        store_adc_control (c, r, v);
        break;
    case IO_CAUSE:
        store_cause (c, r, v);
        break;
    case IO_WATCHDOG:
        io_store_watchdog (c, r, v);
        break;
    case IO_PORT:
        store_bits (c, r, v);
        core_set_head (c, HEAD_PORT, (uint8_t) address);
        break;
    case IO_SPM:
        if (v.bits | v.unknown)
            core_fail (c, FAULT_SPM, false);
        store_bits (c, r, v);
        break;
    default:
        store_bits (c, r, v);
    }
}

/* The whole byte is read and written back: flags that were set are cleared. */
void
io_store_bit (struct micro_core *c, uint16_t address, unsigned bit, bool value)
{
    const struct avr_register *r =
        avr_register_at (avr_of (c)->device, address);
    uint8_t one = (uint8_t) (1u << bit);
    assert (bit < 8);
    if (!r)
        return;
    struct micro_value v = core_get (c, address);
    v = merge (v, r->flag, (struct micro_value) {r->flag, 0});
    v = merge (v, one, (struct micro_value) {value ? one : 0, 0});
    io_store (c, address, v);
}
