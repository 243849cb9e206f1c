/* execute_logic.c -- AND, OR, XOR, CPL, moves: bit by bit, so that what is unknown
 * stays so. */
#include "xc167/core/execute.h"

/* The flag that says that a value is this number. */
static void
equals (struct xc167_value v, uint16_t number, uint8_t flag, uint8_t *bits,
        uint8_t *unknown)
{
    if ((v.bits ^ number) & (uint16_t) ~v.unknown)
        return;
    *(v.unknown ? unknown : bits) |= flag;
}

static void
test (struct micro_core *c, struct xc167_value source,
      struct xc167_value result, bool is_byte, uint8_t which)
{
    uint16_t sign = is_byte ? 0x80 : 0x8000;
    uint8_t bits = 0, unknown = 0;
    equals (source, sign, PSW_E, &bits, &unknown);
    equals (result, 0, PSW_Z, &bits, &unknown);
    bits |= result.bits & sign ? PSW_N : 0;
    unknown |= result.unknown & sign ? PSW_N : 0;
    xc167_flags (c, which, bits, unknown);
}

void
c166_test (struct micro_core *c, struct xc167_value v, bool is_byte)
{
    test (c, v, v, is_byte, PSW_E | PSW_Z | PSW_N);
}

static struct xc167_value
logic_result (uint8_t op, struct xc167_value x, struct xc167_value y,
              bool is_byte)
{
    switch (op) {
    case XC_AND:
        return value_and (x, y);
    case XC_OR:
        return value_or (x, y);
    case XC_XOR:
        return value_xor (x, y);
    default:
        assert (op == XC_CPL);
        return value_xor (x, value_of (value_mask (is_byte)));
    }
}

/* A GPR with itself: all bits are the same, known or not. */
static bool
is_same (const struct xc167_instruction *i)
{
    return i->a.kind == OPERAND_GPR && i->b.kind == OPERAND_GPR
           && i->a.n == i->b.n;
}

/* AND, OR, XOR, CPL */
void
c166_logic (struct micro_core *c, const struct xc167_instruction *i)
{
    struct xc167_value y = {0, 0};
    if (i->op != XC_CPL)
        y = operand_worth (c, &i->b, i->is_byte);
    struct operand_place to = operand_find (c, &i->a, i->is_byte);
    struct xc167_value x = operand_load (c, &to, i->is_byte);
    struct xc167_value result = logic_result (i->op, x, y, i->is_byte);
    if (i->op == XC_XOR && is_same (i))
        result = value_of (0);
    if (!operand_is_psw (&to))
        test (c, i->op == XC_CPL ? x : y, result, i->is_byte, PSW_FLAGS);
    operand_store (c, &to, result, i->is_byte);
}

void
c166_move (struct micro_core *c, const struct xc167_instruction *i)
{
    struct xc167_value v = operand_worth (c, &i->b, i->is_byte);
    struct operand_place to = operand_find (c, &i->a, i->is_byte);
    if (!operand_is_psw (&to))
        c166_test (c, v, i->is_byte);
    operand_store (c, &to, v, i->is_byte);
}

/* MOVBZ, MOVBS */
void
c166_extend (struct micro_core *c, const struct xc167_instruction *i)
{
    struct xc167_value v = operand_worth (c, &i->b, true), wide = v;
    struct operand_place to = operand_find (c, &i->a, false);
    if (i->op == XC_MOVBS && v.unknown & 0x80)
        wide.unknown |= 0xff00;
    else if (i->op == XC_MOVBS && v.bits & 0x80)
        wide.bits |= 0xff00;
    if (!operand_is_psw (&to)) {
        uint8_t bits = 0, unknown = 0;
        bool is_signed = i->op == XC_MOVBS;
        equals (v, 0, PSW_Z, &bits, &unknown);
        bits |= is_signed && v.bits & 0x80 ? PSW_N : 0;
        unknown |= is_signed && v.unknown & 0x80 ? PSW_N : 0;
        xc167_flags (c, PSW_E | PSW_Z | PSW_N, bits, unknown);
    }
    operand_store (c, &to, wide, false);
}

/* PUSH, POP, SCXT */
void
c166_stack (struct micro_core *c, const struct xc167_instruction *i)
{
    struct operand_place at = operand_find (c, &i->a, false);
    if (i->op == XC_POP) {
        struct xc167_value v = xc167_pop (c);
        if (!operand_is_psw (&at))
            c166_test (c, v, false);
        operand_store (c, &at, v, false);
        return;
    }
    struct xc167_value v = operand_load (c, &at, false), y = {0, 0};
    if (i->op == XC_SCXT)
        y = operand_worth (c, &i->b, false);
    xc167_push (c, v);
    if (i->op == XC_SCXT)
        operand_store (c, &at, y, false);
    else
        c166_test (c, v, false);
}
