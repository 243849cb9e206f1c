/* store.c -- every kind of store is the same set of states. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <cmocka.h>

#include "store/store.h"

static const char *const kinds[] = {"plain", "tree", "compact"};
enum { KINDS = 3, MOST = 1 << 12 };

/* How states look: of one size in parts, or of sizes that vary. */
struct look {
    uint32_t ends[4];
    size_t parts;
    bool varies;
};

static const struct look looks[] = {
    {{40, 700, 1201}, 3, false},
    {{1200}, 1, false},
    {{8}, 1, false},
    {{3}, 1, false},
    {{5, 6, 31}, 3, false},
    {{0}, 1, true},
};
enum { LOOKS = sizeof looks / sizeof *looks };

static store *
store_of (const char *kind, const struct look *k, uint64_t memory,
          unsigned hash_bits)
{
    struct problem problem = {0};
    store *s =
        store_new (&(struct store_options){.kind = kind,
                                           .threads = 2,
                                           .ends = k->varies ? NULL : k->ends,
                                           .parts = k->varies ? 0 : k->parts,
                                           .memory_bytes = memory,
                                           .hash_bits = hash_bits},
                   &problem);
    assert_non_null (s);
    assert_int_equal (problem.kind, PROBLEM_NONE);
    return s;
}

/* The state of a number: different ones for different numbers below 2^24. */
static struct bytes
state_of (const struct look *k, uint32_t n, uint8_t room[MOST])
{
    size_t size = k->ends[k->parts - 1];
    if (k->varies)
        size = 4 + n % 61 + (n % 7 ? 0 : n % 1999);
    memset (room, 0, size);
    for (size_t i = 0; i < 3; i++)
        room[size < 40 ? i % size : (n % 5 + i * 131) * 3 % (size - 3)] ^=
            (uint8_t) (n >> (i * 5) & 127);
    memcpy (room + size - 3, &n, 3);
    return (struct bytes){room, size};
}

static bool
bytes_are (struct bytes a, struct bytes b)
{
    return bytes_equal (a, b);
}

static void
each (void (*check) (const char *kind, const struct look *))
{
    for (size_t i = 0; i < KINDS; i++)
        for (size_t j = 0; j < LOOKS; j++)
            check (kinds[i], &looks[j]);
}

/* Puts `rounds` random ones of `many` states and compares with a list. */
static void
against_list (store *s, const struct look *k, uint32_t many, size_t rounds)
{
    cursor *c = store_cursor (s, 0), *other = store_cursor (s, 1);
    state_ref *known = calloc (many, sizeof *known), ref;
    uint8_t room[MOST], kept[MOST];
    uint64_t seed = 1, distinct = 0;
    uint32_t last = 0;
    struct bytes read = {NULL, 0};
    for (size_t i = 0; i < rounds; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint32_t n = (uint32_t) (seed >> 33) % many;
        struct bytes state = state_of (k, n, room);
        bool old = known[n] != 0;
        assert_int_equal (cursor_find (c, state, &ref), old);
        assert_true (!old || ref == known[n]);
        assert_int_equal (cursor_put (i % 3 ? c : other, state, &ref),
                          old ? PUT_OLD : PUT_NEW);
        assert_true (!old || ref == known[n]);
        known[n] = ref;
        distinct += !old;
        if (read.data) /* puts left it alone */
            assert_true (bytes_are (read, state_of (k, last, kept)));
        if (i % 5 == 0) {
            last = n;
            read = cursor_read (c, ref);
            assert_true (bytes_are (read, state));
        }
        assert_int_equal (store_states (s), distinct);
    }
    for (uint32_t n = 0; n < many; n++)
        if (known[n])
            assert_true (bytes_are (cursor_read (other, known[n]),
                                    state_of (k, n, room)));
    assert_true (store_sound (s));
    free (known);
}

static void
random_check (const char *kind, const struct look *k)
{
    store *s = store_of (kind, k, 0, 0);
    against_list (s, k, 20000, 60000);
    assert_true (store_bytes (s) > 0);
    store_free (s);
}

static void
random_states_are_a_set (void **unused)
{
    (void) unused;
    each (random_check);
}

static void
collision_check (const char *kind, const struct look *k)
{
    store *s = store_of (kind, k, 0, 8);
    against_list (s, k, 1500, 5000);
    store_free (s);
    s = store_of (kind, k, 0, 1);
    against_list (s, k, 100, 300);
    store_free (s);
}

static void
collisions_change_nothing (void **unused)
{
    (void) unused;
    each (collision_check);
}

/* Every state stands in exactly one stretch. */
static void
walk (store *s, cursor *by, const struct vec_stretch *list,
      const struct look *k, uint32_t many, uint32_t base)
{
    bool *seen = calloc (many, sizeof *seen);
    uint8_t room[MOST];
    uint32_t total = 0;
    (void) s;
    for (size_t i = 0; i < list->size; i++) {
        size_t length = 0;
        for (state_ref r = list->at[i].first; r != list->at[i].end;
             r = cursor_behind (by)) {
            struct bytes b = cursor_read (by, r);
            uint32_t n = 0;
            memcpy (&n, b.data + b.size - 3, 3);
            assert_true (n >= base && n - base < many && !seen[n - base]);
            assert_true (bytes_are (b, state_of (k, n, room)));
            seen[n - base] = true;
            total++;
            assert_true (++length <= STRETCH_STATES);
        }
    }
    assert_int_equal (total, many);
    free (seen);
}

