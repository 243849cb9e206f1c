/* core.c -- the state after reset, and what is MCS-51's own of a state. */
#include "mcs51/core/core.h"

#include <string.h>

#include "micro/fast.h"

void
mcs51_power_on (struct micro_core *c)
{
    const struct mcs51_device *d = mcs51_of (c)->device;
    memset (c->mask, 0xff, 0x80);
    if (c->data_size > MCS51_UPPER)
        memset (c->mask + MCS51_UPPER, 0xff, c->data_size - MCS51_UPPER);
    for (size_t i = 0; i < d->register_count; i++)
        core_put (c, d->registers[i].address, d->registers[i].reset);
}

void
mcs51_late (struct micro_core *c)
{
    uint8_t permits = c->data[MCS51_IE] | c->mask[MCS51_IE];
    if (permits & IE_ALL)
        fast_write (c, HEAD_MODE, c->state[HEAD_MODE] | MODE_LATE | MODE_LATER);
}

void
mcs51_parity (struct micro_core *c)
{
    struct micro_value psw = fast_get (c, MCS51_PSW);
    uint8_t p = 1 << FLAG_P;
    if (c->mask[MCS51_ACC] && fast_observed (c, MCS51_PSW) && core_begun (c))
        core_need (c, MCS51_ACC);
    psw.bits &= (uint8_t) ~p;
    psw.unknown &= (uint8_t) ~p;
    if (c->mask[MCS51_ACC])
        psw.unknown |= p;
    else
        psw.bits |= (uint8_t) __builtin_parity (c->data[MCS51_ACC]);
    if (psw.bits == c->data[MCS51_PSW] && psw.unknown == c->mask[MCS51_PSW])
        return;
    core_set (c, MCS51_PSW, psw);
}
