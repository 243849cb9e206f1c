/* range.c -- ranges and their operations.
 *
 * Most operations are done on whole numbers first, once with the signed and
 * once with the unsigned view of the operands; both results are right modulo
 * 2^width, so what is known is what both say. */
#include "program/abstract/range.h"

#include <assert.h>

wide
wide_power (unsigned n)
{
    assert (n <= 120);
    return (wide) 1 << n;
}

wide
wide_divide (wide a, wide b)
{
    assert (b > 0);
    wide q = a / b;
    return a % b < 0 ? q - 1 : q;
}

static wide
wide_least (wide a, wide b)
{
    return a < b ? a : b;
}

static wide
wide_most (wide a, wide b)
{
    return a > b ? a : b;
}

struct range
range_full (unsigned width)
{
    assert (width && width <= RANGE_WIDTH);
    wide half = wide_power (width - 1);
    return (struct range) {width, (int64_t) -half, (int64_t) (half - 1), 0,
                           (uint64_t) (half * 2 - 1)};
}

struct range
range_empty (unsigned width)
{
    return (struct range) {width, 0, -1, 1, 0};
}

bool
range_is_empty (const struct range *r)
{
    return r->signed_least > r->signed_most;
}

bool
range_equal (const struct range *a, const struct range *b)
{
    assert (a->width == b->width);
    return a->signed_least == b->signed_least
           && a->signed_most == b->signed_most && a->least == b->least
           && a->most == b->most;
}

bool
range_is_full (const struct range *r)
{
    struct range full = range_full (r->width);
    return range_equal (r, &full);
}

/* What one view says about the other; once round is enough for both. */
static struct range
range_reduce (struct range r)
{
    wide half = wide_power (r.width - 1), period = half * 2;
    wide sl = r.signed_least, sm = r.signed_most, ul = r.least, um = r.most;
    for (int i = 0; i < 2 && sl <= sm && ul <= um; i++) {
        if (sl >= 0 || sm < 0) {
            wide by = sl >= 0 ? 0 : period;
            ul = wide_most (ul, sl + by);
            um = wide_least (um, sm + by);
        }
        if (um < half || ul >= half) {
            wide by = um < half ? 0 : period;
            sl = wide_most (sl, ul - by);
            sm = wide_least (sm, um - by);
        }
    }
    if (sl > sm || ul > um)
        return range_empty (r.width);
    return (struct range) {r.width, (int64_t) sl, (int64_t) sm, (uint64_t) ul,
                           (uint64_t) um};
}

struct range
range_signed (unsigned width, wide least, wide most)
{
    struct range r = range_full (width);
    least = wide_most (least, r.signed_least);
    most = wide_least (most, r.signed_most);
    if (least > most)
        return range_empty (width);
    r.signed_least = (int64_t) least;
    r.signed_most = (int64_t) most;
    return range_reduce (r);
}

struct range
range_unsigned (unsigned width, wide least, wide most)
{
    struct range r = range_full (width);
    least = wide_most (least, 0);
    most = wide_least (most, r.most);
    if (least > most)
        return range_empty (width);
    r.least = (uint64_t) least;
    r.most = (uint64_t) most;
    return range_reduce (r);
}

struct range
range_of_wide (unsigned width, wide least, wide most)
{
    assert (least <= most);
    wide period = wide_power (width), half = period / 2;
    struct range r = range_full (width);
    if (most - least >= period)
        return r;
    wide low = least - wide_divide (least, period) * period;
    wide high = most - wide_divide (most, period) * period;
    if (low <= high) {
        r.least = (uint64_t) low;
        r.most = (uint64_t) high;
    }
    low = low >= half ? low - period : low;
    high = high >= half ? high - period : high;
    if (low <= high) {
        r.signed_least = (int64_t) low;
        r.signed_most = (int64_t) high;
    }
    return range_reduce (r);
}

struct range
range_join (struct range a, struct range b)
{
    assert (a.width == b.width && a.width <= RANGE_WIDTH);
    if (range_is_empty (&a))
        return b;
    if (range_is_empty (&b))
        return a;
    if (b.signed_least < a.signed_least)
        a.signed_least = b.signed_least;
    if (b.signed_most > a.signed_most)
        a.signed_most = b.signed_most;
    if (b.least < a.least)
        a.least = b.least;
    if (b.most > a.most)
        a.most = b.most;
    return a;
}

