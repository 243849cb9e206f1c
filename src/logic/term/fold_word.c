/* fold_word.c -- bit-vector constants that fit a word: what programs that
 * run compute with.  Divisions are left to the long numbers. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "logic/term/store.h"

static uint64_t
word_get (const term *t)
{
    assert (t->op == OP_BITS && t->sort->width <= WORD_BITS);
    uint64_t word = 0;
    for (const char *at = t->text; *at; at++)
        word = word * 10 + (uint64_t) (*at - '0');
    return word;
}

static uint64_t
word_low (uint64_t word, unsigned width)
{
    return width < WORD_BITS ? word & (((uint64_t) 1 << width) - 1) : word;
}

static const term *
word_put (terms *t, const sort *s, uint64_t word)
{
    char text[24], *at = text + sizeof text;
    *--at = 0;
    word = word_low (word, s->width);
    do
        *--at = (char) ('0' + word % 10);
    while (word /= 10);
    return term_intern (t, OP_BITS, s, at, NULL, 0, 0, 0);
}

const term *
term_bits_of (terms *t, unsigned width, uint64_t value)
{
    assert (width > WORD_BITS - 1 || !(value >> width));
    if (width <= WORD_BITS)
        return word_put (t, sort_bv (t, width), value);
    char text[24];
    snprintf (text, sizeof text, "%" PRIu64, value);
    return term_bits (t, width, text);
}

static int64_t
word_signed (uint64_t word, unsigned width)
{
    uint64_t sign = (uint64_t) 1 << (width - 1);
    return (int64_t) ((word ^ sign) - sign);
}

static uint64_t
word_shift (enum op op, uint64_t a, uint64_t by, unsigned width)
{
    bool far = by >= width;
    if (op == OP_BVSHL)
        return far ? 0 : a << by;
    if (op == OP_BVLSHR)
        return far ? 0 : a >> by;
    bool negative = a >> (width - 1) & 1;
    uint64_t shifted = far ? 0 : a >> by;
    uint64_t kept = far ? 0 : width - by;
    return negative && kept < WORD_BITS ? shifted | (UINT64_MAX << kept)
                                        : shifted;
}

/* False: not one of these. */
static bool
word_two (enum op op, uint64_t *a, uint64_t b, unsigned width, unsigned width_b)
{
    switch (op) {
    case OP_BVAND:
        *a &= b;
        return true;
    case OP_BVOR:
        *a |= b;
        return true;
    case OP_BVXOR:
        *a ^= b;
        return true;
    case OP_BVADD:
        *a += b;
        return true;
    case OP_BVSUB:
        *a -= b;
        return true;
    case OP_BVMUL:
        *a *= b;
        return true;
    case OP_BVSHL:
    case OP_BVLSHR:
    case OP_BVASHR:
        *a = word_shift (op, *a, b, width);
        return true;
    case OP_CONCAT: /* of at most 64 bits, so that width_b is less */
        *a = *a << width_b | b;
        return true;
    default:
        return false;
    }
}

static bool
word_one (enum op op, uint64_t *a, unsigned width, const uint32_t index[2])
{
    switch (op) {
    case OP_BVNOT:
        *a = ~*a;
        return true;
    case OP_BVNEG:
        *a = -*a;
        return true;
    case OP_EXTRACT:
        *a >>= index[1];
        return true;
    case OP_ZERO_EXTEND:
        return true;
    case OP_SIGN_EXTEND:
        *a = (uint64_t) word_signed (*a, width);
        return true;
    default:
        return false;
    }
}

static bool
word_compare (enum op op, uint64_t a, uint64_t b, unsigned width)
{
    if (op == OP_BVULE || op == OP_BVULT)
        return op == OP_BVULE ? a <= b : a < b;
    int64_t c = word_signed (a, width), d = word_signed (b, width);
    return op == OP_BVSLE ? c <= d : c < d;
}

const term *
bits_fold_word (terms *t, enum op op, const sort *s, const term *const *arg,
                const uint32_t index[2])
{
    if (op == OP_INT_TO_BV || op == OP_BV_TO_NAT
        || arg[0]->sort->width > WORD_BITS
        || (s->kind == SORT_BV && s->width > WORD_BITS))
        return NULL;
    unsigned width = arg[0]->sort->width;
    uint64_t a = word_get (arg[0]);
    if (op >= OP_BVULE && op <= OP_BVSLT)
        return term_bool (t, word_compare (op, a, word_get (arg[1]), width));
    bool two = (op >= OP_BVAND && op <= OP_BVASHR) || op == OP_CONCAT;
    bool done =
        two ? word_two (op, &a, word_get (arg[1]), width, arg[1]->sort->width)
            : word_one (op, &a, width, index);
    return done ? word_put (t, s, a) : NULL;
}
