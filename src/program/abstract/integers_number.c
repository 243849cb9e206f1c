/* integers_number.c -- integers that stand for bit-vectors, and how they are
 * brought into range.
 *
 * Sums and the like need not be in range: what counts is the remainder modulo
 * 2^width.  Only number_as wraps, and only if what is known of the integer does
 * not make it superfluous. */
#include "program/abstract/integers_internal.h"

enum { NUMBER_BITS = 110 }; /* larger numbers are not followed */

const term *
int_wide (terms *t, wide n)
{
    char text[48], *at = text + sizeof text;
    bool negative = n < 0;
    *--at = 0;
    do {
        int digit = (int) (n % 10);
        *--at = (char) ('0' + (digit < 0 ? -digit : digit));
        n /= 10;
    } while (n);
    if (negative)
        *--at = '-';
    return term_number (t, sort_int (t), at);
}

const term *
int_power (terms *t, unsigned exponent)
{
    const term *result = term_int (t, 1);
    for (; exponent > 30; exponent -= 30)
        result = term_mul (t, result, term_int (t, (int64_t) 1 << 30));
    return term_mul (t, result, term_int (t, (int64_t) 1 << exponent));
}

bool
way_range (enum way way, unsigned width, wide *least, wide *most)
{
    if (way == WAY_NONE || width > NUMBER_BITS)
        return false;
    *least = way == WAY_SIGNED ? -wide_power (width - 1) : 0;
    *most = *least + wide_power (width) - 1;
    return true;
}

const term *
way_formula (terms *t, enum way way, unsigned width, const term *x)
{
    assert (way != WAY_NONE);
    bool is_signed = way == WAY_SIGNED;
    const term *end = int_power (t, is_signed ? width - 1 : width);
    const term *least = is_signed ? term_negate (t, end) : term_int (t, 0);
    return term_and2 (t, term_le (t, least, x),
                      term_le (t, x, term_sub (t, end, term_int (t, 1))));
}

static bool
wide_small (wide n)
{
    return n < wide_power (NUMBER_BITS) && n > -wide_power (NUMBER_BITS);
}

/* Forgets what is too large to be followed. */
static struct number
number_check (struct number n)
{
    assert (!n.known || n.least <= n.most);
    if (n.known && !(wide_small (n.least) && wide_small (n.most)))
        n.known = false;
    return n;
}

struct number
number_constant (terms *t, unsigned width, wide n)
{
    return (struct number) {int_wide (t, n), true, n, n, WAY_NONE, width};
}

struct number
number_sum (terms *t, struct number a, struct number b)
{
    assert (a.width == b.width);
    struct number sum = {.term =
                             term_add (t, (const term *[]) {a.term, b.term}, 2),
                         .known = a.known && b.known,
                         .way = WAY_NONE,
                         .width = a.width};
    if (sum.known) {
        sum.least = a.least + b.least;
        sum.most = a.most + b.most;
    }
    return number_check (sum);
}

struct number
number_scale (terms *t, struct number a, wide by)
{
    wide x, y;
    bool fits = a.known && !__builtin_mul_overflow (a.least, by, &x)
                && !__builtin_mul_overflow (a.most, by, &y);
    a.term = term_mul (t, int_wide (t, by), a.term);
    a.way = WAY_NONE;
    a.known = fits;
    if (fits) {
        a.least = by < 0 ? y : x;
        a.most = by < 0 ? x : y;
    }
    return number_check (a);
}

struct number
number_divide (terms *t, struct number a, wide by)
{
    assert (by > 0);
    const term *arg[2] = {a.term, int_wide (t, by)};
    a.term = term_make (t, OP_IDIV, arg, 2, 0, 0);
    a.way = WAY_NONE;
    if (a.known) {
        a.least = wide_divide (a.least, by);
        a.most = wide_divide (a.most, by);
    }
    return a;
}

