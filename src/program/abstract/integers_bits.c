/* integers_bits.c -- operators on bit-vectors, as integers.
 *
 * Identities on whole numbers: with bits without end to the left, x & 2^k-1 is
 * x mod 2^k, x | c is x + c - (x & c), not x is -1 - x, for negative numbers as
 * well.  What has no such form is arbitrary in its range (integers_any). */
#include "program/abstract/integers_internal.h"

#include <stdlib.h>

enum {
    RUNS = 4,      /* of ones in a mask */
    CASES = 8,     /* that a shift by a variable is split into */
    CASES_MUL = 3, /* the same of a product */
};

static struct number
plus (struct integers *in, struct number a, wide n)
{
    return number_sum (in->terms, a, number_constant (in->terms, a.width, n));
}

static struct number
minus (struct integers *in, struct number a, struct number b)
{
    return number_sum (in->terms, a, number_scale (in->terms, b, -1));
}

static bool
is_one_value (const struct number *n)
{
    return n->known && n->least == n->most;
}

static const term *
holds_le (struct integers *in, struct number a, struct number b)
{
    return term_le (in->terms, a.term, b.term);
}

/* ---- what is not exact */

/* Facts about r = x op y that hold if neither is negative. */
static void
facts_assume (struct integers *in, const term *t, struct number r,
              struct number x, struct number y)
{
    terms *s = in->terms;
    const term *zero = term_int (s, 0);
    const term *positive = term_lt (s, zero, y.term);
    const term *sum = term_add (s, (const term *[]) {x.term, y.term}, 2);
    switch (t->op) {
    case OP_BVAND:
        integers_assume (in, holds_le (in, r, x));
        integers_assume (in, holds_le (in, r, y));
        return;
    case OP_BVOR:
        integers_assume (in, holds_le (in, x, r));
        integers_assume (in, holds_le (in, y, r));
        integers_assume (in, term_le (s, r.term, sum));
        return;
    case OP_BVXOR:
        integers_assume (in, term_le (s, r.term, sum));
        return;
    case OP_BVUREM:
    case OP_BVSREM:
        integers_assume (in, holds_le (in, r, x));
        integers_assume (
            in, term_implies (s, positive, term_lt (s, r.term, y.term)));
        return;
    case OP_BVUDIV:
    case OP_BVSDIV:
        integers_assume (in, term_implies (s, positive, holds_le (in, r, x)));
        return;
    case OP_BVLSHR:
    case OP_BVASHR:
        integers_assume (in, holds_le (in, r, x));
        return;
    default:
        return;
    }
}

static bool
is_natural (const struct number *n)
{
    return n->known && n->least >= 0 && number_fits (n, WAY_SIGNED);
}

static struct number
abstracted (struct integers *in, const term *t, const struct number *arg)
{
    assert (t->sort->kind == SORT_BV);
    enum way way = classes_way (&in->classes, classes_base (&in->classes, t));
    const term *any = integers_any (in, sort_int (in->terms));
    unsigned width = t->sort->width;
    in->map->abstracted++;
    if (in->mathematical && t->op == OP_BVMUL)
        return (struct number) {any, false, 0, 0, way, width};
    struct number r = integers_bound (in, t, any, way);
    if (r.known) {
        integers_assume (
            in, term_le (in->terms, int_wide (in->terms, r.least), any));
        integers_assume (
            in, term_le (in->terms, any, int_wide (in->terms, r.most)));
    } else
        integers_assume (in, way_formula (in->terms, way, width, any));
    if (t->args == 2 && is_natural (&arg[0]) && is_natural (&arg[1]) && r.known
        && r.least >= 0)
        facts_assume (in, t, r, arg[0], arg[1]);
    return r;
}

/* ---- masks */

/* x & mask.  Whoever gives x and mask in the same way (both signed or both
 * unsigned numbers) gets the number of that way. */
