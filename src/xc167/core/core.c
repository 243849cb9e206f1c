/* core.c -- resets, and when interrupts that must come may wait. */
#include "xc167/core/core.h"

#include <string.h>

#include "micro/fast.h"
#include "xc167/core/request.h"

static void
reset_registers (struct micro_core *c)
{
    const struct xc167_program *p = xc167_of (c);
    for (size_t i = 0; i < p->device->register_count; i++)
        xc167_put (c, (uint16_t) (2 * i), p->device->registers[i].reset);
    xc167_put (c, XC167_VECSEG, p->vectors);
    fast_put_pc (c, (uint32_t) p->vectors << 15);
    fast_write (c, HEAD_PC_HIGH, (uint8_t) (p->vectors >> 1));
}

void
xc167_power_on (struct micro_core *c)
{
    uint32_t hot = c->program->hot;
    memset (c->mask + hot, 0xff, c->data_size - hot);
    reset_registers (c);
    request_settle_all (c);
}

void
xc167_restart (struct micro_core *c)
{
    uint8_t begun = c->state[HEAD_MODE] & MODE_BEGUN;
    for (unsigned i = 0; i < HEAD_SIZE; i++)
        fast_write (c, i, 0);
    fast_write (c, HEAD_MODE, begun);
    reset_registers (c);
    core_look (c);
}

void
xc167_late (struct micro_core *c)
{
    if (c->data[XC167_PSW + 1] & PSW_IEN)
        core_set_head (c, HEAD_MODE, c->state[HEAD_MODE] | MODE_LATE);
}

void
xc167_before (struct micro_core *c)
{
    enum { INSTRUCTIONS = 3 }; /* this one counts */
    uint8_t high = c->data[XC167_PSW + 1], old = c->state[HEAD_BEFORE];
    uint8_t now = (uint8_t) (high >> 4 | (high & PSW_IEN ? BEFORE_IEN : 0));
    if (old >> BEFORE_COUNT
        & 3) { /* what let in more: a lower level, enabled */
        if (old & BEFORE_IEN
            && (!(now & BEFORE_IEN) || (old & 15) < (now & 15)))
            now = old & 0x1f;
    }
    fast_write (c, HEAD_BEFORE, (uint8_t) (now | INSTRUCTIONS << BEFORE_COUNT));
}
