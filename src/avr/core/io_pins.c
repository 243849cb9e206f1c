/* io_pins.c -- what comes from outside: bits that the environment allows,
 * pins, the ADC's result. */
#include <assert.h>

#include "avr/core/io_internal.h"

static uint8_t
overridden (const struct micro_core *c, uint16_t pin)
{
    const struct avr_device *d = avr_of (c)->device;
    uint8_t pins = 0;
    for (size_t i = 0; i < d->override_count; i++)
        if (d->overrides[i].pin_at == pin
            && io_may_hold (c, &d->overrides[i].active))
            pins |= d->overrides[i].pins;
    return pins;
}

/* What a pin reads as takes more than a cycle to follow PORT and DDR. */
struct micro_value
io_load_pin (struct micro_core *c, const struct avr_register *r, uint8_t want)
{
    struct micro_value ddr = core_get (c, r->partner);
    struct micro_value port = core_get (c, r->partner + 1);
    uint8_t written = core_head (c, HEAD_PORT);
    uint8_t out = ddr.bits, in = (uint8_t) ~(ddr.bits | ddr.unknown);
    assert (r->special == IO_PIN && r->partner);
    want &= r->input;
    if (written == (uint8_t) r->partner)
        out = in = 0;
    else if (written == (uint8_t) (r->partner + 1))
        out = 0;
    else if (out)
        out &= (uint8_t) ~overridden (c, r->address);
    out &= want;
    struct micro_value v =
        outside_bits (c, r->address, want & (uint8_t) ~out, in);
    v.bits |= port.bits & out;
    v.unknown |= port.unknown & out;
    return v;
}

/* The ADC's data register holds one of the results that the environment allows.
 * If these are not all combinations of some bits, reading ADCL chooses one of
 * them and keeps its upper part in ADCH, with a mark in ADCL, until ADCH is
 * read: as the hardware does. */
static bool
adc_is_cube (const struct micro_environment *e)
{
    uint16_t varying = e->adc_least ^ e->adc_most;
    return !(varying & (varying + 1u)) && !(e->adc_least & varying);
}

static uint16_t
adc_word (uint16_t result, bool left)
{
    return left ? (uint16_t) (result << 6) : result;
}

static struct micro_value
adc_cube (struct micro_core *c, uint16_t base, uint16_t varying, unsigned shift)
{
    uint8_t bits = (uint8_t) (base >> shift);
    struct micro_value v = outside_bits (c, 0, (uint8_t) (varying >> shift), 0);
    v.bits |= bits;
    return v;
}

/* ADLAR */
static bool
is_left (struct micro_core *c, const struct avr_register *high)
{
    assert (high->special == IO_ADC_HIGH && high->mark);
    return core_need_bit (c, high->partner,
                          (unsigned) __builtin_ctz (high->mark));
}

struct micro_value
io_load_adc_low (struct micro_core *c, const struct avr_register *r)
{
    const struct micro_environment *e = &c->program->environment;
    const struct avr_register *high =
        avr_register_at (avr_of (c)->device, r->partner);
    bool left = is_left (c, high);
    uint16_t least = e->adc_least, most = e->adc_most;
    assert (least <= most && most < 1024);
    if (adc_is_cube (e))
        return adc_cube (c, adc_word (least, left),
                         adc_word (least ^ most, left), 0);
    c->input = true;
    uint16_t chosen = (uint16_t) (least + core_choose (c, most - least + 1u));
    uint16_t word = adc_word (chosen, left);
    core_put (c, high->address, (uint8_t) (word >> 8));
    core_put (c, r->address, left ? 2 : 1);
    return (struct micro_value) {(uint8_t) word, 0};
}

struct micro_value
io_load_adc_high (struct micro_core *c, const struct avr_register *r)
{
    const struct micro_environment *e = &c->program->environment;
    bool left = is_left (c, r);
    uint16_t least = adc_word (e->adc_least, left);
    uint16_t most = adc_word (e->adc_most, left), low = r->address - 1;
    if (adc_is_cube (e))
        return adc_cube (c, least, least ^ most, 8);
    struct micro_value latched = core_get (c, r->address);
    bool is_latched = c->data[low] == (left ? 2 : 1);
    core_put (c, low, 0);
    core_put (c, r->address, 0);
    c->input = true;
    if (is_latched)
        return latched;
    return outside_between (c, (uint8_t) (least >> 8), (uint8_t) (most >> 8));
}