static bool
mask_apply (struct integers *in, struct number x, uint64_t mask,
            struct number *to)
{
    assert (x.width <= 64);
    terms *t = in->terms;
    struct number sum = number_constant (t, x.width, 0);
    unsigned runs = 0, at = 0;
    while (at < x.width && mask >> at) {
        if (!(mask >> at & 1)) {
            at++;
            continue;
        }
        unsigned end = at;
        while (end < x.width && end < 64 && mask >> end & 1)
            end++;
        if (++runs > RUNS)
            return false;
        struct number upper = end == x.width ? x : number_modulo (t, x, end);
        struct number part =
            at ? minus (in, upper, number_modulo (t, x, at)) : upper;
        if (end < x.width)
            part = number_clip (part, 0, wide_power (end) - wide_power (at));
        sum = runs == 1 ? part : number_sum (t, sum, part);
        at = end;
        if (at == 64)
            break;
    }
    *to = sum;
    return true;
}

static uint64_t
mask_of (const struct number *n)
{
    assert (is_one_value (n) && n->width <= 64);
    uint64_t all = n->width == 64 ? UINT64_MAX : ((uint64_t) 1 << n->width) - 1;
    return (uint64_t) n->least & all;
}

/* x op c. */
static bool
bitwise_constant (struct integers *in, enum op op, struct number x,
                  struct number c, struct number *to)
{
    terms *t = in->terms;
    wide least, most;
    if (x.width > 64)
        return false;
    uint64_t mask = mask_of (&c);
    enum way way = number_fits (&x, WAY_SIGNED)     ? WAY_SIGNED
                   : number_fits (&x, WAY_UNSIGNED) ? WAY_UNSIGNED
                                                    : WAY_NONE;
    if (way == WAY_NONE && op != OP_BVAND) {
        x = number_as (in, x, WAY_SIGNED);
        way = WAY_SIGNED;
    }
    struct number both;
    if (!mask_apply (in, x, mask, &both))
        return false;
    wide value = (wide) mask;
    if (way != WAY_UNSIGNED && mask >> (x.width - 1))
        value -= wide_power (x.width);
    struct number r = both;
    if (op != OP_BVAND)
        r = minus (in, plus (in, x, value),
                   number_scale (t, both, op == OP_BVXOR ? 2 : 1));
    if (!in->mathematical && way != WAY_NONE
        && way_range (way, x.width, &least, &most)) {
        r = number_clip (r, least, most);
        r.way = way;
    }
    *to = r;
    return true;
}

/* Both are 0 or 1. */
static bool
is_bit (const struct number *n)
{
    return n->known && n->least >= 0 && n->most <= 1;
}

static struct number
bitwise_bits (struct integers *in, enum op op, struct number x, struct number y)
{
    assert (is_bit (&x) && is_bit (&y));
    terms *t = in->terms;
    const term *one = term_int (t, 1);
    const term *a = term_eq (t, x.term, one), *b = term_eq (t, y.term, one);
    const term *c = op == OP_BVAND  ? term_and2 (t, a, b)
                    : op == OP_BVOR ? term_or2 (t, a, b)
                                    : term_not (t, term_eq (t, a, b));
    return number_choose (t, c, number_constant (t, x.width, 1),
                          number_constant (t, x.width, 0));
}

/* How many low bits are 0 for sure. */
static unsigned
zeros_below (const term *t)
{
    unsigned width = t->sort->width;
    if (t->op == OP_BVSHL && t->arg[1]->op == OP_BITS && width <= 64) {
        uint64_t by = strtoull (t->arg[1]->text, NULL, 10);
        return by > width ? width : (unsigned) by;
    }
    if (t->op == OP_CONCAT && t->arg[1]->op == OP_BITS
        && t->arg[1]->text[0] == '0')
        return t->arg[1]->sort->width;
    return 0;
}

/* x | y without a bit that both have is their sum. */
static bool
is_apart (const term *x, const struct number *y)
{
    unsigned zeros = zeros_below (x);
    return zeros && y->known && y->least >= 0 && zeros <= 64
           && y->most < wide_power (zeros);
}

static struct number
bitwise (struct integers *in, const term *t, const struct number *arg)
{
    struct number x = arg[0], y = arg[1], r;
    if (x.width == 1) {
        x = number_as (in, x, WAY_UNSIGNED);
        y = number_as (in, y, WAY_UNSIGNED);
    }
    if (is_bit (&x) && is_bit (&y))
        return bitwise_bits (in, t->op, x, y);
    if (is_one_value (&y) && bitwise_constant (in, t->op, x, y, &r))
        return r;
    if (is_one_value (&x) && bitwise_constant (in, t->op, y, x, &r))
        return r;
    if (t->op != OP_BVAND
        && (is_apart (t->arg[0], &y) || is_apart (t->arg[1], &x)))
        return number_sum (in->terms, x, y);
    return abstracted (in, t, arg);
}

