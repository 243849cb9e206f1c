/* execute_bit.c -- single bits and the carry. */
#include <assert.h>

#include "mcs51/core/execute.h"

/* Three values: 0, 1, and 2 for unknown. */
static unsigned
not3 (unsigned a)
{
    return a == 2 ? 2 : !a;
}

static unsigned
and3 (unsigned a, unsigned b)
{
    if (!a || !b)
        return 0;
    return a == 2 || b == 2 ? 2 : 1;
}

static unsigned
read_bit (struct micro_core *c, struct mcs51_operand o)
{
    return o.mode == OPERAND_CARRY ? mcs51_flag (c, FLAG_CY)
                                   : mcs51_load_bit (c, o.x, false);
}

static void
write_bit (struct micro_core *c, struct mcs51_operand o, unsigned ternary)
{
    if (o.mode == OPERAND_CARRY)
        mcs51_set_carry (c, ternary);
    else
        mcs51_store_bit (c, o.x, ternary);
}

static void
complement (struct micro_core *c, struct mcs51_operand o)
{
    unsigned old = o.mode == OPERAND_CARRY ? mcs51_flag (c, FLAG_CY)
                                           : mcs51_load_bit (c, o.x, true);
    write_bit (c, o, not3 (old));
}

void
mcs51_bits (struct micro_core *c, const struct mcs51_instruction *i)
{
    unsigned carry = mcs51_flag (c, FLAG_CY);
    switch (i->op) {
    case MCS51_CLR_BIT:
    case MCS51_SETB:
        write_bit (c, i->to, i->op == MCS51_SETB);
        break;
    case MCS51_CPL_BIT:
        complement (c, i->to);
        break;
    case MCS51_MOV_C:
        mcs51_set_carry (c, read_bit (c, i->from));
        break;
    case MCS51_MOV_BIT:
        write_bit (c, i->to, carry);
        break;
    case MCS51_ANL_C:
        mcs51_set_carry (c, and3 (carry, read_bit (c, i->from)));
        break;
    case MCS51_ANL_C_NOT:
        mcs51_set_carry (c, and3 (carry, not3 (read_bit (c, i->from))));
        break;
    case MCS51_ORL_C:
        mcs51_set_carry (
            c, not3 (and3 (not3 (carry), not3 (read_bit (c, i->from)))));
        break;
    default:
        assert (i->op == MCS51_ORL_C_NOT);
        mcs51_set_carry (c, not3 (and3 (not3 (carry), read_bit (c, i->from))));
    }
}
