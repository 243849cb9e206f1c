/* live.c -- liveness of registers against its definition. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "vm/state/live.h"
#include "unit/vm/build.h"

enum { REGISTERS = 70 };

static bool
kept_has (const struct vm_live *l, struct vm_kept k, uint32_t r)
{
    for (uint32_t i = 0; i < k.size; i++)
        if (l->list.at[k.first + i] == r)
            return true;
    return false;
}

static void
code_begin (struct vm_code *c, const uint8_t *width, uint32_t registers)
{
    vm_code_init (c);
    build_text (c, "");
    build_function (c, "f", 0, width, registers);
}

static void
code_end (struct vm_code *c, struct vm_live *l)
{
    vm_live_clear (l);
    vm_code_clear (c);
}

/* ---- by hand */

static void
moves_are_parallel (void **unused)
{
    (void) unused;
    static const uint8_t width[] = {32, 32, 32, 0};
    struct vm_code c;
    struct vm_live l;
    code_begin (&c, width, 4);
    /* r0, r1 = r1, r0; then r0 is read: of what r1 gets, nothing is kept. */
    static const uint32_t list[] = {0, 1, 1, 0};
    for (int i = 0; i < 4; i++)
        VEC_PUSH (c.list, list[i]);
    build_op (&c, (struct vm_instruction) {.op = VM_MOVES, .a = 0, .b = 2});
    build_op (&c, (struct vm_instruction) {
                      .op = VM_STORE, .width = 32, .a = 3, .b = 0});
    build_op (&c, (struct vm_instruction) {.op = VM_UNREACHABLE});
    vm_live_init (&l, &c);
    assert_false (kept_has (&l, l.at[0], 0));
    assert_true (kept_has (&l, l.at[0], 1));
    assert_true (kept_has (&l, l.at[0], 3));
    assert_int_equal (l.at[0].size, 2);
    assert_int_equal (l.at[0].bytes, 12);
    assert_true (l.at[0].pointers);
    assert_true (kept_has (&l, l.at[1], 0));
    assert_int_equal (l.at[2].size, 0);
    code_end (&c, &l);
}

static void
calls_keep_what_follows (void **unused)
{
    (void) unused;
    static const uint8_t width[] = {32, 32, 32, 32, 0, 32};
    struct vm_code c;
    struct vm_live l;
    code_begin (&c, width, 6);
    /* r0 = f (r0, r1), else landing; then r0, r2 are read; the landing pad
     * reads r3. */
    build_call (&c, VM_CALL, 0, 2, 1, 3);
    build_op (&c, (struct vm_instruction) {
                      .op = VM_ADD, .width = 32, .result = 1, .a = 0, .b = 2});
    build_return_all (&c);
    c.instruction.at[2].b = 2;
    build_op (&c, (struct vm_instruction) {
                      .op = VM_LANDING, .result = 4, .a = 0, .b = 0});
    build_op (&c, (struct vm_instruction) {.op = VM_RESUME, .a = 4, .b = 3});
    vm_live_init (&l, &c);
    /* The result is not live behind the call, arguments neither. */
    assert_int_equal (l.after[0].size, 2);
    assert_true (kept_has (&l, l.after[0], 2));
    assert_true (kept_has (&l, l.after[0], 3));
    assert_int_equal (l.at[0].size, 4);
    assert_false (kept_has (&l, l.at[0], 4));
    assert_false (kept_has (&l, l.at[3], 4));
    assert_true (kept_has (&l, l.at[4], 4));
    vm_live_clear (&l);
    /* A native may go on: it keeps its arguments. */
    c.instruction.at[0].op = VM_NATIVE;
    vm_live_init (&l, &c);
    assert_int_equal (l.after[0].size, 4);
    assert_true (kept_has (&l, l.after[0], 1));
    code_end (&c, &l);
}

