/* fast.h -- the core's bytes without a call, for what every instruction
 * does.  Only core.c, access.c, step.c and avr_execute*.c include
 * it. */
#ifndef AVR_CORE_FAST_H
#define AVR_CORE_FAST_H

#include <assert.h>

#include "avr/core/core.h"

static inline void
fast_write (struct avr_core *c, uint32_t at, uint8_t value)
{
    if (c->state[at] == value)
        return;
    assert (c->undos < AVR_UNDO);
    c->undo[c->undos++] = (struct avr_undo) {at, c->state[at]};
    c->state[at] = value;
}

static inline bool
fast_observed (const struct avr_core *c, uint16_t address)
{
    const uint8_t *observed = c->program->property.observed;
    return observed && observed[address >> 3] >> (address & 7) & 1;
}

/* Nothing about the byte but that it is known. */
static inline void
fast_put (struct avr_core *c, uint16_t address, uint8_t value)
{
    assert (address < c->data_size);
    if (fast_observed (c, address)
        && (c->data[address] != value || c->mask[address]))
        c->observed = true;
    fast_write (c, HEAD_SIZE + address, value);
    fast_write (c, HEAD_SIZE + c->data_size + address, 0);
}

static inline struct avr_value
fast_get (const struct avr_core *c, uint16_t address)
{
    assert (address < c->data_size);
    return (struct avr_value) {c->data[address], c->mask[address]};
}

static inline uint8_t
fast_need (struct avr_core *c, uint16_t address)
{
    return c->mask[address] ? core_need (c, address) : c->data[address];
}

/* A pair of registers; low first. */
static inline uint16_t
fast_pair (struct avr_core *c, uint16_t low)
{
    uint8_t l = fast_need (c, low);
    return (uint16_t) (l | fast_need (c, (uint16_t) (low + 1)) << 8);
}

static inline void
fast_put_pair (struct avr_core *c, uint16_t low, uint16_t value)
{
    fast_put (c, low, (uint8_t) value);
    fast_put (c, (uint16_t) (low + 1), (uint8_t) (value >> 8));
}

static inline void
fast_set (struct avr_core *c, uint16_t address, struct avr_value v)
{
    if (v.unknown)
        core_set (c, address, v);
    else
        fast_put (c, address, v.bits);
}

/* The flags in `which` become those of `v`; never SREG.I. */
static inline void
fast_flags (struct avr_core *c, uint8_t which, struct avr_value v)
{
    assert (!(which & 1 << FLAG_I) && !((v.bits | v.unknown) & ~which));
    struct avr_value old = fast_get (c, AVR_SREG);
    old.bits = (uint8_t) ((old.bits & ~which) | v.bits);
    old.unknown = (uint8_t) ((old.unknown & ~which) | v.unknown);
    fast_set (c, AVR_SREG, old);
}

static inline uint32_t
fast_pc (const struct avr_core *c)
{
    return c->state[HEAD_PC] | (uint32_t) c->state[HEAD_PC + 1] << 8;
}

static inline void
fast_set_pc (struct avr_core *c, uint32_t pc)
{
    pc &= c->program->device->flash_bytes / 2 - 1;
    fast_write (c, HEAD_PC, (uint8_t) pc);
    fast_write (c, HEAD_PC + 1, (uint8_t) (pc >> 8));
}

#endif
