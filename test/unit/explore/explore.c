/* explore.c -- all searches, stores and numbers of threads give the same
 * states, edges and digest as a search so simple that it can be read; layered
 * ones the same counterexample; ends that are not complete say so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "base/map.h"
#include "effort.h"
#include "explore/explore.h"
#include "explore/graph.h"
#include "model/model.h"
#include "toy_generator.h"

static const char *const searches[] = {
    "layers",        "free",         "dfs",           "bfs",
    "dynamic-locks", "static-locks", "static-master", "static-local"};
static const char *const stores[] = {"plain", "tree", "compact"};
static const unsigned threads[] = {1, 2, 4};
enum { SEARCHES = 8, STORES = 3, THREADS = 3, MB = 1 << 20 };

static generator *
model_of (const char *line)
{
    struct problem p = {0};
    char text[64];
    snprintf (text, sizeof text, "cohort-model %s\n", line);
    generator *g = model_read (text, strlen (text), "test", &p);
    assert_non_null (g);
    return g;
}

static void
model_done (generator *g)
{
    g->class->free (g);
}

/* ---- the reference: layers in sorted arrays, one thread, no store */

struct reference {
    struct VEC (uint8_t) bytes;
    struct VEC (uint64_t) layer; /* of each state */
    size_t size;                 /* of a state */
    uint64_t edges;
    struct digest digest;
    struct VEC (uint32_t) path; /* canonical counterexample; empty: safe */
};

static struct bytes
reference_state (const struct reference *r, size_t i)
{
    return (struct bytes) {r->bytes.at + i * r->size, r->size};
}

static void
reference_add (struct reference *r, struct map *seen, struct bytes state,
               uint64_t layer)
{
    if (!map_put (seen, digest_of (state), r->layer.size))
        return;
    r->size = state.size;
    for (size_t i = 0; i < state.size; i++)
        VEC_PUSH (r->bytes, state.data[i]);
    VEC_PUSH (r->layer, layer);
    struct digest d = digest_of (state);
    r->digest.low += d.low;
    r->digest.high += d.high + (r->digest.low < d.low);
}

/* The least state of a layer with an edge to `target`, or with a fault. */
static size_t
reference_before (const struct reference *r, generator *g, uint64_t layer,
                  const struct bytes *target, uint32_t *choice)
{
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < r->layer.size; i++) {
        struct edge e;
        if (r->layer.at[i] != layer
            || (best != SIZE_MAX
                && bytes_compare (reference_state (r, best),
                                  reference_state (r, i))
                       < 0))
            continue;
        generator_enter (g, reference_state (r, i));
        while (generator_next (g, &e) == NEXT_EDGE)
            if (target
                    ? !(e.marks & EDGE_FAULT) && bytes_equal (e.target, *target)
                    : (e.marks & EDGE_FAULT) != 0) {
                best = i;
                *choice = e.choice;
                break;
            }
    }
    assert_true (best != SIZE_MAX);
    return best;
}

static void
reference_path (struct reference *r, generator *g, uint64_t layer)
{
    uint32_t choice;
    size_t at = reference_before (r, g, layer, NULL, &choice);
    VEC_PUSH (r->path, choice);
    while (layer-- > 1) {
        struct bytes target = reference_state (r, at);
        at = reference_before (r, g, layer, &target, &choice);
        VEC_PUSH (r->path, choice);
    }
    VEC_PUSH (r->path, 0); /* the models have one initial state */
    for (size_t i = 0, j = r->path.size - 1; i < j; i++, j--) {
        uint32_t swap = r->path.at[i];
        r->path.at[i] = r->path.at[j];
        r->path.at[j] = swap;
    }
}

