/* machine.c -- rules of the machine one by one: what must not be lost when a
 * run is given up, loops without end, rings, races, the wire, watching. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "base/map.h"
#include "vm/machine.h"
#include "assemble.h"

enum { MOST = 5000 };

struct seen {
    uint64_t states, edges, finals, cuts;
    uint64_t fault[VM_FAULTS];
    struct digest sum;
};

static void
seen_edge (struct seen *s, const struct edge *e)
{
    s->edges++;
    s->finals += (e->marks & EDGE_FINAL) != 0;
    s->cuts += (e->marks & EDGE_CUT) != 0;
    if (e->marks & EDGE_FAULT)
        s->fault[e->fault]++;
}

static struct seen
explore (generator *g)
{
    struct seen s = {0};
    struct map map;
    struct VEC (struct buffer) queue = {0};
    struct edge e;
    map_init (&map);
    for (size_t i = 0; i <= queue.size; i++) {
        struct buffer from = {0};
        if (i)
            from = queue.at[i - 1];
        generator_enter (g, buffer_view (&from));
        while (generator_next (g, &e) == NEXT_EDGE) {
            seen_edge (&s, &e);
            s.sum = digest_chain (s.sum, e.target);
            if (!e.target.size || !map_put (&map, digest_of (e.target), 1))
                continue;
            assert_true (++s.states < MOST);
            struct buffer b;
            buffer_init (&b);
            buffer_put (&b, e.target.data, e.target.size);
            VEC_PUSH (queue, b);
        }
    }
    for (size_t i = 0; i < queue.size; i++)
        buffer_clear (&queue.at[i]);
    VEC_CLEAR (queue);
    map_clear (&map);
    return s;
}

static generator *
machine (struct vm_code *c)
{
    struct problem problem = {0};
    generator *g = vm_machine_new (c, &problem);
    assert_non_null (g);
    vm_code_clear (c);
    return g;
}

static struct seen
explored (struct vm_code *c)
{
    generator *g = machine (c);
    struct seen s = explore (g);
    g->class->free (g);
    return s;
}

/* ---- pieces of programs */

static void
store (struct vm_code *c, uint32_t to, uint64_t number)
{
    AS (c, .op = VM_STORE, .width = 32, .a = to, .b = as_number (c, number));
}

static void
check (struct vm_code *c, uint32_t global, uint64_t is, const char *native)
{
    uint32_t value = as_register (c, 32), flag = as_register (c, 1);
    uint32_t wide = as_register (c, 32);
    AS (c, .op = VM_LOAD, .width = 32, .result = value, .a = global);
    AS (c, .op = VM_ICMP, .width = 32, .flags = VM_EQ, .result = flag,
        .a = value, .b = as_number (c, is));
    AS (c, .op = VM_ZEXT, .width = 32, .c = 1, .result = wide, .a = flag);
    as_native (c, native, 0, 0, 1, &wide);
}

static void
call (struct vm_code *c, const char *native, uint32_t argument)
{
    uint32_t result = as_register (c, 32);
    as_native (c, native, result, 1, 1, &argument);
}

static uint32_t
two_functions (struct vm_code *c, uint32_t reductions, uint32_t *x)
{
    as_begin (c);
    c->reductions = reductions;
    *x = as_global (c, "x", 4);
    return as_function (c, "one", 1);
}

static void
two_threads (struct vm_code *c, uint32_t one, uint32_t two)
{
    uint32_t both[] = {one, two};
    as_main (c, both, 2);
}

/* ---- tests */

/* one: x = 1; assume (false).  two: assert (x == 0).  It can fail. */
static void
given_up_runs_are_seen_before (void **state)
{
    (void) state;
    for (uint32_t reductions = 0; reductions < 2; reductions++) {
        struct vm_code c;
        uint32_t x, one = two_functions (&c, reductions, &x);
        uint32_t zero = as_number (&c, 0);
        store (&c, x, 1);
        as_native (&c, "__VERIFIER_assume", 0, 0, 1, &zero);
        as_return (&c, zero);
        uint32_t two = as_function (&c, "two", 1);
        check (&c, x, 0, "__VERIFIER_assert");
        as_return (&c, zero);
        two_threads (&c, one, two);
        struct seen s = explored (&c);
        assert_true (s.fault[VM_FAULT_ASSERT] > 0);
        assert_int_equal (s.finals, 0);
    }
}

