/* execute_alu.c -- arithmetic and logic. */
#include <assert.h>

#include "mcs51/core/execute.h"
#include "micro/fast.h"

enum {
    CY = 1 << FLAG_CY,
    AC = 1 << FLAG_AC,
    OV = 1 << FLAG_OV,
};

static void
set_flags (struct micro_core *c, uint8_t which, unsigned flags)
{
    mcs51_set_flags (c, which, (struct micro_value) {(uint8_t) flags, 0});
}

static void
add (struct micro_core *c, const struct mcs51_instruction *i)
{
    unsigned a = fast_need (c, MCS51_ACC), b = mcs51_need (c, i->from, false);
    unsigned carry = i->op == MCS51_ADDC ? mcs51_need_flag (c, FLAG_CY) : false;
    unsigned sum = a + b + carry;
    unsigned half = (a & 15) + (b & 15) + carry;
    unsigned overflow = ~(a ^ b) & (a ^ sum) & 0x80;
    fast_put (c, MCS51_ACC, (uint8_t) sum);
    set_flags (c, CY | AC | OV,
               (sum > 0xff ? CY : 0) | (half > 15 ? AC : 0)
                   | (overflow ? OV : 0));
}

static void
subtract (struct micro_core *c, const struct mcs51_instruction *i)
{
    unsigned a = fast_need (c, MCS51_ACC), b = mcs51_need (c, i->from, false);
    unsigned borrow = mcs51_need_flag (c, FLAG_CY);
    unsigned rest = a - b - borrow;
    bool half = (a & 15) < (b & 15) + borrow, whole = a < b + borrow;
    unsigned overflow = (a ^ b) & (a ^ rest) & 0x80;
    fast_put (c, MCS51_ACC, (uint8_t) rest);
    set_flags (c, CY | AC | OV,
               (whole ? CY : 0) | (half ? AC : 0) | (overflow ? OV : 0));
}

static void
multiply (struct micro_core *c)
{
    unsigned product = fast_need (c, MCS51_ACC) * fast_need (c, MCS51_B);
    fast_put (c, MCS51_ACC, (uint8_t) product);
    fast_put (c, MCS51_B, (uint8_t) (product >> 8));
    set_flags (c, CY | OV, product > 0xff ? OV : 0);
}

/* By 0: the manual leaves both undefined. */
static void
divide (struct micro_core *c)
{
    uint8_t a = fast_need (c, MCS51_ACC), b = fast_need (c, MCS51_B);
    if (b) {
        fast_put (c, MCS51_ACC, a / b);
        fast_put (c, MCS51_B, a % b);
    } else {
        core_set (c, MCS51_ACC, (struct micro_value) {0, 0xff});
        core_set (c, MCS51_B, (struct micro_value) {0, 0xff});
    }
    set_flags (c, CY | OV, b ? 0 : OV);
}

/* Both corrections can set the carry; none clears it. */
static void
adjust (struct micro_core *c)
{
    unsigned a = fast_need (c, MCS51_ACC);
    bool carry = mcs51_need_flag (c, FLAG_CY);
    if ((a & 15) > 9 || mcs51_need_flag (c, FLAG_AC))
        a += 6;
    carry |= a > 0xff;
    if ((a & 0xf0) > 0x90 || carry)
        a += 0x60;
    carry |= a > 0xff;
    fast_put (c, MCS51_ACC, (uint8_t) a);
    set_flags (c, CY, carry ? CY : 0);
}

static void
count (struct micro_core *c, const struct mcs51_instruction *i)
{
    uint8_t value = mcs51_need (c, i->to, true);
    value = (uint8_t) (i->op == MCS51_INC ? value + 1 : value - 1);
    mcs51_store (c, i->to, (struct micro_value) {value, 0});
}

void
mcs51_arithmetic (struct micro_core *c, const struct mcs51_instruction *i)
{
    switch (i->op) {
    case MCS51_ADD:
    case MCS51_ADDC:
        add (c, i);
        break;
    case MCS51_SUBB:
        subtract (c, i);
        break;
    case MCS51_INC:
    case MCS51_DEC:
        count (c, i);
        break;
    case MCS51_INC_DPTR:
        fast_put_pair (c, MCS51_DPL, (uint16_t) (fast_pair (c, MCS51_DPL) + 1));
        break;
    case MCS51_MUL:
        multiply (c);
        break;
    case MCS51_DIV:
        divide (c);
        break;
    default:
        assert (i->op == MCS51_DA);
        adjust (c);
    }
}

/* ---- bit by bit */

static struct micro_value
combine (unsigned op, struct micro_value a, struct micro_value b)
{
    uint8_t one, open = a.unknown | b.unknown;
    switch (op) {
    case MCS51_ANL:
        one = a.bits & b.bits;
        open = (a.bits | a.unknown) & (b.bits | b.unknown) & open;
        break;
    case MCS51_ORL:
        one = a.bits | b.bits;
        open &= (uint8_t) ~one;
        break;
    default:
        assert (op == MCS51_XRL);
        one = (a.bits ^ b.bits) & (uint8_t) ~open;
    }
    return (struct micro_value) {one, open};
}

/* XRL A,ACC is 0, whatever A was. */
static bool
is_with_itself (const struct mcs51_instruction *i)
{
    return i->to.mode == OPERAND_A && i->from.mode == OPERAND_DIRECT
           && i->from.x == MCS51_ACC;
}

static uint8_t
turned (uint8_t x, unsigned op, unsigned in)
{
    switch (op) {
    case MCS51_RR:
        return (uint8_t) (x >> 1 | x << 7);
    case MCS51_RL:
        return (uint8_t) (x << 1 | x >> 7);
    case MCS51_RRC:
        return (uint8_t) (x >> 1 | in << 7);
    case MCS51_RLC:
        return (uint8_t) (x << 1 | in);
    default:
        assert (op == MCS51_SWAP);
        return (uint8_t) (x << 4 | x >> 4);
    }
}

static void
turn (struct micro_core *c, unsigned op)
{
    struct micro_value a = fast_get (c, MCS51_ACC);
    unsigned carry = mcs51_flag (c, FLAG_CY), out = op == MCS51_RLC ? 7 : 0;
    fast_set (c, MCS51_ACC,
              (struct micro_value) {turned (a.bits, op, carry == 1),
                                    turned (a.unknown, op, carry == 2)});
    if (op == MCS51_RRC || op == MCS51_RLC)
        mcs51_set_carry (c, a.unknown >> out & 1 ? 2 : a.bits >> out & 1);
}

void
mcs51_logic (struct micro_core *c, const struct mcs51_instruction *i)
{
    struct micro_value a;
    switch (i->op) {
    case MCS51_ORL:
    case MCS51_ANL:
    case MCS51_XRL:
        if (i->op == MCS51_XRL && is_with_itself (i)) {
            fast_put (c, MCS51_ACC, 0);
            break;
        }
        a = mcs51_load (c, i->to, true);
        mcs51_store (c, i->to,
                     combine (i->op, a, mcs51_load (c, i->from, false)));
        break;
    case MCS51_CLR:
        fast_put (c, MCS51_ACC, 0);
        break;
    case MCS51_CPL:
        a = fast_get (c, MCS51_ACC);
        a.bits = (uint8_t) ~(a.bits | a.unknown);
        fast_set (c, MCS51_ACC, a);
        break;
    default:
        turn (c, i->op);
    }
}
