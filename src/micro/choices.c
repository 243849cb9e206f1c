/* choices.c -- all combinations of what one step chooses, in rising order.
 */
#include "micro/core.h"

#include <assert.h>

void
choices_init (struct micro_choices *c)
{
    c->made = c->used = 0;
}

void
choices_rewind (struct micro_choices *c)
{
    c->used = 0;
}

bool
choices_next (struct micro_choices *c)
{
    assert (c->used <= MICRO_CHOICES);
    assert (c->made <= c->used); /* the same step asks the same again */
    while (c->used && c->value[c->used - 1] + 1 == c->arity[c->used - 1])
        c->used--;
    c->made = c->used;
    c->used = 0;
    if (!c->made)
        return false;
    c->value[c->made - 1]++;
    assert (c->value[c->made - 1] < c->arity[c->made - 1]);
    return true;
}

static uint32_t
choices_ask (struct micro_choices *c, uint32_t arity)
{
    unsigned n = c->used++;
    if (n < c->made) {
        assert (c->arity[n] == arity);
        return c->value[n];
    }
    c->made = c->used;
    c->arity[n] = arity;
    return c->value[n] = 0;
}

uint32_t
core_choose (struct micro_core *c, uint32_t arity)
{
    assert (arity);
    if (arity == 1)
        return 0;
    if (!c->branching) {
        c->branched = true;
        return 0;
    }
    assert (c->choices);
    if (c->choices->used == MICRO_CHOICES) {
        if (!c->cut)
            c->cut = FAULT_OTHER;
        return 0;
    }
    return choices_ask (c->choices, arity);
}

uint8_t
core_know (struct micro_core *c, struct micro_value v)
{
    assert (!(v.bits & v.unknown));
    if (!v.unknown)
        return v.bits;
    if (c->program->broken & BROKEN_DELAY
        && c->program->reductions & MICRO_DELAY)
        return v.bits;
    unsigned count = (unsigned) __builtin_popcount (v.unknown);
    uint32_t chosen = core_choose (c, 1u << count);
    for (uint8_t left = v.unknown; left; left &= (uint8_t) (left - 1)) {
        if (chosen & 1)
            v.bits |= (uint8_t) (left & -left);
        chosen >>= 1;
    }
    assert (!chosen);
    return v.bits;
}
