/* sfr.c -- loads and stores of special function registers. */
#include "mcs51/core/sfr.h"

#include <assert.h>

#include "micro/fast.h"
#include "micro/outside.h"

/* A pin whose latch is 0 is pulled down. */
static struct micro_value
load_port (struct micro_core *c, const struct mcs51_register *r, uint8_t want)
{
    struct micro_value latch = fast_get (c, r->address);
    uint8_t open = (latch.bits | latch.unknown) & want;
    return outside_bits (c, r->address, open, 0xff);
}

/* A byte that is loaded as a whole keeps its unknown flags, unless inputs are
 * chosen; one bit is chosen by who asks for it. */
static struct micro_value
load_flags (struct micro_core *c, const struct mcs51_register *r, uint8_t want,
            uint8_t flags)
{
    struct micro_value v = fast_get (c, r->address);
    uint8_t open = v.unknown & flags & want;
    if (open) {
        c->input = true;
        if (outside_is_eager (c)) {
            v.bits |= outside_choose (c, open);
            v.unknown &= (uint8_t) ~open;
            core_set (c, r->address, v);
        }
    }
    if (flags & want)
        mcs51_late (c);
    return v;
}

/* Bits of the register that some vector has as its flag. */
static uint8_t
flags_of (const struct mcs51_device *d, uint8_t address)
{
    uint8_t flags = 0;
    for (size_t v = 1; v < d->vector_count; v++)
        if (d->vectors[v].flag_at == address)
            flags |= (uint8_t) (1u << d->vectors[v].flag_bit);
    return flags;
}

/* Of these flags, those that are what a pin says at present. */
static uint8_t
levels_of (const struct micro_core *c, uint8_t address)
{
    const struct mcs51_device *d = mcs51_of (c)->device;
    uint8_t levels = 0;
    for (size_t v = 1; v < d->vector_count; v++)
        if (d->vectors[v].flag_at == address && d->vectors[v].edge
            && !(c->data[address] & d->vectors[v].edge))
            levels |= (uint8_t) (1u << d->vectors[v].flag_bit);
    return levels;
}

/* Of the input bits, those that the hardware moves at present. */
static uint8_t
moving_of (const struct micro_core *c, uint8_t address)
{
    const struct mcs51_device *d = mcs51_of (c)->device;
    uint8_t bits = 0;
    for (size_t i = 0; i < d->moving_count; i++) {
        const struct mcs51_moving *m = &d->moving[i];
        if (m->at == address
            && (!m->source.at
                || (c->data[m->source.at] | c->mask[m->source.at])
                       & m->source.mask))
            bits |= m->bits;
    }
    return bits;
}

bool
sfr_keeps (const struct micro_core *c, uint8_t address, uint8_t bit)
{
    const struct mcs51_register *r =
        mcs51_register_at (mcs51_of (c)->device, address);
    return r && r->special != SFR_PORT && r->plain & bit
           && !((levels_of (c, address) | moving_of (c, address)) & bit);
}

struct micro_value
sfr_load (struct micro_core *c, uint8_t address, uint8_t want, bool modifies)
{
    const struct mcs51_register *r =
        mcs51_register_at (mcs51_of (c)->device, address);
    assert (address >= 0x80);
    if (!r)
        return outside_bits (c, address, want, 0);
    if (modifies && r->special == SFR_PORT)
        return fast_get (c, address);
    if (r->special == SFR_PORT)
        return load_port (c, r, want);
    if (r->special == SFR_BUFFER)
        return outside_bits (c, address, want, 0xff);
    uint8_t flags = flags_of (mcs51_of (c)->device, address);
    uint8_t moving = moving_of (c, address), levels = levels_of (c, address);
    struct micro_value v =
        flags ? load_flags (c, r, want, flags) : fast_get (c, address);
    uint8_t absent = (uint8_t) ~r->plain;
    uint8_t outside = (moving | levels | absent) & want;
    if (modifies) /* what is not there is not written back either */
        outside &= (uint8_t) ~absent;
    else if (v.unknown & r->input & want & ~(moving | flags)
             && outside_is_eager (c)) {
        core_need (c, address); /* a timer that stopped somewhere */
        v = fast_get (c, address);
    }
    struct micro_value in = outside_bits (c, address, outside, 0);
    uint8_t gone = moving | levels | absent;
    v.bits = (uint8_t) ((v.bits & ~gone) | in.bits);
    v.unknown = (uint8_t) ((v.unknown & ~gone) | in.unknown);
    return v;
}

/* ---- stores */

/* Bits that the core must know. */
static struct micro_value
know (struct micro_core *c, struct micro_value v, uint8_t bits)
{
    struct micro_value part = {v.bits & bits, v.unknown & bits};
    v.bits = (uint8_t) ((v.bits & ~bits) | core_know (c, part));
    v.unknown &= (uint8_t) ~bits;
    return v;
}

static uint8_t
edges_of (const struct mcs51_device *d, uint8_t address)
{
    uint8_t edges = 0;
    for (size_t v = 1; v < d->vector_count; v++)
        if (d->vectors[v].flag_at == address)
            edges |= d->vectors[v].edge;
    return edges;
}

static void
store_power (struct micro_core *c, struct micro_value v)
{
    uint8_t stops = PCON_IDLE | PCON_DOWN;
    v = know (c, v, stops);
    core_set (c, MCS51_PCON, v);
    if (v.bits & stops)
        core_set_head (c, HEAD_MODE, c->state[HEAD_MODE] | MODE_SLEEP);
}

/* Does it say which interrupts come, or switch a source of them? */
static bool
is_of_interrupts (const struct mcs51_device *d, uint8_t address)
{
    for (size_t v = 1; v < d->vector_count; v++)
        if (d->vectors[v].flag_at == address
            || d->vectors[v].source.at == address)
            return true;
    return address == MCS51_IE || address == MCS51_IP;
}

void
sfr_store (struct micro_core *c, uint8_t address, struct micro_value v)
{
    const struct mcs51_device *d = mcs51_of (c)->device;
    const struct mcs51_register *r = mcs51_register_at (d, address);
    assert (address >= 0x80 && !(v.bits & v.unknown));
    if (!r) {
        core_fail (c, FAULT_WRITE_OUTSIDE, true);
        return;
    }
    v.bits &= r->plain;
    v.unknown &= r->plain;
    switch ((enum mcs51_special) r->special) {
    case SFR_BUFFER:
        core_put (c, address, 1);
        break;
    case SFR_POWER:
        store_power (c, v);
        break;
    case SFR_PERMIT:
        core_set (c, address, address == MCS51_IP ? know (c, v, 0xff) : v);
        fast_write (c, HEAD_MODE, c->state[HEAD_MODE] | MODE_SHADOW);
        break;
    default:
        core_set (c, address, know (c, v, edges_of (d, address)));
    }
    if (is_of_interrupts (d, address))
        mcs51_late (c);
}
