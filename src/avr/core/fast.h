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

static inline void
fast_set_pc (struct micro_core *c, uint32_t pc)
{
    fast_put_pc (c, pc & (avr_of (c)->device->flash_bytes / 2 - 1));
}

#endif
