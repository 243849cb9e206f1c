/* core.c -- resets, and what is AVR's own of a state. */
#include "avr/core/core.h"

#include <string.h>

#include "avr/core/fast.h"
#include "avr/core/leap.h"

uint32_t
avr_state_size (const struct avr_device *d)
{
    return HEAD_SIZE + 2 * (d->sram_last + 1u);
}

/* I/O registers as they are after a reset. */
static void
reset_io (struct micro_core *c)
{
    const struct avr_device *d = avr_of (c)->device;
    for (size_t i = 0; i < d->register_count; i++) {
        const struct avr_register *r = &d->registers[i];
        uint8_t unknown = r->unset;
        if (r->name)
            core_set (
                c, r->address,
                (struct micro_value) {r->reset & (uint8_t) ~unknown, unknown});
    }
}

void
avr_power_on (struct micro_core *c)
{
    const struct avr_device *d = avr_of (c)->device;
    memset (c->mask, 0xff, 0x20);
    memset (c->mask + d->sram_first, 0xff, d->sram_last + 1u - d->sram_first);
    reset_io (c);
}

void
avr_restart (struct micro_core *c)
{
    const struct avr_program *p = avr_of (c);
    const struct avr_bit *cause = &p->watchdog_cause, *on = &p->watchdog;
    struct micro_value causes = {0, 0};
    leap_lose (c);
    for (unsigned i = 0; i < HEAD_SIZE; i++)
        fast_write (c, i, 0);
    if (cause->address)
        causes = core_get (c, cause->address);
    reset_io (c);
    if (cause->address) { /* it tells why; only power-on clears the others */
        causes.bits |= (uint8_t) (1 << cause->bit);
        causes.unknown &= (uint8_t) ~(1 << cause->bit);
        core_set (c, cause->address, causes);
    }
    if (p->device->modern)
        core_put (c, on->address, c->data[on->address] | 1u << on->bit);
    core_look (c);
}

void
avr_status_set (struct micro_core *c, uint8_t bits)
{
    assert (bits == 1 << FLAG_I);
    (void) bits;
    core_set_head (c, HEAD_MODE, c->state[HEAD_MODE] | MODE_SHADOW);
}

void
avr_late (struct micro_core *c)
{
    uint8_t mode = c->state[HEAD_MODE];
    if (c->data[AVR_SREG] >> FLAG_I & 1 && !(mode & MODE_SHADOW))
        core_set_head (c, HEAD_MODE, mode | MODE_LATE);
}

void
avr_set_pc (struct micro_core *c, uint32_t pc)
{
    fast_set_pc (c, pc);
}
