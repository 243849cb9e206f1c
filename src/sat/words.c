/* words.c -- see words.h. */
#include "sat/words.h"

#include <assert.h>
#include <string.h>

wire
word_equal (struct gates *g, const wire *a, const wire *b, unsigned width)
{
    wire result = WIRE_TRUE;
    for (unsigned i = width; i-- && result != WIRE_FALSE;)
        result = gate_and (g, result, wire_not (gate_xor (g, a[i], b[i])));
    return result;
}

wire
word_less (struct gates *g, const wire *a, const wire *b, unsigned width,
           bool is_signed, bool or_equal)
{
    wire result = or_equal;
    for (unsigned i = 0; i < width; i++) {
        bool sign = is_signed && i == width - 1;
        /* not a and b, or equal here and less below; the other way round at the
         * sign */
        wire x = sign ? b[i] : a[i], y = sign ? a[i] : b[i];
        result = gate_majority (g, wire_not (x), y, result);
    }
    return result;
}

void
word_choice (struct gates *g, wire condition, const wire *then,
             const wire *otherwise, unsigned width, wire *result)
{
    for (unsigned i = 0; i < width; i++)
        result[i] = gate_choice (g, condition, then[i], otherwise[i]);
}

/* a + b + carry, or a + not b + carry. */
static void
word_add (struct gates *g, const wire *a, const wire *b, bool invert,
          wire carry, unsigned width, wire *result)
{
    for (unsigned i = 0; i < width; i++) {
        wire x = a[i], y = b[i] ^ invert;
        result[i] = gate_xor (g, gate_xor (g, x, y), carry);
        carry = gate_majority (g, x, y, carry);
    }
}

static void
word_zero (wire *a, unsigned width)
{
    memset (a, 0, width * sizeof *a);
}

static void
word_negate (struct gates *g, const wire *a, unsigned width, wire *result)
{
    wire zero[WORD_WIRES];
    word_zero (zero, width);
    word_add (g, zero, a, true, WIRE_TRUE, width, result);
}

static unsigned
word_constants (const wire *a, unsigned width)
{
    unsigned count = 0;
    for (unsigned i = 0; i < width; i++)
        count += wire_is_constant (a[i]);
    return count;
}

static void
word_multiply (struct gates *g, const wire *a, const wire *b, unsigned width,
               wire *result)
{
    /* A bit that is known to be 0 adds nothing. */
    if (word_constants (a, width) > word_constants (b, width)) {
        const wire *swap = a;
        a = b;
        b = swap;
    }
    word_zero (result, width);
    for (unsigned i = 0; i < width; i++) {
        wire row[WORD_WIRES], sum[WORD_WIRES];
        if (b[i] == WIRE_FALSE)
            continue;
        for (unsigned j = i; j < width; j++)
            row[j] = gate_and (g, b[i], a[j - i]);
        word_add (g, result + i, row + i, false, WIRE_FALSE, width - i, sum);
        memcpy (result + i, sum, (width - i) * sizeof *sum);
    }
}

/* Long division; by 0: all ones, and a. */
static void
word_divide (struct gates *g, const wire *a, const wire *b, unsigned width,
             wire *quotient, wire *remainder)
{
    wire rest[WORD_WIRES + 1], wide[WORD_WIRES + 1], less[WORD_WIRES + 1];
    memcpy (wide, b, width * sizeof *b);
    wide[width] = WIRE_FALSE;
    word_zero (rest, width + 1);
    for (unsigned i = width; i--;) {
        memmove (rest + 1, rest, width * sizeof *rest);
        rest[0] = a[i];
        wire fits =
            wire_not (word_less (g, rest, wide, width + 1, false, false));
        word_add (g, rest, wide, true, WIRE_TRUE, width + 1, less);
        word_choice (g, fits, less, rest, width + 1, rest);
        quotient[i] = fits;
    }
    memcpy (remainder, rest, width * sizeof *rest);
}

static void
word_absolute (struct gates *g, const wire *a, unsigned width, wire *result)
{
    wire negative[WORD_WIRES];
    word_negate (g, a, width, negative);
    word_choice (g, a[width - 1], negative, a, width, result);
}

