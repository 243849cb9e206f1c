/* cells.c -- maps of cells mean what `store`, `select` and `ite` mean: random
 * accesses, at random values of all that they depend on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "effort.h"
#include "programs.h"
#include "sat/cells.h"

enum { BITS = 3, KEYS = 1 << BITS, CONDITIONS = 3, NUMBERS = 2, MAPS = 3 };

/* What an index was said to be. */
struct promise {
    const term *index;
    uint64_t key[KEYS];
    size_t keys;
};

struct bench {
    terms *terms;
    struct fold fold;
    struct cell_memory memory;
    struct dice dice;
    const term *condition[CONDITIONS], *number[NUMBERS];
    const sort *word, *map, *outer;
    /* Maps of words and maps of these: as cells, and as terms. */
    struct symbolic cells[2][MAPS];
    const term *plain[2][MAPS];
    struct VEC (struct promise) promise;
};

static const term *
constant (struct bench *b)
{
    return term_bits_of (b->terms, BITS, dice_roll (&b->dice, KEYS));
}

static const term *
condition (struct bench *b)
{
    const term *c = b->condition[dice_roll (&b->dice, CONDITIONS)];
    return dice_roll (&b->dice, 2) ? c : term_not (b->terms, c);
}

static const term *
choice (struct bench *b, unsigned depth)
{
    if (!depth)
        return constant (b);
    const term *one = choice (b, depth - 1), *other = choice (b, depth - 1);
    return fold_ite (&b->fold, condition (b), one, other);
}

/* A number of which little is known. */
static const term *
wild (struct bench *b)
{
    const term *x = b->number[dice_roll (&b->dice, NUMBERS)];
    if (dice_roll (&b->dice, 2))
        return x;
    const term *arg[] = {x, choice (b, 1)};
    return fold_make (&b->fold, OP_BVADD, arg, 2, 0, 0);
}

/* Sometimes with a promise that it is one of a few. */
static struct cell_index
index_any (struct bench *b)
{
    unsigned kind = dice_roll (&b->dice, 4);
    if (kind < 2)
        return (struct cell_index) {.term = choice (b, kind)};
    struct cell_index i = {.term = wild (b)};
    if (kind == 2 || term_is_constant (i.term)
        || fold_leaves (&b->fold, i.term))
        return i;
    struct promise p = {.index = i.term};
    for (uint64_t k = 0; k < KEYS; k++)
        if (dice_roll (&b->dice, 4))
            p.key[p.keys++] = k;
    if (!p.keys)
        return i;
    VEC_PUSH (b->promise, p);
    i.key = arena_copy (&b->memory.arena, p.key, p.keys * sizeof *p.key);
    i.keys = p.keys;
    return i;
}

/* ---- accesses, both ways */

static struct symbolic
read_any (struct bench *b, const term **plain)
{
    unsigned at = dice_roll (&b->dice, MAPS);
    struct cell_index outside = index_any (b);
    if (dice_roll (&b->dice, 2)) {
        *plain = term_select (b->terms, b->plain[0][at], outside.term);
        return cells_read (&b->memory, b->cells[0][at].cells, &outside);
    }
    struct cell_index inside = index_any (b);
    *plain = term_select (b->terms,
                          term_select (b->terms, b->plain[1][at], outside.term),
                          inside.term);
    return cells_read_inner (&b->memory, b->cells[1][at].cells, &outside,
                             &inside);
}

static void
write_word (struct bench *b, unsigned at)
{
    struct cell_index outside = index_any (b);
    const term *plain = wild (b);
    struct symbolic value = {.term = plain};
    if (dice_roll (&b->dice, 2))
        value = read_any (b, &plain);
    b->cells[0][at].cells =
        cells_write (&b->memory, b->cells[0][at].cells, &outside, value);
    b->plain[0][at] =
        term_store (b->terms, b->plain[0][at], outside.term, plain);
}

static void
write_inner (struct bench *b, unsigned at)
{
    struct cell_index outside = index_any (b), inside = index_any (b);
    const term *value = wild (b);
    b->cells[1][at].cells =
        cells_write_inner (&b->memory, b->cells[1][at].cells, &outside, &inside,
                           (struct symbolic) {.term = value});
    const term *was = term_select (b->terms, b->plain[1][at], outside.term);
    b->plain[1][at] =
        term_store (b->terms, b->plain[1][at], outside.term,
                    term_store (b->terms, was, inside.term, value));
}

static void
write_map (struct bench *b, unsigned at)
{
    struct cell_index outside = index_any (b);
    unsigned from = dice_roll (&b->dice, MAPS);
    b->cells[1][at].cells = cells_write (&b->memory, b->cells[1][at].cells,
                                         &outside, b->cells[0][from]);
    b->plain[1][at] =
        term_store (b->terms, b->plain[1][at], outside.term, b->plain[0][from]);
}

/* Or copied; or each other's versions, which share what was the same. */
static void
merge (struct bench *b, unsigned kind, unsigned at)
{
    const term *c = condition (b);
    unsigned from = dice_roll (&b->dice, MAPS);
    if (dice_roll (&b->dice, 4) == 0)
        c = term_true (b->terms);
    b->cells[kind][at] =
        cells_ite (&b->memory, c, b->cells[kind][from], b->cells[kind][at]);
    b->plain[kind][at] =
        term_ite (b->terms, c, b->plain[kind][from], b->plain[kind][at]);
}

