/* store_threads.c -- threads that put overlapping sets of states into one
 * store: each state is new exactly once, and all references to it agree. */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "effort.h"
#include "store/store.h"

enum { THREADS = 4, MANY = 12000, ROUNDS = 6000, SIZE = 60 };

struct party {
    store *store;
    pthread_barrier_t start;
    bool varies, adds;
    uint32_t many;                 /* states */
    state_ref seen[THREADS][MANY]; /* what each thread was told */
    uint64_t new[THREADS];
    struct vec_stretch taken[THREADS];
};

struct guest {
    struct party *party;
    unsigned thread;
};

static struct bytes
state_of (const struct party *p, uint32_t n, uint8_t room[SIZE + 8])
{
    size_t size = p->varies ? SIZE - n % 31 : SIZE;
    memset (room, 0, size);
    memcpy (room + n % 3 * 4, &n, 4);
    room[20] = (uint8_t) (n % 3);
    return (struct bytes) {room, size};
}

/* States are of one size, vary, or vary and have parts. */
enum form { FIXED, VARIES, IN_PARTS, FORMS };

static size_t
parts_of (struct bytes state, uint32_t ends[], size_t most)
{
    (void) most;
    for (size_t i = 0; i < 3; i++)
        ends[i] = (uint32_t) (4 * (i + 1));
    ends[3] = 16 + state.data[0] % 8;
    ends[4] = (uint32_t) state.size;
    return 5;
}

static void
guest_put (struct guest *g, cursor *c, uint32_t n)
{
    struct party *p = g->party;
    uint8_t room[SIZE + 8];
    state_ref ref = 0;
    struct bytes state = state_of (p, n, room);
    if (p->adds) {
        assert_true (cursor_add (c, state));
        return;
    }
    enum put put = cursor_put (c, state, &ref);
    assert_int_not_equal (put, PUT_FULL);
    p->new[g->thread] += put == PUT_NEW;
    assert_true (!p->seen[g->thread][n] || p->seen[g->thread][n] == ref);
    p->seen[g->thread][n] = ref;
    /* Whoever made it: its bytes are there. */
    assert_true (bytes_equal (cursor_read (c, ref), state));
}

static void *
guest_run (void *context)
{
    struct guest *g = context;
    struct party *p = g->party;
    cursor *c = store_cursor (p->store, g->thread);
    /* Pairs of threads run the same way: they meet at each state. */
    uint64_t seed = g->thread / 2 + 1;
    size_t rounds = effort (ROUNDS);
    pthread_barrier_wait (&p->start);
    for (size_t i = 0; i < rounds; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        guest_put (g, c, (uint32_t) (seed >> 33) % p->many);
    }
    for (uint32_t n = 0; n < p->many; n++)
        guest_put (g, c, n);
    assert_true (cursor_take (c, &p->taken[g->thread]));
    return NULL;
}

static uint64_t
party_walk (struct party *p)
{
    cursor *c = store_cursor (p->store, 0);
    uint64_t states = 0;
    for (unsigned t = 0; t < THREADS; t++)
        for (size_t i = 0; i < p->taken[t].size; i++)
            for (state_ref r = p->taken[t].at[i].first;
                 r != p->taken[t].at[i].end; r = cursor_behind (c)) {
                cursor_read (c, r);
                states++;
            }
    return states;
}

/* Of the index of the disk store something went to files. */
static void
party_spilled (const struct party *p)
{
    struct text about;
    text_init (&about);
    store_describe (p->store, &about);
    assert_null (strstr (text_view (&about), "files: 0 of states"));
    text_clear (&about);
}

static void
party_check (struct party *p)
{
    uint64_t new = 0;
    party_spilled (p);
    assert_int_equal (store_states (p->store), p->many);
    assert_int_equal (party_walk (p), p->many);
    assert_true (store_sound (p->store));
    for (unsigned t = 0; t < THREADS && !p->adds; t++) {
        new += p->new[t];
        for (uint32_t n = 0; n < p->many; n++)
            assert_true (p->seen[t][n] == p->seen[0][n]);
    }
    assert_int_equal (new, p->adds ? 0 : p->many);
}

