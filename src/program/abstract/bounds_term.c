/* bounds_term.c -- ranges of terms, and what assumptions say about variables.
 *
 * An assumption a < b narrows what a may be, and from there, backwards through
 * the operators of a, its variables.  Terms are looked at to a limit; beyond it
 * nothing is known. */
#include "program/abstract/bounds_internal.h"

enum { TERM_DEPTH = 60, TERM_BUDGET = 600, CHOICES = 24 };

bool
bounds_has (const term *t)
{
    return t->sort->kind == SORT_BV && t->sort->width <= RANGE_WIDTH;
}

static struct range
constant_range (const term *t)
{
    assert (t->op == OP_BITS && bounds_has (t));
    uint64_t value = 0;
    for (const char *s = t->text; *s; s++)
        value = value * 10 + (uint64_t) (*s - '0');
    return range_unsigned (t->sort->width, value, value);
}

static struct range
variable_range (const struct bounds *b, const term *t)
{
    uint32_t number = live_number (&b->live, t);
    if (number == PROGRAM_NONE)
        return range_full (t->sort->width);
    assert (b->now[number].width == t->sort->width);
    return b->now[number];
}

static struct range
node_range (struct bounds *b, const term *t, unsigned depth)
{
    assert (bounds_has (t));
    struct range full = range_full (t->sort->width), arg[3] = {{0}};
    if (t->op == OP_BITS)
        return constant_range (t);
    if (t->op == OP_VAR)
        return variable_range (b, t);
    bool ite = t->op == OP_ITE;
    bool known = (t->op >= OP_BVNOT && t->op <= OP_BVASHR)
                 || (t->op >= OP_CONCAT && t->op <= OP_SIGN_EXTEND);
    if ((!known && !ite) || !depth || !b->budget)
        return full;
    b->budget--;
    assert (t->args <= 3);
    for (uint32_t i = ite; i < t->args; i++) {
        if (!bounds_has (t->arg[i]))
            return full;
        arg[i] = node_range (b, t->arg[i], depth - 1);
    }
    switch (t->op) {
    case OP_ITE:
        return range_join (arg[1], arg[2]);
    case OP_EXTRACT:
        return range_extract (arg[0], t->index[0], t->index[1]);
    case OP_ZERO_EXTEND:
        return range_zero_extend (arg[0], t->index[0]);
    case OP_SIGN_EXTEND:
        return range_sign_extend (arg[0], t->index[0]);
    default:
        return range_apply (t->op, arg[0], t->args > 1 ? arg[1] : arg[0]);
    }
}

struct range
bounds_of (struct bounds *b, const term *t)
{
    b->budget = TERM_BUDGET;
    return node_range (b, t, TERM_DEPTH);
}

void
bounds_set (struct bounds *b, uint32_t of, struct range r)
{
    if (!b->now[of].width)
        return;
    assert (b->now[of].width == r.width);
    if (range_is_empty (&r))
        b->dead = true;
    VEC_PUSH (b->undo, ((struct bound) {of, b->now[of]}));
    VEC_PUSH (b->known, of);
    b->now[of] = r;
}

/* ---- backwards: t is in r, so its variables are .. */

static void narrow_term (struct bounds *, const term *, struct range,
                         unsigned depth);

/* x op y is in r: what x and y are then, for operators with an inverse. */
static void
narrow_sum (struct bounds *b, const term *t, struct range r, unsigned depth)
{
    const term *x = t->arg[0], *y = t->arg[1];
    struct range of_x = bounds_of (b, x), of_y = bounds_of (b, y);
    enum op back = t->op == OP_BVADD ? OP_BVSUB : OP_BVADD;
    narrow_term (b, x, range_apply (back, r, of_y), depth);
    narrow_term (b, y,
                 t->op == OP_BVADD ? range_apply (OP_BVSUB, r, of_x)
                                   : range_apply (OP_BVSUB, of_x, r),
                 depth);
}

/* The lower half of x is in r, and x has nothing in the upper half, as a signed
 * or as an unsigned number. */