/* ---- products, shifts, divisions */

/* An operation whose second operand has few values: one case for each. */
static struct number
cases (struct integers *in, struct number by, struct number x,
       struct number (*one) (struct integers *, enum op, struct number, wide),
       enum op op)
{
    assert (by.known && by.least <= by.most);
    struct number r = one (in, op, x, by.most);
    for (wide n = by.most - 1; n >= by.least; n--)
        r = number_choose (
            in->terms, term_eq (in->terms, by.term, int_wide (in->terms, n)),
            one (in, op, x, n), r);
    return r;
}

static struct number
product_by (struct integers *in, enum op op, struct number x, wide by)
{
    (void) op;
    return number_scale (in->terms, x, by);
}

static struct number
product (struct integers *in, const term *t, const struct number *arg)
{
    for (int i = 0; i < 2; i++) {
        struct number x = arg[!i], by = arg[i];
        if (is_one_value (&by))
            return number_scale (in->terms, x, by.least);
    }
    for (int i = 0; i < 2; i++)
        if (arg[i].known && arg[i].most - arg[i].least <= CASES_MUL)
            return cases (in, arg[i], arg[!i], product_by, t->op);
    return abstracted (in, t, arg);
}

static struct number
shift_by (struct integers *in, enum op op, struct number x, wide by)
{
    unsigned n = by >= x.width ? x.width : (unsigned) by;
    assert (by >= 0 && x.width <= 64);
    if (op == OP_BVSHL)
        return n == x.width ? number_constant (in->terms, x.width, 0)
                            : number_scale (in->terms, x, wide_power (n));
    x = number_as (in, x, op == OP_BVASHR ? WAY_SIGNED : WAY_UNSIGNED);
    if (op == OP_BVLSHR && n == x.width)
        return number_constant (in->terms, x.width, 0);
    return n ? number_divide (in->terms, x, wide_power (n)) : x;
}

static struct number
shift (struct integers *in, const term *t, const struct number *arg)
{
    struct number x = arg[0], by = arg[1];
    if (x.width > 64)
        return abstracted (in, t, arg);
    if (is_one_value (&by) || is_natural (&by))
        by = number_as (in, by, WAY_UNSIGNED);
    bool few = by.known && by.least >= 0 && number_fits (&by, WAY_UNSIGNED)
               && by.most - by.least <= (is_one_value (&x) ? 64 : CASES);
    return few ? cases (in, by, x, shift_by, t->op) : abstracted (in, t, arg);
}

/* x / c rounded towards 0, for signed x and c > 0. */
static struct number
quotient (struct integers *in, struct number x, wide c)
{
    assert (c > 0);
    terms *t = in->terms;
    if (x.known && x.least >= 0)
        return number_divide (t, x, c);
    struct number below =
        number_scale (t, number_divide (t, number_scale (t, x, -1), c), -1);
    return number_choose (t, term_le (t, term_int (t, 0), x.term),
                          number_divide (t, x, c), below);
}

/* x mod c, from 0, c > 0. */
static struct number
remainder_above (struct integers *in, struct number x, wide c)
{
    assert (c > 0);
    if (x.known && x.least >= 0 && x.most < c)
        return x;
    const term *arg[2] = {x.term, int_wide (in->terms, c)};
    return (struct number) {.term = term_make (in->terms, OP_MOD, arg, 2, 0, 0),
                            .known = true,
                            .most = c - 1,
                            .way = WAY_NONE,
                            .width = x.width};
}

/* The sign is that of x. */
static struct number
remainder_signed (struct integers *in, struct number x, wide c)
{
    terms *t = in->terms;
    struct number above = remainder_above (in, x, c);
    if (x.known && x.least >= 0)
        return above;
    struct number below =
        number_scale (t, remainder_above (in, number_scale (t, x, -1), c), -1);
    return number_choose (t, term_le (t, term_int (t, 0), x.term), above,
                          below);
}