static void
access_any (struct bench *b)
{
    unsigned at = dice_roll (&b->dice, MAPS), kind = dice_roll (&b->dice, 5);
    if (kind == 0)
        write_word (b, at);
    else if (kind == 1)
        write_inner (b, at);
    else if (kind == 2)
        write_map (b, at);
    else
        merge (b, kind - 3, at);
}

/* ---- at values */

static const term *
value_of (void *context, const term *v)
{
    struct term_map *value = context;
    const uintptr_t *at = term_map_get (value, v);
    return at ? (const term *) *at : NULL;
}

static const term *
random_map (struct bench *b, const sort *s)
{
    const term *result = NULL;
    for (unsigned i = 0; i < KEYS; i++) {
        const term *element = s->element->kind == SORT_ARRAY
                                  ? random_map (b, s->element)
                                  : constant (b);
        const term *key = term_bits_of (b->terms, BITS, i);
        result = result ? term_store (b->terms, result, key, element)
                        : term_const_array (b->terms, s, element);
    }
    return result;
}

static void
values_put (struct bench *b, struct term_map *value, const term *initial[2])
{
    term_map_init (value);
    for (unsigned i = 0; i < CONDITIONS; i++)
        *term_map_at (value, b->condition[i], NULL) =
            (uintptr_t) term_bool (b->terms, dice_roll (&b->dice, 2));
    for (unsigned i = 0; i < NUMBERS; i++)
        *term_map_at (value, b->number[i], NULL) = (uintptr_t) constant (b);
    *term_map_at (value, initial[0], NULL) = (uintptr_t) random_map (b, b->map);
    *term_map_at (value, initial[1], NULL) =
        (uintptr_t) random_map (b, b->outer);
}

static bool
promises_hold (struct bench *b, struct term_map *value)
{
    for (size_t i = 0; i < b->promise.size; i++) {
        const struct promise *p = &b->promise.at[i];
        const term *is = term_evaluate (b->terms, p->index, value_of, value);
        bool holds = false;
        for (size_t k = 0; k < p->keys; k++)
            holds = holds || p->key[k] == fold_word (is);
        if (!holds)
            return false;
    }
    return true;
}

static void
check_same (struct bench *b, struct term_map *value, const term *is,
            const term *plain, unsigned seed)
{
    const term *same = term_eq (b->terms, is, plain);
    same = term_evaluate (b->terms, same, value_of, value);
    assert_non_null (same);
    if (!term_is_true (same))
        fail_msg ("seed %u", seed);
}

static void
bench_init (struct bench *b, unsigned seed, const term *initial[2])
{
    terms *t = terms_new ();
    *b = (struct bench) {.terms = t, .dice = {seed * 97 + 5}};
    fold_init (&b->fold, t);
    b->memory.fold = &b->fold;
    arena_init (&b->memory.arena);
    b->word = sort_bv (t, BITS);
    b->map = sort_array (t, b->word, b->word);
    b->outer = sort_array (t, b->word, b->map);
    for (unsigned i = 0; i < CONDITIONS; i++)
        b->condition[i] = term_fresh (t, "c", sort_bool (t));
    for (unsigned i = 0; i < NUMBERS; i++)
        b->number[i] = term_fresh (t, "x", b->word);
    initial[0] = term_fresh (t, "m", b->map);
    initial[1] = term_fresh (t, "h", b->outer);
    for (unsigned i = 0; i < MAPS; i++)
        for (unsigned kind = 0; kind < 2; kind++) {
            b->plain[kind][i] = initial[kind];
            b->cells[kind][i] = cells_of (&b->memory, initial[kind]);
        }
}

static void
bench_clear (struct bench *b)
{
    VEC_CLEAR (b->promise);
    arena_clear (&b->memory.arena);
    fold_clear (&b->fold);
    terms_free (b->terms);
}

/* Gives at how many values it was looked. */
static size_t
check_seed (unsigned seed)
{
    struct bench b;
    const term *initial[2], *plain;
    size_t looked = 0;
    bench_init (&b, seed, initial);
    for (unsigned n = 1 + dice_roll (&b.dice, 6); n; n--)
        access_any (&b);
    struct symbolic read = read_any (&b, &plain);
    for (unsigned round = 0; round < 12; round++) {
        struct term_map value;
        values_put (&b, &value, initial);
        if (promises_hold (&b, &value)) {
            check_same (&b, &value, read.term, plain, seed);
            for (unsigned i = 0; i < 2 * MAPS; i++)
                check_same (&b, &value,
                            cells_term (&b.memory, b.cells[i % 2][i / 2]),
                            b.plain[i % 2][i / 2], seed);
            looked++;
        }
        term_map_clear (&value);
    }
    bench_clear (&b);
    return looked;
}

static void
accesses_mean_stores_and_selects (void **unused)
{
    (void) unused;
    unsigned seeds = effort (4000);
    size_t looked = 0;
    for (unsigned seed = 0; seed < seeds; seed++)
        looked += check_seed (seed);
    printf ("%zu of %u values\n", looked, seeds * 12);
    assert_true (looked > seeds * 3);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (accesses_mean_stores_and_selects)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