/* At most so many layers; the root's is the first. */
static void
reference_make (struct reference *r, generator *g, uint64_t depth)
{
    struct map seen;
    struct edge e;
    uint64_t faulty = UINT64_MAX;
    *r = (struct reference) {0};
    map_init (&seen);
    generator_enter (g, (struct bytes) {0});
    while (generator_next (g, &e) == NEXT_EDGE) {
        r->edges++;
        reference_add (r, &seen, e.target, 1);
    }
    for (size_t i = 0; i < r->layer.size; i++) {
        uint64_t layer = r->layer.at[i];
        if (layer > faulty || (depth && layer >= depth))
            break;
        struct buffer source;
        buffer_init (&source);
        buffer_put (&source, reference_state (r, i).data, r->size);
        generator_enter (g, buffer_view (&source));
        while (generator_next (g, &e) == NEXT_EDGE) {
            r->edges++;
            if (e.marks & EDGE_FAULT)
                faulty = layer;
            else
                reference_add (r, &seen, e.target, layer + 1);
        }
        buffer_clear (&source);
    }
    if (faulty != UINT64_MAX)
        reference_path (r, g, faulty);
    map_clear (&seen);
}

static void
reference_clear (struct reference *r)
{
    VEC_CLEAR (r->bytes);
    VEC_CLEAR (r->layer);
    VEC_CLEAR (r->path);
}

/* ---- agreement */

static void
same (const struct explore_result *x, const struct reference *r)
{
    assert_int_equal (x->states, r->layer.size);
    assert_int_equal (x->edges, r->edges);
    assert_true (digest_equal (x->digest, r->digest));
}

static struct explore_options
options_of (size_t search, size_t kind, unsigned n)
{
    return (struct explore_options) {.search = searches[search],
                                     .threads = n,
                                     .store = {.kind = stores[kind]}};
}

static void
complete_run (const generator *g, const struct explore_options *o,
              const struct reference *r)
{
    struct problem p = {0};
    exploration *e = exploration_new (g, o, &p);
    assert_non_null (e);
    const struct explore_result *x = exploration_run (e);
    assert_int_equal (x->end, EXPLORE_COMPLETE);
    assert_int_equal (x->faults, 0);
    assert_true (x->bytes > 0);
    same (x, r);
    exploration_free (e);
}

static void
complete_everywhere (const char *line, uint64_t states, uint64_t edges)
{
    generator *g = model_of (line);
    struct reference r;
    unsigned runs = 0;
    reference_make (&r, g, 0);
    assert_int_equal (r.layer.size, states);
    assert_int_equal (r.edges, edges);
    for (size_t s = 0; s < SEARCHES; s++)
        for (size_t k = 0; k < STORES; k++)
            for (size_t t = 0; t < THREADS; t++)
                for (int barrier = 0; barrier <= (s >= 4); barrier++) {
                    struct explore_options o = options_of (s, k, threads[t]);
                    o.barrier = barrier;
                    if (!effort_spares (runs++))
                        complete_run (g, &o, &r);
                }
    reference_clear (&r);
    model_done (g);
}

/* States and transitions as SPIN counts them. */
static void
searches_agree (void **state)
{
    (void) state;
    complete_everywhere ("phil 2", 10, 15);
    complete_everywhere ("phil 5", 392, 1416);
    complete_everywhere ("bakery 2 3", 3536, 6808);
    complete_everywhere ("peterson 2", 366, 703);
}

static void
larger_ones_agree (void **state)
{
    (void) state;
    generator *g = model_of ("peterson 3");
    struct reference r;
    reference_make (&r, g, 0);
    assert_int_equal (r.layer.size, 37557);
    assert_int_equal (r.edges, 105547);
    for (size_t s = 0; s < SEARCHES; s++) {
        struct explore_options o = options_of (s, s % 2, 2);
        if (!effort_spares ((unsigned) s))
            complete_run (g, &o, &r);
    }
    reference_clear (&r);
    model_done (g);
}

/* A hash of few bits must change no count. */
static void
bad_hash_changes_nothing (void **state)
{
    (void) state;
    generator *g = model_of ("phil 5");
    struct reference r;
    reference_make (&r, g, 0);
    for (size_t k = 0; k < 2; k++) {
        struct explore_options o = options_of (0, k, 2);
        o.store.hash_bits = 8;
        complete_run (g, &o, &r);
    }
    reference_clear (&r);
    model_done (g);
}

