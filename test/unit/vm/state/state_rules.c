/* state_rules.c -- what states of the C machine keep and what they drop,
 * rule by rule. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "packed.h"

static void
garbage_is_dropped (void **unused)
{
    (void) unused;
    struct fixture f;
    begin (&f, 0);
    struct vm_state *s = &f.state;
    vm_id a = vm_heap_new (s, 8, VM_BY_MALLOC);
    registers (&f, 0)[0] = vm_pointer (a, 0);
    struct buffer b = packed (s);
    vm_id x = vm_heap_new (s, 16, VM_BY_MALLOC),
          y = vm_heap_new (s, 16, VM_BY_MALLOC);
    vm_need_points (s, vm_object_find (s, x));
    vm_need_points (s, vm_object_find (s, y));
    vm_object_find (s, x)->points[0] = y;
    vm_object_find (s, y)->points[1] = x;
    vm_object_find (s, y)->points[0] = a;
    assert_true (bytes_equal (buffer_view (&b), vm_state_pack (s)));
    assert_false (s->leaked);
    buffer_clear (&b);
    /* Of an opened state, too. */
    reopen (&f);
    assert_int_equal (s->heap.size, 1);
    registers (&f, 0)[0] = vm_pointer (0, 0);
    reopen (&f);
    assert_int_equal (s->heap.size, 0);
    fixture_clear (&f);
}

static void
lost_is_leaked (void **unused)
{
    (void) unused;
    for (uint32_t flags = 0; flags < 3; flags++) {
        struct fixture f;
        begin (&f, VM_CHECK_LEAK);
        struct vm_state *s = &f.state;
        vm_id a = vm_heap_new (s, 8, flags == 2 ? VM_BY_LIBRARY : VM_BY_MALLOC);
        registers (&f, 0)[0] = vm_pointer (a, 0);
        reopen (&f);
        assert_false (s->leaked);
        if (flags == 1)
            vm_object_free (s, &s->heap.at[0]);
        registers (&f, 0)[0] = vm_pointer (0, 0);
        reopen (&f);
        assert_int_equal (s->heap.size, 0);
        assert_int_equal (s->leaked, flags == 0);
        fixture_clear (&f);
    }
}

static void
freed_stay_while_named (void **unused)
{
    (void) unused;
    struct fixture f;
    begin (&f, 0);
    struct vm_state *s = &f.state;
    vm_id a = vm_heap_new (s, 24, VM_BY_NEW);
    registers (&f, 0)[5] = vm_pointer (a, 3);
    reopen (&f);
    vm_object_free (s, &s->heap.at[0]);
    reopen (&f);
    assert_int_equal (s->heap.size, 1);
    assert_int_equal (s->heap.at[0].flags, VM_FREED | VM_BY_NEW);
    assert_int_equal (s->heap.at[0].size, 24);
    assert_null (s->heap.at[0].data);
    registers (&f, 0)[5] = vm_number (0);
    reopen (&f);
    assert_int_equal (s->heap.size, 0);
    fixture_clear (&f);
}

static void
locals_are_gone (void **unused)
{
    (void) unused;
    struct fixture f;
    begin (&f, 0);
    struct vm_state *s = &f.state;
    for (int again = 0; again < 2; again++) {
        registers (&f, 0);
        vm_frame_top (&s->thread.at[0])->pc = 1;
        assert_true (vm_frame_push (s, 0, 1, NULL, 0));
        vm_id local = vm_stack_new (s, 0, 16);
        struct vm_object *g = &s->global[2];
        vm_need_points (s, g);
        g->points[0] = local;
        reopen (&f);
        assert_int_equal (s->global[2].points[0], local);
        assert_non_null (vm_object_find (s, local));
        vm_frame_pop (s, 0);
        assert_null (vm_object_find (s, local));
        registers (&f, 0)[0] = vm_pointer (local, 4);
        if (again) {
            /* Its number is used again in the same run. */
            assert_true (vm_frame_push (s, 0, 1, NULL, 0));
            assert_int_equal (vm_stack_new (s, 0, 16), local);
            assert_int_equal (vm_id_kind (s->global[2].points[0]), VM_GONE);
            vm_frame_pop (s, 0);
        }
        reopen (&f);
        assert_int_equal (s->global[2].points[0], vm_id_of (VM_GONE, 0));
        assert_int_equal (registers (&f, 0)[0].object, vm_id_of (VM_GONE, 0));
        assert_int_equal (registers (&f, 0)[0].bits, 4);
    }
    fixture_clear (&f);
}

