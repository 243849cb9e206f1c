/* stores.c -- what the kinds of stores cost on states like those of the C
 * machine.
 *
 *     stores [states] [cache MB] [memory MB]
 *
 * A search of a made-up program: 3 threads that step through 60 places each and
 * 8 objects with 4 values each, in states of 12 parts and about 300 bytes.  A
 * step moves one thread, and every third one writes to an object too.  Each
 * kind of store sees the same states in the same order, on one thread; the time
 * of making them is taken off. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/hash.h"
#include "store/store.h"

enum { THREADS = 3, PLACES = 60, OBJECTS = 7, VALUES = 4, PARTS = 12 };
/* Bytes: head, threads, objects, rest. */
static const uint32_t sizes[PARTS] = {16, 56, 48, 60, 16, 16,
                                      24, 8,  24, 8,  16, 12};
enum { SIZE = 304 };

static size_t
parts_of (struct bytes state, uint32_t ends[], size_t most)
{
    uint32_t at = 0;
    (void) most;
    (void) state;
    for (size_t i = 0; i < PARTS; i++)
        ends[i] = at += sizes[i];
    return PARTS;
}

static double
now (clockid_t clock)
{
    struct timespec t;
    clock_gettime (clock, &t);
    return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

static uint32_t
part_start (size_t part)
{
    uint32_t at = 0;
    for (size_t i = 0; i < part; i++)
        at += sizes[i];
    return at;
}

/* A part's bytes follow from its value, which is its first byte. */
static void
part_set (uint8_t *state, size_t part, unsigned value)
{
    uint8_t *at = state + part_start (part);
    for (uint32_t i = 0; i < sizes[part]; i++)
        at[i] = i % 4 == 3 ? 0 : (uint8_t) (value * (i / 4 % 5 + 1));
    at[0] = (uint8_t) value;
}

static unsigned
part_get (const uint8_t *state, size_t part)
{
    return state[part_start (part)];
}

/* The steps of a state: each thread's. */
static void
step (const uint8_t *from, unsigned thread, uint8_t *to)
{
    unsigned place = part_get (from, 1 + thread);
    memcpy (to, from, SIZE);
    part_set (to, 1 + thread, (place + 1) % PLACES);
    if (place % 3 == thread) {
        size_t object = 1 + THREADS + (place / 3 + thread) % OBJECTS;
        part_set (to, object, (part_get (from, object) + 1) % VALUES);
    }
}

struct outcome {
    uint64_t states, puts, bytes;
    double seconds, cpu;
    struct text about;
};

/* Of all states read and all steps made, without a store. */
static double
making_seconds (uint64_t puts)
{
    uint8_t a[SIZE] = {0}, b[SIZE];
    double start = now (CLOCK_PROCESS_CPUTIME_ID);
    for (uint64_t i = 0; i < puts; i++) {
        step (a, (unsigned) (i % THREADS), b);
        memcpy (a, b, SIZE);
    }
    return now (CLOCK_PROCESS_CPUTIME_ID) - start;
}

static bool
layer (store *s, const struct vec_stretch *open, uint64_t most,
       struct outcome *o)
{
    cursor *c = store_cursor (s, 0);
    uint8_t from[SIZE], to[SIZE];
    for (size_t i = 0; i < open->size; i++)
        for (state_ref r = open->at[i].first; r != open->at[i].end;
             r = cursor_behind (c)) {
            struct bytes b = cursor_read (c, r);
            if (b.size != SIZE || store_states (s) >= most)
                return false;
            memcpy (from, b.data, SIZE);
            for (unsigned t = 0; t < THREADS; t++) {
                step (from, t, to);
                if (!cursor_add (c, (struct bytes) {to, SIZE}))
                    return false;
                o->puts++;
            }
        }
    return true;
}

static struct outcome
run (const char *kind, uint64_t most, uint64_t cache, uint64_t memory)
{
    struct problem problem = {0};
    struct outcome o = {0};
    struct vec_stretch open = {0};
    store *s = store_new (&(struct store_options) {.kind = kind,
                                                   .threads = 1,
                                                   .parts_of = parts_of,
                                                   .cache_bytes = cache,
                                                   .memory_bytes = memory},
                          &problem);
    uint8_t first[SIZE] = {0};
    if (!s) {
        fprintf (stderr, "stores: %s\n", problem.message);
        exit (1);
    }
    for (size_t i = 0; i < PARTS; i++)
        part_set (first, i, 0);
    double start = now (CLOCK_MONOTONIC);
    double cpu = now (CLOCK_PROCESS_CPUTIME_ID);
    cursor_add (store_cursor (s, 0), (struct bytes) {first, SIZE});
    bool more = true;
    while (more) {
        open.size = 0;
        more = cursor_take (store_cursor (s, 0), &open) && open.size
               && layer (s, &open, most, &o);
    }
    cursor_flush (store_cursor (s, 0));
    o.seconds = now (CLOCK_MONOTONIC) - start;
    o.cpu = now (CLOCK_PROCESS_CPUTIME_ID) - cpu;
    o.states = store_states (s);
    o.bytes = store_bytes (s);
    text_init (&o.about);
    if (store_problem (s)->kind != PROBLEM_NONE)
        text_print (&o.about, "%s\n", store_problem (s)->message);
    store_describe (s, &o.about);
    VEC_CLEAR (open);
    store_free (s);
    return o;
}

int
main (int argc, char **argv)
{
    static const char *const kinds[] = {"plain", "tree", "compact", "disk"};
    uint64_t most = argc > 1 ? strtoull (argv[1], NULL, 10) : 2000000;
    uint64_t cache = argc > 2 ? strtoull (argv[2], NULL, 10) : 64;
    uint64_t memory = argc > 3 ? strtoull (argv[3], NULL, 10) : 0;
    printf ("%-8s %10s %10s %10s %12s %9s\n", "store", "states", "puts",
            "M puts/s", "bytes/state", "seconds");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct outcome o = run (kinds[i], most, cache << 20, memory << 20);
        double making = making_seconds (o.puts);
        printf ("%-8s %10" PRIu64 " %10" PRIu64 " %10.2f %12.1f %9.1f\n",
                kinds[i], o.states, o.puts,
                (double) o.puts / (o.cpu - making) / 1e6,
                (double) o.bytes / (double) o.states, o.seconds);
        if (o.about.size)
            fputs (text_view (&o.about), stdout);
        text_clear (&o.about);
        fflush (stdout);
    }
    return 0;
}
