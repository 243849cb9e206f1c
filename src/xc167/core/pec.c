/* pec.c -- the peripheral event controller: a transfer instead of an interrupt.
 *
 * PECCx: bits 0 to 7 COUNT (255: for ever), 8 byte transfer, 9 the target and 10 the
 * source pointer is incremented, 11 and 12 the pair of levels (0: 14 and 15, 1: 12 and
 * 13, ..).  The channel is the low bit of the level and the group. */
#include <assert.h>

#include "micro/fast.h"
#include "xc167/core/trap.h"
#include "xc167/core/value.h"

enum {
    COUNT = 0xff,
    BYTE = 1 << 8,
    INCREMENT_TARGET = 1 << 9,
    INCREMENT_SOURCE = 1 << 10,
    PAIR = 11, /* shift */
    LEAST_LEVEL = 8
};

static uint16_t
control_at (const struct micro_core *c, unsigned channel)
{
    return xc167_place_at (c, xc167_of (c)->device->channel + 2u * channel);
}

int
pec_channel (struct micro_core *c, unsigned priority)
{
    unsigned level = priority >> 3, group = priority & 3;
    if (level < LEAST_LEVEL || priority & 4) /* GPX: beyond group 3 */
        return -1;
    unsigned channel = (level & 1) << 2 | group;
    uint16_t control = xc167_need (c, control_at (c, channel));
    unsigned top = 15 - 2u * (control >> PAIR & 3);
    if (!(control & COUNT) || level / 2 != top / 2)
        return -1;
    return (int) channel;
}

static void
move (struct micro_core *c, uint16_t at, unsigned bytes)
{
    xc167_put (c, at, (uint16_t) (xc167_need (c, at) + bytes));
}

bool
pec_addresses (struct micro_core *c, unsigned channel, uint32_t *from,
               uint32_t *to)
{
    const struct xc167_device *d = xc167_of (c)->device;
    assert (channel < XC167_CHANNELS);
    uint32_t segment =
        xc167_need (c, xc167_place_at (c, d->segment + 2u * channel));
    uint16_t source = xc167_place_at (c, d->source + 4u * channel);
    uint16_t target = xc167_place_at (c, d->target + 4u * channel);
    *from = (segment & 0xff00) << 8 | xc167_need (c, source);
    *to = (segment & 0xff) << 16 | xc167_need (c, target);
    return xc167_need (c, control_at (c, channel)) & BYTE;
}

bool
pec_transfer (struct micro_core *c, unsigned channel)
{
    const struct xc167_device *d = xc167_of (c)->device;
    uint16_t at = control_at (c, channel), control = xc167_need (c, at);
    uint32_t from, to;
    bool is_byte = pec_addresses (c, channel, &from, &to);
    unsigned step = is_byte ? 1 : 2, count = control & COUNT;
    xc167_store (c, to, xc167_load (c, from, is_byte), is_byte);
    if (control & INCREMENT_SOURCE)
        move (c, xc167_place_at (c, d->source + 4u * channel), step);
    if (control & INCREMENT_TARGET)
        move (c, xc167_place_at (c, d->target + 4u * channel), step);
    if (count != COUNT)
        xc167_put (c, at, (uint16_t) (control - 1));
    return count == 1;
}