static void
party_hold (const char *kind, enum form form, bool adds, unsigned hash_bits)
{
    static const uint32_t ends[] = {12, SIZE};
    struct party *p = calloc (1, sizeof *p);
    struct problem problem = {0};
    pthread_t id[THREADS];
    struct guest guest[THREADS];
    bool disk = !strcmp (kind, "disk");
    /* So little that not all of the disk store's index fits. */
    uint64_t memory = disk ? 400 << 10 : UINT64_C (1) << 30;
    p->varies = form != FIXED;
    p->adds = adds;
    p->many = disk ? MANY : MANY / 3;
    p->store = store_new (
        &(struct store_options) {.kind = kind,
                                 .threads = THREADS,
                                 .ends = form ? NULL : ends,
                                 .parts = form ? 0 : 2,
                                 .parts_of = form == IN_PARTS ? parts_of : NULL,
                                 .cache_bytes = 64 << 10,
                                 .memory_bytes = memory,
                                 .hash_bits = hash_bits},
        &problem);
    assert_non_null (p->store);
    pthread_barrier_init (&p->start, NULL, THREADS);
    for (unsigned t = 0; t < THREADS; t++) {
        guest[t] = (struct guest) {p, t};
        pthread_create (&id[t], NULL, guest_run, &guest[t]);
    }
    for (unsigned t = 0; t < THREADS; t++)
        pthread_join (id[t], NULL);
    party_check (p);
    for (unsigned t = 0; t < THREADS; t++)
        VEC_CLEAR (p->taken[t]);
    store_free (p->store);
    pthread_barrier_destroy (&p->start);
    free (p);
}

static void
each_way (const char *kind)
{
    for (enum form form = FIXED; form < FORMS; form++) {
        party_hold (kind, form, false, 0);
        party_hold (kind, form, true, 0);
    }
    party_hold (kind, FIXED, false, 10);
    party_hold (kind, IN_PARTS, false, 10);
}

/* Two threads start together and put the same states in the same order: whoever
 * is behind finds old ones, which is quicker, and so they meet. */
enum { DUELS = 12800, BURST = 128, DUEL_SIZE = 600 };

struct duel {
    store *store;
    atomic_uint arrived;
    uint64_t new[2];
};

struct duellist {
    struct duel *duel;
    unsigned thread;
};

static void
duel_meet (struct duel *d, unsigned round)
{
    atomic_fetch_add (&d->arrived, 1);
    for (unsigned turns = 0; atomic_load (&d->arrived) < 2 * (round + 1);
         turns++)
        if (turns > 2000)
            sched_yield ();
}

static void *
duellist_run (void *context)
{
    struct duellist *self = context;
    struct duel *d = self->duel;
    cursor *c = store_cursor (d->store, self->thread);
    uint8_t room[DUEL_SIZE] = {0};
    for (unsigned i = 0; i < DUELS; i++) {
        state_ref ref;
        memcpy (room + i % 7 * 40, &i, sizeof i);
        if (i % BURST == 0)
            duel_meet (d, i / BURST);
        enum put put = cursor_put (c, (struct bytes) {room, sizeof room}, &ref);
        d->new[self->thread] += put == PUT_NEW;
    }
    return NULL;
}

static void
duels_have_one_winner (void **unused)
{
    (void) unused;
    static const char *const kinds[] = {"plain", "tree", "compact", "disk"};
    static const uint32_t ends[] = {DUEL_SIZE};
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        struct problem problem = {0};
        struct duel d = {0};
        struct duellist list[2] = {{&d, 0}, {&d, 1}};
        pthread_t other;
        d.store = store_new (
            &(struct store_options) {
                .kind = kinds[k], .threads = 2, .ends = ends, .parts = 1},
            &problem);
        assert_non_null (d.store);
        pthread_create (&other, NULL, duellist_run, &list[1]);
        duellist_run (&list[0]);
        pthread_join (other, NULL);
        assert_int_equal (d.new[0] + d.new[1], DUELS);
        assert_true (store_sound (d.store));
        store_free (d.store);
    }
}

static void
plain_is_one_set (void **unused)
{
    (void) unused;
    each_way ("plain");
}

static void
tree_is_one_set (void **unused)
{
    (void) unused;
    each_way ("tree");
}

static void
compact_is_one_set (void **unused)
{
    (void) unused;
    each_way ("compact");
}

static void
disk_is_one_set (void **unused)
{
    (void) unused;
    each_way ("disk");
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (plain_is_one_set),
        cmocka_unit_test (tree_is_one_set),
        cmocka_unit_test (compact_is_one_set),
        cmocka_unit_test (disk_is_one_set),
        cmocka_unit_test (duels_have_one_winner),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