/* Wherever the pointer stands. */
static void
all_places_are_scrubbed (void **unused)
{
    (void) unused;
    const vm_id gone = vm_id_of (VM_GONE, 0);
    struct fixture f;
    begin (&f, 0);
    struct vm_state *s = &f.state;
    vm_thread_new (s, 1, NULL, 0);
    vm_id heap = vm_heap_new (s, 8, VM_BY_MALLOC),
          under = vm_stack_new (s, 1, 8);
    registers (&f, 0)[5] = vm_pointer (heap, 0);
    vm_frame_top (&s->thread.at[0])->pc = 1;
    vm_frame_push (s, 0, 1, NULL, 0);
    vm_id local = vm_stack_new (s, 0, 8),
          tls = vm_id_of (VM_TLS, 1 << VM_TLS_BITS);
    const vm_id in[] = {heap, under, tls, vm_id_of (VM_GLOBAL, 2)};
    for (int i = 0; i < 4; i++) {
        vm_need_points (s, vm_object_find (s, in[i]));
        vm_object_find (s, in[i])->points[0] = local;
    }
    registers (&f, 1)[0] = vm_pointer (local, 0);
    s->thread.at[1].wait = s->thread.at[1].result = vm_pointer (local, 0);
    s->thread.at[1].keys = 1;
    s->thread.at[1].key = vm_scratch (s, sizeof (struct vm_value));
    s->thread.at[1].key[0] = vm_pointer (local, 0);
    VEC_PUSH (s->at_exit, local);
    VEC_PUSH (s->hold, ((struct vm_hold) {.object = local, .end = 4}));
    reopen (&f);
    for (int way = 0; way < 2; way++) {
        assert_true (vm_same (s->thread.at[1].wait, vm_pointer (local, 0)));
        vm_frame_pop (s, 0);
        if (way) {
            reopen (&f);
        } else {
            vm_frame_push (s, 0, 1, NULL, 0);
            assert_int_equal (vm_stack_new (s, 0, 8), local);
        }
        for (int i = 0; i < 4; i++)
            assert_int_equal (vm_object_find (s, in[i])->points[0], gone);
        assert_int_equal (registers (&f, 1)[0].object, gone);
        assert_int_equal (s->thread.at[1].wait.object, gone);
        assert_int_equal (s->thread.at[1].result.object, gone);
        assert_int_equal (s->thread.at[1].key[0].object, gone);
        assert_int_equal (s->at_exit.at[0], gone);
        assert_int_equal (s->hold.at[0].object, gone);
        if (!way)
            vm_state_reset (s);
    }
    fixture_clear (&f);
}

/* A call and its return, twice, so that a local's number is used again. */
static void
call_twice (struct vm_state *s)
{
    for (int i = 0; i < 2; i++) {
        vm_frame_push (s, 0, 1, NULL, 0);
        assert_int_not_equal (vm_stack_new (s, 0, 8), 0);
        vm_frame_pop (s, 0);
    }
}

