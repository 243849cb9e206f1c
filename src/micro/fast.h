/* fast.h -- the core's bytes without a call, for what every instruction
 * does.  Only the cores of machines include it. */
#ifndef MICRO_FAST_H
#define MICRO_FAST_H

#include <assert.h>

#include "micro/core.h"

static inline void
fast_write (struct micro_core *c, uint32_t at, uint8_t value)
{
    if (c->state[at] == value)
        return;
    assert (c->undos < MICRO_UNDO);
    c->undo[c->undos++] = (struct micro_undo) {at, c->state[at]};
    c->state[at] = value;
}

static inline bool
fast_observed (const struct micro_core *c, uint16_t address)
{
    const uint8_t *observed = c->program->property.observed;
    return observed && observed[address >> 3] >> (address & 7) & 1;
}

/* Nothing about the byte but that it is known. */
static inline void
fast_put (struct micro_core *c, uint16_t address, uint8_t value)
{
    assert (address < c->data_size);
    if (fast_observed (c, address)
        && (c->data[address] != value || c->mask[address]))
        c->observed = true;
    fast_write (c, HEAD_SIZE + address, value);
    fast_write (c, HEAD_SIZE + c->data_size + address, 0);
}

static inline struct micro_value
fast_get (const struct micro_core *c, uint16_t address)
{
    assert (address < c->data_size);
    return (struct micro_value) {c->data[address], c->mask[address]};
}

static inline uint8_t
fast_need (struct micro_core *c, uint16_t address)
{
    return c->mask[address] ? core_need (c, address) : c->data[address];
}

/* A pair of registers; low first. */
static inline uint16_t
fast_pair (struct micro_core *c, uint16_t low)
{
    uint8_t l = fast_need (c, low);
    return (uint16_t) (l | fast_need (c, (uint16_t) (low + 1)) << 8);
}

static inline void
fast_put_pair (struct micro_core *c, uint16_t low, uint16_t value)
{
    fast_put (c, low, (uint8_t) value);
    fast_put (c, (uint16_t) (low + 1), (uint8_t) (value >> 8));
}

static inline void
fast_set (struct micro_core *c, uint16_t address, struct micro_value v)
{
    if (v.unknown)
        core_set (c, address, v);
    else
        fast_put (c, address, v.bits);
}

/* Of 16 bits. */
static inline uint32_t
fast_pc (const struct micro_core *c)
{
    return c->state[HEAD_PC] | (uint32_t) c->state[HEAD_PC + 1] << 8;
}

static inline void
fast_put_pc (struct micro_core *c, uint32_t pc)
{
    fast_write (c, HEAD_PC, (uint8_t) pc);
    fast_write (c, HEAD_PC + 1, (uint8_t) (pc >> 8));
}

#endif
