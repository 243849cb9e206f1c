/* execute_logic.c -- operations bit by bit, in three values.
 *
 * A result bit is unknown if the operands' known bits leave it open.  Equal
 * unknown bits of two registers are not known to be equal; a register and
 * itself are. */
#include "avr/core/execute.h"

#include "avr/core/fast.h"

static struct micro_value
value_and (struct micro_value a, struct micro_value b)
{
    uint8_t open = (uint8_t) ((a.unknown & (b.bits | b.unknown))
                              | (b.unknown & (a.bits | a.unknown)));
    return (struct micro_value) {a.bits & b.bits, open};
}

static struct micro_value
value_or (struct micro_value a, struct micro_value b)
{
    uint8_t ones = a.bits | b.bits;
    return (struct micro_value) {ones,
                                 (uint8_t) ((a.unknown | b.unknown) & ~ones)};
}

static struct micro_value
value_xor (struct micro_value a, struct micro_value b)
{
    uint8_t open = a.unknown | b.unknown;
    return (struct micro_value) {(uint8_t) ((a.bits ^ b.bits) & ~open), open};
}

/* Bit `from` of the value as bit `to`, all others 0. */
static struct micro_value
bit_as (struct micro_value v, unsigned from, unsigned to)
{
    return (struct micro_value) {(uint8_t) ((v.bits >> from & 1) << to),
                                 (uint8_t) ((v.unknown >> from & 1) << to)};
}

static struct micro_value
flag_as (const struct micro_core *c, enum avr_flag_bit flag, unsigned to)
{
    return bit_as (fast_get (c, AVR_SREG), flag, to);
}

static struct micro_value
zero_flag (struct micro_value v)
{
    struct micro_value z = {0, 0};
    if (!v.bits && v.unknown)
        z.unknown = 1 << FLAG_Z;
    else if (!v.bits)
        z.bits = 1 << FLAG_Z;
    return z;
}

/* Stores a result; gives what stands there now if that says more. */
static struct micro_value
keep (struct micro_core *c, uint8_t d, struct micro_value v)
{
    fast_set (c, d, v);
    struct micro_value kept = fast_get (c, d);
    return kept.unknown ? v : kept;
}

static struct micro_value
logic_result (struct micro_core *c, const struct avr_instruction *i)
{
    struct micro_value d = fast_get (c, i->d), k = {(uint8_t) i->k, 0};
    switch (i->op) {
    case AVR_AND:
        return value_and (d, fast_get (c, i->r));
    case AVR_OR:
        return value_or (d, fast_get (c, i->r));
    case AVR_EOR:
        if (i->d == i->r)
            return (struct micro_value) {0, 0};
        return value_xor (d, fast_get (c, i->r));
    case AVR_ANDI:
        return value_and (d, k);
    case AVR_ORI:
        return value_or (d, k);
    default:
        assert (i->op == AVR_COM);
        return value_xor (d, (struct micro_value) {0xff, 0});
    }
}

/* AND, OR, EOR, ANDI, ORI, COM */
void
execute_logic (struct micro_core *c, const struct avr_instruction *i)
{
    struct micro_value v = keep (c, i->d, logic_result (c, i));
    uint8_t which = 1 << FLAG_Z | 1 << FLAG_N | 1 << FLAG_V | 1 << FLAG_S;
    struct micro_value flags = value_or (bit_as (v, 7, FLAG_N), /* S: V is 0 */
                                         bit_as (v, 7, FLAG_S));
    flags = value_or (flags, zero_flag (v));
    if (i->op == AVR_COM) {
        which |= 1 << FLAG_C;
        flags.bits |= 1 << FLAG_C;
    }
    fast_flags (c, which, flags);
}

/* Flags of a shift: C went out, V is N xor C, so S is C. */
static struct micro_value
shift_flags (struct micro_value result, struct micro_value carry)
{
    struct micro_value n = bit_as (result, 7, 0), flags = zero_flag (result);
    flags = value_or (flags, carry);
    flags = value_or (flags, bit_as (n, 0, FLAG_N));
    flags = value_or (flags, bit_as (value_xor (n, carry), 0, FLAG_V));
    return value_or (flags, bit_as (carry, 0, FLAG_S));
}

enum {
    SHIFTED =
        1 << FLAG_C | 1 << FLAG_Z | 1 << FLAG_N | 1 << FLAG_V | 1 << FLAG_S
};

/* LSR, ROR, ASR */
void
execute_shift (struct micro_core *c, const struct avr_instruction *i)
{
    struct micro_value d = fast_get (c, i->d), in = {0, 0};
    if (i->op == AVR_ROR)
        in = flag_as (c, FLAG_C, 7);
    else if (i->op == AVR_ASR)
        in = bit_as (d, 7, 7);
    struct micro_value result = {(uint8_t) (d.bits >> 1 | in.bits),
                                 (uint8_t) (d.unknown >> 1 | in.unknown)};
    fast_flags (c, SHIFTED, shift_flags (result, bit_as (d, 0, 0)));
    fast_set (c, i->d, result);
}

/* LSL, ROL: a register is added to itself. */
void
execute_double (struct micro_core *c, const struct avr_instruction *i)
{
    assert (i->d == i->r);
    struct micro_value d = fast_get (c, i->d), in = {0, 0};
    if (i->op == AVR_ADC)
        in = flag_as (c, FLAG_C, 0);
    struct micro_value result = {(uint8_t) (d.bits << 1 | in.bits),
                                 (uint8_t) (d.unknown << 1 | in.unknown)};
    struct micro_value flags = shift_flags (result, bit_as (d, 7, 0));
    flags = value_or (flags, bit_as (d, 3, FLAG_H));
    fast_flags (c, SHIFTED | 1 << FLAG_H, flags);
    fast_set (c, i->d, result);
}

/* SWAP, BST, BLD */
void
execute_bit (struct micro_core *c, const struct avr_instruction *i)
{
    struct micro_value d = fast_get (c, i->d);
    assert (i->bit < 8);
    if (i->op == AVR_BST) {
        fast_flags (c, 1 << FLAG_T, bit_as (d, i->bit, FLAG_T));
        return;
    }
    if (i->op == AVR_SWAP) {
        d.bits = (uint8_t) (d.bits << 4 | d.bits >> 4);
        d.unknown = (uint8_t) (d.unknown << 4 | d.unknown >> 4);
    } else {
        assert (i->op == AVR_BLD);
        uint8_t others = (uint8_t) ~(1u << i->bit);
        struct micro_value t = flag_as (c, FLAG_T, i->bit);
        d.bits = (d.bits & others) | t.bits;
        d.unknown = (d.unknown & others) | t.unknown;
    }
    fast_set (c, i->d, d);
}
