/* fold.c -- what is made of choices of constants, and of sums, is worth what the
 * operators say: all of them, at random values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "effort.h"
#include "programs.h"
#include "sat/fold.h"

enum { CONDITIONS = 3, NUMBERS = 2 };

struct bench {
    terms *terms;
    struct fold fold;
    struct dice dice;
    unsigned width;
    const term *condition[CONDITIONS], *number[NUMBERS];
};

/* The same twice: as it is folded, and as it is. */
struct both {
    const term *folded, *plain;
};

static struct both
leaf (struct bench *b)
{
    unsigned most = b->width < 6 ? 1u << b->width : 64;
    const term *t =
        term_bits_of (b->terms, b->width, dice_roll (&b->dice, most));
    if (dice_roll (&b->dice, 4) == 0)
        t = term_make (b->terms, OP_BVNOT, &t, 1, 0, 0);
    if (dice_roll (&b->dice, 5) == 0)
        t = b->number[dice_roll (&b->dice, NUMBERS)];
    return (struct both) {t, t};
}

static struct both make (struct bench *, unsigned depth);

static struct both
choice (struct bench *b, unsigned depth)
{
    const term *c = b->condition[dice_roll (&b->dice, CONDITIONS)];
    struct both one = make (b, depth), other = make (b, depth);
    return (struct both) {fold_ite (&b->fold, c, one.folded, other.folded),
                          term_ite (b->terms, c, one.plain, other.plain)};
}

static struct both
operate (struct bench *b, enum op op, unsigned depth)
{
    struct both x = make (b, depth), y = make (b, depth);
    size_t args = op == OP_BVNOT || op == OP_BVNEG ? 1 : 2;
    const term *folded[] = {x.folded, y.folded}, *plain[] = {x.plain, y.plain};
    return (struct both) {fold_make (&b->fold, op, folded, args, 0, 0),
                          term_make (b->terms, op, plain, args, 0, 0)};
}

/* A part of it, and as wide as it was. */
static struct both
part (struct bench *b, unsigned depth)
{
    struct both x = make (b, depth);
    uint32_t low = dice_roll (&b->dice, b->width), high = b->width - 1;
    enum op op = dice_roll (&b->dice, 2) ? OP_ZERO_EXTEND : OP_SIGN_EXTEND;
    x.folded = fold_make (&b->fold, OP_EXTRACT, &x.folded, 1, high, low);
    x.plain = term_make (b->terms, OP_EXTRACT, &x.plain, 1, high, low);
    if (low) {
        x.folded = fold_make (&b->fold, op, &x.folded, 1, low, 0);
        x.plain = term_make (b->terms, op, &x.plain, 1, low, 0);
    }
    return x;
}

static struct both
make (struct bench *b, unsigned depth)
{
    if (!depth)
        return leaf (b);
    switch (dice_roll (&b->dice, 6)) {
    case 0:
        return part (b, depth - 1);
    case 1:
    case 2:
        return choice (b, depth - 1);
    case 3: /* sums of sums */
        return operate (b, dice_roll (&b->dice, 2) ? OP_BVADD : OP_BVSUB,
                        depth - 1);
    default:
        return operate (
            b, OP_BVNOT + dice_roll (&b->dice, OP_BVASHR - OP_BVNOT + 1),
            depth - 1);
    }
}

static const term *
value_of (void *context, const term *v)
{
    const uintptr_t *at = term_map_get (context, v);
    return at ? (const term *) *at : NULL;
}

static void
check (struct bench *b, struct both both, unsigned seed)
{
    for (unsigned round = 0; round < 8; round++) {
        struct term_map value;
        term_map_init (&value);
        for (unsigned i = 0; i < CONDITIONS; i++)
            *term_map_at (&value, b->condition[i], NULL) =
                (uintptr_t) term_bool (b->terms, round >> i & 1);
        for (unsigned i = 0; i < NUMBERS; i++)
            *term_map_at (&value, b->number[i], NULL) =
                (uintptr_t) term_bits_of (b->terms, b->width,
                                          dice_roll (&b->dice, 2));
        const term *is =
            term_evaluate (b->terms, both.folded, value_of, &value);
        const term *plain =
            term_evaluate (b->terms, both.plain, value_of, &value);
        assert_non_null (plain);
        if (is != plain)
            fail_msg ("seed %u", seed);
        term_map_clear (&value);
    }
}

static void
folded_is_worth_the_same (void **unused)
{
    (void) unused;
    static const unsigned width[] = {1, 3, 8, 32, 64};
    unsigned seeds = effort (4000);
    for (unsigned seed = 0; seed < seeds; seed++) {
        terms *t = terms_new ();
        struct bench b = {
            .terms = t, .dice = {seed * 89 + 3}, .width = width[seed % 5]};
        fold_init (&b.fold, t);
        for (unsigned i = 0; i < CONDITIONS; i++)
            b.condition[i] = term_fresh (t, "c", sort_bool (t));
        for (unsigned i = 0; i < NUMBERS; i++)
            b.number[i] = term_fresh (t, "x", sort_bv (t, b.width));
        struct both x = make (&b, 3), y = make (&b, 2);
        check (&b, x, seed);
        const enum op compare[] = {OP_EQ, OP_BVULE, OP_BVULT, OP_BVSLE,
                                   OP_BVSLT};
        enum op op = compare[dice_roll (&b.dice, 5)];
        check (&b,
               (struct both) {
                   fold_make (&b.fold, op,
                              (const term *[]) {x.folded, y.folded}, 2, 0, 0),
                   term_make (t, op, (const term *[]) {x.plain, y.plain}, 2, 0,
                              0)},
               seed);
        fold_clear (&b.fold);
        terms_free (t);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (folded_is_worth_the_same)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