/* Ends are easily found too early when there is little to do. */
static void
ends_are_not_found_early (void **state)
{
    (void) state;
    generator *g = model_of ("phil 4");
    struct reference r;
    reference_make (&r, g, 0);
    for (int round = 0; round < (int) effort (100); round++)
        for (size_t s = 4; s < SEARCHES; s++) {
            struct explore_options o = options_of (s, 0, 2 + round % 4);
            o.barrier = round & 1;
            o.share = 1 + round % 3;
            complete_run (g, &o, &r);
        }
    reference_clear (&r);
    model_done (g);
}

/* ---- counterexamples */

struct replay {
    size_t steps;
    bool fault;
};

static void
replay_step (void *context, struct bytes from, const struct edge *e)
{
    struct replay *r = context;
    assert_false (r->fault);
    assert_true (r->steps == 0 ? !from.size : from.size > 0);
    r->steps++;
    r->fault = e->marks & EDGE_FAULT;
}

static void
fault_run (generator *g, const struct explore_options *o,
           const struct reference *r)
{
    struct problem p = {0};
    struct path path = {0};
    exploration *e = exploration_new (g, o, &p);
    const struct explore_result *x = exploration_run (e);
    assert_int_equal (x->end, EXPLORE_FAULT);
    same (x, r);
    assert_true (x->fault.found);
    assert_int_equal (x->fault.layer + 1, r->path.size);
    assert_int_equal (x->layers, r->path.size);
    assert_true (exploration_path (e, &x->fault, &path, &p));
    assert_int_equal (path.choice.size, r->path.size);
    assert_memory_equal (path.choice.at, r->path.at,
                         path.choice.size * sizeof *path.choice.at);
    struct replay replay = {0};
    assert_true (path_follow (g, &path, replay_step, &replay, &p));
    assert_true (replay.fault);
    assert_int_equal (replay.steps, path.choice.size);
    path_clear (&path);
    exploration_free (e);
}

static void
fault_everywhere (const char *line)
{
    generator *g = model_of (line);
    struct reference r;
    struct problem p = {0};
    reference_make (&r, g, 0);
    assert_true (r.path.size > 1);
    for (size_t k = 0; k < STORES; k++)
        for (size_t t = 0; t < THREADS; t++) {
            struct explore_options o = options_of (0, k, threads[t]);
            fault_run (g, &o, &r);
        }
    for (size_t s = 1; s < SEARCHES; s++) {
        struct explore_options o = options_of (s, 0, 2);
        exploration *e = exploration_new (g, &o, &p);
        const struct explore_result *x = exploration_run (e);
        struct path path = {0};
        struct replay replay = {0};
        assert_int_equal (x->end, EXPLORE_FAULT);
        assert_int_equal (exploration_has_path (e), s == 2);
        if (s == 2) {
            assert_true (exploration_path (e, &x->fault, &path, &p));
            assert_int_equal (path.choice.size, x->fault.layer + 1);
            assert_true (path_follow (g, &path, replay_step, &replay, &p));
            assert_true (replay.fault);
        }
        path_clear (&path);
        exploration_free (e);
    }
    reference_clear (&r);
    model_done (g);
}

static void
counterexamples_agree (void **state)
{
    (void) state;
    fault_everywhere ("phil 2 bug");
    fault_everywhere ("phil 6 bug");
    fault_everywhere ("bakery 2 3 bug");
    fault_everywhere ("peterson 3 bug");
}

/* A ladder: two states in each layer, an error far down. */
enum { LADDER = 3000 };

static enum next
ladder (uint64_t at, uint32_t n, struct toy_edge *e)
{
    uint64_t rung = at == TOY_ROOT ? 0 : at / 2 + 1;
    if (n > 1)
        return NEXT_END;
    e->target = 2 * rung + (1 - n);
    e->marks = rung == LADDER && n ? EDGE_FAULT : 0;
    return NEXT_EDGE;
}