/* A second time in a run, only what changed is looked at. */
static void
scrubbed_again (void **unused)
{
    (void) unused;
    const vm_id gone = vm_id_of (VM_GONE, 0);
    struct fixture f;
    begin (&f, 0);
    struct vm_state *s = &f.state;
    vm_id kept = vm_heap_new (s, 8, VM_BY_MALLOC);
    registers (&f, 0)[5] = vm_pointer (kept, 0);
    vm_frame_top (&s->thread.at[0])->pc = 1;
    vm_frame_push (s, 0, 1, NULL, 0);
    vm_id local = vm_stack_new (s, 0, 8);
    vm_frame_top (&s->thread.at[0])->pc = s->code->function.at[1].first + 1;
    vm_need_points (s, vm_object_find (s, kept));
    vm_object_find (s, kept)->points[0] = local;
    reopen (&f);
    for (int way = 0; way < 3; way++) {
        /* In the first run the object is changed before the first look. */
        if (way == 0)
            vm_own_object (s, vm_object_find (s, kept));
        call_twice (s);
        assert_int_equal (vm_object_find (s, kept)->points[0], local);
        if (way < 2) {
            vm_frame_push (s, 0, 1, NULL, 0);
            vm_id deep = vm_stack_new (s, 0, 8);
            vm_id made = vm_heap_new (s, 8, VM_BY_MALLOC);
            vm_need_points (s, &s->heap.at[1]);
            vm_need_points (s, &s->global[2]);
            s->heap.at[1].points[0] = s->global[2].points[0] = deep;
            vm_frame_pop (s, 0);
            call_twice (s);
            assert_int_equal (vm_object_find (s, made)->points[0], gone);
            assert_int_equal (s->global[2].points[0], gone);
        }
        vm_frame_pop (s, 0);
        call_twice (s);
        assert_int_equal (vm_object_find (s, kept)->points[0], gone);
        vm_state_reset (s);
    }
    /* All is clean, but for what the first run changed. */
    vm_own_object (s, vm_object_find (s, kept));
    call_twice (s);
    vm_state_reset (s);
    vm_frame_pop (s, 0);
    call_twice (s);
    assert_int_equal (vm_object_find (s, kept)->points[0], gone);
    fixture_clear (&f);
}

static void
threads_may_move (void **unused)
{
    (void) unused;
    struct fixture f;
    begin (&f, 0);
    struct vm_state *s = &f.state;
    struct buffer b = packed (s);
    vm_state_open (s, buffer_view (&b));
    registers (&f, 0)[1] = vm_number (7);
    s->thread.at[0].phase = 3;
    for (int i = 0; i < 100; i++)
        vm_thread_new (s, 1, NULL, 0);
    vm_state_reset (s);
    assert_int_equal (s->thread.size, 1);
    assert_int_equal (s->thread.at[0].phase, 0);
    assert_true (bytes_equal (buffer_view (&b), vm_state_pack (s)));
    buffer_clear (&b);
    fixture_clear (&f);
}

static void
ended_threads_are_gone (void **unused)
{
    (void) unused;
    struct fixture f;
    begin (&f, 0);
    struct vm_state *s = &f.state;
    assert_int_equal (vm_thread_new (s, 1, NULL, 0), 1);
    assert_int_equal (vm_thread_new (s, 1, NULL, 0), 2);
    vm_id local = vm_stack_new (s, 1, 8),
          own = vm_id_of (VM_TLS, 1 << VM_TLS_BITS);
    registers (&f, 0)[0] = vm_pointer (local, 0);
    registers (&f, 0)[5] = vm_pointer (own, 0);
    reopen (&f);
    assert_int_equal (registers (&f, 0)[5].object, own);
    vm_thread_end (s, 1, vm_pointer (local, 0));
    vm_thread_forget (s, 1);
    assert_int_equal (vm_thread_new (s, 1, NULL, 0), 1);
    assert_int_equal (vm_stack_new (s, 1, 8), local);
    assert_int_equal (registers (&f, 0)[0].object, vm_id_of (VM_GONE, 0));
    assert_int_equal (registers (&f, 0)[5].object, vm_id_of (VM_GONE, 0));
    vm_thread_end (s, 1, vm_pointer (local, 0));
    reopen (&f);
    assert_int_equal (s->thread.at[1].result.object, vm_id_of (VM_GONE, 0));
    vm_thread_forget (s, 1);
    vm_thread_end (s, 2, vm_number (0));
    vm_thread_forget (s, 2);
    reopen (&f);
    assert_int_equal (s->thread.size, 1);
    fixture_clear (&f);
}