struct range
range_meet (struct range a, struct range b)
{
    assert (a.width == b.width);
    if (range_is_empty (&a) || range_is_empty (&b))
        return range_empty (a.width);
    if (b.signed_least > a.signed_least)
        a.signed_least = b.signed_least;
    if (b.signed_most < a.signed_most)
        a.signed_most = b.signed_most;
    if (b.least > a.least)
        a.least = b.least;
    if (b.most < a.most)
        a.most = b.most;
    return range_reduce (a);
}

/* ---- operations on whole numbers */

struct range_span {
    wide least, most;
};

static struct range_span
view (const struct range *r, bool is_signed)
{
    if (is_signed)
        return (struct range_span) {r->signed_least, r->signed_most};
    return (struct range_span) {r->least, r->most};
}

/* The four products or quotients of the ends; false: too large. */
static bool
corners (struct range_span a, struct range_span b, bool quotient,
         struct range_span *to)
{
    wide x[2] = {a.least, a.most}, y[2] = {b.least, b.most};
    for (int i = 0; i < 4; i++) {
        wide z;
        if (quotient)
            z = x[i & 1] / y[i >> 1]; /* towards 0, as bvsdiv */
        else if (__builtin_mul_overflow (x[i & 1], y[i >> 1], &z))
            return false;
        to->least = i ? wide_least (to->least, z) : z;
        to->most = i ? wide_most (to->most, z) : z;
    }
    return to->most < wide_power (120) && to->least > -wide_power (120);
}

static struct range
ring (enum op op, const struct range *a, const struct range *b)
{
    struct range result = range_full (a->width);
    for (int i = 0; i < 2; i++) {
        struct range_span x = view (a, i), y = view (b, i), z;
        bool fits = true;
        if (op == OP_BVADD)
            z = (struct range_span) {x.least + y.least, x.most + y.most};
        else if (op == OP_BVSUB)
            z = (struct range_span) {x.least - y.most, x.most - y.least};
        else
            fits = corners (x, y, false, &z);
        if (fits)
            result =
                range_meet (result, range_of_wide (a->width, z.least, z.most));
    }
    return result;
}

/* All ones, as many as the number has bits. */
static uint64_t
ones_above (uint64_t n)
{
    uint64_t ones = 0;
    while (ones < n)
        ones = ones << 1 | 1;
    return ones;
}

static struct range
bitwise (enum op op, const struct range *a, const struct range *b)
{
    if (op == OP_BVAND)
        return range_unsigned (a->width, 0, wide_least (a->most, b->most));
    uint64_t ones = ones_above (a->most | b->most);
    wide least = op == OP_BVOR ? wide_most (a->least, b->least) : 0;
    return range_unsigned (a->width, least, ones);
}

static struct range
shift_left (const struct range *a, const struct range *by)
{
    if (by->least >= a->width)
        return range_unsigned (a->width, 0, 0);
    if (by->most >= a->width)
        return range_full (a->width);
    struct range_span y = {wide_power ((unsigned) by->least),
                           wide_power ((unsigned) by->most)};
    struct range result = range_full (a->width);
    for (int i = 0; i < 2; i++) {
        struct range_span z;
        if (corners (view (a, i), y, false, &z))
            result =
                range_meet (result, range_of_wide (a->width, z.least, z.most));
    }
    return result;
}

/* Shifts to the right by between `by->least` and `by->most`; whatever is
 * shifted by its width or more is all sign. */
static struct range
shift_right (const struct range *a, const struct range *by, bool is_signed)
{
    unsigned few = by->least >= a->width ? a->width : (unsigned) by->least;
    unsigned many = by->most >= a->width ? a->width : (unsigned) by->most;
    struct range_span x = view (a, is_signed);
    wide less = wide_divide (x.least, wide_power (few));
    wide more = wide_divide (x.most, wide_power (few));
    less = wide_least (less, wide_divide (x.least, wide_power (many)));
    more = wide_most (more, wide_divide (x.most, wide_power (many)));
    return is_signed ? range_signed (a->width, less, more)
                     : range_unsigned (a->width, less, more);
}