struct number
number_modulo (terms *t, struct number a, unsigned bits)
{
    assert (bits <= a.width);
    bool small = bits <= NUMBER_BITS;
    if (small && a.known && a.least >= 0 && a.most < wide_power (bits))
        return a;
    const term *arg[2] = {a.term, int_power (t, bits)};
    a.term = term_make (t, OP_MOD, arg, 2, 0, 0);
    a.way = WAY_UNSIGNED;
    a.known = small;
    a.least = 0;
    if (small)
        a.most = wide_power (bits) - 1;
    return a;
}

struct number
number_choose (terms *t, const term *condition, struct number a,
               struct number b)
{
    assert (a.width == b.width);
    if (term_is_true (condition))
        return a;
    if (term_is_false (condition))
        return b;
    struct number n = {.term = term_ite (t, condition, a.term, b.term),
                       .known = a.known && b.known,
                       .way = a.way == b.way ? a.way : WAY_NONE,
                       .width = a.width};
    if (n.known) {
        n.least = a.least < b.least ? a.least : b.least;
        n.most = a.most > b.most ? a.most : b.most;
    }
    return n;
}

struct number
number_clip (struct number n, wide least, wide most)
{
    assert (least <= most);
    if (!n.known) {
        n.known = true;
        n.least = least;
        n.most = most;
    }
    wide low = n.least > least ? n.least : least;
    wide high = n.most < most ? n.most : most;
    if (low <= high) { /* else nothing gets here; say no more than before */
        n.least = low;
        n.most = high;
    }
    return n;
}

bool
number_fits (const struct number *n, enum way way)
{
    wide least, most;
    if (n->way == way)
        return true;
    return n->known && way_range (way, n->width, &least, &most)
           && n->least >= least && n->most <= most;
}

/* However far out it is. */
static struct number
number_wrap (terms *t, struct number n, enum way way)
{
    const term *half = int_power (t, n.width - 1);
    bool shift = way == WAY_SIGNED;
    const term *x = n.term;
    if (shift)
        x = term_add (t, (const term *[]) {x, half}, 2);
    const term *arg[2] = {x, int_power (t, n.width)};
    x = term_make (t, OP_MOD, arg, 2, 0, 0);
    if (shift)
        x = term_sub (t, x, half);
    struct number r = {.term = x, .way = way, .width = n.width};
    r.known = way_range (way, n.width, &r.least, &r.most);
    return r;
}

static const term *
moved (terms *t, const term *x, wide by)
{
    return term_add (t, (const term *[]) {x, int_wide (t, by)}, 2);
}

/* At most one time round, on either side. */
static struct number
number_fold (terms *t, struct number n, enum way way, wide least, wide most)
{
    wide period = wide_power (n.width);
    assert (n.known && n.least >= least - period && n.most <= most + period);
    const term *x = n.term;
    if (n.least < least)
        x = term_ite (t, term_lt (t, n.term, int_wide (t, least)),
                      moved (t, n.term, period), x);
    if (n.most > most)
        x = term_ite (t, term_lt (t, int_wide (t, most), n.term),
                      moved (t, n.term, -period), x);
    return (struct number) {x, true, least, most, way, n.width};
}

struct number
number_as (const struct integers *in, struct number n, enum way way)
{
    terms *t = in->terms;
    wide least = 0, most = 0;
    assert (way != WAY_NONE);
    if (number_fits (&n, way)) {
        n.way = way;
        return n;
    }
    bool small = way_range (way, n.width, &least, &most);
    if (small && n.known && n.least == n.most) {
        wide period = wide_power (n.width);
        wide value = n.least - least;
        value -= wide_divide (value, period) * period;
        n = number_constant (t, n.width, value + least);
        n.way = way;
        return n;
    }
    if (in->mathematical) {
        n.way = way;
        return n;
    }
    if (!small || !n.known || n.least < least - wide_power (n.width)
        || n.most > most + wide_power (n.width))
        return number_wrap (t, n, way);
    return number_fold (t, n, way, least, most);
}