static void
widths_are_counted (void **unused)
{
    (void) unused;
    static const uint8_t width[] = {1, 8, 9, 16, 17, 32, 33, 64, 0};
    static const unsigned bytes[] = {1, 1, 2, 2, 4, 4, 8, 8, 8};
    for (int i = 0; i < 9; i++)
        assert_int_equal (vm_width_bytes (width[i]), bytes[i]);
    struct vm_code c;
    struct vm_live l;
    code_begin (&c, width, 9);
    build_return_all (&c);
    vm_live_init (&l, &c);
    assert_int_equal (l.at[0].bytes, 40);
    assert_true (vm_same (l.blank[2], vm_unwritten (9)));
    assert_true (vm_same (l.blank[8], vm_unwritten (64)));
    code_end (&c, &l);
}

/* ---- random functions, against the definition */

static uint64_t seed;

static uint32_t
draw (uint32_t below)
{
    seed =
        seed * UINT64_C (6364136223846793005) + UINT64_C (1442695040888963407);
    return (uint32_t) (seed >> 33) % below;
}

static uint32_t
operand (void)
{
    return draw (8) ? draw (REGISTERS) : VM_CONSTANT;
}

static void
random_op (struct vm_code *c, uint32_t size)
{
    struct vm_instruction i = {.width = 32,
                               .result = draw (REGISTERS - 2),
                               .a = operand (),
                               .b = operand (),
                               .c = draw (size)};
    uint32_t list = (uint32_t) c->list.size;
    switch (draw (9)) {
    case 0:
        i.op = VM_BRANCH;
        i.b = draw (size);
        break;
    case 1:
        i.op = VM_JUMP;
        i.a = draw (size);
        break;
    case 2:
        i.op = VM_MOVES;
        i.a = list;
        i.b = 2;
        for (uint32_t r = draw (REGISTERS - 1), n = 0; n < 2; n++) {
            VEC_PUSH (c->list, r + n);
            VEC_PUSH (c->list, operand ());
        }
        break;
    case 3:
        i.op = VM_SWITCH;
        i.b = list;
        i.c = 2;
        i.result = draw (size);
        for (uint32_t n = 0; n < 2; n++) {
            VEC_PUSH (c->list, VM_CONSTANT);
            VEC_PUSH (c->list, draw (size));
        }
        break;
    case 4:
        i.op = draw (2) ? VM_CALL : VM_CALL_POINTER;
        i.a = i.op == VM_CALL ? 0 : i.a;
        i.b = list;
        i.c = draw (2) ? VM_NOWHERE : i.c;
        VEC_PUSH (c->list, 2);
        VEC_PUSH (c->list, operand ());
        VEC_PUSH (c->list, operand ());
        VEC_PUSH (c->list, draw (3));
        break;
    case 5:
        i.op = VM_STORE;
        break;
    case 6:
        i.op = VM_CMPXCHG;
        i.c = operand ();
        break;
    default:
        i.op = VM_ADD;
        break;
    }
    build_op (c, i);
}

static bool
is (uint32_t operand_, uint32_t r)
{
    return operand_ == r;
}

static bool
reads (const struct vm_code *c, const struct vm_instruction *i, uint32_t r)
{
    const uint32_t *list = c->list.at;
    switch (i->op) {
    case VM_BRANCH:
    case VM_SWITCH:
        return is (i->a, r);
    case VM_CALL_POINTER:
    case VM_CALL:
        return (i->op == VM_CALL_POINTER && is (i->a, r))
               || is (list[i->b + 1], r) || is (list[i->b + 2], r);
    case VM_CMPXCHG:
        return is (i->a, r) || is (i->b, r) || is (i->c, r);
    case VM_STORE:
    case VM_ADD:
        return is (i->a, r) || is (i->b, r);
    case VM_RETURN:
        return r == 0;
    default:
        return false;
    }
}