static void
word_divide_signed (struct gates *g, enum op op, const wire *a, const wire *b,
                    unsigned width, wire *result)
{
    wire x[WORD_WIRES], y[WORD_WIRES], q[WORD_WIRES], r[WORD_WIRES];
    wire other[WORD_WIRES];
    wire sign_a = a[width - 1], sign_b = b[width - 1];
    word_absolute (g, a, width, x);
    word_absolute (g, b, width, y);
    word_divide (g, x, y, width, q, r);
    if (op == OP_BVSDIV) {
        word_negate (g, q, width, other);
        word_choice (g, gate_xor (g, sign_a, sign_b), other, q, width, result);
        return;
    }
    word_negate (g, r, width, other);
    word_choice (g, sign_a, other, r, width, result);
    if (op == OP_BVSREM)
        return;
    /* The remainder has the divisor's sign, unless it is 0. */
    wire zero[WORD_WIRES], sum[WORD_WIRES];
    word_zero (zero, width);
    wire adds = gate_and (g, gate_xor (g, sign_a, sign_b),
                          wire_not (word_equal (g, r, zero, width)));
    word_add (g, result, b, false, WIRE_FALSE, width, sum);
    word_choice (g, adds, sum, result, width, result);
}

static void
word_shift (struct gates *g, enum op op, const wire *a, const wire *by,
            unsigned width, wire *result)
{
    wire fill = op == OP_BVASHR ? a[width - 1] : WIRE_FALSE;
    wire far = WIRE_FALSE; /* a bit of `by` that is width or more */
    memcpy (result, a, width * sizeof *a);
    for (unsigned k = 0; k < width; k++) {
        if (k >= 31 || 1u << k >= width) {
            far = gate_or (g, far, by[k]);
            continue;
        }
        wire moved[WORD_WIRES];
        for (unsigned i = 0; i < width; i++) {
            bool in = op == OP_BVSHL ? i >= 1u << k : i + (1u << k) < width;
            unsigned from = op == OP_BVSHL ? i - (1u << k) : i + (1u << k);
            moved[i] = in ? result[from] : fill;
        }
        word_choice (g, by[k], moved, result, width, result);
    }
    for (unsigned i = 0; i < width; i++)
        result[i] = gate_choice (g, far, fill, result[i]);
}

void
word_operate (struct gates *g, enum op op, const wire *a, const wire *b,
              unsigned width, wire *result)
{
    assert (width && width <= WORD_WIRES);
    wire other[WORD_WIRES];
    switch (op) {
    case OP_BVNOT:
        for (unsigned i = 0; i < width; i++)
            result[i] = wire_not (a[i]);
        break;
    case OP_BVAND:
        for (unsigned i = 0; i < width; i++)
            result[i] = gate_and (g, a[i], b[i]);
        break;
    case OP_BVOR:
        for (unsigned i = 0; i < width; i++)
            result[i] = gate_or (g, a[i], b[i]);
        break;
    case OP_BVXOR:
        for (unsigned i = 0; i < width; i++)
            result[i] = gate_xor (g, a[i], b[i]);
        break;
    case OP_BVNEG:
        word_negate (g, a, width, result);
        break;
    case OP_BVADD:
        word_add (g, a, b, false, WIRE_FALSE, width, result);
        break;
    case OP_BVSUB:
        word_add (g, a, b, true, WIRE_TRUE, width, result);
        break;
    case OP_BVMUL:
        word_multiply (g, a, b, width, result);
        break;
    case OP_BVUDIV:
        word_divide (g, a, b, width, result, other);
        break;
    case OP_BVUREM:
        word_divide (g, a, b, width, other, result);
        break;
    case OP_BVSDIV:
    case OP_BVSREM:
    case OP_BVSMOD:
        word_divide_signed (g, op, a, b, width, result);
        break;
    default:
        assert (op == OP_BVSHL || op == OP_BVLSHR || op == OP_BVASHR);
        word_shift (g, op, a, b, width, result);
    }
}
