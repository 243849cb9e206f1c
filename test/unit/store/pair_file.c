/* pair_file.c -- pairs in a file: which are the same, and what the index must tell
 * apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store/pairs.h"

enum { MANY = 20000 };
static const uint64_t cache = 64 << 10;

static void
file_init (struct pair_file *f, struct budget *budget, uint64_t hash_mask)
{
    assert_true (pair_file_init (f, "/tmp", cache, hash_mask, budget));
}

/* The number by which multiplying by an odd one is undone. */
static uint64_t
undoing (uint64_t odd)
{
    uint64_t x = odd;
    for (int i = 0; i < 6; i++)
        x *= 2 - odd * x;
    return x;
}

/* The pair that has this hash: pair_hash backwards. */
static uint64_t
pair_hashed (uint64_t hash)
{
    hash ^= hash >> 33;
    hash *= undoing (UINT64_C (0xc4ceb9fe1a85ec53));
    hash ^= hash >> 33;
    hash *= undoing (UINT64_C (0xff51afd7ed558ccd));
    return hash ^ hash >> 33;
}

/* Hashes that differ in one bit, whichever it is, belong to two pairs. */
static void
all_bits_of_a_hash_count (void **unused)
{
    (void) unused;
    for (int spilled = 0; spilled < 2; spilled++) {
        struct budget budget = {.limit = spilled ? 400 << 10 : 0};
        struct pair_file f = {0};
        struct pair_file_hand hand = {0};
        uint32_t id[65], other;
        file_init (&f, &budget, UINT64_MAX);
        const uint64_t first = UINT64_C (0x0123456789abcdef);
        for (unsigned bit = 0; bit <= 64; bit++) {
            uint64_t hash = bit < 64 ? first ^ UINT64_C (1) << bit : first;
            uint64_t pair = pair_hashed (hash);
            assert_true (pair_hash (pair) == hash);
            assert_int_equal (pair_file_put (&f, &hand, pair, hash, &id[bit]),
                              PUT_NEW);
        }
        for (uint64_t n = 1; spilled && n < 3 * MANY; n++)
            assert_int_equal (
                pair_file_put (&f, &hand, n, pair_hash (n), &other), PUT_NEW);
        assert_int_equal (spilled, mini_states_spilled (&f.minis) > 0);
        for (unsigned bit = 0; bit <= 64; bit++) {
            uint64_t hash = bit < 64 ? first ^ UINT64_C (1) << bit : first;
            uint64_t pair = pair_hashed (hash);
            assert_true (pair_file_find (&f, pair, hash, &other));
            assert_int_equal (other, id[bit]);
            assert_true (pair_file_at (&f, other) == pair);
        }
        pair_file_clear (&f);
        assert_int_equal (budget.used, 0);
    }
}

/* As if hashes had no more than 4 bits: the file is read to tell pairs apart. */
static void
equal_hashes_are_settled_by_reading (void **unused)
{
    (void) unused;
    struct budget budget = {0};
    struct pair_file f = {0};
    struct pair_file_hand hand = {0};
    uint32_t id, again;
    file_init (&f, &budget, UINT64_MAX << 60);
    for (uint64_t n = 1; n < 1000; n++) {
        assert_false (pair_file_find (&f, n, pair_hash (n), &id));
        assert_int_equal (pair_file_put (&f, &hand, n, pair_hash (n), &id),
                          PUT_NEW);
        assert_int_equal (pair_file_put (&f, &hand, n, pair_hash (n), &again),
                          PUT_OLD);
        assert_int_equal (id, again);
    }
    uint64_t full;
    assert_true (pair_file_sound (&f, &full) && full == 999);
    pair_file_clear (&f);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (all_bits_of_a_hash_count),
        cmocka_unit_test (equal_hashes_are_settled_by_reading)};
    return cmocka_run_group_tests (tests, NULL, NULL);
}
