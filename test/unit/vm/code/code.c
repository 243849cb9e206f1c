/* code.c -- code of the C machine as bytes: there and back, and nothing that
 * is broken gets through. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/text.h"
#include "vm/state/live.h"
#include "vm/library/native.h"
#include "vm/code/op.h"
#include "unit/vm/build.h"

static uint64_t seed;

static uint32_t
draw (uint32_t below)
{
    seed =
        seed * UINT64_C (6364136223846793005) + UINT64_C (1442695040888963407);
    return (uint32_t) (seed >> 33) % below;
}

enum { REGISTERS = 9, SIZE = 12, CONSTANTS = 4, FUNCTIONS = 3, GLOBALS = 5 };

static uint32_t
operand (void)
{
    return draw (3) ? draw (REGISTERS) : VM_CONSTANT | draw (CONSTANTS);
}

static uint32_t
field (char role)
{
    switch (role) {
    case 'r':
        return draw (REGISTERS);
    case 'R':
        return draw (REGISTERS - 1);
    case 'o':
        return operand ();
    case 't':
        return draw (SIZE);
    case 'f':
        return draw (FUNCTIONS);
    case 'N':
        return draw (vm_natives ());
    case 'v':
        return 0;
    case 'n':
        return draw (10);
    default:
        return 0;
    }
}

static void
list_make (struct vm_code *c, struct vm_instruction *i)
{
    uint32_t list = (uint32_t) c->list.size, n = draw (4);
    if (vm_op_calls (i->op)) {
        VEC_PUSH (c->list, n);
        for (uint32_t k = 0; k < n; k++)
            VEC_PUSH (c->list, operand ());
        VEC_PUSH (c->list, draw (3));
        i->result = draw (REGISTERS - 2);
        i->b = list;
        i->c = draw (2) ? VM_NOWHERE : draw (SIZE);
        return;
    }
    for (uint32_t k = 0; k < n; k++) {
        if (i->op == VM_MOVES)
            VEC_PUSH (c->list, draw (REGISTERS));
        else if (i->op == VM_SWITCH)
            VEC_PUSH (c->list, VM_CONSTANT | draw (CONSTANTS));
        else if (i->op == VM_LANDING)
            VEC_PUSH (c->list, draw (VM_FILTER + 1));
        VEC_PUSH (c->list, i->op == VM_SWITCH ? draw (SIZE) : operand ());
    }
    *(i->op == VM_SWITCH ? &i->b : &i->a) = list;
    *(i->op == VM_SWITCH ? &i->c : &i->b) = n;
}

static void
op_make (struct vm_code *c, uint8_t op)
{
    const struct vm_op_shape *s = vm_op_shape (op);
    struct vm_instruction i = {.op = op,
                               .width = (uint8_t) (1 + draw (64)),
                               .flags = (uint16_t) draw (10),
                               .result = field (s->result),
                               .a = field (s->a),
                               .b = field (s->b),
                               .c = field (s->c)};
    if (s->a == 'L' || s->b == 'L')
        list_make (c, &i);
    build_op (c, i);
    VEC_LAST (c->place) = (struct vm_place) {0, draw (99), draw (9)};
}

static void
function_make (struct vm_code *c)
{
    uint8_t width[REGISTERS];
    for (int i = 0; i < REGISTERS; i++)
        width[i] = (uint8_t) draw (65);
    struct vm_function *f = build_function (c, "f", draw (4), width, REGISTERS);
    f->first_variable = (uint32_t) c->variable.size;
    uint32_t before = (uint32_t) c->layout.size;
    VEC_PUSH (c->layout,
              ((struct vm_layout) {.size = 4, .bits = 32, .kind = 's'}));
    VEC_PUSH (c->member, ((struct vm_member) {0, draw (9), before + 1}));
    VEC_PUSH (c->layout, ((struct vm_layout) {
                             .size = 16,
                             .first_member = (uint32_t) c->member.size - 1,
                             .end_member = (uint32_t) c->member.size}));
    VEC_PUSH (c->layout,
              ((struct vm_layout) {.size = 64, .element = before + 2}));
    VEC_PUSH (c->variable,
              ((struct vm_variable) {0, 0, 32, 's', 3, draw (before + 4)}));
    f->end_variable = (uint32_t) c->variable.size;
    f->first_note = (uint32_t) c->note.size;
    for (uint32_t i = 0; i < 3; i++)
        VEC_PUSH (c->note,
                  ((struct vm_note) {f->first + i, 0, operand (), draw (2)}));
    f->end_note = (uint32_t) c->note.size;
    f->flags = draw (2) * VM_LIBRARY;
    f->atomic = draw (2);
    for (uint32_t i = 0; i + 1 < SIZE; i++)
        op_make (c, (uint8_t) draw (VM_OPS));
    build_op (c, (struct vm_instruction) {.op = VM_UNREACHABLE});
}

static void
global_make (struct vm_code *c, uint32_t n)
{
    build_global (c, "g", 16, n == 0, n == 1);
    struct vm_global *g = &VEC_LAST (c->global);
    uint8_t *initial = arena_new (&c->arena, 16);
    for (int i = 0; i < 16; i++)
        initial[i] = (uint8_t) draw (256);
    g->initial = (struct bytes) {initial, draw (17)};
    VEC_PUSH (c->relocation,
              ((struct vm_relocation) {8, vm_id_of (VM_FUNCTION, 1)}));
    g->end_relocation++;
}

static void
code_make (struct vm_code *c)
{
    vm_code_init (c);
    build_text (c, "");
    build_text (c, "file.c");
    for (uint32_t i = 0; i < CONSTANTS; i++)
        VEC_PUSH (c->constant,
                  ((struct vm_value) {draw (100), draw (2),
                                      i ? 0 : vm_id_of (VM_FUNCTION, 2)}));
    for (uint32_t i = 0; i < GLOBALS; i++)
        global_make (c, i);
    for (uint32_t i = 0; i < FUNCTIONS; i++)
        function_make (c);
    c->entry = draw (FUNCTIONS);
    c->checks = draw (99);
    c->options = draw (9);
    c->reductions = draw (3);
    VEC_PUSH (c->constructor, draw (FUNCTIONS));
    VEC_PUSH (c->destructor, draw (FUNCTIONS));
}

static bool
read_all (struct vm_code *c, struct bytes b)
{
    struct reader r;
    reader_init (&r, b);
    vm_code_init (c);
    return vm_code_read (c, &r) && reader_done (&r);
}

static void
wire_is_exact (void **unused)
{
    (void) unused;
    seed = 1;
    for (int round = 0; round < 300; round++) {
        struct vm_code c, d;
        struct buffer b, again;
        code_make (&c);
        buffer_init (&b);
        buffer_init (&again);
        vm_code_write (&c, &b);
        assert_true (read_all (&d, buffer_view (&b)));
        vm_code_write (&d, &again);
        assert_true (bytes_equal (buffer_view (&b), buffer_view (&again)));
        assert_true (
            digest_equal (vm_code_identity (&c), vm_code_identity (&d)));
        struct text first, second;
        text_init (&first);
        text_init (&second);
        vm_code_print (&c, &first);
        vm_code_print (&d, &second);
        assert_string_equal (text_view (&first), text_view (&second));
        text_clear (&first);
        text_clear (&second);
        buffer_clear (&b);
        buffer_clear (&again);
        vm_code_clear (&c);
        vm_code_clear (&d);
    }
}

static void
truncated_is_refused (void **unused)
{
    (void) unused;
    seed = 2;
    struct vm_code c, d;
    struct buffer b;
    code_make (&c);
    buffer_init (&b);
    vm_code_write (&c, &b);
    for (size_t size = 0; size < b.size; size++) {
        uint8_t *copy = memory_copy (b.data, size);
        assert_false (read_all (&d, (struct bytes) {copy, size}));
        vm_code_clear (&d);
        memory_free (copy);
    }
    buffer_clear (&b);
    vm_code_clear (&c);
}

/* What is read is fit to be looked at, whatever the bytes were. */
static void
broken_never_crashes (void **unused)
{
    (void) unused;
    seed = 3;
    unsigned read = 0;
    struct vm_code c, d;
    struct buffer b;
    code_make (&c);
    buffer_init (&b);
    vm_code_write (&c, &b);
    for (int round = 0; round < 20000; round++) {
        uint8_t *copy = memory_copy (b.data, b.size);
        for (uint32_t n = 1 + draw (3); n; n--)
            copy[draw (b.size)] =
                draw (2) ? (uint8_t) draw (256) : (uint8_t) (draw (16) | 0xf0);
        if (read_all (&d, (struct bytes) {copy, b.size})) {
            struct vm_live l;
            struct text t;
            read++;
            vm_live_init (&l, &d);
            vm_live_clear (&l);
            text_init (&t);
            vm_code_print (&d, &t);
            text_clear (&t);
        }
        vm_code_clear (&d);
        memory_free (copy);
    }
    assert_true (read > 100);
    buffer_clear (&b);
    vm_code_clear (&c);
}