static void
narrow_low (struct bounds *b, const term *x, struct range r, unsigned depth)
{
    struct range of = bounds_of (b, x), fits = range_full (r.width);
    assert (of.width >= r.width);
    if (of.most <= fits.most)
        of = range_meet (of, range_unsigned (of.width, r.least, r.most));
    if (of.signed_least >= fits.signed_least
        && of.signed_most <= fits.signed_most)
        of = range_meet (
            of, range_signed (of.width, r.signed_least, r.signed_most));
    narrow_term (b, x, of, depth);
}

static void narrow_formula (struct bounds *, const term *, bool holds,
                            unsigned depth);

/* One of the ways is the only one that leads there. */
static void
narrow_ite (struct bounds *b, const term *t, struct range r, unsigned depth)
{
    struct range yes = range_meet (bounds_of (b, t->arg[1]), r);
    struct range no = range_meet (bounds_of (b, t->arg[2]), r);
    bool only_yes = range_is_empty (&no), only_no = range_is_empty (&yes);
    if (only_yes == only_no)
        return;
    narrow_formula (b, t->arg[0], only_yes, depth < 12 ? depth : 12);
    narrow_term (b, t->arg[only_yes ? 1 : 2], r, depth);
}

static void
narrow_term (struct bounds *b, const term *t, struct range r, unsigned depth)
{
    if (b->dead || !depth || !bounds_has (t))
        return;
    struct range now = range_meet (bounds_of (b, t), r);
    if (range_is_empty (&now)) {
        b->dead = true;
        return;
    }
    if (t->op == OP_ITE) {
        narrow_ite (b, t, now, depth - 1);
        return;
    }
    const term *x = t->args ? t->arg[0] : NULL;
    if (t->args && !bounds_has (x))
        return;
    unsigned width = x ? x->sort->width : 0;
    switch (t->op) {
    case OP_VAR: {
        uint32_t number = live_number (&b->live, t);
        if (number != PROGRAM_NONE && !range_equal (&b->now[number], &now))
            bounds_set (b, number, now);
        return;
    }
    case OP_BVADD:
    case OP_BVSUB:
        narrow_sum (b, t, now, depth - 1);
        return;
    case OP_BVNEG:
    case OP_BVNOT:
        narrow_term (b, x, range_apply (t->op, now, now), depth - 1);
        return;
    case OP_ZERO_EXTEND:
        narrow_term (b, x, range_unsigned (width, now.least, now.most),
                     depth - 1);
        return;
    case OP_SIGN_EXTEND:
        narrow_term (b, x,
                     range_signed (width, now.signed_least, now.signed_most),
                     depth - 1);
        return;
    case OP_EXTRACT:
        if (!t->index[1])
            narrow_low (b, x, now, depth - 1);
        return;
    case OP_BVAND: /* no more than either of them */
        narrow_term (b, x, range_unsigned (width, now.least, wide_power (64)),
                     depth - 1);
        narrow_term (b, t->arg[1],
                     range_unsigned (width, now.least, wide_power (64)),
                     depth - 1);
        return;
    default:
        return;
    }
}

/* ---- formulas */

static void
narrow_less (struct bounds *b, const term *x, const term *y, bool is_signed,
             bool strict)
{
    for (int i = 0; i < 2 && !b->dead; i++) {
        struct range of_x = bounds_of (b, x), of_y = bounds_of (b, y);
        unsigned width = of_x.width;
        wide far = wide_power (100);
        if (is_signed) {
            narrow_term (
                b, x,
                range_signed (width, -far, (wide) of_y.signed_most - strict),
                TERM_DEPTH);
            narrow_term (
                b, y,
                range_signed (width, (wide) of_x.signed_least + strict, far),
                TERM_DEPTH);
        } else {
            narrow_term (b, x,
                         range_unsigned (width, 0, (wide) of_y.most - strict),
                         TERM_DEPTH);
            narrow_term (
                b, y, range_unsigned (width, (wide) of_x.least + strict, far),
                TERM_DEPTH);
        }
    }
}