static struct number
signed_divide (struct integers *in, const term *t, const struct number *arg)
{
    terms *s = in->terms;
    struct number x = number_as (in, arg[0], WAY_SIGNED);
    struct number by = number_as (in, arg[1], WAY_SIGNED);
    if (!is_one_value (&by))
        return abstracted (in, t, (struct number[]) {x, by});
    wide c = by.least;
    if (!c && t->op == OP_BVSDIV)
        return number_choose (s, term_lt (s, x.term, term_int (s, 0)),
                              number_constant (s, x.width, 1),
                              number_constant (s, x.width, -1));
    if (!c)
        return x;
    wide size = c < 0 ? -c : c;
    if (t->op == OP_BVSREM)
        return remainder_signed (in, x, size);
    if (t->op == OP_BVSMOD)
        return c < 0 ? abstracted (in, t, (struct number[]) {x, by})
                     : remainder_above (in, x, c);
    struct number q = quotient (in, x, size);
    return c < 0 ? number_scale (s, q, -1) : q;
}

static struct number
unsigned_divide (struct integers *in, const term *t, const struct number *arg)
{
    terms *s = in->terms;
    struct number x = number_as (in, arg[0], WAY_UNSIGNED);
    struct number by = number_as (in, arg[1], WAY_UNSIGNED);
    if (!is_one_value (&by))
        return abstracted (in, t, (struct number[]) {x, by});
    wide c = by.least;
    if (!c)
        return t->op == OP_BVUDIV ? number_constant (s, x.width, -1) : x;
    if (t->op == OP_BVUDIV)
        return number_divide (s, x, c);
    return remainder_above (in, x, c);
}

/* ---- parts */

static struct number
concatenation (struct integers *in, const term *t, const struct number *arg)
{
    struct number low = number_as (in, arg[1], WAY_UNSIGNED), high = arg[0];
    unsigned by = low.width;
    assert (high.width + by == t->sort->width);
    high.width = low.width = t->sort->width;
    high.way = low.way = WAY_NONE;
    if (by > 100)
        return abstracted (in, t, arg);
    return number_sum (in->terms,
                       number_scale (in->terms, high, wide_power (by)), low);
}

static struct number
extraction (struct integers *in, const term *t, struct number x)
{
    unsigned low = t->index[1];
    assert (low + t->sort->width <= x.width);
    if (low > 100)
        return abstracted (in, t, &x);
    if (low)
        x = number_divide (in->terms, x, wide_power (low));
    x.width = t->sort->width;
    x.way = WAY_NONE;
    return x;
}

static struct number
extension (struct integers *in, const term *t, struct number x)
{
    enum way way = t->op == OP_SIGN_EXTEND ? WAY_SIGNED : WAY_UNSIGNED;
    x = number_as (in, x, way);
    assert (x.width <= t->sort->width);
    x.width = t->sort->width;
    x.way = way; /* still in the range of that way */
    return x;
}

struct number
integers_bits (struct integers *in, const term *t, const struct number *arg)
{
    terms *s = in->terms;
    switch (t->op) {
    case OP_BVADD:
        return number_sum (s, arg[0], arg[1]);
    case OP_BVSUB:
        return minus (in, arg[0], arg[1]);
    case OP_BVNEG:
        return number_scale (s, arg[0], -1);
    case OP_BVNOT:
        return plus (in, number_scale (s, arg[0], -1), -1);
    case OP_BVMUL:
        return product (in, t, arg);
    case OP_BVAND:
    case OP_BVOR:
    case OP_BVXOR:
        return bitwise (in, t, arg);
    case OP_BVSHL:
    case OP_BVLSHR:
    case OP_BVASHR:
        return shift (in, t, arg);
    case OP_BVUDIV:
    case OP_BVUREM:
        return unsigned_divide (in, t, arg);
    case OP_BVSDIV:
    case OP_BVSREM:
    case OP_BVSMOD:
        return signed_divide (in, t, arg);
    case OP_CONCAT:
        return concatenation (in, t, arg);
    case OP_EXTRACT:
        return extraction (in, t, arg[0]);
    case OP_ZERO_EXTEND:
    case OP_SIGN_EXTEND:
        return extension (in, t, arg[0]);
    default:
        return abstracted (in, t, arg);
    }
}
