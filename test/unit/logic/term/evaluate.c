/* evaluate.c -- what programs that run compute with: words, and maps that are
 * written again and again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "effort.h"
#include "logic/term/store.h"
#include "programs.h"

/* ---- words */

static const term *
random_bits (terms *t, struct dice *d, unsigned width)
{
    uint64_t all = width < 64 ? ((uint64_t) 1 << width) - 1 : UINT64_MAX;
    uint64_t word =
        (uint64_t) dice_roll (d, UINT32_MAX) << 32 | dice_roll (d, UINT32_MAX);
    switch (dice_roll (d, 5)) {
    case 0:
        word = dice_roll (d, 70); /* shifts, too far and not */
        break;
    case 1:
        word = all >> dice_roll (d, 3); /* -1, the largest, .. */
        break;
    case 2:
        word = (uint64_t) 1 << (width - 1);
        break;
    }
    return term_bits_of (t, width, word & all);
}

static void
words_are_numbers (void **unused)
{
    (void) unused;
    size_t done = 0;
    unsigned rounds = effort (60000);
    terms *t = terms_new ();
    for (unsigned round = 0; round < rounds; round++) {
        struct dice d = {round * 31 + 7};
        enum op op = (enum op) (
            OP_BVNOT + dice_roll (&d, OP_SIGN_EXTEND - OP_BVNOT + 1));
        unsigned width = 1 + dice_roll (&d, 64);
        unsigned other = op == OP_CONCAT ? 1 + dice_roll (&d, 64) : width;
        const term *arg[] = {random_bits (t, &d, width),
                             random_bits (t, &d, other)};
        uint32_t index[2] = {0, 0};
        bool one = op == OP_BVNOT || op == OP_BVNEG || op > OP_CONCAT;
        if (op == OP_EXTRACT) {
            index[0] = dice_roll (&d, width);
            index[1] = dice_roll (&d, index[0] + 1);
        } else if (op > OP_CONCAT)
            index[0] = dice_roll (&d, 66 - width > 64 ? 2 : 66 - width);
        const sort *s =
            term_sort_of (t, op, arg, one ? 1 : 2, index[0], index[1]);
        assert_non_null (s);
        const term *word = bits_fold_word (t, op, s, arg, index);
        const term *number = bits_fold_long (t, op, s, arg, index);
        assert_true (!word || word == number);
        done += word != NULL;
    }
    assert_true (done > rounds / 2);
    terms_free (t);
}

/* ---- maps */

enum { INDICES = 300, WRITES = 500, MAPS = 40 };

/* Several maps are written in turns, and read as they are and as they were. */
static void
maps_know_what_was_written (void **unused)
{
    (void) unused;
    terms *t = terms_new ();
    struct dice d = {5};
    const sort *index = sort_bv (t, 32), *map = sort_array (t, index, index);
    static uint32_t is[MAPS][INDICES], was[MAPS][INDICES];
    const term *now[MAPS], *then[MAPS];
    for (int m = 0; m < MAPS; m++) {
        uint32_t rest = m % 3 ? 0 : (uint32_t) m;
        now[m] = then[m] =
            term_const_array (t, map, term_bits_of (t, 32, rest));
        for (int i = 0; i < INDICES; i++)
            is[m][i] = was[m][i] = rest;
    }
    for (unsigned write = 0; write < effort (WRITES) * MAPS; write++) {
        unsigned m = dice_roll (&d, MAPS), i = dice_roll (&d, INDICES);
        is[m][i] = dice_roll (&d, 1000);
        now[m] = term_store (t, now[m], term_bits_of (t, 32, i),
                             term_bits_of (t, 32, is[m][i]));
        if (!dice_roll (&d, 200)) {
            then[m] = now[m];
            memcpy (was[m], is[m], sizeof is[m]);
        }
        bool past = !dice_roll (&d, 10);
        m = dice_roll (&d, MAPS);
        i = dice_roll (&d, INDICES);
        const term *read = map_tables_at (&t->tables, past ? then[m] : now[m],
                                          term_bits_of (t, 32, i));
        assert_ptr_equal (read,
                          term_bits_of (t, 32, past ? was[m][i] : is[m][i]));
    }
    terms_free (t);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (words_are_numbers),
        cmocka_unit_test (maps_know_what_was_written),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
