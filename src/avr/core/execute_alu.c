/* execute_alu.c -- arithmetic.
 *
 * Carries mix all bits of the operands, so these are chosen first; what remains
 * is the manual's formulas. */
#include "avr/core/execute.h"

#include "avr/core/fast.h"

enum {
    C = 1 << FLAG_C,
    Z = 1 << FLAG_Z,
    N = 1 << FLAG_N,
    V = 1 << FLAG_V,
    S = 1 << FLAG_S,
    H = 1 << FLAG_H
};

/* N, S, Z of a result of 8 bits; V given. */
static unsigned
flags_of (uint8_t result, unsigned v)
{
    unsigned n = result >> 7;
    return (n ? N : 0) | (v ? V : 0) | (n != v ? S : 0) | (result ? 0 : Z);
}

static void
set_flags (struct micro_core *c, unsigned which, unsigned flags)
{
    fast_flags (c, (uint8_t) which, (struct micro_value) {(uint8_t) flags, 0});
}

static unsigned
carry_in (struct micro_core *c)
{
    return avr_need_flag (c, FLAG_C);
}

void
execute_add (struct micro_core *c, const struct avr_instruction *i)
{
    unsigned d = fast_need (c, i->d), r = fast_need (c, i->r);
    unsigned carry = i->op == AVR_ADC ? carry_in (c) : 0;
    uint8_t result = (uint8_t) (d + r + carry);
    unsigned carries = (d & r) | ((d | r) & ~(unsigned) result);
    unsigned overflow = (~(d ^ r) & (d ^ result)) >> 7 & 1;
    unsigned flags = flags_of (result, overflow);
    flags |= (carries & 0x80 ? C : 0) | (carries & 0x08 ? H : 0);
    fast_put (c, i->d, result);
    set_flags (c, C | Z | N | V | S | H, flags);
}

/* The difference; flags are set.  With `chained`, Z only goes from 1 to 0. */
static uint8_t
subtract (struct micro_core *c, unsigned d, unsigned r, unsigned carry,
          bool chained)
{
    uint8_t result = (uint8_t) (d - r - carry);
    assert (d < 256 && r < 256 && carry < 2);
    unsigned carries = (~d & r) | ((~d | r) & result);
    unsigned overflow = ((d ^ r) & (d ^ result)) >> 7 & 1;
    unsigned flags = flags_of (result, overflow), which = C | N | V | S | H;
    flags |= (carries & 0x80 ? C : 0) | (carries & 0x08 ? H : 0);
    if (chained && !result)
        flags &= ~(unsigned) Z; /* as it was, be it unknown */
    else
        which |= Z;
    set_flags (c, which, flags);
    return result;
}

void
execute_subtract (struct micro_core *c, const struct avr_instruction *i)
{
    bool chained = i->op == AVR_SBC || i->op == AVR_CPC;
    unsigned d = 0, r = 0; /* of a register less itself nothing is needed */
    if (i->d != i->r) {
        d = fast_need (c, i->d);
        r = fast_need (c, i->r);
    }
    unsigned carry = chained ? carry_in (c) : 0;
    uint8_t result = subtract (c, d, r, carry, chained);
    if (i->op == AVR_SUB || i->op == AVR_SBC)
        fast_put (c, i->d, result);
}

void
execute_subtract_constant (struct micro_core *c,
                           const struct avr_instruction *i)
{
    bool chained = i->op == AVR_SBCI;
    unsigned d = fast_need (c, i->d);
    unsigned carry = chained ? carry_in (c) : 0;
    assert (i->k < 256);
    uint8_t result = subtract (c, d, i->k, carry, chained);
    if (i->op != AVR_CPI)
        fast_put (c, i->d, result);
}

/* INC, DEC */
void
execute_count (struct micro_core *c, const struct avr_instruction *i)
{
    bool up = i->op == AVR_INC;
    uint8_t result = (uint8_t) (fast_need (c, i->d) + (up ? 1 : -1));
    fast_put (c, i->d, result);
    set_flags (c, Z | N | V | S,
               flags_of (result, result == (up ? 0x80 : 0x7f)));
}

void
execute_negate (struct micro_core *c, const struct avr_instruction *i)
{
    uint8_t d = fast_need (c, i->d);
    fast_put (c, i->d, subtract (c, 0, d, 0, false));
}

/* ADIW, SBIW */
void
execute_word (struct micro_core *c, const struct avr_instruction *i)
{
    uint16_t old = fast_pair (c, i->d);
    bool add = i->op == AVR_ADIW;
    uint16_t now = (uint16_t) (add ? old + i->k : old - i->k);
    unsigned up = (~old & now) >> 15 & 1, down = (old & ~now) >> 15 & 1;
    unsigned v = add ? up : down, carry = add ? down : up, n = now >> 15;
    assert (!(i->d & 1) && i->k < 64);
    fast_put_pair (c, i->d, now);
    set_flags (c, C | Z | N | V | S,
               (carry ? C : 0) | (now ? 0 : Z) | (n ? N : 0) | (v ? V : 0)
                   | (n != v ? S : 0));
}

static int32_t
factor (uint8_t value, bool is_signed)
{
    return is_signed ? (int8_t) value : value;
}

void
execute_multiply (struct micro_core *c, const struct avr_instruction *i)
{
    bool d_signed = i->op != AVR_MUL && i->op != AVR_FMUL;
    bool r_signed = i->op == AVR_MULS || i->op == AVR_FMULS;
    bool fraction =
        i->op == AVR_FMUL || i->op == AVR_FMULS || i->op == AVR_FMULSU;
    uint8_t d = fast_need (c, i->d), r = fast_need (c, i->r);
    int32_t product = factor (d, d_signed) * factor (r, r_signed);
    uint16_t result = (uint16_t) product;
    unsigned carry = result >> 15;
    if (fraction)
        result = (uint16_t) (result << 1);
    fast_put_pair (c, 0, result);
    set_flags (c, C | Z, (carry ? C : 0) | (result ? 0 : Z));
}
