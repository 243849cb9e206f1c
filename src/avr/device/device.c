/* device.c -- finding things in the tables, and whether they are sound. */
#include "avr/device/device.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#include "avr/device/device_tables.h"

static const struct avr_device *const devices[] = {&avr_device_atmega16,
                                                   &avr_device_atmega128};

const struct avr_device *
avr_device_find (const char *name)
{
    assert (name);
    if (!strncasecmp (name, "avr-", 4))
        name += 4;
    for (size_t i = 0; i < AVR_COUNT (devices); i++)
        if (!strcasecmp (name, devices[i]->name))
            return devices[i];
    return NULL;
}

const struct avr_device *
avr_device_at (size_t n)
{
    return n < AVR_COUNT (devices) ? devices[n] : NULL;
}

const struct avr_register *
avr_register_at (const struct avr_device *d, uint16_t address)
{
    size_t low = 0, high = d->register_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (d->registers[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == d->register_count || d->registers[low].address != address)
        return NULL;
    return &d->registers[low];
}

const struct avr_register *
avr_register_find (const struct avr_device *d, const char *name)
{
    for (size_t i = 0; i < d->register_count; i++)
        if (!strcmp (d->registers[i].name, name))
            return &d->registers[i];
    return NULL;
}

const struct avr_word_register *
avr_word_find (const struct avr_device *d, const char *name)
{
    for (size_t i = 0; i < d->word_count; i++)
        if (!strcmp (d->words[i].name, name))
            return &d->words[i];
    return NULL;
}

const struct avr_bit *
avr_bit_find (const struct avr_device *d, const char *name)
{
    for (size_t i = 0; i < d->bit_count; i++)
        if (!strcmp (d->bits[i].name, name))
            return &d->bits[i];
    return NULL;
}

static bool
condition_sound (const struct avr_device *d, const struct avr_condition *c)
{
    if (!c->at)
        return !c->mask && !c->zero;
    const struct avr_register *r = avr_register_at (d, c->at);
    if (!r || !c->mask)
        return false;
    /* It must be about what the state keeps. */
    uint8_t kept = r->plain | r->busy;
    if (r->special == IO_SENT)
        kept = 1;
    return !(c->mask & ~kept);
}

static bool
partner_sound (const struct avr_device *d, const struct avr_register *r)
{
    const struct avr_register *p = avr_register_at (d, r->partner);
    switch ((enum avr_special) r->special) {
    case IO_PIN:
        return p && p->special == IO_PORT && p->partner == r->address
               && avr_register_at (d, r->partner + 1)
               && avr_register_at (d, r->partner + 1)->special == IO_PORT;
    case IO_PORT:
        return p && p->special == IO_PIN && r->address < 0x80
               && (p->partner == r->address || p->partner + 1 == r->address);
    case IO_LOW:
        return p && p->special == IO_HIGH && p->address == r->address + 1
               && p->input == r->input;
    case IO_HIGH: /* the latch is a high byte that keeps nothing else */
        return p && p->special == IO_HIGH && p->partner == p->address
               && p->input == 0xff && p->unset == 0xff;
    case IO_ADC_LOW:
        return p && p->special == IO_ADC_HIGH;
    case IO_ADC_HIGH:
        return p && p->plain >> 5 & 1;
    case IO_ASYNC:
        return p && avr_register_at (d, r->partner - 2)
               && avr_register_at (d, r->partner - 2)->plain == 0xff;
    default:
        return !r->partner;
    }
}

static bool
register_sound (const struct avr_device *d, const struct avr_register *r)
{
    uint8_t all = r->plain | r->input | r->flag | r->busy;
    if (r->plain + r->input + r->flag + r->busy != all)
        return false; /* a bit is in two masks */
    if (r->address < 0x20 || r->address >= d->sram_first)
        return false;
    if (r->reset & ~r->plain || r->unset & ~all || r->reset & r->unset)
        return false;
    return partner_sound (d, r);
}

/* One register with two names. */
static bool
register_equal (const struct avr_register *a, const struct avr_register *b)
{
    return a->plain == b->plain && a->input == b->input && a->flag == b->flag
           && a->busy == b->busy && a->reset == b->reset && a->unset == b->unset
           && a->special == b->special && a->partner == b->partner;
}

static bool
registers_sound (const struct avr_device *d)
{
    for (size_t i = 0; i < d->register_count; i++) {
        const struct avr_register *r = &d->registers[i];
        if (!register_sound (d, r))
            return false;
        if (!i || r[-1].address < r->address)
            continue;
        if (r[-1].address > r->address || !register_equal (&r[-1], r))
            return false;
    }
    return true;
}

static bool
condition_equal (struct avr_condition a, struct avr_condition b)
{
    return a.at == b.at && a.mask == b.mask && a.zero == b.zero;
}

/* Exactly one source has the flag, with the same conditions. */
static bool
source_sound (const struct avr_device *d, const struct avr_vector *v)
{
    unsigned found = 0;
    for (size_t i = 0; i < d->source_count; i++) {
        const struct avr_source *s = &d->sources[i];
        if (s->flag_at != v->flag_at || !(s->flags >> v->flag_bit & 1))
            continue;
        found++;
        if (!condition_equal (s->source, v->source)
            || !condition_equal (s->other, v->other))
            return false;
    }
    return found == 1;
}

static bool
vector_sound (const struct avr_device *d, const struct avr_vector *v)
{
    const struct avr_register *enable = avr_register_at (d, v->enable_at);
    const struct avr_register *flag = avr_register_at (d, v->flag_at);
    if (!enable || !(enable->plain >> v->enable_bit & 1))
        return false;
    if (!condition_sound (d, &v->source)
        || (v->other.mask && !condition_sound (d, &v->other)))
        return false;
    if (v->level)
        return !v->flag_at || (flag && flag->input >> v->flag_bit & 1);
    return flag && flag->flag >> v->flag_bit & 1 && source_sound (d, v);
}

/* Each flag belongs to a vector, so that nothing is set without a source. */
static bool
flags_sound (const struct avr_device *d)
{
    for (size_t i = 0; i < d->register_count; i++) {
        uint8_t left = d->registers[i].flag;
        for (size_t v = 1; v < d->vector_count; v++)
            if (d->vectors[v].flag_at == d->registers[i].address)
                left &= (uint8_t) ~(1u << d->vectors[v].flag_bit);
        if (left)
            return false;
    }
    return true;
}

static bool
overrides_sound (const struct avr_device *d)
{
    for (size_t i = 0; i < d->override_count; i++) {
        const struct avr_override *o = &d->overrides[i];
        const struct avr_register *pin = avr_register_at (d, o->pin_at);
        if (!pin || pin->special != IO_PIN || o->pins & ~pin->input
            || !condition_sound (d, &o->active))
            return false;
    }
    return true;
}

/* Each vector stands behind its enable bit, and only there. */
static bool
enables_sound (const struct avr_device *d)
{
    uint64_t found = 1; /* RESET */
    for (size_t i = 0; i < d->enable_count; i++)
        for (unsigned bit = 0; bit < 8; bit++) {
            const struct avr_enable *e = &d->enables[i];
            unsigned v = e->vector[bit];
            if (!(e->mask >> bit & 1) != !v || v >= d->vector_count)
                return false;
            if (!v)
                continue;
            if (d->vectors[v].enable_at != e->at
                || d->vectors[v].enable_bit != bit)
                return false;
            found |= (uint64_t) 1 << v;
        }
    return found == ((uint64_t) 1 << d->vector_count) - 1;
}

static bool
buffers_sound (const struct avr_device *d)
{
    for (size_t i = 0; i < d->buffer_count; i++) {
        const struct avr_buffer *b = &d->buffers[i];
        const struct avr_register *control = avr_register_at (d, b->control);
        const struct avr_register *ocr = avr_register_at (d, b->ocr);
        if (!control || control->special != IO_MODE
            || (b->mode | b->on) & ~control->plain || !ocr || ocr->plain != 0xff
            || b->wide != (ocr->special == IO_LOW))
            return false;
    }
    return true;
}

bool
avr_device_sound (const struct avr_device *d)
{
    assert (d && d->vector_count && d->vector_count < 64);
    if (!registers_sound (d) || !flags_sound (d) || !overrides_sound (d)
        || !enables_sound (d) || !buffers_sound (d))
        return false;
    for (size_t i = 1; i < d->vector_count; i++)
        if (!vector_sound (d, &d->vectors[i]))
            return false;
    for (size_t i = 0; i < d->bit_count; i++)
        if (d->bits[i].bit > 7 || !avr_register_at (d, d->bits[i].address))
            return false;
    for (size_t i = 0; i < d->word_count; i++)
        if (!avr_register_at (d, d->words[i].address + 1))
            return false;
    return d->sram_first < d->sram_last && d->vector_words == 2;
}
