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
load_gated (struct micro_core *c, const struct avr_register *r, uint8_t want)
{
    const struct avr_device *d = avr_of (c)->device;
    uint8_t value = 0;
    want &= r->input;
    for (size_t i = 0; i < d->gate_count; i++) {
        const struct avr_gate *g = &d->gates[i];
        if (g->at != r->address || io_may_hold (c, &g->open))
            continue;
        value |= g->value & want;
        want &= (uint8_t) ~g->bits;
    }
    struct micro_value v = outside_bits (c, r->address, want, 0xff);
    v.bits |= value;
    return v;
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
        return load_gated (c, r, want);
    }
}

/* May the peripheral of this register be without a clock? */
static bool
is_unpowered (const struct micro_core *c, uint16_t address)
{
    const struct avr_device *d = avr_of (c)->device;
    for (size_t i = 0; i < d->power_count; i++) {
        const struct avr_power *p = &d->powers[i];
        if ((c->data[p->at] | c->mask[p->at]) & p->mask && address >= p->first
            && address <= p->last)
            return true;
    }
    return false;
}

static struct micro_value
load_bits (struct micro_core *c, uint16_t address, uint8_t want)
{
    const struct avr_register *r =
        avr_register_at (avr_of (c)->device, address);
    struct micro_value v = {0, 0}, input = {0, 0};
    assert (address >= 0x20 && address < avr_of (c)->device->sram_first);
    if (!r || is_unpowered (c, address)) /* no one says what is there */
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
    struct micro_value old = core_get (c, r->address);
    uint8_t changed = (old.bits ^ v.bits) | old.unknown | v.unknown;
    store_bits (c, r, v);
    if (!(changed & r->plain))
        return;
    for (uint16_t a = r->partner; a < r->partner + r->mark; a++) {
        const struct avr_register *other = avr_register_at (d, a);
        if (other && other->plain)
            core_set (c, a, (struct micro_value) {0, other->plain});
    }
}

/* Writing 1 to a PIN. */
static void
toggle_port (struct micro_core *c, const struct avr_register *r,
             struct micro_value v)
{
    uint16_t at = r->partner + 1;
    struct micro_value port = core_get (c, at);
    port.unknown |= v.unknown & r->input;
    port.bits ^= v.bits & r->input;
    port.bits &= (uint8_t) ~port.unknown;
    core_set (c, at, port);
    core_set_head (c, HEAD_PORT, (uint8_t) at);
}

/* A mark in an IO_SENT. */
static void
keep_mark (struct micro_core *c, uint16_t address, uint8_t mark)
{
    core_put (c, address, c->data[address] | mark);
}

static void
store_switch (struct micro_core *c, const struct avr_register *r,
              struct micro_value v)
{
    store_bits (c, r, v);
    if ((v.bits | v.unknown) & r->mark)
        keep_mark (c, r->partner, AVR_WAS_ON);
}

static void
store_strobe (struct micro_core *c, const struct avr_register *r,
              struct micro_value v)
{
    struct micro_value port = core_get (c, r->partner);
    store_bits (c, r, v);
    if (!((v.bits | v.unknown) & 1))
        return;
    port.unknown |= r->mark;
    port.bits &= (uint8_t) ~r->mark;
    core_set (c, r->partner, port);
    core_set_head (c, HEAD_PORT, (uint8_t) r->partner);
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

enum { CAUSES = 0x3f }; /* PORF, EXTRF, BORF, WDRF, JTRF, USBRF */

static void
store_cause (struct micro_core *c, const struct avr_register *r,
             struct micro_value v)
{
    struct micro_value old = core_get (c, r->address);
    store_bits (c, r, merge (v, r->plain & CAUSES, both (old, v)));
}

/* Does it enable interrupts, or switch a source of them? */
static bool
is_of_interrupts (const struct avr_program *p, uint16_t address)
{
    for (unsigned i = 0; i < p->enable_count; i++)
        if (p->enables[i].at == address)
            return true;
    for (unsigned i = 0; i < p->source_count; i++)
        if (p->sources[i].source.at == address
            || (p->sources[i].other.mask && p->sources[i].other.at == address))
            return true;
    return false;
}

static void
store_special (struct micro_core *c, const struct avr_register *r,
               struct micro_value v)
{
    switch ((enum avr_special) r->special) {
    case IO_HIGH:
        store_high (c, r, v);
        break;
    case IO_LOW:
        store_low (c, r, v);
        break;
    case IO_SENT:
        keep_mark (c, r->address, AVR_SENT);
        break;
    case IO_SWITCH:
        store_switch (c, r, v);
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
    case IO_PIN:
        if (avr_of (c)->device->modern && (v.bits | v.unknown))
            toggle_port (c, r, v);
        break;
    case IO_PORT:
        store_bits (c, r, v);
        core_set_head (c, HEAD_PORT, (uint8_t) r->address);
        break;
    case IO_STROBE:
        store_strobe (c, r, v);
        break;
    case IO_SPM:
        if (v.bits | v.unknown)
            core_fail (c, FAULT_SPM, false);
        store_bits (c, r, v);
        break;
    case IO_OPEN:
        if (v.bits | v.unknown)
            core_fail (c, FAULT_USB, false);
        store_bits (c, r, v);
        break;
    default:
        store_bits (c, r, v);
    }
}

/* What changed may also be as it was. */
static void
blur (struct micro_core *c, uint16_t address, struct micro_value old)
{
    struct micro_value new = core_get (c, address);
    new.unknown |= (new.bits ^ old.bits) | old.unknown;
    new.bits &= (uint8_t) ~new.unknown;
    core_set (c, address, new);
}

/* Without a clock it may be lost. */
static void
store_unpowered (struct micro_core *c, const struct avr_register *r,
                 struct micro_value v)
{
    bool latched = r->special == IO_HIGH || r->special == IO_LOW;
    uint16_t other = latched ? r->partner : r->address;
    struct micro_value old = core_get (c, r->address),
                       far = core_get (c, other);
    store_special (c, r, v);
    if (r->special == IO_SENT)
        return; /* a mark, which says what may be */
    blur (c, r->address, old);
    if (latched)
        blur (c, other, far);
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
    if (is_of_interrupts (avr_of (c), address))
        avr_late (c);
    (is_unpowered (c, address) ? store_unpowered : store_special) (c, r, v);
}

/* The whole byte is read and written back: flags that were set are cleared.  On
 * modern devices other flags, and pins, are left alone. */
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
    if (avr_of (c)->device->modern)
        v = merge (v, (uint8_t) ~r->plain, (struct micro_value) {0, 0});
    else
        v = merge (v, r->flag, (struct micro_value) {r->flag, 0});
    v = merge (v, one, (struct micro_value) {value ? one : 0, 0});
    io_store (c, address, v);
}
