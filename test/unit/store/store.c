/* store.c -- every kind of store is the same set of states. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <cmocka.h>

#include "store/store.h"

static const char *const kinds[] = {"plain", "tree", "compact", "disk"};
enum { KINDS = sizeof kinds / sizeof *kinds, MOST = 1 << 12 };

/* How states look: of one size in parts, of sizes that vary, or with parts that
 * vary in number and size. */
struct look {
    uint32_t ends[4];
    size_t parts;
    bool varies, in_parts;
};

static const struct look looks[] = {
    {{40, 700, 1201}, 3, false, false},
    {{1200}, 1, false, false},
    {{8}, 1, false, false},
    {{3}, 1, false, false},
    {{5, 6, 31}, 3, false, false},
    {{0}, 1, true, true},
    {{0}, 1, true, false},
};
enum { LOOKS = sizeof looks / sizeof *looks };

/* A state in parts: how many there are, the length of each but the last, then
 * they follow. */
static size_t
parts_of (struct bytes state, uint32_t ends[], size_t most)
{
    size_t parts = 0, at = state.size ? (size_t) 1 + state.data[0] : 0;
    if (!state.size || at > state.size)
        return 0;
    ends[parts++] = (uint32_t) at;
    for (size_t i = 0; i < state.data[0] && parts < most; i++) {
        at += state.data[1 + i];
        if (at > state.size)
            break;
        ends[parts++] = (uint32_t) at;
    }
    if (parts < most)
        ends[parts++] = (uint32_t) state.size;
    return parts;
}

static store *
store_of (const char *kind, const struct look *k, uint64_t memory,
          unsigned hash_bits)
{
    struct problem problem = {0};
    store *s = store_new (
        &(struct store_options) {.kind = kind,
                                 .threads = 2,
                                 .ends = k->varies ? NULL : k->ends,
                                 .parts = k->varies ? 0 : k->parts,
                                 .parts_of = k->in_parts ? parts_of : NULL,
                                 .cache_bytes = 64 << 10,
                                 .memory_bytes = memory,
                                 .hash_bits = hash_bits},
        &problem);
    assert_non_null (s);
    assert_int_equal (problem.kind, PROBLEM_NONE);
    return s;
}

/* Parts that other states have too, some of them without bytes; the last is the
 * number. */
static struct bytes
state_in_parts (uint32_t n, uint8_t room[MOST])
{
    unsigned parts = n % 11 == 0 ? 60 + n % 3 : 5 + n % 4;
    size_t at = 1 + parts;
    room[0] = (uint8_t) parts;
    for (unsigned i = 0; i < parts; i++) {
        unsigned value = n >> i % 9 & 15, size = (n >> i % 5 & 7) * 5 % 19;
        room[1 + i] = (uint8_t) size;
        memset (room + at, i % 3 ? (int) value : 0, size);
        at += size;
    }
    memcpy (room + at, &n, 3);
    return (struct bytes) {room, at + 3};
}

/* The state of a number: different ones for different numbers below 2^24. */
static struct bytes
state_of (const struct look *k, uint32_t n, uint8_t room[MOST])
{
    if (k->in_parts)
        return state_in_parts (n, room);
    size_t size = k->ends[k->parts - 1];
    if (k->varies)
        size = 4 + n % 61 + (n % 7 ? 0 : n % 1999);
    memset (room, 0, size);
    for (size_t i = 0; i < 3; i++)
        room[size < 40 ? i % size : (n % 5 + i * 131) * 3 % (size - 3)] ^=
            (uint8_t) (n >> (i * 5) & 127);
    memcpy (room + size - 3, &n, 3);
    return (struct bytes) {room, size};
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
    bool slow = !strcmp (kind, "disk"); /* with a cache as small as here */
    against_list (s, k, slow ? 5000 : 20000, slow ? 15000 : 60000);
    assert_true (store_bytes (s) > 0);
    store_free (s);
}

static void
random_states_are_a_set (void **unused)
{
    (void) unused;
    each (random_check);
}

/* A cursor that has put the same parts again and again, and then reads for the first
 * time. */
