/* device.c -- see device.h. */
#include "mcs51/device/device.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#include "mcs51/device/device_tables.h"

static const struct mcs51_device *const devices[] = {&mcs51_8051, &mcs51_8052,
                                                     NULL};

const struct mcs51_device *
mcs51_device_at (size_t i)
{
    return i < COUNT (devices) ? devices[i] : NULL;
}

const struct mcs51_device *
mcs51_device_find (const char *name)
{
    for (size_t i = 0; devices[i]; i++)
        if (!strcasecmp (devices[i]->name, name))
            return devices[i];
    return NULL;
}

const struct mcs51_register *
mcs51_register_at (const struct mcs51_device *d, uint32_t address)
{
    for (size_t i = 0; i < d->register_count; i++)
        if (d->registers[i].address == address)
            return &d->registers[i];
    return NULL;
}

const struct mcs51_register *
mcs51_register_find (const struct mcs51_device *d, const char *name)
{
    for (size_t i = 0; i < d->register_count; i++)
        if (!strcmp (d->registers[i].name, name))
            return &d->registers[i];
    return NULL;
}

const struct mcs51_bit *
mcs51_bit_find (const struct mcs51_device *d, const char *name)
{
    for (size_t i = 0; i < d->bit_count; i++)
        if (!strcmp (d->bits[i].name, name))
            return &d->bits[i];
    return NULL;
}

/* ---- consistency */

static bool
registers_sound (const struct mcs51_device *d)
{
    for (size_t i = 0; i < d->register_count; i++) {
        const struct mcs51_register *r = &d->registers[i];
        if (r->address < 0x80 || r->reset & ~r->plain
            || (i && r[-1].address >= r->address))
            return false;
    }
    return true;
}

static bool
condition_sound (const struct mcs51_device *d, struct mcs51_condition c)
{
    return !c.at || (c.mask && mcs51_register_at (d, c.at));
}

static bool
vector_sound (const struct mcs51_device *d, const struct mcs51_vector *v)
{
    const struct mcs51_register *flag = mcs51_register_at (d, v->flag_at);
    const struct mcs51_register *ie = mcs51_register_at (d, MCS51_IE);
    const struct mcs51_register *ip = mcs51_register_at (d, MCS51_IP);
    uint8_t permit = (uint8_t) (1u << v->permit_bit);
    return flag && ie && ip && flag->plain >> v->flag_bit & 1
           && !(v->edge & ~flag->plain) && ie->plain & permit
           && ip->plain & permit && v->entry == 3 + 8 * v->permit_bit
           && condition_sound (d, v->source);
}

bool
mcs51_device_sound (const struct mcs51_device *d)
{
    assert (d && d->vector_count && d->vector_count < 64);
    if ((d->ram != 128 && d->ram != 256) || !registers_sound (d))
        return false;
    for (size_t i = 1; i < d->vector_count; i++)
        if (!vector_sound (d, &d->vectors[i])
            || d->vectors[i].permit_bit < d->vectors[i - 1].permit_bit)
            return false;
    for (size_t i = 0; i < d->bit_count; i++)
        if (d->bits[i].bit > 7 || d->bits[i].address & 7
            || !mcs51_register_at (d, d->bits[i].address))
            return false;
    for (size_t i = 0; i < d->moving_count; i++) {
        const struct mcs51_register *r = mcs51_register_at (d, d->moving[i].at);
        if (!r || d->moving[i].bits & ~r->input
            || !condition_sound (d, d->moving[i].source))
            return false;
    }
    return true;
}
