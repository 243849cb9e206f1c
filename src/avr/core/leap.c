/* leap.c -- see leap.h. */
#include "avr/core/leap.h"

#include "avr/core/fast.h"
#include "avr/core/io.h"
#include "avr/device/loop.h"

/* Nothing happens in a round but what the instructions do. */
static bool
is_quiet (const struct micro_core *c)
{
    const struct avr_program *p = avr_of (c);
    uint8_t unsettled = MODE_SHADOW | MODE_LATE | MODE_SLEEP;
    if (c->state[HEAD_WINDOW] || c->state[HEAD_MODE] & unsettled
        || p->busy_count)
        return false;
    return !(c->data[AVR_SREG] >> FLAG_I & 1)
           || !(io_enabled (c) & ~c->program->environment.forbidden);
}

void
leap_on (struct micro_core *c, uint32_t back)
{
    enum { LEFT = 2 };
    uint8_t counter[4];
    uint32_t value = 0;
    unsigned n = avr_loop_counters (avr_of (c), back, counter);
    assert (n && n <= 4);
    for (unsigned i = 0; i < n; i++) {
        if (c->mask[counter[i]])
            return;
        value |= (uint32_t) c->data[counter[i]] << 8 * i;
    }
    if (value <= LEFT || !is_quiet (c))
        return;
    for (unsigned i = 0; i < n; i++)
        fast_put (c, counter[i], i ? 0 : LEFT);
}

void
leap_lose (struct micro_core *c)
{
    uint8_t counter[4];
    uint32_t back = avr_loop_around (avr_of (c), fast_pc3 (c));
    if (back == UINT32_MAX)
        return;
    unsigned n = avr_loop_counters (avr_of (c), back, counter);
    for (unsigned i = 0; i < n; i++)
        core_set (c, counter[i], (struct micro_value) {0, 0xff});
}