static bool
sets (const struct vm_code *c, const struct vm_instruction *i, uint32_t r)
{
    switch (i->op) {
    case VM_MOVES:
        return c->list.at[i->a] == r || c->list.at[i->a + 2] == r;
    case VM_CALL_POINTER:
    case VM_CALL:
        return r >= i->result && r < i->result + c->list.at[i->b + 3];
    case VM_CMPXCHG:
        return r == i->result || r == i->result + 1;
    case VM_ADD:
        return r == i->result;
    default:
        return false;
    }
}

enum { SIZE_MOST = 32 };
typedef bool table[SIZE_MOST][REGISTERS];

/* Behind instruction n, but for a landing pad. */
static bool
live_behind (const struct vm_code *c, table live, uint32_t n, uint32_t r)
{
    const struct vm_instruction *i = &c->instruction.at[n];
    const uint32_t *list = c->list.at;
    switch (i->op) {
    case VM_RETURN:
        return false;
    case VM_JUMP:
        return live[i->a][r];
    case VM_BRANCH:
        return live[i->b][r] || live[i->c][r];
    case VM_SWITCH:
        return live[i->result][r] || live[list[i->b + 1]][r]
               || live[list[i->b + 3]][r];
    default:
        return live[n + 1][r];
    }
}

static bool
is_call (const struct vm_instruction *i)
{
    return i->op == VM_CALL || i->op == VM_CALL_POINTER;
}

static bool
live_after (const struct vm_code *c, table live, uint32_t n, uint32_t r)
{
    const struct vm_instruction *i = &c->instruction.at[n];
    return (is_call (i) && i->c != VM_NOWHERE && live[i->c][r])
           || (!sets (c, i, r) && live_behind (c, live, n, r));
}

static bool
live_before (const struct vm_code *c, table live, uint32_t n, uint32_t r)
{
    const struct vm_instruction *i = &c->instruction.at[n];
    const uint32_t *list = c->list.at + i->a;
    if (i->op == VM_MOVES) {
        for (int k = 0; k < 4; k += 2)
            if (list[k + 1] == r && live_behind (c, live, n, list[k]))
                return true;
    } else if (reads (c, i, r)) {
        return true;
    }
    return live_after (c, live, n, r);
}

/* The least that fits the definition. */
static void
live_find (const struct vm_code *c, table live)
{
    uint32_t size = (uint32_t) c->instruction.size;
    bool changed = true;
    memset (live, 0, sizeof (table));
    while (changed) {
        changed = false;
        for (uint32_t n = 0; n < size; n++)
            for (uint32_t r = 0; r < REGISTERS; r++)
                if (!live[n][r] && live_before (c, live, n, r))
                    changed = live[n][r] = true;
    }
}

static void
random_agree (void **unused)
{
    (void) unused;
    uint8_t width[REGISTERS];
    memset (width, 32, sizeof width);
    seed = 5;
    for (int round = 0; round < 150; round++) {
        struct vm_code c;
        struct vm_live l;
        uint32_t size = 2 + draw (25);
        code_begin (&c, width, REGISTERS);
        VEC_PUSH (c.constant, vm_number (1));
        for (uint32_t i = 0; i + 1 < size; i++)
            random_op (&c, size);
        VEC_PUSH (c.list, 0);
        build_op (&c, (struct vm_instruction) {.op = VM_RETURN,
                                               .a = (uint32_t) c.list.size - 1,
                                               .b = 1});
        vm_live_init (&l, &c);
        table live;
        live_find (&c, live);
        for (uint32_t i = 0; i < size; i++)
            for (uint32_t r = 0; r < REGISTERS; r++) {
                assert_int_equal (kept_has (&l, l.at[i], r), live[i][r]);
                if (is_call (&c.instruction.at[i]))
                    assert_int_equal (kept_has (&l, l.after[i], r),
                                      live_after (&c, live, i, r));
            }
        code_end (&c, &l);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (moves_are_parallel),
        cmocka_unit_test (calls_keep_what_follows),
        cmocka_unit_test (widths_are_counted),
        cmocka_unit_test (random_agree),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
