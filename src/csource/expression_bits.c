/* expression_bits.c -- bit-vectors as C expressions.
 *
 * A bit-vector of width w is written as an unsigned int (w up to 32) or an
 * unsigned long long whose higher bits are 0, so C's promotions never get in
 * the way; where a result may have higher bits they are masked away. */
#include <assert.h>
#include <gmp.h>
#include <inttypes.h>

#include "csource/expression_say.h"

unsigned
say_width (const term *t)
{
    return t->sort->kind == SORT_BV && t->sort->width <= 64 ? t->sort->width
                                                            : 0;
}

/* Of the C type that holds it. */
static unsigned
holder (unsigned width)
{
    return width <= 32 ? 32 : 64;
}

static const char *
unsigned_type (unsigned width)
{
    return width <= 32 ? "unsigned int" : "unsigned long long";
}

static const char *
suffix (unsigned width)
{
    return width <= 32 ? "U" : "ULL";
}

/* `& mask)`: the end of what may have bits beyond its width. */
static void
say_mask (struct saying *s, unsigned width)
{
    uint64_t mask = width == 64 ? UINT64_MAX : (UINT64_C (1) << width) - 1;
    text_print (s->out, " & %" PRIu64 "%s)", mask, suffix (width));
}

static bool
bits_value (const term *t, uint64_t *value)
{
    if (t->op != OP_BITS || !say_width (t))
        return false;
    mpz_t number;
    mpz_init_set_str (number, t->text, 10);
    *value = mpz_fdiv_ui (number, UINT64_C (1) << 32);
    mpz_fdiv_q_2exp (number, number, 32);
    *value |= (uint64_t) mpz_get_ui (number) << 32;
    mpz_clear (number);
    return true;
}

static const char *
narrow_type (unsigned width, bool is_signed)
{
    switch (width) {
    case 8:
        return is_signed ? "signed char" : "unsigned char";
    case 16:
        return is_signed ? "short" : "unsigned short";
    case 32:
        return is_signed ? "int" : "unsigned int";
    case 64:
        return is_signed ? "long long" : "unsigned long long";
    default:
        return NULL;
    }
}

bool
say_has_type (unsigned width)
{
    return narrow_type (width, true);
}

static bool
say_leaf (struct saying *s, const term *t, bool is_signed)
{
    const char *type = narrow_type (say_width (t), is_signed);
    const char *name = type ? s->name (s->context, t) : NULL;
    if (!name)
        return false;
    if (!is_signed && say_width (t) < 32)
        text_add (s->out, "(unsigned int)");
    text_print (s->out, "(%s)(%s)", type, name);
    return true;
}

/* A value as a number of its sign; C has no literal for the least. */
static void
say_signed_number (struct saying *s, uint64_t value, unsigned width)
{
    uint64_t sign = UINT64_C (1) << (width - 1);
    const char *end = width <= 32 ? "" : "LL";
    if (!(value & sign))
        text_print (s->out, "%" PRIu64 "%s", value, end);
    else {
        uint64_t above = value - sign; /* value = above - sign */
        text_print (s->out, "(-%" PRIu64 "%s - 1%s)", sign - above - 1, end,
                    end);
    }
}

bool
say_signed (struct saying *s, const term *t)
{
    unsigned w = say_width (t);
    uint64_t value;
    if (!w)
        return false;
    if (bits_value (t, &value)) {
        say_signed_number (s, value, w);
        return true;
    }
    if (say_is_leaf (t))
        return say_leaf (s, t, true);
    const char *type = narrow_type (w, true);
    unsigned shift = holder (w) - w;
    if (type)
        text_print (s->out, "(%s)", type);
    else
        text_print (s->out, "((%s)(", narrow_type (holder (w), true));
    bool good = say_unsigned (s, t);
    if (!type)
        text_print (s->out, " << %u) >> %u)", shift, shift);
    return good;
}

/* An operation whose result may have bits beyond its width. */
static bool
say_masked (struct saying *s, const term *t, const char *op, sayer *each)
{
    unsigned w = say_width (t);
    bool mask = w != holder (w);
    if (mask)
        text_char (s->out, '(');
    bool good = say_chain (s, t, op, each);
    if (mask)
        say_mask (s, w);
    return good;
}

static bool
say_prefixed (struct saying *s, const term *t, const char *op)
{
    unsigned w = say_width (t);
    text_print (s->out, "((%s", op);
    bool good = say_unsigned (s, t->arg[0]);
    text_char (s->out, ')');
    say_mask (s, w);
    return good;
}