static void
stretch_check (const char *kind, const struct look *k)
{
    enum { MANY = 5000 };
    store *s = store_of (kind, k, 0, 0);
    uint8_t room[MOST];
    struct vec_stretch list = {0};
    for (uint32_t base = 0; base < 3 * MANY; base += MANY) {
        for (uint32_t n = 0; n < base + MANY; n++)
            assert_true (
                cursor_add (store_cursor (s, 0), state_of (k, n, room)));
        list.size = 0;
        assert_true (cursor_take (store_cursor (s, 0), &list));
        assert_true (list.size < MANY / 8);
        walk (s, store_cursor (s, 1), &list, k, MANY, base);
        assert_int_equal (cursor_states (store_cursor (s, 0)), base + MANY);
        list.size = 0;
        assert_true (cursor_take (store_cursor (s, 0), &list));
        assert_int_equal (list.size, 0);
    }
    assert_true (store_sound (s));
    VEC_CLEAR (list);
    store_free (s);
}

static void
stretches_cover_what_is_new (void **unused)
{
    (void) unused;
    each (stretch_check);
}

/* Until there is no room: what is in stays, what is not gets PUT_FULL. */
static uint32_t
fill (store *s, const struct look *k, uint32_t most)
{
    uint8_t room[MOST];
    state_ref ref;
    uint32_t n = 0;
    enum put put = PUT_NEW;
    for (; n < most && put == PUT_NEW; n++)
        put = cursor_put (store_cursor (s, 0), state_of (k, n, room), &ref);
    assert_int_equal (put, PUT_FULL);
    uint32_t in = n - 1;
    assert_int_equal (store_problem (s)->kind, PROBLEM_RESOURCE);
    for (n = 0; n < in; n++) {
        assert_int_equal (
            cursor_put (store_cursor (s, 0), state_of (k, n, room), &ref),
            PUT_OLD);
        assert_true (bytes_are (cursor_read (store_cursor (s, 0), ref),
                                state_of (k, n, room)));
    }
    assert_int_equal (store_states (s), in);
    assert_true (store_sound (s));
    assert_false (cursor_flush (store_cursor (s, 0)));
    return in;
}

static void
full_check (const char *kind, const struct look *k)
{
    const uint64_t limit = 1 << 20;
    store *s = store_of (kind, k, limit, 0);
    uint32_t in = fill (s, k, 1 << 23);
    assert_true (store_bytes (s) <= limit);
    assert_true (in > 100);
    assert_non_null (strstr (store_problem (s)->message, "memory: "));
    store_free (s);
}

static void
full_is_said (void **unused)
{
    (void) unused;
    each (full_check);
}

static void
full_disk_is_said (void **unused)
{
    (void) unused;
    struct rlimit before, small;
    signal (SIGXFSZ, SIG_IGN);
    getrlimit (RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 3 << 20;
    store *s = store_of ("compact", &looks[0], 0, 0);
    setrlimit (RLIMIT_FSIZE, &small);
    uint32_t in = fill (s, &looks[0], 1 << 20);
    setrlimit (RLIMIT_FSIZE, &before);
    assert_true (in > 2000);
    assert_non_null (strstr (store_problem (s)->message, "no space in "));
    store_free (s);
}

static void
no_scratch_is_said (void **unused)
{
    (void) unused;
    struct problem problem = {0};
    assert_null (store_new (&(struct store_options){.kind = "compact",
                                                    .threads = 1,
                                                    .scratch = "/no/such"},
                            &problem));
    assert_int_equal (problem.kind, PROBLEM_RESOURCE);
    assert_non_null (strstr (problem.message, "/no/such"));
}

/* Same bytes, other length: another state. */
static void
lengths_count (void **unused)
{
    (void) unused;
    static const uint8_t zero[100000];
    state_ref ref, again;
    for (size_t i = 0; i < KINDS; i++) {
        store *s = store_of (kinds[i], &looks[LOOKS - 1], 0, 0);
        cursor *c = store_cursor (s, 0);
        for (size_t n = 0; n < sizeof zero; n += 1 + n / 7) {
            struct bytes b = {zero, n};
            assert_int_equal (cursor_put (c, b, &ref), PUT_NEW);
            assert_int_equal (cursor_put (c, b, &again), PUT_OLD);
            assert_true (ref == again);
            assert_int_equal (cursor_read (c, ref).size, n);
        }
        store_free (s);
    }
}

static void
only_compact_assumes (void **unused)
{
    (void) unused;
    for (size_t i = 0; i < KINDS; i++)
        assert_int_equal (store_is_exact (kinds[i]),
                          strcmp (kinds[i], "compact") != 0);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (random_states_are_a_set),
        cmocka_unit_test (collisions_change_nothing),
        cmocka_unit_test (stretches_cover_what_is_new),
        cmocka_unit_test (full_is_said),
        cmocka_unit_test (full_disk_is_said),
        cmocka_unit_test (no_scratch_is_said),
        cmocka_unit_test (lengths_count),
        cmocka_unit_test (only_compact_assumes),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