/* The same with what is not modelled: then it is a cut, too. */
static void
cuts_hide_no_fault (void **state)
{
    struct vm_code c;
    uint32_t x, one = two_functions (&c, VM_REDUCE_LOCAL, &x);
    (void) state;
    store (&c, x, 1);
    AS (&c, .op = VM_CUT, .a = as_text (&c, "magic"));
    uint32_t two = as_function (&c, "two", 1);
    check (&c, x, 0, "__VERIFIER_assert");
    as_return (&c, as_number (&c, 0));
    two_threads (&c, one, two);
    struct seen s = explored (&c);
    assert_true (s.fault[VM_FAULT_ASSERT] > 0);
    assert_true (s.cuts > 0);
}

/* one: for ever, without anything that others see, by choice or without.  two:
 * assert (false). */
static void
endless_loops_hide_no_fault (void **state)
{
    (void) state;
    for (unsigned choice = 0; choice < 2; choice++) {
        struct vm_code c;
        uint32_t x, one = two_functions (&c, VM_REDUCE_LOCAL, &x);
        uint32_t zero = as_number (&c, 0);
        uint32_t bounds[] = {zero, as_number (&c, 2)};
        uint32_t r = as_register (&c, 64);
        if (choice)
            as_native (&c, "__cohort_range", r, 1, 2, bounds);
        else
            AS (&c, .op = VM_MOVE, .width = 64, .result = r, .a = zero);
        AS (&c, .op = VM_JUMP, .a = 0);
        uint32_t two = as_function (&c, "two", 1);
        as_native (&c, "__VERIFIER_assert", 0, 0, 1, &zero);
        as_return (&c, zero);
        two_threads (&c, one, two);
        struct seen s = explored (&c);
        assert_true (s.fault[VM_FAULT_ASSERT] > 0);
    }
}

/* Two lock crosswise; main goes on for ever. */
static void
rings_are_found (void **state)
{
    struct vm_code c;
    uint32_t x, one = two_functions (&c, VM_REDUCE_LOCAL, &x);
    uint32_t m = as_global (&c, "m", 40), n = as_global (&c, "n", 40);
    uint32_t zero = as_number (&c, 0);
    (void) state;
    call (&c, "pthread_mutex_lock", m);
    call (&c, "pthread_mutex_lock", n);
    as_return (&c, zero);
    uint32_t two = as_function (&c, "two", 1);
    call (&c, "pthread_mutex_lock", n);
    call (&c, "pthread_mutex_lock", m);
    as_return (&c, zero);
    uint32_t three = as_function (&c, "three", 1);
    store (&c, x, 0);
    AS (&c, .op = VM_JUMP, .a = 0);
    uint32_t all[] = {one, two, three};
    as_main (&c, all, 3);
    assert_true (explored (&c).fault[VM_FAULT_DEADLOCK] > 0);
}

/* one: lock; unlock.  two: assert (trylock == 0).  It can fail: unlocking is to
 * be seen where somebody asks. */
static void
tries_see_locks (void **state)
{
    struct vm_code c;
    uint32_t x, one = two_functions (&c, VM_REDUCE_LOCAL, &x);
    uint32_t m = as_global (&c, "m", 40), zero = as_number (&c, 0);
    (void) state;
    call (&c, "pthread_mutex_lock", m);
    call (&c, "pthread_mutex_unlock", m);
    as_return (&c, zero);
    uint32_t two = as_function (&c, "two", 1);
    uint32_t result = as_register (&c, 32), flag = as_register (&c, 1);
    uint32_t wide = as_register (&c, 32);
    as_native (&c, "pthread_mutex_trylock", result, 1, 1, &m);
    AS (&c, .op = VM_ICMP, .width = 32, .flags = VM_EQ, .result = flag,
        .a = result, .b = zero);
    AS (&c, .op = VM_ZEXT, .width = 32, .c = 1, .result = wide, .a = flag);
    as_native (&c, "__VERIFIER_assert", 0, 0, 1, &wide);
    as_return (&c, zero);
    two_threads (&c, one, two);
    assert_true (explored (&c).fault[VM_FAULT_ASSERT] > 0);
}

