/* execute_alu.c -- sums and differences. */
#include "xc167/core/execute.h"

static uint16_t
sign_of (bool is_byte)
{
    return is_byte ? 0x80 : 0x8000;
}

/* Flags of x + y + carry, or x - y - carry: `result` has one bit more. */
static void
set_flags (struct micro_core *c, uint32_t x, uint32_t y, uint32_t result,
           bool subtracts, bool keeps_zero, bool is_byte)
{
    uint32_t mask = value_mask (is_byte), sign = sign_of (is_byte);
    uint32_t overflow =
        subtracts ? (x ^ y) & (x ^ result) : ~(x ^ y) & (x ^ result);
    bool zero = !(result & mask);
    if (keeps_zero && zero)
        zero = xc167_need_flag (c, PSW_Z);
    uint8_t flags = (uint8_t) ((y == sign ? PSW_E : 0) | (zero ? PSW_Z : 0)
                               | (overflow & sign ? PSW_V : 0)
                               | (result & (mask + 1) ? PSW_C : 0)
                               | (result & sign ? PSW_N : 0));
    xc167_flags (c, PSW_FLAGS, flags, 0);
}

/* ADD, ADDC, SUB, SUBC, CMP */
void
c166_sum (struct micro_core *c, const struct xc167_instruction *i)
{
    bool subtracts = i->op != XC_ADD && i->op != XC_ADDC;
    bool carries = i->op == XC_ADDC || i->op == XC_SUBC;
    uint32_t y = xc167_know (c, operand_worth (c, &i->b, i->is_byte));
    struct operand_place to = operand_find (c, &i->a, i->is_byte);
    uint32_t x = xc167_know (c, operand_load (c, &to, i->is_byte));
    uint32_t carry = carries && xc167_need_flag (c, PSW_C);
    uint32_t result = subtracts ? x - y - carry : x + y + carry;
    if (i->op == XC_CMP || !operand_is_psw (&to))
        set_flags (c, x, y, result, subtracts, carries, i->is_byte);
    if (i->op != XC_CMP)
        operand_store (c, &to, value_of (result & value_mask (i->is_byte)),
                       i->is_byte);
}

/* CMPI1, CMPI2, CMPD1, CMPD2 */
void
c166_count (struct micro_core *c, const struct xc167_instruction *i)
{
    static const int16_t step[] = {1, 2, -1, -2};
    assert (i->op >= XC_CMPI1 && i->op <= XC_CMPD2);
    uint16_t at = xc167_gpr (c, i->a.n);
    uint32_t x = xc167_need (c, at);
    uint32_t y = xc167_know (c, operand_worth (c, &i->b, false));
    set_flags (c, x, y, x - y, true, false, false);
    xc167_put (c, at, (uint16_t) (x + (uint32_t) step[i->op - XC_CMPI1]));
}

/* NEG: what is tested for the end of a table is the operand itself */
void
c166_negate (struct micro_core *c, const struct xc167_instruction *i)
{
    struct operand_place at = operand_find (c, &i->a, i->is_byte);
    uint32_t x = xc167_know (c, operand_load (c, &at, i->is_byte));
    set_flags (c, 0, x, 0 - x, true, false, i->is_byte);
    operand_store (c, &at, value_of ((0 - x) & value_mask (i->is_byte)),
                   i->is_byte);
}