static void
deep_ones_are_found (void **state)
{
    (void) state;
    struct problem p = {0};
    generator *g = toy_new (ladder);
    struct explore_options o = options_of (0, 0, 2);
    exploration *e = exploration_new (g, &o, &p);
    const struct explore_result *x = exploration_run (e);
    struct path path = {0};
    assert_int_equal (x->end, EXPLORE_FAULT);
    assert_int_equal (x->fault.layer, LADDER);
    assert_true (exploration_path (e, &x->fault, &path, &p));
    assert_int_equal (path.choice.size, LADDER + 1);
    for (size_t i = 0; i < path.choice.size; i++)
        assert_int_equal (path.choice.at[i], 1); /* to the lesser state */
    path_clear (&path);
    exploration_free (e);
    model_done (g);
}

/* A shaft: one state goes down, the other nowhere; an error at the bottom.  Depth
 * first its stack is larger than what is kept of it in memory. */
enum { SHAFT = 400000 };

static enum next
shaft (uint64_t at, uint32_t n, struct toy_edge *e)
{
    uint64_t deep = at == TOY_ROOT ? 0 : at + 1;
    if (n > 1 || (at != TOY_ROOT && at >= 2 * SHAFT))
        return NEXT_END;
    e->target = n ? deep : 2 * SHAFT + deep;
    e->marks = deep == SHAFT && n ? EDGE_FAULT : 0;
    return NEXT_EDGE;
}

static void
shafts_have_an_end (void **state)
{
    (void) state;
    struct problem p = {0};
    generator *g = toy_new (shaft);
    struct explore_options o = options_of (2, 0, 1);
    exploration *e = exploration_new (g, &o, &p);
    const struct explore_result *x = exploration_run (e);
    struct path path = {0};
    struct replay replay = {0};
    assert_int_equal (x->end, EXPLORE_FAULT);
    assert_int_equal (x->fault.layer, SHAFT);
    assert_true (exploration_has_path (e));
    assert_true (exploration_path (e, &x->fault, &path, &p));
    assert_int_equal (path.choice.size, SHAFT + 1);
    assert_true (path_follow (g, &path, replay_step, &replay, &p));
    assert_true (replay.fault);
    path_clear (&path);
    exploration_free (e);
    o.store.scratch = "/nowhere/at/all";
    e = exploration_new (g, &o, &p);
    x = exploration_run (e);
    assert_int_equal (x->end, EXPLORE_FULL);
    assert_int_equal (x->problem.kind, PROBLEM_RESOURCE);
    exploration_free (e);
    model_done (g);
}

static void
paths_on_the_wire (void **state)
{
    (void) state;
    struct path p = {0}, q = {0};
    struct buffer b;
    struct reader r;
    buffer_init (&b);
    for (uint32_t i = 0; i < 300; i++)
        VEC_PUSH (p.choice, i * i);
    path_write (&p, &b);
    reader_init (&r, buffer_view (&b));
    assert_true (path_read (&q, &r) && reader_done (&r));
    assert_int_equal (q.choice.size, 300);
    assert_memory_equal (p.choice.at, q.choice.at, 300 * sizeof (uint32_t));
    path_clear (&q);
    b.size--;
    reader_init (&r, buffer_view (&b));
    assert_false (path_read (&q, &r));
    path_clear (&q);
    struct problem problem = {0};
    generator *g = model_of ("phil 2");
    assert_false (path_follow (g, &p, NULL, NULL, &problem));
    assert_int_equal (problem.kind, PROBLEM_INPUT);
    model_done (g);
    path_clear (&p);
    buffer_clear (&b);
}

/* ---- ends that are not complete */

