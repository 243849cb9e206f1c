/* estimate.c -- distances in a small program, and what is estimated from
 * states of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "vm/guide/estimate.h"
#include "vm/library/native.h"

enum { MAIN, HELPER, AGAIN = 6, HELPER_BEGIN = 7 };

static uint32_t
constant (struct vm_code *c, struct vm_value v)
{
    VEC_PUSH (c->constant, v);
    return VM_CONSTANT | (uint32_t) (c->constant.size - 1);
}

static uint32_t
word (struct vm_code *c, const char *name)
{
    VEC_PUSH (c->text, arena_string (&c->arena, name));
    return (uint32_t) (c->text.size - 1);
}

static void
instruction (struct vm_code *c, struct vm_instruction i)
{
    VEC_PUSH (c->instruction, i);
    VEC_PUSH (c->place, (struct vm_place) {0});
}

/* A call without arguments or results. */
static uint32_t
no_list (struct vm_code *c)
{
    uint32_t at = (uint32_t) c->list.size;
    VEC_PUSH (c->list, 0);
    VEC_PUSH (c->list, 0);
    return at;
}

static void
global (struct vm_code *c, const char *name, int32_t value)
{
    struct vm_global g = {.name = word (c, name),
                          .size = 4,
                          .variable = VM_NOWHERE,
                          .initial = {arena_copy (&c->arena, &value, 4), 4}};
    VEC_PUSH (c->global, g);
}

/*  main: 0 r0 = x; 1 r1 = r0 == 7; 2 if r1: 3 fail, 4 unreachable;
 *        5 helper (); 6 back to 0
 *  helper: 7 return */
static void
program_make (struct vm_code *c, int32_t x, int32_t priority)
{
    vm_code_init (c);
    c->pointer_bytes = 8;
    global (c, "x", x);
    global (c, "cohort_priority", priority);
    uint32_t at_x = constant (c, vm_pointer (vm_id_of (VM_GLOBAL, 0), 0));
    uint32_t seven = constant (c, vm_number (7));
    uint32_t fail = vm_native_find ("__assert_fail");
    uint32_t list = no_list (c);
    assert_true (fail != VM_NOWHERE);
    instruction (c, (struct vm_instruction) {
                        .op = VM_LOAD, .width = 32, .result = 0, .a = at_x});
    instruction (c, (struct vm_instruction) {.op = VM_ICMP,
                                             .width = 32,
                                             .flags = VM_EQ,
                                             .result = 1,
                                             .a = 0,
                                             .b = seven});
    instruction (
        c, (struct vm_instruction) {.op = VM_BRANCH, .a = 1, .b = 3, .c = 5});
    instruction (c,
                 (struct vm_instruction) {
                     .op = VM_NATIVE, .a = fail, .b = list, .c = VM_NOWHERE});
    instruction (c, (struct vm_instruction) {.op = VM_UNREACHABLE});
    instruction (c,
                 (struct vm_instruction) {
                     .op = VM_CALL, .a = HELPER, .b = list, .c = VM_NOWHERE});
    instruction (c, (struct vm_instruction) {.op = VM_JUMP, .a = 0});
    instruction (c, (struct vm_instruction) {.op = VM_RETURN, .a = list});
    struct vm_function main_ = {.name = word (c, "main"),
                                .symbol = word (c, "main"),
                                .registers = 2,
                                .end = HELPER_BEGIN};
    struct vm_function helper = {.name = word (c, "helper"),
                                 .symbol = word (c, "helper"),
                                 .first = HELPER_BEGIN,
                                 .end = HELPER_BEGIN + 1,
                                 .first_width = 2};
    VEC_PUSH (c->function, main_);
    VEC_PUSH (c->function, helper);
    VEC_PUSH (c->width, 32);
    VEC_PUSH (c->width, 1);
}

