/* execute_bits.c -- single bits and bit fields. */
#include "xc167/core/execute.h"

static struct xc167_value
ternary (unsigned bit)
{
    assert (bit <= 2);
    return (struct xc167_value) {bit == 1, bit == 2};
}

static struct xc167_value
at_bit (struct xc167_value v, unsigned bit)
{
    return (struct xc167_value) {(uint16_t) (v.bits << bit),
                                 (uint16_t) (v.unknown << bit)};
}

static void
flag_as (struct xc167_value v, uint8_t flag, uint8_t *bits, uint8_t *unknown)
{
    *bits |= v.bits & 1 ? flag : 0;
    *unknown |= v.unknown & 1 ? flag : 0;
}

/* N is the bit, Z its complement. */
static void
set_bit_flags (struct micro_core *c, struct xc167_value v)
{
    uint8_t bits = 0, unknown = 0;
    flag_as (v, PSW_N, &bits, &unknown);
    flag_as (value_xor (v, value_of (1)), PSW_Z, &bits, &unknown);
    xc167_flags (c, PSW_FLAGS, bits, unknown);
}

static void
set_pair_flags (struct micro_core *c, struct xc167_value x,
                struct xc167_value y)
{
    uint8_t bits = 0, unknown = 0;
    struct xc167_value either = value_or (x, y);
    flag_as (value_xor (either, value_of (1)), PSW_Z, &bits, &unknown);
    flag_as (either, PSW_V, &bits, &unknown);
    flag_as (value_and (x, y), PSW_C, &bits, &unknown);
    flag_as (value_xor (x, y), PSW_N, &bits, &unknown);
    xc167_flags (c, PSW_FLAGS, bits, unknown);
}

static void
store_bit (struct micro_core *c, const struct operand_place *at, unsigned bit,
           struct xc167_value v)
{
    operand_store_bits (c, at, at_bit (v, bit), (uint16_t) (1u << bit));
}

/* BMOV, BMOVN, BAND, BOR, BXOR, BCMP.  What writes to PSW leaves its other bits as they
 * were. */
void
c166_bits (struct micro_core *c, const struct xc167_instruction *i)
{
    struct operand_place from = operand_find (c, &i->b, false);
    struct operand_place to = operand_find (c, &i->a, false);
    struct xc167_value y = ternary (operand_load_bit (c, &from, i->b.bit));
    bool moves = i->op == XC_BMOV || i->op == XC_BMOVN;
    struct xc167_value x = {0, 0}, result = y;
    if (!moves)
        x = ternary (operand_load_bit (c, &to, i->a.bit));
    if (i->op == XC_BMOVN)
        result = value_xor (y, value_of (1));
    else if (i->op == XC_BAND)
        result = value_and (x, y);
    else if (i->op == XC_BOR)
        result = value_or (x, y);
    else if (i->op == XC_BXOR)
        result = value_xor (x, y);
    if (i->op == XC_BCMP || !operand_is_psw (&to)) {
        if (moves)
            set_bit_flags (c, y);
        else
            set_pair_flags (c, x, y);
    }
    if (i->op != XC_BCMP)
        store_bit (c, &to, i->a.bit, result);
}

/* BSET, BCLR */
void
c166_bit (struct micro_core *c, const struct xc167_instruction *i)
{
    struct operand_place at = operand_find (c, &i->a, false);
    if (!operand_is_psw (&at))
        set_bit_flags (c, ternary (operand_load_bit (c, &at, i->a.bit)));
    store_bit (c, &at, i->a.bit, value_of (i->op == XC_BSET));
}

/* A word of which only the part is kept that the mask and the data touch. */
static void
store_field (struct micro_core *c, const struct operand_place *at,
             struct xc167_value v, uint16_t which, bool is_psw)
{
    if (!is_psw)
        c166_test (c, v, false);
    if (!is_psw)
        xc167_flags (c, PSW_E | PSW_V | PSW_C, 0, 0);
    operand_store_bits (c, at, v, which);
}

/* BFLDL, BFLDH */
void
c166_field (struct micro_core *c, const struct xc167_instruction *i)
{
    struct operand_place at = operand_find (c, &i->a, false);
    unsigned shift = i->op == XC_BFLDH ? 8 : 0;
    uint16_t mask = (uint16_t) (i->number << shift);
    uint16_t data = (uint16_t) (i->b.k << shift);
    struct xc167_value v = operand_load (c, &at, false);
    v = value_merge (v, mask | data, value_of (data));
    store_field (c, &at, v, mask | data, operand_is_psw (&at));
}

static void
jump (struct micro_core *c, const struct xc167_instruction *i, uint32_t address)
{
    uint32_t target;
    bool known = xc167_target (i, address, &target);
    assert (known);
    (void) known;
    xc167_go (c, target);
}

/* JB, JNB, JBC, JNBS: a bit that is chosen is kept so where it stands. */
void
c166_bit_jump (struct micro_core *c, const struct xc167_instruction *i,
               uint32_t address)
{
    struct operand_place at = operand_find (c, &i->a, false);
    unsigned bit = operand_load_bit (c, &at, i->a.bit);
    bool changes = i->op == XC_JBC || i->op == XC_JNBS;
    bool wanted = i->op == XC_JB || i->op == XC_JBC;
    if (bit == 2) {
        uint16_t place = at.is_gpr ? at.place : xc167_place_at (c, at.address);
        uint16_t byte = (uint16_t) (place + i->a.bit / 8);
        if (place >= c->program->hot)
            bit = core_need_bit (c, byte, i->a.bit % 8);
        else
            bit = core_know (c, (struct micro_value) {0, 1});
    }
    if (changes && !operand_is_psw (&at))
        set_bit_flags (c, ternary (bit));
    if ((bit == 1) != wanted)
        return;
    if (changes)
        store_bit (c, &at, i->a.bit, value_of (i->op == XC_JNBS));
    jump (c, i, address);
}