static void
bounds_are_kept (void **state)
{
    (void) state;
    struct problem p = {0};
    generator *g = model_of ("bakery 2 3");
    for (uint64_t depth = 1; depth < 40; depth += 6) {
        struct reference r;
        reference_make (&r, g, depth);
        for (size_t t = 0; t < THREADS + 1; t++) {
            struct explore_options o =
                options_of (t < THREADS ? 0 : 3, 0, threads[t % THREADS]);
            o.depth = depth;
            exploration *e = exploration_new (g, &o, &p);
            const struct explore_result *x = exploration_run (e);
            assert_int_equal (x->end, EXPLORE_BOUND);
            assert_int_equal (x->layers, depth);
            same (x, &r);
            exploration_free (e);
        }
        reference_clear (&r);
    }
    for (size_t s = 0; s < SEARCHES; s++) {
        struct explore_options o = options_of (s, 0, 1);
        o.depth = 5;
        exploration *e = exploration_new (g, &o, &p);
        assert_int_equal (e != NULL, s == 0 || s == 2 || s == 3);
        exploration_free (e);
    }
    assert_int_equal (p.kind, PROBLEM_USAGE);
    model_done (g);
}

/* A bound behind the last layer bounds nothing. */
static void
bound_beyond_the_end (void **state)
{
    (void) state;
    struct problem p = {0};
    generator *g = model_of ("phil 2");
    for (size_t s = 0; s < 4; s += 3) {
        struct explore_options o = options_of (s, 0, 1);
        exploration *e = exploration_new (g, &o, &p);
        uint64_t layers = exploration_run (e)->layers;
        exploration_free (e);
        for (uint64_t depth = layers - 1; depth <= layers + 1; depth++) {
            o.depth = depth;
            e = exploration_new (g, &o, &p);
            assert_int_equal (exploration_run (e)->end, depth < layers
                                                            ? EXPLORE_BOUND
                                                            : EXPLORE_COMPLETE);
            exploration_free (e);
        }
    }
    model_done (g);
}

static enum next
endless (uint64_t at, uint32_t n, struct toy_edge *e)
{
    if (n > 1)
        return NEXT_END;
    e->target = at == TOY_ROOT ? n : (at * 2 + 2 + n) % (UINT64_MAX / 4);
    return NEXT_EDGE;
}

static void
full_is_not_complete (void **state)
{
    (void) state;
    generator *g = toy_new (endless);
    for (size_t s = 0; s < SEARCHES; s++)
        for (size_t k = 0; k < 2; k++) {
            struct problem p = {0};
            struct explore_options o = options_of (s, k, 1 + s % 2);
            if (effort_spares ((unsigned) (s + k)))
                continue;
            o.store.memory_bytes = 2 * MB;
            exploration *e = exploration_new (g, &o, &p);
            assert_non_null (e);
            const struct explore_result *x = exploration_run (e);
            assert_int_equal (x->end, EXPLORE_FULL);
            assert_int_equal (x->problem.kind, PROBLEM_RESOURCE);
            assert_true (x->states > 1000);
            exploration_free (e);
        }
    model_done (g);
}

static atomic_bool halt;
static atomic_uint edges_made;

static enum next
endless_until_halt (uint64_t at, uint32_t n, struct toy_edge *e)
{
    if (atomic_fetch_add (&edges_made, 1) == 50000)
        atomic_store (&halt, true);
    return endless (at, n, e);
}

static void
stop_is_obeyed (void **state)
{
    (void) state;
    generator *g = toy_new (endless_until_halt);
    for (size_t s = 0; s < SEARCHES; s++)
        for (int before = 0; before < 2; before++) {
            struct problem p = {0};
            struct explore_options o = options_of (s, 0, 2);
            o.stop = &halt;
            atomic_store (&halt, before);
            atomic_store (&edges_made, 0);
            exploration *e = exploration_new (g, &o, &p);
            const struct explore_result *x = exploration_run (e);
            assert_int_equal (x->end, EXPLORE_STOPPED);
            assert_true (before ? x->states == 0 : x->states > 1000);
            assert_true (atomic_load (&edges_made) < 60000);
            exploration_free (e);
        }
    model_done (g);
}

static bool
four_layers (void *context, const struct explore_result *so_far)
{
    uint64_t *calls = context;
    assert_int_equal (so_far->layers, ++*calls);
    return so_far->layers < 4;
}

