/* device.c -- finding things in the tables, and whether they are sound. */
#include "avr/device/device.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#include "avr/device/device_tables.h"

static const struct avr_device *const families[] = {
    avr_device_mega16,   avr_device_mega48,  avr_device_mega128,
    avr_device_mega164,  avr_device_mega640, avr_device_mega32u2,
    avr_device_mega32u4, avr_device_tiny13,  avr_device_tiny24,
    avr_device_tiny25,   avr_device_tiny2313};

/* Is the name among those that are the same? */
static bool
is_same (const struct avr_device *d, const char *name)
{
    size_t size = strlen (name);
    for (const char *s = d->same; s && *s; s = strchr (s, ' ') + 1)
        if (!strncasecmp (s, name, size) && s[size] == ' ')
            return true;
    return false;
}

const struct avr_device *
avr_device_find (const char *name)
{
    const struct avr_device *d;
    assert (name);
    if (!strncasecmp (name, "avr-", 4))
        name += 4;
    for (size_t i = 0; (d = avr_device_at (i)); i++)
        if (!strcasecmp (name, d->name) || is_same (d, name))
            return d;
    return NULL;
}

const struct avr_device *
avr_device_at (size_t n)
{
    for (size_t i = 0; i < AVR_COUNT (families); i++)
        for (const struct avr_device *d = families[i]; d->name; d++)
            if (!n--)
                return d;
    return NULL;
}

const struct avr_register *
avr_register_at (const struct avr_device *d, uint16_t address)
{
    if (address >= d->register_count || !d->registers[address].name)
        return NULL;
    return &d->registers[address];
}

static const struct avr_alias *
alias_find (const struct avr_device *d, const char *name)
{
    for (size_t i = 0; i < d->alias_count; i++)
        if (!strcmp (d->aliases[i].name, name))
            return &d->aliases[i];
    return NULL;
}

const struct avr_register *
avr_register_find (const struct avr_device *d, const char *name)
{
    const struct avr_alias *a = alias_find (d, name);
    for (size_t i = 0; i < d->register_count; i++)
        if (d->registers[i].name && !strcmp (d->registers[i].name, name))
            return &d->registers[i];
    return a && a->bit == AVR_ALL_BITS ? avr_register_at (d, a->address) : NULL;
}

/* PORTB3, TCNT0_3. */
static bool
find_numbered (const struct avr_device *d, const char *name,
               struct avr_bit *bit)
{
    char base[32];
    size_t size = strlen (name);
    if (size < 2 || size >= sizeof base || name[size - 1] < '0'
        || name[size - 1] > '7')
        return false;
    memcpy (base, name, size);
    base[size - 1] = 0;
    if (base[size - 2] == '_')
        base[size - 2] = 0;
    const struct avr_register *r = avr_register_find (d, base);
    if (!r)
        return false;
    *bit = (struct avr_bit) {r->address, (uint8_t) (name[size - 1] - '0')};
    return true;
}

bool
avr_bit_find (const struct avr_device *d, const char *name, struct avr_bit *bit)
{
    const struct avr_alias *a = alias_find (d, name);
    *bit = (struct avr_bit) {0, 0};
    if (a && a->bit != AVR_ALL_BITS) {
        *bit = (struct avr_bit) {a->address, a->bit};
        return true;
    }
    for (size_t i = 0; i < d->register_count; i++)
        for (uint8_t b = 0; b < 8; b++)
            if (d->registers[i].bit[b]
                && !strcmp (d->registers[i].bit[b], name)) {
                *bit = (struct avr_bit) {(uint16_t) i, b};
                return true;
            }
    return find_numbered (d, name, bit);
}

const char *
avr_device_name (const struct avr_device *d, size_t n)
{
    for (size_t i = 0; i < d->register_count; i++) {
        if (d->registers[i].name && !n--)
            return d->registers[i].name;
        for (unsigned b = 0; b < 8; b++)
            if (d->registers[i].bit[b] && !n--)
                return d->registers[i].bit[b];
    }
    return n < d->alias_count ? d->aliases[n].name : NULL;
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
        kept = AVR_SENT | AVR_WAS_ON;
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
        return p && p->special == IO_PIN && r->address % 0x100 != 0
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
        return p && p->plain & r->mark;
    case IO_ASYNC:
        return p && r->mark && r->partner + r->mark <= d->register_count;
    case IO_SWITCH:
        return p && p->special == IO_SENT && r->mark && !(r->mark & ~r->plain);
    case IO_STROBE:
        return p && p->special == IO_PORT && r->mark;
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

static bool
registers_sound (const struct avr_device *d)
{
    for (size_t i = 0; i < d->register_count; i++) {
        const struct avr_register *r = &d->registers[i];
        if (r->name && (r->address != i || !register_sound (d, r)))
            return false;
    }
    for (size_t i = 0; i < d->alias_count; i++)
        if (!avr_register_at (d, d->aliases[i].address)
            || d->aliases[i].bit > AVR_ALL_BITS)
            return false;
    return avr_register_at (d, AVR_SREG) && avr_register_at (d, AVR_SPL);
}

/* Flags with the same source stand under one condition. */
static bool
sources_sound (const struct avr_device *d)
{
    for (size_t i = 1; i < d->vector_count; i++)
        for (size_t j = 1; j < i; j++) {
            const struct avr_vector *a = &d->vectors[i], *b = &d->vectors[j];
            if (!a->level && !b->level && a->flag_at == b->flag_at
                && a->flag_bit == b->flag_bit)
                return false;
        }
    return true;
}

static bool
vector_sound (const struct avr_device *d, const struct avr_vector *v)
{
    const struct avr_register *enable = avr_register_at (d, v->enable_at);
    const struct avr_register *flag = avr_register_at (d, v->flag_at);
    if (v->name && !v->enable_at)
        return v->level; /* of a peripheral that is not modelled */
    if (!v->name || !enable || !(enable->plain >> v->enable_bit & 1))
        return false;
    if (!condition_sound (d, &v->source)
        || (v->other.mask && !condition_sound (d, &v->other)))
        return false;
    if (v->level)
        return !v->flag_at || (flag && flag->input >> v->flag_bit & 1);
    return flag && flag->flag >> v->flag_bit & 1;
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

/* An enable bit has one vector. */
static bool
enables_sound (const struct avr_device *d)
{
    for (size_t i = 1; i < d->vector_count; i++)
        for (size_t j = 1; j < i; j++) {
            const struct avr_vector *a = &d->vectors[i], *b = &d->vectors[j];
            if (a->enable_at && a->enable_at == b->enable_at
                && a->enable_bit == b->enable_bit)
                return false;
        }
    return true;
}

static bool
gates_sound (const struct avr_device *d)
{
    for (size_t i = 0; i < d->gate_count; i++) {
        const struct avr_gate *g = &d->gates[i];
        const struct avr_register *r = avr_register_at (d, g->at);
        if (!r || g->bits & ~r->input || g->value & ~g->bits
            || !condition_sound (d, &g->open))
            return false;
    }
    for (size_t i = 0; i < d->power_count; i++) {
        const struct avr_power *w = &d->powers[i];
        const struct avr_register *r = avr_register_at (d, w->at);
        if (!r || !w->mask || w->mask & ~r->plain || w->first > w->last)
            return false;
    }
    return true;
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
        || !enables_sound (d) || !buffers_sound (d) || !sources_sound (d)
        || !gates_sound (d))
        return false;
    for (size_t i = 1; i < d->vector_count; i++)
        if (!vector_sound (d, &d->vectors[i]))
            return false;
    return d->sram_first < d->sram_last
           && (d->vector_words == 1 || d->vector_words == 2);
}