static void
reading_check (const char *kind, const struct look *k)
{
    enum { TIMES = 20, TURNS = 6 };
    for (uint32_t i = 0; i < TIMES; i++) {
        store *s = store_of (kind, k, 0, 0);
        cursor *c = store_cursor (s, 0);
        uint8_t room[MOST];
        state_ref ref = 0;
        for (uint32_t turn = 0; turn <= TURNS; turn++) {
            uint32_t n = i * 37 + (turn % 2 ? 1 + turn / 4 : 0);
            cursor_put (c, state_of (k, n, room), &ref);
        }
        assert_true (
            bytes_are (cursor_read (c, ref), state_of (k, i * 37, room)));
        assert_true (store_sound (s));
        store_free (s);
    }
}

static void
what_was_put_again_is_read (void **unused)
{
    (void) unused;
    each (reading_check);
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
    if (!strcmp (kind, "disk"))
        return; /* memory_goes_to_files */
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

/* The disk store takes no more memory than it may, and goes on. */
static void
memory_goes_to_files (void **unused)
{
    (void) unused;
    const uint64_t limit = 512 << 10;
    const uint32_t many = 40000;
    for (size_t j = 0; j < LOOKS; j++) {
        const struct look *k = &looks[j];
        store *s = store_of ("disk", k, limit, 0);
        cursor *c = store_cursor (s, 0);
        uint8_t room[MOST];
        state_ref ref;
        for (uint32_t n = 0; n < many; n++)
            assert_true (cursor_add (c, state_of (k, n, room)));
        assert_true (cursor_flush (c));
        assert_int_equal (store_states (s), many);
        for (uint32_t n = 0; n < many; n += 7) {
            assert_int_equal (cursor_put (c, state_of (k, n, room), &ref),
                              PUT_OLD);
            assert_true (
                bytes_are (cursor_read (c, ref), state_of (k, n, room)));
        }
        struct text about;
        text_init (&about);
        store_describe (s, &about);
        assert_non_null (strstr (text_view (&about), "cache states: "));
        assert_null (strstr (text_view (&about), "files: 0 of states"));
        text_clear (&about);
        assert_true (store_bytes (s) <= limit);
        assert_true (store_sound (s));
        store_free (s);
    }
}

/* What lists take is not the store's: on disk more goes to files, else it is full
 * sooner. */
static void
held_memory_is_not_used (void **unused)
{
    (void) unused;
    const uint64_t limit = 2 << 20, held = limit / 4;
    const struct look *k = &looks[1];
    uint8_t room[MOST];
    store *s = store_of ("disk", k, limit, 0);
    for (uint32_t n = 0; n < 40000; n++)
        assert_true (cursor_add (store_cursor (s, 0), state_of (k, n, room)));
    assert_true (cursor_flush (store_cursor (s, 0)));
    assert_true (store_bytes (s) > limit - held);
    assert_true (store_hold (s, held));
    assert_true (store_bytes (s) + held <= limit + limit / 16);
    assert_false (store_hold (s, 2 * limit));
    assert_true (store_hold (s, 0));
    assert_true (store_sound (s));
    store_free (s);
    s = store_of ("tree", k, limit, 0);
    assert_true (store_hold (s, held));
    uint32_t in = fill (s, k, 1 << 20);
    assert_true (store_bytes (s) <= limit - held);
    store_free (s);
    s = store_of ("tree", k, limit, 0);
    assert_true (fill (s, k, 1 << 20) > in);
    store_free (s);
}

static void
full_disk_check (const char *kind, const struct look *k)
{
    struct rlimit before, small;
    signal (SIGXFSZ, SIG_IGN);
    getrlimit (RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 3 << 20;
    store *s = store_of (kind, k, 0, 0);
    setrlimit (RLIMIT_FSIZE, &small);
    uint32_t in = fill (s, k, 1 << 20);
    setrlimit (RLIMIT_FSIZE, &before);
    assert_true (in > 2000);
    assert_non_null (strstr (store_problem (s)->message, "no space in "));
    store_free (s);
}

static void
full_disk_is_said (void **unused)
{
    (void) unused;
    full_disk_check ("compact", &looks[0]);
    for (size_t j = 0; j < LOOKS; j++)
        full_disk_check ("disk", &looks[j]);
}

/* Files that are open and have no name become a disk that neither reads nor
 * writes. */
static void
disk_break (void)
{
    int dead = open ("/dev/full", O_WRONLY);
    assert_true (dead >= 0);
    for (int file = 3; file < 64; file++) {
        char path[32], name[256] = "";
        snprintf (path, sizeof path, "/proc/self/fd/%d", file);
        if (readlink (path, name, sizeof name - 1) > 0
            && strstr (name, "(deleted)"))
            dup2 (dead, file);
    }
    close (dead);
}

/* No state is ever read wrong, nor is one said to be old that is not. */
static void
failing_disk_check (const struct look *k)
{
    enum { MANY = 3000 };
    store *s = store_of ("disk", k, 0, 0);
    cursor *c = store_cursor (s, 0);
    static state_ref known[MANY];
    uint8_t room[MOST];
    for (uint32_t n = 0; n < MANY; n++)
        assert_int_equal (cursor_put (c, state_of (k, n, room), &known[n]),
                          PUT_NEW);
    disk_break ();
    bool said = false;
    for (uint32_t n = 0; n < 2 * MANY; n++) {
        state_ref ref;
        enum put put = cursor_put (c, state_of (k, n, room), &ref);
        said |= put == PUT_FULL;
        assert_true (put == PUT_FULL || (put == PUT_OLD) == (n < MANY));
    }
    for (uint32_t n = 0; n < MANY; n++) {
        struct bytes b = cursor_read (c, known[n]);
        said |= !b.size;
        assert_true (!b.size || bytes_are (b, state_of (k, n, room)));
    }
    assert_true (said && !cursor_flush (c));
    assert_int_equal (store_problem (s)->kind, PROBLEM_RESOURCE);
    store_free (s);
}

static void
failing_disk_is_said (void **unused)
{
    (void) unused;
    for (size_t j = 0; j < LOOKS; j++)
        if (j == 0 || looks[j].varies)
            failing_disk_check (&looks[j]);
}

static void
no_scratch_is_said (void **unused)
{
    (void) unused;
    for (size_t i = 2; i < KINDS; i++) {
        struct problem problem = {0};
        assert_null (store_new (&(struct store_options) {.kind = kinds[i],
                                                         .threads = 1,
                                                         .scratch = "/no/such"},
                                &problem));
        assert_int_equal (problem.kind, PROBLEM_RESOURCE);
        assert_non_null (strstr (problem.message, "/no/such"));
    }
}

/* Same bytes, other length: another state. */
static void
length_check (const char *kind, const struct look *k)
{
    static const uint8_t zero[100000];
    state_ref ref, again;
    store *s = store_of (kind, k, 0, 0);
    cursor *c = store_cursor (s, 0);
    assert_true (k->varies);
    for (size_t n = 0; n < sizeof zero; n += 1 + n / 7) {
        struct bytes b = {zero, n};
        assert_int_equal (cursor_put (c, b, &ref), PUT_NEW);
        assert_int_equal (cursor_put (c, b, &again), PUT_OLD);
        assert_true (ref == again);
        assert_int_equal (cursor_read (c, ref).size, n);
    }
    store_free (s);
}

static void
lengths_count (void **unused)
{
    (void) unused;
    for (size_t i = 0; i < KINDS; i++)
        for (size_t j = 0; j < LOOKS; j++)
            if (looks[j].varies)
                length_check (kinds[i], &looks[j]);
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
        cmocka_unit_test (what_was_put_again_is_read),
        cmocka_unit_test (collisions_change_nothing),
        cmocka_unit_test (stretches_cover_what_is_new),
        cmocka_unit_test (full_is_said),
        cmocka_unit_test (memory_goes_to_files),
        cmocka_unit_test (held_memory_is_not_used),
        cmocka_unit_test (full_disk_is_said),
        cmocka_unit_test (failing_disk_is_said),
        cmocka_unit_test (no_scratch_is_said),
        cmocka_unit_test (lengths_count),
        cmocka_unit_test (only_compact_assumes),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