static void
passing_a_layer_may_stop (void **state)
{
    (void) state;
    struct problem p = {0};
    generator *g = model_of ("phil 4");
    uint64_t calls = 0;
    struct explore_options o = options_of (0, 0, 2);
    o.passed = four_layers;
    o.context = &calls;
    exploration *e = exploration_new (g, &o, &p);
    const struct explore_result *x = exploration_run (e);
    assert_int_equal (x->end, EXPLORE_STOPPED);
    assert_int_equal (x->layers, 4);
    exploration_free (e);
    model_done (g);
}

/* ---- cuts and failures */

/* 1000 states in a layer; some cut, some fail, in the last two a fault. */
static enum next
comb (uint64_t at, uint32_t n, struct toy_edge *e, bool fails, bool faults)
{
    if (at == TOY_ROOT) {
        e->target = 999 - n; /* greater ones are found first */
        return n < 1000 ? NEXT_EDGE : NEXT_END;
    }
    if (fails && at < 1000 && at % 100 == 7)
        return NEXT_FAILED;
    if (n > 0 || at >= 2000)
        return NEXT_END;
    e->target = at + 1000;
    if (at >= 300 && at % 100 == 0) {
        e->marks = EDGE_CUT;
        e->fault = (uint32_t) at;
        if (at >= 500)
            e->target = TOY_NOTHING;
    }
    if (faults && at >= 998 && at < 1000)
        e->marks = EDGE_FAULT;
    return NEXT_EDGE;
}

static enum next
comb_cut (uint64_t at, uint32_t n, struct toy_edge *e)
{
    return comb (at, n, e, false, false);
}

static enum next
comb_failing (uint64_t at, uint32_t n, struct toy_edge *e)
{
    return comb (at, n, e, true, false);
}

static enum next
comb_failing_faulty (uint64_t at, uint32_t n, struct toy_edge *e)
{
    return comb (at, n, e, true, true);
}

static void
cuts_are_counted (void **state)
{
    (void) state;
    generator *g = toy_new (comb_cut);
    for (size_t s = 0; s < SEARCHES; s++)
        for (size_t t = 0; t < THREADS; t++) {
            struct problem p = {0};
            struct explore_options o = options_of (s, 0, threads[t]);
            exploration *e = exploration_new (g, &o, &p);
            const struct explore_result *x = exploration_run (e);
            assert_int_equal (x->end, EXPLORE_COMPLETE);
            /* 500, 600, .., 1400 lead nowhere */
            assert_int_equal (x->states, 1000 + 995 + 990);
            assert_true (x->cuts > 0 && x->cut.found);
            if (s == 0 || s == 3) {
                assert_int_equal (x->cut.layer, 1);
                assert_int_equal (toy_number (buffer_view (&x->cut.source)),
                                  300);
                assert_int_equal (x->cut.fault, 300);
            }
            exploration_free (e);
        }
    model_done (g);
}

static void
failing_is_not_complete (void **state)
{
    (void) state;
    generator *g = toy_new (comb_failing);
    for (size_t s = 0; s < SEARCHES; s++)
        for (size_t t = 0; t < THREADS; t++) {
            struct problem p = {0};
            struct explore_options o = options_of (s, 0, threads[t]);
            exploration *e = exploration_new (g, &o, &p);
            const struct explore_result *x = exploration_run (e);
            assert_int_equal (x->end, EXPLORE_FAILED);
            assert_int_equal (x->problem.kind, PROBLEM_UNSUPPORTED);
            if (s == 0)
                assert_string_equal (x->problem.message, "state 7");
            exploration_free (e);
        }
    model_done (g);
    g = toy_new (comb_failing_faulty);
    for (size_t t = 0; t < THREADS; t++) {
        struct problem p = {0};
        struct explore_options o = options_of (0, 0, threads[t]);
        exploration *e = exploration_new (g, &o, &p);
        const struct explore_result *x = exploration_run (e);
        assert_int_equal (x->end, EXPLORE_FAULT);
        assert_int_equal (toy_number (buffer_view (&x->fault.source)), 998);
        exploration_free (e);
    }
    model_done (g);
}