static struct range
unsigned_divide (enum op op, const struct range *a, const struct range *b)
{
    wide most = a->most, least = 0;
    if (op == OP_BVUDIV) {
        if (!b->least) /* by 0: all ones */
            return range_full (a->width);
        return range_unsigned (a->width, (wide) a->least / b->most,
                               most / b->least);
    }
    if (b->least && a->most < b->least)
        return *a;
    if (b->least)
        most = wide_least (most, (wide) b->most - 1);
    return range_unsigned (a->width, least, most);
}

/* The remainder has the sign of the dividend and is no larger than it; by 0 it
 * is the dividend. */
static struct range
signed_remainder (const struct range *a, const struct range *b)
{
    wide least = wide_least (a->signed_least, 0);
    wide most = wide_most (a->signed_most, 0);
    if (b->signed_least > 0 || b->signed_most < 0) {
        wide size = wide_most (b->signed_most, -(wide) b->signed_least) - 1;
        size = wide_most (
            size, wide_most (b->signed_least, -(wide) b->signed_most) - 1);
        least = wide_most (least, -size);
        most = wide_least (most, size);
    }
    return range_signed (a->width, least, most);
}

static struct range
signed_divide (const struct range *a, const struct range *b)
{
    struct range_span z;
    bool not_zero = b->signed_least > 0 || b->signed_most < 0;
    if (!not_zero || !corners (view (a, true), view (b, true), true, &z))
        return range_full (a->width);
    return range_of_wide (a->width, z.least, z.most);
}

static struct range
concat (const struct range *a, const struct range *b)
{
    unsigned width = a->width + b->width;
    assert (width <= RANGE_WIDTH);
    wide by = wide_power (b->width);
    struct range result = range_full (width);
    for (int i = 0; i < 2; i++) {
        struct range_span x = view (a, i);
        result =
            range_meet (result, range_of_wide (width, x.least * by + b->least,
                                               x.most * by + b->most));
    }
    return result;
}

struct range
range_apply (enum op op, struct range a, struct range b)
{
    if (range_is_empty (&a) || range_is_empty (&b))
        return range_empty (op == OP_CONCAT ? a.width + b.width : a.width);
    switch (op) {
    case OP_BVNOT:
        return range_of_wide (a.width, -1 - (wide) a.signed_most,
                              -1 - (wide) a.signed_least);
    case OP_BVNEG:
        return range_of_wide (a.width, -(wide) a.signed_most,
                              -(wide) a.signed_least);
    case OP_BVADD:
    case OP_BVSUB:
    case OP_BVMUL:
        return ring (op, &a, &b);
    case OP_BVAND:
    case OP_BVOR:
    case OP_BVXOR:
        return bitwise (op, &a, &b);
    case OP_BVSHL:
        return shift_left (&a, &b);
    case OP_BVLSHR:
    case OP_BVASHR:
        return shift_right (&a, &b, op == OP_BVASHR);
    case OP_BVUDIV:
    case OP_BVUREM:
        return unsigned_divide (op, &a, &b);
    case OP_BVSDIV:
        return signed_divide (&a, &b);
    case OP_BVSREM:
        return signed_remainder (&a, &b);
    case OP_CONCAT:
        return concat (&a, &b);
    default:
        return range_full (a.width);
    }
}

struct range
range_extract (struct range a, unsigned high, unsigned low)
{
    assert (high >= low && high < a.width);
    unsigned width = high - low + 1;
    if (range_is_empty (&a))
        return range_empty (width);
    struct range result = range_full (width);
    for (int i = 0; i < 2; i++) {
        struct range_span x = view (&a, i);
        wide by = wide_power (low);
        result =
            range_meet (result, range_of_wide (width, wide_divide (x.least, by),
                                               wide_divide (x.most, by)));
    }
    return result;
}

struct range
range_zero_extend (struct range a, unsigned more)
{
    if (range_is_empty (&a))
        return range_empty (a.width + more);
    return range_unsigned (a.width + more, a.least, a.most);
}

struct range
range_sign_extend (struct range a, unsigned more)
{
    if (range_is_empty (&a))
        return range_empty (a.width + more);
    return range_signed (a.width + more, a.signed_least, a.signed_most);
}
