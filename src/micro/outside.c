/* outside.c -- bits that come from outside, as the environment allows them. */
#include "micro/outside.h"

#include <assert.h>

#include "micro/reads.h"

bool
outside_is_eager (const struct micro_core *c)
{
    const struct micro_program *p = c->program;
    return p->memory == MICRO_EXACT || !(p->reductions & MICRO_DELAY)
           || micro_is_eager (p, core_pc (c));
}

uint8_t
outside_choose (struct micro_core *c, uint8_t mask)
{
    uint32_t number = core_choose (c, 1u << __builtin_popcount (mask));
    uint8_t bits = 0;
    for (; mask; mask &= (uint8_t) (mask - 1), number >>= 1)
        if (number & 1)
            bits |= (uint8_t) (mask & -mask);
    assert (!number);
    return bits;
}

/* Does some value of the restriction agree with `x` in the bits `seen`? */
static bool
allows (const struct micro_allowed *a, uint8_t x, uint8_t seen)
{
    uint8_t mask = a->mask & seen;
    if (!mask || !a->values.size)
        return true;
    for (size_t i = 0; i < a->values.size; i++)
        if (!((a->values.at[i] ^ x) & mask))
            return true;
    return false;
}

static bool
allowed_by_all (const struct micro_environment *e, uint16_t address, uint8_t x,
                uint8_t seen)
{
    for (size_t i = 0; i < e->allowed.size; i++)
        if (e->allowed.at[i].address == address
            && !allows (&e->allowed.at[i], x, seen))
            return false;
    return true;
}

static bool
is_restricted (const struct micro_environment *e, uint16_t address)
{
    for (size_t i = 0; i < e->allowed.size; i++)
        if (e->allowed.at[i].address == address)
            return true;
    return false;
}

/* One of the values, or what they share if all combinations of the rest are
 * among them. */
static struct micro_value
pick (struct micro_core *c, const uint8_t *value, unsigned values)
{
    uint8_t some = 0, every = 0xff;
    assert (values && values <= 256);
    for (unsigned i = 0; i < values; i++) {
        some |= value[i];
        every &= value[i];
    }
    uint8_t varying = some & (uint8_t) ~every;
    bool cube = values == 1u << __builtin_popcount (varying);
    if (cube && (!varying || !outside_is_eager (c)))
        return (struct micro_value) {every, varying};
    return (struct micro_value) {value[core_choose (c, values)], 0};
}

static struct micro_value
choose (struct micro_core *c, uint16_t address, uint8_t unknown,
        uint8_t restricted)
{
    const struct micro_environment *e = &c->program->environment;
    uint8_t value[256], x = 0;
    unsigned values = 0;
    c->input = true;
    if (!is_restricted (e, address)) {
        if (!outside_is_eager (c))
            return (struct micro_value) {0, unknown};
        return (struct micro_value) {outside_choose (c, unknown), 0};
    }
    do { /* all parts of `unknown`, in rising order */
        if (allowed_by_all (e, address, x, unknown & restricted))
            value[values++] = x;
        x = (uint8_t) (x - unknown) & unknown;
    } while (x);
    return pick (c, value, values);
}

struct micro_value
outside_bits (struct micro_core *c, uint16_t address, uint8_t unknown,
              uint8_t restricted)
{
    if (!unknown)
        return (struct micro_value) {0, 0};
    struct micro_value v = choose (c, address, unknown, restricted);
    return c->program->reads.size ? micro_reads_note (c, address, unknown, v)
                                  : v;
}

struct micro_value
outside_between (struct micro_core *c, uint8_t least, uint8_t most)
{
    uint8_t value[256];
    unsigned values = 0;
    assert (least <= most);
    c->input = true;
    for (unsigned x = least; x <= most; x++)
        value[values++] = (uint8_t) x;
    return pick (c, value, values);
}
