/* execute_multiply.c -- multiplications and divisions, shifts, PRIOR. */
#include "xc167/core/execute.h"

enum { IN_USE = 0x10 /* MDC.MDRIU */ };

static void
put_md (struct micro_core *c, uint32_t low, uint32_t high)
{
    xc167_put (c, XC167_MDL, (uint16_t) low);
    xc167_put (c, XC167_MDH, (uint16_t) high);
    xc167_put (c, XC167_MDC, IN_USE);
}

void
c166_multiply (struct micro_core *c, const struct xc167_instruction *i)
{
    uint32_t x = xc167_need_gpr (c, i->a.n), y = xc167_need_gpr (c, i->b.n);
    uint32_t result = x * y;
    bool fits = result <= 0xffff;
    if (i->op == XC_MUL) {
        int32_t product = (int32_t) (int16_t) x * (int16_t) y;
        result = (uint32_t) product;
        fits = product == (int16_t) product;
    }
    put_md (c, result, result >> 16);
    xc167_flags (c, PSW_FLAGS,
                 (uint8_t) ((!result ? PSW_Z : 0) | (!fits ? PSW_V : 0)
                            | (result >> 31 ? PSW_N : 0)),
                 0);
}

/* Divisor 0, or a quotient that is too large: MD holds nothing that anybody says. */
static void
divide_invalid (struct micro_core *c)
{
    struct xc167_value any = {0, 0xffff};
    xc167_set (c, XC167_MDL, any);
    xc167_set (c, XC167_MDH, any);
    xc167_put (c, XC167_MDC, IN_USE);
    xc167_flags (c, PSW_FLAGS, PSW_V, PSW_Z | PSW_N);
}

static bool
divide_signed (int64_t x, int64_t y, uint32_t *quotient, uint32_t *remainder)
{
    if (!y)
        return false;
    int64_t q = x / y;
    *quotient = (uint32_t) q;
    *remainder = (uint32_t) (x % y);
    return q >= INT16_MIN && q <= INT16_MAX;
}

static bool
divide_unsigned (uint32_t x, uint32_t y, uint32_t *quotient,
                 uint32_t *remainder)
{
    if (!y)
        return false;
    *quotient = x / y;
    *remainder = x % y;
    return *quotient <= 0xffff;
}

void
c166_divide (struct micro_core *c, const struct xc167_instruction *i)
{
    bool is_long = i->op == XC_DIVL || i->op == XC_DIVLU;
    bool is_signed = i->op == XC_DIV || i->op == XC_DIVL;
    uint32_t x = xc167_need (c, XC167_MDL), y = xc167_need_gpr (c, i->a.n);
    uint32_t quotient = 0, remainder = 0;
    if (is_long)
        x |= (uint32_t) xc167_need (c, XC167_MDH) << 16;
    int64_t sx = is_long ? (int64_t) (int32_t) x : (int64_t) (int16_t) x;
    bool fits = is_signed
                    ? divide_signed (sx, (int16_t) y, &quotient, &remainder)
                    : divide_unsigned (x, y, &quotient, &remainder);
    if (!fits) {
        divide_invalid (c);
        return;
    }
    put_md (c, quotient, remainder);
    xc167_flags (c, PSW_FLAGS,
                 (uint8_t) ((!(quotient & 0xffff) ? PSW_Z : 0)
                            | (quotient & 0x8000 ? PSW_N : 0)),
                 0);
}

/* One place: what goes out is the carry. */
static uint32_t
shift_once (uint8_t op, uint32_t x, bool *carry)
{
    bool left = op == XC_SHL || op == XC_ROL;
    *carry = left ? x >> 15 & 1 : x & 1;
    switch (op) {
    case XC_SHL:
        return x << 1 & 0xffff;
    case XC_ROL:
        return (x << 1 & 0xffff) | *carry;
    case XC_SHR:
        return x >> 1;
    case XC_ROR:
        return x >> 1 | (uint32_t) *carry << 15;
    default:
        assert (op == XC_ASHR);
        return x >> 1 | (x & 0x8000);
    }
}

/* Right shifts note in V if a 1 was lost: it went out of the carry.  Whether the
 * carry from before counts when ROR begins, the manual says in two ways. */
void
c166_shift (struct micro_core *c, const struct xc167_instruction *i)
{
    uint16_t at = xc167_gpr (c, i->a.n);
    uint32_t x = xc167_need (c, at);
    unsigned count = xc167_know (c, operand_worth (c, &i->b, false)) & 15;
    bool carry = false, lost = false, left = i->op == XC_SHL || i->op == XC_ROL;
    bool open = i->op == XC_ROR && count
                && value_bit (xc167_get (c, XC167_PSW), 1 /* C */) != 0;
    for (; count; count--) {
        lost |= carry;
        x = shift_once (i->op, x, &carry);
    }
    lost &= !left;
    xc167_put (c, at, (uint16_t) x);
    xc167_flags (c, PSW_FLAGS,
                 (uint8_t) ((!x ? PSW_Z : 0) | (lost ? PSW_V : 0)
                            | (carry ? PSW_C : 0) | (x >> 15 ? PSW_N : 0)),
                 open && !lost ? PSW_V : 0);
}

void
c166_prior (struct micro_core *c, const struct xc167_instruction *i)
{
    uint32_t x = xc167_need_gpr (c, i->b.n);
    unsigned count = x ? (unsigned) __builtin_clz (x) - 16 : 0;
    xc167_put (c, xc167_gpr (c, i->a.n), (uint16_t) count);
    xc167_flags (c, PSW_FLAGS, x ? 0 : PSW_Z, 0);
}