/* x is not y, which is one value: the ends of x may go. */
static void
narrow_apart (struct bounds *b, const term *x, const term *y)
{
    struct range of_x = bounds_of (b, x), of_y = bounds_of (b, y);
    if (b->dead || of_y.least != of_y.most)
        return;
    wide sl = of_x.signed_least, sm = of_x.signed_most;
    wide ul = of_x.least, um = of_x.most;
    sl += sl == of_y.signed_least;
    sm -= sm == of_y.signed_most;
    ul += ul == (wide) of_y.least;
    um -= um == (wide) of_y.most;
    narrow_term (b, x,
                 range_meet (range_signed (of_x.width, sl, sm),
                             range_unsigned (of_x.width, ul, um)),
                 TERM_DEPTH);
}

static void
narrow_equal (struct bounds *b, const term *t, bool holds)
{
    const term *x = t->arg[0], *y = t->arg[1];
    if (!bounds_has (x))
        return;
    if (!holds) {
        narrow_apart (b, x, y);
        narrow_apart (b, y, x);
        return;
    }
    for (int i = 0; i < 2 && !b->dead; i++) {
        narrow_term (b, x, bounds_of (b, y), TERM_DEPTH);
        narrow_term (b, y, bounds_of (b, x), TERM_DEPTH);
    }
}

static void
undo_to (struct bounds *b, size_t mark)
{
    assert (b->undo.size >= mark);
    while (b->undo.size > mark) {
        struct bound last = VEC_POP (b->undo);
        b->now[last.of] = last.range;
    }
}

/* One of the parts holds: what all of them say. */
static void
narrow_choice (struct bounds *b, const term *t, bool holds, unsigned depth)
{
    struct vec_bound hull = {0};
    bool possible = false;
    size_t mark = b->undo.size;
    if (t->args > CHOICES)
        return;
    for (uint32_t i = 0; i < t->args; i++) {
        narrow_formula (b, t->arg[i], holds, depth);
        if (!b->dead && !possible) {
            for (size_t j = mark; j < b->undo.size; j++) {
                uint32_t of = b->undo.at[j].of;
                VEC_PUSH (hull, ((struct bound) {of, b->now[of]}));
            }
            possible = true;
        } else if (!b->dead)
            for (size_t j = 0; j < hull.size; j++)
                hull.at[j].range =
                    range_join (hull.at[j].range, b->now[hull.at[j].of]);
        undo_to (b, mark);
        b->dead = false;
    }
    for (size_t i = 0; i < hull.size; i++)
        bounds_set (b, hull.at[i].of, hull.at[i].range);
    b->dead = !possible;
    VEC_CLEAR (hull);
}

static void
narrow_formula (struct bounds *b, const term *t, bool holds, unsigned depth)
{
    if (b->dead || !depth)
        return;
    switch (t->op) {
    case OP_TRUE:
    case OP_FALSE:
        b->dead = holds != (t->op == OP_TRUE);
        return;
    case OP_NOT:
        narrow_formula (b, t->arg[0], !holds, depth - 1);
        return;
    case OP_AND:
    case OP_OR:
        if (holds != (t->op == OP_AND)) {
            narrow_choice (b, t, holds, depth - 1);
            return;
        }
        for (uint32_t i = 0; i < t->args; i++)
            narrow_formula (b, t->arg[i], holds, depth - 1);
        return;
    case OP_EQ:
        narrow_equal (b, t, holds);
        return;
    case OP_BVULE:
    case OP_BVULT:
    case OP_BVSLE:
    case OP_BVSLT: {
        bool is_signed = t->op == OP_BVSLE || t->op == OP_BVSLT;
        bool strict = t->op == OP_BVULT || t->op == OP_BVSLT;
        if (!bounds_has (t->arg[0]))
            return;
        if (holds)
            narrow_less (b, t->arg[0], t->arg[1], is_signed, strict);
        else
            narrow_less (b, t->arg[1], t->arg[0], is_signed, !strict);
        return;
    }
    default:
        return;
    }
}

void
bounds_assume (struct bounds *b, const term *t)
{
    narrow_formula (b, t, true, 12);
}