static void
races_are_found (void **state)
{
    (void) state;
    for (unsigned locked = 0; locked < 2; locked++) {
        struct vm_code c;
        uint32_t x, one = two_functions (&c, VM_REDUCE_LOCAL, &x);
        uint32_t m = as_global (&c, "m", 40);
        c.checks |= VM_CHECK_RACE;
        if (locked)
            call (&c, "pthread_mutex_lock", m);
        store (&c, x, 1);
        if (locked)
            call (&c, "pthread_mutex_unlock", m);
        as_return (&c, as_number (&c, 0));
        two_threads (&c, one, one);
        struct seen s = explored (&c);
        assert_int_equal (s.fault[VM_FAULT_RACE] > 0, !locked);
        assert_int_equal (s.finals > 0, locked);
    }
}

/* A thread's local, by a pointer that it gave away: returning is visible. */
static void
returned_locals_are_seen_before (void **state)
{
    (void) state;
    struct vm_code c;
    uint32_t x, one = two_functions (&c, VM_REDUCE_LOCAL, &x);
    uint32_t p = as_global (&c, "p", 8), zero = as_number (&c, 0);
    uint32_t local = as_register (&c, 0);
    AS (&c, .op = VM_ALLOCA, .result = local, .a = as_number (&c, 1),
        .b = as_number (&c, 4));
    store (&c, local, 7);
    AS (&c, .op = VM_STORE, .width = 64, .a = p, .b = local);
    as_return (&c, zero);
    uint32_t two = as_function (&c, "two", 1);
    uint32_t q = as_register (&c, 0), flag = as_register (&c, 1);
    uint32_t v = as_register (&c, 32);
    AS (&c, .op = VM_LOAD, .width = 64, .result = q, .a = p);
    AS (&c, .op = VM_ICMP, .width = 64, .flags = VM_EQ, .result = flag, .a = q,
        .b = zero);
    AS (&c, .op = VM_BRANCH, .a = flag, .b = 5, .c = 3);
    AS (&c, .op = VM_LOAD, .width = 32, .result = v, .a = q);
    AS (&c, .op = VM_STORE, .width = 32, .a = x, .b = v);
    as_return (&c, zero);
    two_threads (&c, one, two);
    struct seen s = explored (&c);
    assert_true (s.fault[VM_FAULT_RETURNED] > 0); /* it came too late */
    assert_true (s.finals > 1);                   /* in time; or before */
}

/* if (input < 8) a[input] = input, and it is so: what was decided is known
 * afterwards, of the index as well. */
static void
decisions_are_learnt (void **state)
{
    struct vm_code c;
    uint32_t x, one = two_functions (&c, VM_REDUCE_LOCAL, &x);
    uint32_t a = as_global (&c, "a", 32), zero = as_number (&c, 0);
    uint32_t in = as_register (&c, 32), flag = as_register (&c, 1);
    uint32_t index = as_register (&c, 64), p = as_register (&c, 0);
    uint32_t wide = as_register (&c, 32);
    (void) state;
    as_native (&c, "__VERIFIER_nondet_int", in, 1, 0, NULL);
    AS (&c, .op = VM_ICMP, .width = 32, .flags = VM_ULT, .result = flag,
        .a = in, .b = as_number (&c, 8));
    AS (&c, .op = VM_BRANCH, .a = flag, .b = 3, .c = 10);
    AS (&c, .op = VM_ZEXT, .width = 64, .c = 32, .result = index, .a = in);
    AS (&c, .op = VM_OFFSET, .width = 64, .result = p, .a = a, .b = index,
        .c = 4);
    AS (&c, .op = VM_STORE, .width = 32, .a = p, .b = in);
    AS (&c, .op = VM_LOAD, .width = 32, .result = wide, .a = p);
    AS (&c, .op = VM_ICMP, .width = 32, .flags = VM_EQ, .result = flag,
        .a = wide, .b = in);
    AS (&c, .op = VM_ZEXT, .width = 32, .c = 1, .result = wide, .a = flag);
    as_native (&c, "__VERIFIER_assert", 0, 0, 1, &wide);
    as_return (&c, zero);
    two_threads (&c, one, one);
    struct seen s = explored (&c);
    assert_int_equal (
        s.cuts + s.fault[VM_FAULT_ASSERT] + s.fault[VM_FAULT_BOUNDS], 0);
    assert_true (s.finals > 8);
}

/* ---- the wire, clones, watching */

