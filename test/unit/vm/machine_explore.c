/* machine_explore.c -- the C machine under the searches, with threads: all of them
 * see the same states, and the path to the fault is the same.  The thread
 * sanitizer watches it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "effort.h"
#include "explore/explore.h"
#include "vm/machine.h"
#include "assemble.h"

static const char *const searches[] = {
    "layers",        "free",         "dfs",           "bfs",
    "dynamic-locks", "static-locks", "static-master", "static-local",
    "directed",      "best",         "astar",         "ida"};
static const char *const stores[] = {"plain", "tree", "disk"};
enum { SEARCHES = sizeof searches / sizeof *searches, STORES = 3 };

/* ---- a program: two threads take two locks, in the same order or not, and put
 * a new object with an input in it where both can reach it */

static void
call (struct vm_code *c, const char *native, uint32_t argument)
{
    uint32_t result = as_register (c, 32);
    as_native (c, native, result, 1, 1, &argument);
}

static uint32_t
taker (struct vm_code *c, const char *name, uint32_t first, uint32_t second,
       uint32_t shared)
{
    uint32_t f = as_function (c, name, 1);
    uint32_t made = as_register (c, 64), in = as_register (c, 8);
    uint32_t size = as_number (c, 4), zero = as_number (c, 0);
    for (int i = 0; i < 4; i++) {
        call (c, "pthread_mutex_lock", first);
        as_native (c, "malloc", made, 1, 1, &size);
        AS (c, .op = VM_STORE, .width = 32, .a = made, .b = zero);
        as_native (c, "__VERIFIER_nondet_bool", in, 1, 0, NULL);
        AS (c, .op = VM_STORE, .width = 64, .a = shared, .b = made);
        call (c, "pthread_mutex_lock", second);
        AS (c, .op = VM_STORE, .width = 32, .a = made, .b = as_number (c, 1));
        call (c, "pthread_mutex_unlock", second);
        call (c, "pthread_mutex_unlock", first);
    }
    as_return (c, zero);
    return f;
}

static generator *
program (bool bug)
{
    struct vm_code c;
    struct problem problem = {0};
    as_begin (&c);
    c.reductions = VM_REDUCE_LOCAL;
    uint32_t a = as_global (&c, "a", 40), b = as_global (&c, "b", 40);
    uint32_t shared = as_global (&c, "shared", 8);
    uint32_t one = taker (&c, "one", a, b, shared);
    uint32_t two = taker (&c, "two", bug ? b : a, bug ? a : b, shared);
    uint32_t all[] = {one, two, one};
    as_main (&c, all, 3);
    generator *g = vm_machine_new (&c, &problem);
    if (!g)
        fail_msg ("%s", problem.message);
    vm_code_clear (&c);
    return g;
}

/* ---- what is compared */

struct result {
    enum explore_end end;
    uint64_t states, edges, steps, faults, cuts;
    struct digest digest;
    struct path path;
};

static struct result
explore (generator *g, const struct explore_options *o)
{
    struct problem problem = {0};
    exploration *x = exploration_new (g, o, &problem);
    if (!x)
        fail_msg ("%s", problem.message);
    const struct explore_result *r = exploration_run (x);
    struct result s = {.end = r->end,
                       .states = r->states,
                       .edges = r->edges,
                       .steps = r->steps,
                       .faults = r->faults,
                       .cuts = r->cuts,
                       .digest = r->digest};
    if (r->end == EXPLORE_FAULT && exploration_has_path (x)
        && !exploration_path (x, &r->fault, &s.path, &problem))
        fail_msg ("%s", problem.message);
    exploration_free (x);
    return s;
}

static void
same_states (const struct result *a, const struct result *b)
{
    assert_int_equal (a->end, b->end);
    assert_int_equal (a->states, b->states);
    assert_int_equal (a->edges, b->edges);
    assert_int_equal (a->steps, b->steps);
    assert_int_equal (a->faults, b->faults);
    assert_int_equal (a->cuts, b->cuts);
    assert_true (digest_equal (a->digest, b->digest));
}

static void
same_path (const struct result *a, const struct result *b)
{
    assert_true (a->path.choice.size > 0);
    assert_int_equal (a->path.choice.size, b->path.choice.size);
    assert_memory_equal (a->path.choice.at, b->path.choice.at,
                         a->path.choice.size * sizeof *a->path.choice.at);
}

static struct explore_options
options_of (size_t search, size_t kind, unsigned threads, unsigned bits)
{
    struct explore_options o = {.search = searches[search],
                                .threads = threads,
                                .estimate = VM_ESTIMATE_LOCKS,
                                .beam = 5,
                                .barrier = threads & 1};
    o.store.kind = stores[kind];
    o.store.cache_bytes = 1 << 18;
    o.store.hash_bits = bits;
    return o;
}

/* ---- tests */

static void
complete_ones_agree (void **state)
{
    (void) state;
    generator *g = program (false);
    struct explore_options first = options_of (0, 0, 1, 0);
    struct result r = explore (g, &first);
    assert_int_equal (r.end, EXPLORE_COMPLETE);
    assert_int_equal (r.cuts, 0);
    assert_true (r.states > 500);
    for (size_t s = 0; s < SEARCHES; s++)
        for (size_t k = 0; k < STORES; k++)
            for (unsigned threads = 1; threads <= 4; threads *= 2) {
                struct explore_options o =
                    options_of (s, k, threads, (s + k) % 2 ? 8 : 0);
                if (effort_spares ((unsigned) (s + k + threads)))
                    continue;
                struct result other = explore (g, &o);
                same_states (&r, &other);
            }
    g->class->free (g);
}

/* Those that promise it find the same fault on the same way. */
static void
predictable_ones_agree (void **state)
{
    (void) state;
    generator *g = program (true);
    for (size_t s = 0; s < SEARCHES; s++) {
        struct explore_options first = options_of (s, 0, 1, 0);
        struct result r = explore (g, &first);
        assert_int_equal (r.end, EXPLORE_FAULT);
        for (size_t k = 0; k < STORES; k++)
            for (unsigned threads = 1; threads <= 4; threads *= 2) {
                struct explore_options o = options_of (s, k, threads, 0);
                if (effort_spares ((unsigned) (s + k + threads)))
                    continue;
                struct result other = explore (g, &o);
                if (search_is_predictable (searches[s])) {
                    same_states (&r, &other);
                    same_path (&r, &other);
                }
                assert_int_equal (other.end, EXPLORE_FAULT);
                path_clear (&other.path);
            }
        path_clear (&r.path);
    }
    g->class->free (g);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (complete_ones_agree),
        cmocka_unit_test (predictable_ones_agree),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