static void
distances (void **state)
{
    (void) state;
    static const uint32_t errors[] = {3, 2, 1, 0, VM_FAR, 5, 4, VM_FAR};
    static const uint32_t begun[] = {0, 1, 2, 3, 4, 3, 4, 0};
    struct vm_code c;
    program_make (&c, 0, 0);
    struct vm_error_distance *g = vm_error_distance_new (&c);
    for (uint32_t i = 0; i < c.instruction.size; i++) {
        assert_int_equal (g->error[i], errors[i]);
        assert_int_equal (g->begun[i], begun[i]);
    }
    assert_int_equal (g->leave[HELPER_BEGIN], 1);
    assert_int_equal (g->leave[0], VM_FAR);
    assert_int_equal (g->setter[0], 0);
    assert_int_equal (g->setter[1], 1);
    assert_int_equal (g->guard.size, 1);
    assert_int_equal (g->hurdle.size, 1);
    assert_int_equal (g->hurdle.at[0].operand, 1);
    assert_true (g->hurdle.at[0].wanted);
    vm_error_distance_free (g);
    vm_code_clear (&c);
}

/* Of the first state of the program, main at its begin or inside of helper. */
static int64_t
estimate_of (int kind, int32_t x, int32_t priority, bool inside)
{
    struct vm_code c;
    struct vm_live live;
    struct vm_state s;
    struct vm_run r;
    program_make (&c, x, priority);
    vm_live_init (&live, &c);
    vm_state_init (&s, &c, &live);
    vm_state_open (&s, (struct bytes) {0});
    vm_run_init (&r, &s);
    assert_int_equal (vm_estimate (&r, kind), 0);
    vm_run_begin (&r);
    if (inside) {
        vm_own_frame (&s, &s.thread.at[0], vm_frame_top (&s.thread.at[0]));
        vm_frame_top (&s.thread.at[0])->pc = AGAIN - 1;
        assert_true (vm_frame_push (&s, 0, HELPER, NULL, 0));
    }
    int64_t estimate = vm_estimate (&r, kind);
    vm_run_clear (&r);
    vm_state_clear (&s);
    vm_live_clear (&live);
    vm_code_clear (&c);
    return estimate;
}

static void
estimates (void **state)
{
    (void) state;
    assert_int_equal (estimate_of (VM_ESTIMATE_DISTANCE, 0, 0, false), 3);
    assert_int_equal (estimate_of (VM_ESTIMATE_DISTANCE, 0, 0, true), 5);
    assert_int_equal (estimate_of (VM_ESTIMATE_BRANCH, 7, 0, false), 0);
    assert_int_equal (estimate_of (VM_ESTIMATE_BRANCH, 5, 0, false), 2);
    assert_int_equal (estimate_of (VM_ESTIMATE_BRANCH, 10, 0, true), 3);
    assert_int_equal (estimate_of (VM_ESTIMATE_ACTIVE, 0, 0, false), 1);
    assert_int_equal (estimate_of (VM_ESTIMATE_BLOCKED, 0, 0, false),
                      VM_THREADS_MOST);
    assert_int_equal (estimate_of (VM_ESTIMATE_LOCKS, 0, 0, false), VM_FAR);
    assert_int_equal (estimate_of (VM_ESTIMATE_INTERLEAVING, 0, 0, true), 0);
    assert_int_equal (estimate_of (VM_ESTIMATE_PRIORITY, 0, 3, false),
                      INT32_MAX - 3);
    assert_int_equal (estimate_of (VM_ESTIMATE_PRIORITY, 0, -1, false),
                      (int64_t) INT32_MAX + 1);
    assert_int_equal (estimate_of (VM_ESTIMATE_NONE, 0, 3, false), 0);
}

static void
names (void **state)
{
    (void) state;
    assert_int_equal (vm_estimate_find ("none"), VM_ESTIMATE_NONE);
    assert_int_equal (vm_estimate_find ("read-write"), VM_ESTIMATE_WRITES);
    assert_int_equal (vm_estimate_find ("priority"), VM_ESTIMATE_PRIORITY);
    assert_int_equal (vm_estimate_find ("nearest"), -1);
    assert_null (vm_estimates[VM_ESTIMATE_PRIORITY + 1]);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (distances),
        cmocka_unit_test (estimates),
        cmocka_unit_test (names),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