static bool
say_division (struct saying *s, const term *t)
{
    uint64_t by;
    unsigned w = say_width (t);
    if (!bits_value (t->arg[1], &by) || !by)
        return false;
    if (t->op == OP_BVUDIV)
        return say_chain (s, t, "/", say_unsigned);
    if (t->op == OP_BVUREM)
        return say_chain (s, t, "%", say_unsigned);
    /* The least number divided by -1 leaves C's range. */
    if (by == (w == 64 ? UINT64_MAX : (UINT64_C (1) << w) - 1))
        return false;
    text_print (s->out, "((%s)", unsigned_type (w));
    bool good = say_chain (s, t, t->op == OP_BVSDIV ? "/" : "%", say_signed);
    say_mask (s, w);
    return good;
}

static bool
say_shift (struct saying *s, const term *t)
{
    uint64_t by;
    unsigned w = say_width (t);
    if (!bits_value (t->arg[1], &by) || by >= w)
        return false;
    bool arithmetic = t->op == OP_BVASHR;
    text_print (s->out, "(((%s)(", unsigned_type (w));
    bool good =
        arithmetic ? say_signed (s, t->arg[0]) : say_unsigned (s, t->arg[0]);
    text_print (s->out, " %s %" PRIu64 "))", t->op == OP_BVSHL ? "<<" : ">>",
                by);
    say_mask (s, w);
    return good;
}

static bool
say_concat (struct saying *s, const term *t)
{
    unsigned w = say_width (t), low = say_width (t->arg[1]);
    if (t->args != 2 || !low)
        return false;
    text_print (s->out, "((%s)", unsigned_type (w));
    bool good = say_unsigned (s, t->arg[0]);
    text_print (s->out, " << %u | ", low);
    good = good && say_unsigned (s, t->arg[1]);
    text_char (s->out, ')');
    return good;
}

static bool
say_extract (struct saying *s, const term *t)
{
    unsigned w = say_width (t);
    text_print (s->out, "((%s)(", unsigned_type (w));
    bool good = say_unsigned (s, t->arg[0]);
    text_print (s->out, " >> %u)", t->index[1]);
    say_mask (s, w);
    return good;
}

static bool
say_extend (struct saying *s, const term *t)
{
    unsigned w = say_width (t);
    text_print (s->out, "((%s)", unsigned_type (w));
    bool good = t->op == OP_ZERO_EXTEND ? say_unsigned (s, t->arg[0])
                                        : say_signed (s, t->arg[0]);
    say_mask (s, w);
    return good;
}

static bool
say_from_int (struct saying *s, const term *t)
{
    uint64_t most;
    text_print (s->out, "((%s)", unsigned_type (say_width (t)));
    bool good = say_int (s, t->arg[0], &most);
    say_mask (s, say_width (t));
    return good;
}

static bool
unsigned_operator (struct saying *s, const term *t)
{
    switch (t->op) {
    case OP_BVNOT:
        return say_prefixed (s, t, "~");
    case OP_BVNEG:
        return say_prefixed (s, t, "0U - ");
    case OP_BVAND:
        return say_chain (s, t, "&", say_unsigned);
    case OP_BVOR:
        return say_chain (s, t, "|", say_unsigned);
    case OP_BVXOR:
        return say_chain (s, t, "^", say_unsigned);
    case OP_BVADD:
        return say_masked (s, t, "+", say_unsigned);
    case OP_BVSUB:
        return say_masked (s, t, "-", say_unsigned);
    case OP_BVMUL:
        return say_masked (s, t, "*", say_unsigned);
    case OP_BVUDIV:
    case OP_BVUREM:
    case OP_BVSDIV:
    case OP_BVSREM:
        return say_division (s, t);
    case OP_BVSHL:
    case OP_BVLSHR:
    case OP_BVASHR:
        return say_shift (s, t);
    case OP_CONCAT:
        return say_concat (s, t);
    case OP_EXTRACT:
        return say_extract (s, t);
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND:
        return say_extend (s, t);
    case OP_INT_TO_BV:
        return say_from_int (s, t);
    case OP_ITE:
        return say_choice (s, t, say_unsigned);
    default:
        return false;
    }
}

bool
say_unsigned (struct saying *s, const term *t)
{
    unsigned w = say_width (t);
    uint64_t value;
    if (!w || !say_enter (s))
        return false;
    bool good;
    if (bits_value (t, &value)) {
        text_print (s->out, "%" PRIu64 "%s", value, suffix (w));
        good = true;
    } else
        good =
            say_is_leaf (t) ? say_leaf (s, t, false) : unsigned_operator (s, t);
    return say_leave (s, good);
}
