/* execute_flow.c -- jumps, calls, returns, branches. */
#include <assert.h>

#include "mcs51/core/execute.h"
#include "micro/fast.h"
#include "micro/outside.h"

void
mcs51_push_pc (struct micro_core *c, uint16_t pc)
{
    mcs51_push (c, (struct micro_value) {(uint8_t) pc, 0});
    mcs51_push (c, (struct micro_value) {(uint8_t) (pc >> 8), 0});
}

static uint16_t
pop_pc (struct micro_core *c)
{
    unsigned high = core_know (c, mcs51_pop (c));
    return (uint16_t) (high << 8 | core_know (c, mcs51_pop (c)));
}

/* The service of the highest priority that is served ends. */
static uint16_t
flow_return_from_interrupt (struct micro_core *c)
{
    uint8_t service = c->state[HEAD_SERVICE];
    service &= (uint8_t) ~(service & SERVICE_HIGH ? SERVICE_HIGH : SERVICE_LOW);
    fast_write (c, HEAD_SERVICE, service);
    fast_write (c, HEAD_MODE, c->state[HEAD_MODE] | MODE_SHADOW);
    mcs51_late (c);
    return pop_pc (c);
}

/* One bit of A that is 1 is enough to know; else it is either, and what is not known
 * of A stays so unless A is 0. */
static bool
is_zero (struct micro_core *c)
{
    struct micro_value a = fast_get (c, MCS51_ACC);
    if (a.bits || !a.unknown)
        return !a.bits;
    if (!(a.unknown & (a.unknown - 1)) || outside_is_eager (c))
        return !core_need (c, MCS51_ACC);
    bool zero = core_choose (c, 2);
    if (zero)
        core_put (c, MCS51_ACC, 0);
    return zero;
}

static bool
differs (struct micro_core *c, const struct mcs51_instruction *i)
{
    uint8_t to = mcs51_need (c, i->to, false);
    uint8_t from = mcs51_need (c, i->from, false);
    mcs51_set_carry (c, to < from);
    return to != from;
}

static bool
counts_down (struct micro_core *c, const struct mcs51_instruction *i)
{
    struct micro_value v = mcs51_load (c, i->to, true);
    uint8_t value = (uint8_t) (core_know (c, v) - 1);
    mcs51_store (c, i->to, (struct micro_value) {value, 0});
    return value != 0;
}

static bool
branches (struct micro_core *c, const struct mcs51_instruction *i)
{
    switch (i->op) {
    case MCS51_JBC:
        if (!mcs51_need_bit (c, i->to.x, true))
            return false;
        mcs51_store_bit (c, i->to.x, 0);
        return true;
    case MCS51_JB:
        return mcs51_need_bit (c, i->to.x, false);
    case MCS51_JNB:
        return !mcs51_need_bit (c, i->to.x, false);
    case MCS51_JC:
        return mcs51_need_flag (c, FLAG_CY);
    case MCS51_JNC:
        return !mcs51_need_flag (c, FLAG_CY);
    case MCS51_JZ:
        return is_zero (c);
    case MCS51_JNZ:
        return !is_zero (c);
    case MCS51_CJNE:
        return differs (c, i);
    default:
        assert (i->op == MCS51_DJNZ);
        return counts_down (c, i);
    }
}

uint16_t
mcs51_flow (struct micro_core *c, const struct mcs51_instruction *i,
            uint16_t next)
{
    switch (i->op) {
    case MCS51_JMP:
        return i->k;
    case MCS51_JMP_AT: {
        uint16_t base = fast_pair (c, MCS51_DPL);
        return (uint16_t) (base + fast_need (c, MCS51_ACC));
    }
    case MCS51_CALL:
        mcs51_push_pc (c, next);
        return i->k;
    case MCS51_RET:
        return pop_pc (c);
    case MCS51_RETI:
        return flow_return_from_interrupt (c);
    default:
        return branches (c, i) ? i->k : next;
    }
}
