/* sfr_flags.c -- what the hardware does between instructions, and which interrupts
 * may come. */
#include <assert.h>
#include <string.h>

#include "mcs51/core/sfr.h"
#include "micro/fast.h"

static bool
may_hold (const struct micro_core *c, struct mcs51_condition w)
{
    return !w.at || (c->data[w.at] | c->mask[w.at]) & w.mask;
}

/* Of flags that share the entry, those before it have a number of their own: one that
 * is set is what the interrupt is told by. */
static bool
is_told_before (const struct micro_core *c, unsigned vector)
{
    const struct mcs51_vector *all = mcs51_of (c)->device->vectors;
    for (unsigned k = 1; k < vector; k++)
        if (all[k].entry == all[vector].entry
            && c->data[all[k].flag_at] >> all[k].flag_bit & 1)
            return true;
    return false;
}

/* Its flag is what a pin says. */
static bool
is_level (const struct micro_core *c, const struct mcs51_vector *v)
{
    return v->edge && !(c->data[v->flag_at] & v->edge);
}

static void
set_bit (struct micro_core *c, uint8_t address, unsigned bit, bool value)
{
    uint8_t one = (uint8_t) (1u << bit);
    struct micro_value v = fast_get (c, address);
    v.bits = (uint8_t) ((v.bits & ~one) | (value ? one : 0));
    v.unknown &= (uint8_t) ~one;
    core_set (c, address, v);
}

static void
settle_flag (struct micro_core *c, const struct mcs51_vector *v)
{
    uint8_t one = (uint8_t) (1u << v->flag_bit);
    struct micro_value now = fast_get (c, v->flag_at);
    if (is_level (c, v)) {
        if ((now.bits | now.unknown) & one)
            set_bit (c, v->flag_at, v->flag_bit, false);
        return;
    }
    if (!(c->program->reductions & MICRO_LAZY_FLAGS))
        return;
    if (may_hold (c, v->source)) {
        if ((now.bits | now.unknown) & one)
            return;
        now.unknown |= one;
    } else if (c->program->broken & BROKEN_LAZY_FLAGS && now.unknown & one)
        now.unknown &= (uint8_t) ~one;
    else
        return;
    core_set (c, v->flag_at, now);
}

static void
settle_moving (struct micro_core *c, const struct mcs51_moving *m)
{
    struct micro_value v = fast_get (c, m->at);
    if ((v.unknown & m->bits) == m->bits || !may_hold (c, m->source))
        return;
    v.bits &= (uint8_t) ~m->bits;
    v.unknown |= m->bits;
    core_set (c, m->at, v);
}

void
sfr_settle (struct micro_core *c)
{
    const struct mcs51_device *d = mcs51_of (c)->device;
    for (size_t i = 0; i < d->moving_count; i++)
        settle_moving (c, &d->moving[i]);
    for (size_t v = 1; v < d->vector_count; v++)
        settle_flag (c, &d->vectors[v]);
    mcs51_parity (c);
}

static bool
is_broken (const struct micro_core *c, const struct mcs51_vector *v)
{
    return c->program->broken & BROKEN_INTERRUPT && !strcmp (v->name, "TIMER0");
}

enum mcs51_pending
sfr_interrupt (const struct micro_core *c, unsigned vector)
{
    const struct mcs51_vector *v = &mcs51_of (c)->device->vectors[vector];
    uint8_t permit = (uint8_t) (IE_ALL | 1u << v->permit_bit);
    uint8_t flag = (uint8_t) (1u << v->flag_bit);
    assert (vector && vector < mcs51_of (c)->device->vector_count);
    if (((c->data[MCS51_IE] | c->mask[MCS51_IE]) & permit) != permit
        || c->program->environment.forbidden >> vector & 1 || is_broken (c, v)
        || is_told_before (c, vector))
        return PENDING_NOT;
    if (is_level (c, v))
        return PENDING_MAYBE;
    if (c->data[v->flag_at] & flag)
        return (c->data[MCS51_IE] & permit) == permit ? PENDING_SURELY
                                                      : PENDING_MAYBE;
    return c->mask[v->flag_at] & flag ? PENDING_MAYBE : PENDING_NOT;
}

unsigned
sfr_priority (const struct micro_core *c, unsigned vector)
{
    const struct mcs51_vector *v = &mcs51_of (c)->device->vectors[vector];
    assert (!c->mask[MCS51_IP]);
    return c->data[MCS51_IP] >> v->permit_bit & 1;
}

/* The byte that was written to SBUF is sent, if that is what is told. */
static void
came_up (struct micro_core *c, const struct mcs51_vector *v)
{
    uint8_t was = (uint8_t) (c->data[v->flag_at] >> v->flag_bit & 1);
    if (v->source.at == MCS51_SBUF && !was)
        core_put (c, MCS51_SBUF, 0);
}

/* One whose flag is what a pin says stays as it is: the pin may be so still. */
void
sfr_taken (struct micro_core *c, unsigned vector)
{
    const struct mcs51_vector *v = &mcs51_of (c)->device->vectors[vector];
    assert (sfr_interrupt (c, vector) != PENDING_NOT);
    set_bit (c, MCS51_IE, 7, true);
    set_bit (c, MCS51_IE, v->permit_bit, true);
    if (is_level (c, v))
        return;
    came_up (c, v);
    set_bit (c, v->flag_at, v->flag_bit, v->keeps);
    for (unsigned k = 1; k < vector; k++) {
        const struct mcs51_vector *w = &mcs51_of (c)->device->vectors[k];
        if (w->entry == v->entry)
            set_bit (c, w->flag_at, w->flag_bit, false);
    }
}

bool
sfr_may_raise (const struct micro_core *c, unsigned vector)
{
    const struct mcs51_vector *v = &mcs51_of (c)->device->vectors[vector];
    assert (vector && vector < mcs51_of (c)->device->vector_count);
    if (is_level (c, v)
        || (c->data[v->flag_at] | c->mask[v->flag_at]) >> v->flag_bit & 1)
        return false;
    return may_hold (c, v->source);
}

void
sfr_raise (struct micro_core *c, unsigned vector)
{
    const struct mcs51_vector *v = &mcs51_of (c)->device->vectors[vector];
    assert (sfr_may_raise (c, vector));
    came_up (c, v);
    set_bit (c, v->flag_at, v->flag_bit, true);
}
