/* fair.c -- see fair.h. */
#include "avr/fair.h"

#include <assert.h>

#include "avr/device/program.h"

bool
avr_served (const struct micro_program *p, unsigned vector, bool alone,
            struct text *t)
{
    const struct avr_device *d = ((const struct avr_program *) p)->device;
    const struct avr_vector *v = &d->vectors[vector];
    assert (vector < d->vector_count);
    if (!v->enable_at)
        return false;
    const struct avr_register *r = avr_register_at (d, v->enable_at);
    assert (r);
    text_print (t, "!(%s%s.%u) || pc == %u", alone ? "" : "SREG.I && ", r->name,
                (unsigned) v->enable_bit,
                (unsigned) p->class->entry (p, vector) * 2);
    return true;
}

/* Does an instruction look at that bit of the register by its address? */
static bool
looks_at (const struct avr_program *a, uint16_t address, unsigned bit)
{
    struct avr_instruction i;
    for (uint32_t pc = 0; pc < a->code_words; pc += i.words ? i.words : 1) {
        avr_decode (a->code, a->code_words, pc, &i);
        if (i.k != address)
            continue;
        if (i.op == AVR_IN || i.op == AVR_LDS
            || ((i.op == AVR_SBIC || i.op == AVR_SBIS) && i.bit == bit))
            return true;
    }
    return false;
}

static void
source_of (struct micro_polled *p, unsigned i, const struct avr_condition *c)
{
    if (!c->at) {
        p->always |= !i || c->mask;
        return;
    }
    p->source[i].at = c->at;
    p->source[i].mask = c->mask;
    p->source[i].zero = c->zero;
}

/* The flag of a vector. */
static bool
flag_of (const struct avr_program *a, const struct avr_vector *v,
         struct micro_polled *p)
{
    *p = (struct micro_polled) {.flag_at = v->flag_at, .flag_bit = v->flag_bit};
    if (!v->flag_at || !looks_at (a, v->flag_at, v->flag_bit))
        return false;
    const struct avr_register *r = avr_register_at (a->device, v->flag_at);
    assert (r);
    p->input = r->input >> v->flag_bit & 1;
    source_of (p, 0, &v->source);
    if (v->other.mask)
        source_of (p, 1, &v->other);
    return true;
}

/* The bit by which the converter or the EEPROM say that they are at work; a converter
 * that starts itself always is. */
static bool
busy_of (const struct avr_program *a, const struct avr_vector *v,
         struct micro_polled *p)
{
    bool adc = v->flag_at && v->flag_at == a->device->adc_control;
    uint16_t at = adc ? v->flag_at : v->enable_at;
    const struct avr_register *r = avr_register_at (a->device, at);
    if ((v->flag_at && !adc) || !r || !r->busy)
        return false;
    uint8_t bit = (uint8_t) __builtin_ctz (r->busy);
    *p = (struct micro_polled) {
        .flag_at = at, .flag_bit = bit, .busy = true, .always = true};
    if (adc) {
        p->always = false;
        p->source[0].at = at;
        p->source[0].mask = 1 << 5;
        p->source[0].zero = true;
    }
    return looks_at (a, at, bit);
}

bool
avr_polled (const struct micro_program *program, size_t n,
            struct micro_polled *p)
{
    const struct avr_program *a = (const struct avr_program *) program;
    for (size_t i = 1; i < a->device->vector_count; i++) {
        const struct avr_vector *v = &a->device->vectors[i];
        if (flag_of (a, v, p) && !n--)
            return true;
        if (busy_of (a, v, p) && !n--)
            return true;
    }
    return false;
}