static void
thread_locals_begin (void **unused)
{
    (void) unused;
    struct fixture f;
    build_program (&f.code, 8);
    uint8_t *initial = arena_new (&f.code.arena, 8);
    initial[3] = 7;
    f.code.global.at[12].initial = (struct bytes) {initial, 8};
    f.code.global.at[12].first_relocation = 0;
    f.code.global.at[12].end_relocation = 1;
    VEC_PUSH (f.code.relocation,
              ((struct vm_relocation) {8, vm_id_of (VM_GLOBAL, 3)}));
    vm_live_init (&f.live, &f.code);
    vm_state_init (&f.state, &f.code, &f.live);
    struct vm_state *s = &f.state;
    vm_thread_new (s, 0, NULL, 0);
    vm_thread_new (s, 1, NULL, 0);
    for (int again = 0; again < 2; again++) {
        for (uint32_t t = 0; t < 2; t++) {
            struct vm_object *o =
                vm_object_find (s, vm_id_of (VM_TLS, t << VM_TLS_BITS));
            assert_int_equal (o->size, 24);
            assert_int_equal (o->data[3], again && t ? 9 : 7);
            assert_int_equal (o->points[1], vm_id_of (VM_GLOBAL, 3));
        }
        struct vm_object *second =
            vm_object_find (s, vm_id_of (VM_TLS, 1 << VM_TLS_BITS));
        vm_own_object (s, second);
        second->data[3] = 9;
        reopen (&f);
    }
    fixture_clear (&f);
}

static void
dead_registers_do_not_show (void **unused)
{
    (void) unused;
    static const uint8_t width[] = {32, 32, 0};
    struct fixture f;
    build_program (&f.code, 8);
    f.code.entry = 2;
    build_function (&f.code, "f", 0, width, 3);
    build_op (&f.code, (struct vm_instruction) {.op = VM_MOVE, .a = 0});
    build_op (&f.code, (struct vm_instruction) {
                           .op = VM_STORE, .width = 32, .a = 2, .b = 0});
    build_op (&f.code, (struct vm_instruction) {.op = VM_UNREACHABLE});
    vm_live_init (&f.live, &f.code);
    vm_state_init (&f.state, &f.code, &f.live);
    struct vm_state *s = &f.state;
    vm_thread_new (s, 2, NULL, 0);
    registers (&f, 0)[0] = vm_number (1);
    registers (&f, 0)[2] = vm_pointer (vm_id_of (VM_GLOBAL, 0), 0);
    struct buffer b = packed (s);
    registers (&f, 0)[1] = vm_number (5);
    assert_true (bytes_equal (buffer_view (&b), vm_state_pack (s)));
    registers (&f, 0)[0] = vm_number (2);
    assert_false (bytes_equal (buffer_view (&b), vm_state_pack (s)));
    vm_state_open (s, buffer_view (&b));
    const struct vm_value *reg =
        vm_frame_registers (s, vm_frame_top (&s->thread.at[0]));
    assert_int_equal (reg[0].bits, 1);
    assert_true (vm_same (reg[1], vm_unwritten (32)));
    buffer_clear (&b);
    fixture_clear (&f);
}

static void
key_set (struct vm_state *s, struct vm_value v)
{
    struct vm_thread *t = &s->thread.at[0];
    vm_own_thread (s, t);
    if (!t->keys) {
        t->keys = 3;
        t->key = vm_scratch (s, 3 * sizeof *t->key);
        memset (t->key, 0, 3 * sizeof *t->key);
    }
    t->key[2] = v;
}

/* What was done and undone again leaves nothing. */
static void
predecessors_do_not_show (void **unused)
{
    (void) unused;
    struct fixture f;
    begin (&f, 0);
    struct vm_state *s = &f.state;
    struct buffer b = packed (s);
    struct vm_object *g = &s->global[3];
    for (int opened = 0; opened < 2; opened++) {
        vm_need_unknown (s, g);
        vm_need_points (s, g);
        g->unknown[1] = 1;
        g->points[1] = vm_id_of (VM_GLOBAL, 1);
        assert_false (bytes_equal (buffer_view (&b), vm_state_pack (s)));
        g->unknown[1] = 0;
        g->points[1] = 0;
        assert_true (bytes_equal (buffer_view (&b), vm_state_pack (s)));
        key_set (s, vm_number (1));
        assert_false (bytes_equal (buffer_view (&b), vm_state_pack (s)));
        key_set (s, vm_number (0));
        assert_true (bytes_equal (buffer_view (&b), vm_state_pack (s)));
        VEC_PUSH (s->key, 1);
        assert_false (bytes_equal (buffer_view (&b), vm_state_pack (s)));
        VEC_LAST (s->key) = 0;
        assert_true (bytes_equal (buffer_view (&b), vm_state_pack (s)));
        vm_thread_end (s, vm_thread_new (s, 1, NULL, 0), vm_number (0));
        assert_false (bytes_equal (buffer_view (&b), vm_state_pack (s)));
        vm_thread_forget (s, 1);
        assert_true (bytes_equal (buffer_view (&b), vm_state_pack (s)));
        vm_state_open (s, buffer_view (&b));
    }
    buffer_clear (&b);
    fixture_clear (&f);
}

