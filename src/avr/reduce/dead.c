/* dead.c -- dead-variable reduction.
 *
 * Unknown rather than 0: whatever reads it after all gets every value, so that
 * a gap in live.c could never hide a run. */
#include "avr/reduce/dead.h"

#include <assert.h>

#include "avr/reduce/flow.h"

static void
forget (struct micro_core *c, uint32_t address)
{
    assert (address < c->data_size);
    c->data[address] = 0;
    c->mask[address] = 0xff;
}

/* Also in the shadow of SEI interrupts will come soon. */
static int
interrupts_on (const struct micro_core *c)
{
    uint8_t sreg = c->data[AVR_SREG] | c->mask[AVR_SREG];
    return sreg >> FLAG_I & 1 || c->state[HEAD_MODE] & MODE_SHADOW;
}

static void
forget_cells (struct micro_core *c, const struct avr_live *l,
              const uint64_t *row)
{
    for (size_t i = 0; i < l->cell.size; i += 64) {
        size_t count = l->cell.size - i < 64 ? l->cell.size - i : 64;
        uint64_t all = count == 64 ? UINT64_MAX : ((uint64_t) 1 << count) - 1;
        for (uint64_t dead = all & ~row[i / 64]; dead; dead &= dead - 1)
            forget (c, l->cell.at[i + (size_t) __builtin_ctzll (dead)]);
    }
}

void
avr_dead_forget (struct micro_core *c)
{
    const struct avr_live *l = avr_of (c)->live;
    uint32_t pc = core_pc (c);
    if (!l || !(c->program->reductions & MICRO_DEAD) || pc >= l->words)
        return;
    int on = interrupts_on (c);
    for (uint32_t dead = ~l->registers[on][pc]; dead; dead &= dead - 1)
        forget (c, (uint32_t) __builtin_ctz (dead));
    uint8_t flags = (uint8_t) ~l->flags[on][pc];
    assert (!(flags >> FLAG_I & 1));
    c->data[AVR_SREG] &= (uint8_t) ~flags;
    c->mask[AVR_SREG] |= flags;
    forget_cells (c, l, l->cells[on] + pc * ((l->cell.size + 63) / 64));
}