static void
least_finding_stays (void **state)
{
    (void) state;
    struct finding f = {0}, g = {0};
    struct edge e = {.choice = 3, .fault = 1}, lower = {.choice = 2};
    finding_note (&f, 5, bytes_of ("b"), &e);
    finding_note (&f, 6, bytes_of ("a"), &lower);
    finding_note (&f, 5, bytes_of ("bb"), &lower);
    assert_int_equal (f.choice, 3);
    finding_note (&f, 5, bytes_of ("b"), &lower);
    assert_int_equal (f.choice, 2);
    finding_keep (&g, &f);
    finding_note (&g, 4, bytes_of ("z"), &e);
    finding_keep (&f, &g);
    assert_int_equal (f.layer, 4);
    finding_clear (&f);
    finding_clear (&g);
}

/* ---- drawings */

static void
graphs_are_drawn (void **state)
{
    (void) state;
    struct problem p = {0};
    generator *g = model_of ("phil 2");
    struct explore_options o = options_of (0, 0, 2);
    exploration *e = exploration_new (g, &o, &p);
    exploration_run (e);
    struct state_graph all = {0}, some = {0};
    assert_true (exploration_graph (e, 100, &all, &p));
    assert_int_equal (all.node.size, 11);
    assert_int_equal (all.arc.size, 15);
    for (size_t i = 0; i < all.node.size; i++)
        assert_false (all.node.at[i].more);
    assert_true (exploration_graph (e, 3, &some, &p));
    assert_int_equal (some.node.size, 4);
    for (uint32_t i = 0; i < 4; i++)
        assert_true (bytes_equal (state_graph_state (&all, i),
                                  state_graph_state (&some, i)));
    state_graph_clear (&all);
    state_graph_clear (&some);
    exploration_free (e);
    model_done (g);
}

static void
counterexamples_are_drawn (void **state)
{
    (void) state;
    struct problem p = {0};
    struct path path = {0};
    struct state_graph some = {0};
    struct text dot;
    text_init (&dot);
    generator *g = model_of ("phil 6 bug");
    struct explore_options o = options_of (0, 0, 2);
    exploration *e = exploration_new (g, &o, &p);
    const struct explore_result *x = exploration_run (e);
    assert_true (exploration_path (e, &x->fault, &path, &p));
    assert_true (exploration_graph (e, 1, &some, &p));
    assert_int_equal (some.node.size, path.choice.size);
    state_graph_dot (&some, g, &path, &dot);
    size_t red = 0;
    for (const char *c = text_view (&dot); (c = strstr (c, "red")); c++)
        red++;
    assert_int_equal (red, 2 * path.choice.size);
    assert_non_null (strstr (text_view (&dot), "assertion failed"));
    text_clear (&dot);
    path_clear (&path);
    state_graph_clear (&some);
    exploration_free (e);
    model_done (g);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (searches_agree),
        cmocka_unit_test (larger_ones_agree),
        cmocka_unit_test (bad_hash_changes_nothing),
        cmocka_unit_test (ends_are_not_found_early),
        cmocka_unit_test (counterexamples_agree),
        cmocka_unit_test (deep_ones_are_found),
        cmocka_unit_test (shafts_have_an_end),
        cmocka_unit_test (paths_on_the_wire),
        cmocka_unit_test (bounds_are_kept),
        cmocka_unit_test (bound_beyond_the_end),
        cmocka_unit_test (full_is_not_complete),
        cmocka_unit_test (stop_is_obeyed),
        cmocka_unit_test (passing_a_layer_may_stop),
        cmocka_unit_test (cuts_are_counted),
        cmocka_unit_test (failing_is_not_complete),
        cmocka_unit_test (least_finding_stays),
        cmocka_unit_test (graphs_are_drawn),
        cmocka_unit_test (counterexamples_are_drawn),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