static bool
still_read (struct vm_code *c)
{
    struct vm_code d;
    struct buffer b;
    buffer_init (&b);
    vm_code_write (c, &b);
    bool result = read_all (&d, buffer_view (&b));
    vm_code_clear (&d);
    buffer_clear (&b);
    return result;
}

/* One field out of range, each. */
static void
indices_are_checked (void **unused)
{
    (void) unused;
    struct vm_code c;
    seed = 4;
    code_make (&c);
    assert_true (still_read (&c));
#define REFUSES(field_, value)          \
    do {                                \
        uint32_t old_ = (field_);       \
        (field_) = (value);             \
        assert_false (still_read (&c)); \
        (field_) = old_;                \
        assert_true (still_read (&c));  \
    } while (0)
    struct vm_instruction *last = &VEC_LAST (c.instruction), saved = *last;
    REFUSES (c.entry, FUNCTIONS);
    REFUSES (c.pointer_bytes, 5);
    REFUSES (c.thread_locals, 2);
    REFUSES (c.constructor.at[0], FUNCTIONS);
    REFUSES (c.destructor.at[0], FUNCTIONS);
    REFUSES (c.function.at[1].name, (uint32_t) c.text.size);
    REFUSES (c.function.at[1].first, SIZE + 1);
    REFUSES (c.function.at[2].end, 3 * SIZE - 1);
    REFUSES (c.function.at[0].parameters, REGISTERS + 1);
    REFUSES (c.function.at[0].first_width, (uint32_t) c.width.size);
    REFUSES (c.function.at[2].end_note, (uint32_t) c.note.size + 1);
    REFUSES (c.note.at[0].operand, REGISTERS);
    REFUSES (c.note.at[0].variable, 1);
    REFUSES (c.note.at[0].at, SIZE + 1);
    REFUSES (c.global.at[2].name, (uint32_t) c.text.size);
    REFUSES (c.global.at[2].size, 15);
    REFUSES (c.global.at[2].variable, (uint32_t) c.variable.size);
    REFUSES (c.global.at[4].end_relocation, GLOBALS + 1);
    REFUSES (c.relocation.at[2].at, 4);
    REFUSES (c.relocation.at[2].at, 16);
    REFUSES (c.relocation.at[2].object, vm_id_of (VM_GLOBAL, GLOBALS));
    REFUSES (c.relocation.at[2].object, vm_id_of (VM_GLOBAL, 1));
    REFUSES (c.relocation.at[2].object, vm_id_of (VM_HEAP, 1));
    REFUSES (c.constant.at[0].object, vm_id_of (VM_FUNCTION, FUNCTIONS));
    REFUSES (c.place.at[1].file, (uint32_t) c.text.size);
    REFUSES (c.variable.at[0].type, (uint32_t) c.text.size);
    REFUSES (c.variable.at[0].layout, (uint32_t) c.layout.size + 1);
    REFUSES (c.layout.at[0].bits, 65);
    REFUSES (c.layout.at[1].end_member, (uint32_t) c.member.size + 1);
    REFUSES (c.layout.at[2].element, 3); /* of itself */
    REFUSES (c.layout.at[1].size, 0);    /* of elements */
    REFUSES (c.member.at[0].layout, 0);
    REFUSES (c.member.at[0].layout, 2); /* in itself */
    REFUSES (c.member.at[0].name, (uint32_t) c.text.size);
    REFUSES (c.width.at[3], 65);
    REFUSES (last->op, VM_OPS);
    REFUSES (last->op, VM_FENCE);
    REFUSES (last->width, 65);
    *last = (struct vm_instruction) {.op = VM_JUMP};
    REFUSES (last->a, SIZE);
    *last = (struct vm_instruction) {.op = VM_BRANCH};
    REFUSES (last->a, REGISTERS);
    REFUSES (last->a, VM_CONSTANT | CONSTANTS);
    REFUSES (last->b, SIZE);
    *last = (struct vm_instruction) {.op = VM_CUT};
    REFUSES (last->a, (uint32_t) c.text.size);
    *last = (struct vm_instruction) {.op = VM_RETURN, .b = 0};
    REFUSES (last->b, (uint32_t) c.list.size + 1);
    *last = saved;
    struct vm_instruction *i = last - 1;
    *i = (struct vm_instruction) {.op = VM_TLS_AT};
    REFUSES (i->a, 1);
    REFUSES (i->result, REGISTERS);
    *i = (struct vm_instruction) {.op = VM_CMPXCHG};
    REFUSES (i->result, REGISTERS - 1);
    *i = (struct vm_instruction) {.op = VM_RMW};
    REFUSES (i->c, VM_RMW_UMIN + 1);
    *i = (struct vm_instruction) {.op = VM_ICMP};
    REFUSES (i->flags, VM_SLE + 1);
    VEC_PUSH (c.list, 1);
    VEC_PUSH (c.list, 0);
    VEC_PUSH (c.list, 1);
    *i = (struct vm_instruction) {
        .op = VM_CALL, .b = (uint32_t) c.list.size - 3, .c = VM_NOWHERE};
    REFUSES (i->a, FUNCTIONS);
    REFUSES (i->b, (uint32_t) c.list.size - 1);
    REFUSES (i->c, SIZE);
    REFUSES (i->result, REGISTERS);
    REFUSES (c.list.at[i->b + 1], REGISTERS);
    REFUSES (VEC_LAST (c.list), REGISTERS + 1);
    *i = (struct vm_instruction) {
        .op = VM_MOVES, .a = (uint32_t) c.list.size - 2, .b = 1};
    REFUSES (c.list.at[i->a], REGISTERS);
    REFUSES (c.list.at[i->a + 1], REGISTERS);
    REFUSES (i->b, 2);
    vm_code_clear (&c);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (wire_is_exact),
        cmocka_unit_test (truncated_is_refused),
        cmocka_unit_test (broken_never_crashes),
        cmocka_unit_test (indices_are_checked),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