static void
sample (struct vm_code *c)
{
    uint32_t x, one = two_functions (c, VM_REDUCE_LOCAL, &x);
    uint32_t zero = as_number (c, 0), flag = as_register (c, 1);
    uint32_t in = as_register (c, 32);
    as_native (c, "__VERIFIER_nondet_int", in, 1, 0, NULL);
    AS (c, .op = VM_ICMP, .width = 32, .flags = VM_EQ, .result = flag, .a = in,
        .b = as_number (c, 7));
    AS (c, .op = VM_BRANCH, .a = flag, .b = 3, .c = 4);
    store (c, x, 1);
    as_return (c, zero);
    uint32_t two = as_function (c, "two", 1);
    check (c, x, 0, "__VERIFIER_assert");
    as_return (c, zero);
    two_threads (c, one, two);
}

static void
opens_to_the_same (void **state)
{
    struct vm_code c;
    struct buffer b;
    struct problem problem = {0};
    (void) state;
    sample (&c);
    generator *g = machine (&c);
    buffer_init (&b);
    vm_machine_write (g, &b);
    generator *same = generator_open (buffer_view (&b), &problem);
    assert_non_null (same);
    generator *clone = same->class->clone (same);
    assert_true (
        digest_equal (g->class->identity (g), same->class->identity (same)));
    struct seen s = explore (g);
    assert_true (digest_equal (s.sum, explore (same).sum));
    g->class->free (g);
    same->class->free (same);
    assert_true (digest_equal (s.sum, explore (clone).sum));
    clone->class->free (clone);
    for (size_t i = 0; i < b.size; i++) {
        generator *cut = generator_open ((struct bytes) {b.data, i}, &problem);
        assert_null (cut);
        problem = (struct problem) {0};
    }
    buffer_clear (&b);
}

struct watched {
    uint32_t steps, thread;
    bool same;
};

static void
watch (void *context, struct vm_run *r)
{
    struct watched *w = context;
    w->same &= !w->steps || w->thread == r->thread;
    w->thread = r->thread;
    w->steps++;
}

/* Every edge of every state, watched, is the edge; its steps are all seen (and
 * perhaps one more that was blocked or given up). */
static void
watching_changes_nothing (void **state)
{
    struct vm_code c;
    struct VEC (struct buffer) queue = {0};
    struct map map;
    struct edge e, again;
    (void) state;
    sample (&c);
    generator *g = machine (&c), *other = g->class->clone (g);
    map_init (&map);
    for (size_t i = 0; i <= queue.size; i++) {
        struct buffer from = {0};
        if (i)
            from = queue.at[i - 1];
        generator_enter (g, buffer_view (&from));
        while (generator_next (g, &e) == NEXT_EDGE) {
            struct watched w = {.same = true};
            assert_true (vm_machine_watch (other, buffer_view (&from), e.choice,
                                           NULL, 0, NULL, watch, &w, &again));
            assert_true (bytes_equal (e.target, again.target));
            assert_int_equal (e.marks, again.marks);
            assert_int_equal (e.process, again.process);
            assert_int_equal (e.steps, again.steps);
            assert_true (w.same && (!i || w.steps >= e.steps)
                         && w.steps <= e.steps + 1);
            if (!e.target.size || !map_put (&map, digest_of (e.target), 1))
                continue;
            struct buffer b;
            buffer_init (&b);
            buffer_put (&b, e.target.data, e.target.size);
            VEC_PUSH (queue, b);
        }
        assert_false (vm_machine_watch (other, buffer_view (&from), 1000, NULL,
                                        0, NULL, NULL, NULL, &again));
    }
    for (size_t i = 0; i < queue.size; i++)
        buffer_clear (&queue.at[i]);
    VEC_CLEAR (queue);
    map_clear (&map);
    g->class->free (g);
    other->class->free (other);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (given_up_runs_are_seen_before),
        cmocka_unit_test (cuts_hide_no_fault),
        cmocka_unit_test (endless_loops_hide_no_fault),
        cmocka_unit_test (rings_are_found),
        cmocka_unit_test (tries_see_locks),
        cmocka_unit_test (races_are_found),
        cmocka_unit_test (returned_locals_are_seen_before),
        cmocka_unit_test (decisions_are_learnt),
        cmocka_unit_test (opens_to_the_same),
        cmocka_unit_test (watching_changes_nothing),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
