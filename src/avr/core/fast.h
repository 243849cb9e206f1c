/* fast.h -- what every instruction of an AVR does with the core's bytes. */
#ifndef AVR_CORE_FAST_H
#define AVR_CORE_FAST_H

#include "micro/fast.h"
#include "avr/core/core.h"

/* The flags in `which` become those of `v`; never SREG.I. */
static inline void
fast_flags (struct micro_core *c, uint8_t which, struct micro_value v)
{
    assert (!(which & 1 << FLAG_I) && !((v.bits | v.unknown) & ~which));
    struct micro_value old = fast_get (c, AVR_SREG);
    old.bits = (uint8_t) ((old.bits & ~which) | v.bits);
    old.unknown = (uint8_t) ((old.unknown & ~which) | v.unknown);
    fast_set (c, AVR_SREG, old);
}

/* Of three bytes where the flash needs them. */
static inline uint32_t
fast_pc3 (const struct micro_core *c)
{
    return fast_pc (c) | (uint32_t) c->state[HEAD_PC_HIGH] << 16;
}

static inline void
fast_set_pc (struct micro_core *c, uint32_t pc)
{
    pc &= avr_of (c)->device->flash_bytes / 2 - 1;
    fast_put_pc (c, pc);
    fast_write (c, HEAD_PC_HIGH, (uint8_t) (pc >> 16));
}

#endif