/* Holds stand in the order of their objects' new numbers. */
static void
holds_are_sorted (void **unused)
{
    (void) unused;
    struct buffer b[2];
    for (uint32_t swapped = 0; swapped < 2; swapped++) {
        struct fixture f;
        begin (&f, 0);
        struct vm_state *s = &f.state;
        vm_heap_new (s, 8, VM_BY_MALLOC);
        vm_heap_new (s, 8, VM_BY_MALLOC);
        for (uint32_t n = 0; n < 2; n++) {
            vm_id id = vm_id_of (VM_HEAP, 1 + (n ^ swapped));
            registers (&f, 0)[n ? 5 : 0] = vm_pointer (id, 0);
        }
        for (uint32_t n = 1; n <= 2; n++) {
            bool first = (n == 1) ^ swapped;
            VEC_PUSH (s->hold, ((struct vm_hold) {vm_id_of (VM_HEAP, n), 0,
                                                  first ? 4 : 8, 0, 1}));
        }
        b[swapped] = packed (s);
        vm_state_open (s, buffer_view (&b[swapped]));
        assert_int_equal (s->hold.at[0].object, vm_id_of (VM_HEAP, 1));
        assert_int_equal (s->heap.at[0].flags, VM_BY_MALLOC | VM_HELD);
        assert_true (vm_state_sound (s));
        fixture_clear (&f);
    }
    assert_true (bytes_equal (buffer_view (&b[0]), buffer_view (&b[1])));
    buffer_clear (&b[0]);
    buffer_clear (&b[1]);
}

static void
limits_are_kept (void **unused)
{
    (void) unused;
    struct fixture f;
    begin (&f, 0);
    struct vm_state *s = &f.state;
    assert_int_equal (vm_heap_new (s, VM_OBJECT_MOST + 1, 0), 0);
    for (uint32_t i = 0; i < VM_SLOTS_MOST; i++)
        assert_int_not_equal (vm_stack_new (s, 0, 1), 0);
    assert_int_equal (vm_stack_new (s, 0, 1), 0);
    registers (&f, 0);
    vm_frame_top (&s->thread.at[0])->pc = 1;
    for (uint32_t i = 1; i < VM_FRAMES_MOST; i++) {
        assert_true (vm_frame_push (s, 0, 1, NULL, 0));
        vm_frame_top (&s->thread.at[0])->pc = f.code.function.at[1].first + 1;
    }
    assert_false (vm_frame_push (s, 0, 1, NULL, 0));
    for (uint32_t i = 1; i < VM_THREADS_MOST; i++)
        assert_int_equal (vm_thread_new (s, 1, NULL, 0), i);
    assert_int_equal (vm_thread_new (s, 1, NULL, 0), VM_NOWHERE);
    assert_true (vm_state_sound (s));
    fixture_clear (&f);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (garbage_is_dropped),
        cmocka_unit_test (lost_is_leaked),
        cmocka_unit_test (freed_stay_while_named),
        cmocka_unit_test (locals_are_gone),
        cmocka_unit_test (all_places_are_scrubbed),
        cmocka_unit_test (scrubbed_again),
        cmocka_unit_test (threads_may_move),
        cmocka_unit_test (ended_threads_are_gone),
        cmocka_unit_test (thread_locals_begin),
        cmocka_unit_test (dead_registers_do_not_show),
        cmocka_unit_test (predecessors_do_not_show),
        cmocka_unit_test (holds_are_sorted),
        cmocka_unit_test (limits_are_kept),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
