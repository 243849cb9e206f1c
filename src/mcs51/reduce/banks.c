/* banks.c -- see banks.h. */
#include "mcs51/reduce/banks.h"

#include <assert.h>

#include "base/vec.h"
#include "mcs51/reduce/effect.h"
#include "micro/class.h"

enum { BANK_0 = 1 };

/* What a bit of the bank's number makes of a set. */
static uint8_t
with_bit (uint8_t set, unsigned bit, bool value)
{
    uint8_t made = 0;
    assert (bit < 2);
    for (unsigned bank = 0; bank < 4; bank++)
        if (set >> bank & 1)
            made |= (uint8_t) (1u << ((bank & ~(1u << bit))
                                      | (unsigned) value << bit));
    return made;
}

static bool
is_bank_bit (struct mcs51_operand o)
{
    return o.mode == OPERAND_BIT && mcs51_bit_byte (o.x) == MCS51_PSW
           && ((o.x & 7) == FLAG_RS0 || (o.x & 7) == FLAG_RS1);
}

static bool
stores_status (const struct mcs51_instruction *i)
{
    struct mcs51_effect e;
    if (i->to.mode == OPERAND_BIT)
        return false;
    mcs51_effect_of (i, &e);
    for (unsigned n = 0; n < e.stores; n++)
        if (e.store[n] == MCS51_PSW)
            return true;
    return false;
}

/* `any`: all that the program names. */
static uint8_t
behind (const struct mcs51_instruction *i, uint8_t set, uint8_t any)
{
    if (is_bank_bit (i->to)) {
        unsigned bit = (i->to.x & 7) - FLAG_RS0;
        if (i->op == MCS51_SETB || i->op == MCS51_CLR_BIT)
            return with_bit (set, bit, i->op == MCS51_SETB);
        if (i->op == MCS51_CPL_BIT || i->op == MCS51_MOV_BIT
            || i->op == MCS51_JBC)
            return with_bit (set, bit, true) | with_bit (set, bit, false);
        return set;
    }
    if (!stores_status (i))
        return set;
    if (i->op == MCS51_MOV && i->from.mode == OPERAND_IMMEDIATE)
        return (uint8_t) (1u << (i->from.x >> FLAG_RS0 & 3));
    return any;
}

static uint8_t
find_any (const struct mcs51_program *p, const struct micro_flow *f)
{
    uint8_t any = BANK_0, old;
    do {
        old = any;
        for (uint32_t pc = 0; pc < f->words; pc++)
            if (f->mark[pc] & FLOW_REACHED)
                any |= behind (&p->instruction[pc], any, any);
    } while (any != old);
    return any;
}

uint8_t *
mcs51_banks (const struct mcs51_program *p, const struct micro_flow *f)
{
    const struct mcs51_device *d = p->device;
    uint8_t *set = NEW_ARRAY (uint8_t, f->words + 1);
    uint8_t any = find_any (p, f);
    bool changed = true;
    if (f->words)
        set[0] = BANK_0;
    for (size_t v = 1; v < d->vector_count; v++)
        if (d->vectors[v].entry < f->words)
            set[d->vectors[v].entry] = any;
    while (changed) {
        changed = false;
        for (uint32_t pc = 0; pc < f->words; pc++) {
            uint8_t out = behind (&p->instruction[pc], set[pc], any);
            for (uint32_t k = f->first[pc]; set[pc] && k < f->first[pc + 1];
                 k++) {
                changed |= (out & ~set[f->target[k]]) != 0;
                set[f->target[k]] |= out;
            }
        }
    }
    for (uint32_t pc = 0; pc < f->words; pc++)
        if (!set[pc]) /* an indirect jump may lead here */
            set[pc] = any;
    return set;
}
