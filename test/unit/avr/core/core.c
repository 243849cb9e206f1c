/* core.c -- choices, what is observed, what is forgotten, the wire. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "avr.h"

/* Values of the choices rise like numbers, the last one fastest. */
static void
choices_are_counted (void **state)
{
    (void) state;
    struct avr_bench b;
    const uint16_t nop = 0;
    bench_init (&b, "atmega16", &nop, 1);
    unsigned n = 0;
    choices_init (&b.choices);
    do {
        choices_rewind (&b.choices);
        uint32_t first = core_choose (&b.core, 3);
        core_choose (&b.core, 1);
        uint32_t second = first == 1 ? 0 : core_choose (&b.core, 4);
        static const uint32_t expected[] = {0, 1, 2, 3, 10, 20, 21, 22, 23};
        assert_int_equal (first * 10 + second, expected[n++]);
    } while (choices_next (&b.choices));
    assert_int_equal (n, 9);
    bench_clear (&b);
}

static void
too_many_choices_are_a_cut (void **state)
{
    (void) state;
    struct avr_bench b;
    const uint16_t nop = 0;
    bench_init (&b, "atmega16", &nop, 1);
    for (unsigned i = 0; i < MICRO_CHOICES; i++)
        core_choose (&b.core, 2);
    assert_int_equal (b.core.cut, 0);
    core_choose (&b.core, 2);
    assert_int_equal (b.core.cut, FAULT_OTHER);
    bench_clear (&b);
}

/* From the program's begin on, what is observed is known. */
static void
observed_bytes_are_known (void **state)
{
    (void) state;
    const uint16_t code[] = {0x9300, 0x0060, 0x9300, 0x0060, 0, 0};
    struct avr_bench b;
    bench_program (&b.program, "atmega16", code, 6);
    bench_observe (&b.program, 0x60);
    bench_observe (&b.program, 0x61);
    b.program.micro.begin = 2;
    bench_start (&b);
    assert_false (core_begun (&b.core));
    assert_int_equal (core_get (&b.core, 0x60).unknown, 0xff);
    core_put (&b.core, 0x61, 7);
    b.core.branching = false;
    assert_int_equal (bench_step (&b), STEP_BRANCHED);
    b.core.branching = true;
    core_put (&b.core, 16, 9);
    bench_run (&b, 1); /* sts 0x60, r16: known, and it begins */
    assert_int_equal (b.choices.used, 0);
    assert_true (core_begun (&b.core) && b.core.observed);
    core_set (&b.core, 16, (struct micro_value) {0, 3});
    bench_run (&b, 1); /* chosen when it is stored */
    assert_int_equal (b.choices.used, 1);
    assert_int_equal (b.choices.arity[0], 4);
    assert_int_equal (core_get (&b.core, 0x60).unknown, 0);
    assert_int_equal (core_get (&b.core, 16).unknown, 3);
    assert_true (b.core.observed && core_sound (&b.core));
    bench_run (&b, 1);
    assert_false (b.core.observed);
    bench_clear (&b);
}

/* A popped cell says nothing any more, unless it is observed. */
static void
stack_is_forgotten (void **state)
{
    (void) state;
    const uint16_t code[] = {0x930f, 0x911f, 0x930f, 0x911f};
    for (int broken = 0; broken < 2; broken++) {
        struct avr_bench b;
        bench_program (&b.program, "atmega16", code, 4);
        b.program.micro.memory = MICRO_SYMBOLIC_STACK;
        b.program.micro.reductions |= MICRO_LAZY_STACK;
        b.program.micro.broken = broken ? BROKEN_LAZY_STACK : 0;
        bench_observe (&b.program, 0x3ff);
        bench_start (&b);
        choices_init (&b.choices);
        bench_sp (&b, 0x400);
        core_put (&b.core, 16, 5);
        bench_run (&b, 2);
        assert_int_equal (core_get (&b.core, 17).bits, 5);
        assert_int_equal (core_get (&b.core, 0x400).bits, 0);
        assert_int_equal (core_get (&b.core, 0x400).unknown, broken ? 0 : 0xff);
        bench_sp (&b, 0x3ff);
        bench_run (&b, 2);
        assert_int_equal (core_get (&b.core, 0x3ff).bits, 5);
        bench_clear (&b);
    }
}

/* A frame that is given back is forgotten too: the cells up to the pointer. */
static void
frame_is_forgotten (void **state)
{
    (void) state;
    const uint16_t code[] = {0xbf0d}; /* out SPL, r16 */
    struct avr_bench b;
    bench_program (&b.program, "atmega16", code, 1);
    b.program.micro.memory = MICRO_SYMBOLIC_STACK;
    b.program.micro.reductions |= MICRO_LAZY_STACK;
    bench_start (&b);
    bench_sp (&b, 0x400);
    for (uint16_t a = 0x401; a < 0x420; a++)
        core_put (&b.core, a, 1);
    core_put (&b.core, 16, 0x10);
    bench_run (&b, 1);
    assert_int_equal (core_get (&b.core, 0x401).unknown, 0xff);
    assert_int_equal (core_get (&b.core, 0x410).unknown, 0xff);
    assert_int_equal (core_get (&b.core, 0x411).bits, 1);
    bench_clear (&b);
}

static void
parts_cover_a_state (void **state)
{
    (void) state;
    for (size_t n = 0; avr_device_at (n); n++) {
        const struct avr_device *d = avr_device_at (n);
        uint32_t ends[256];
        struct avr_program p;
        avr_program_init (&p, d);
        size_t count = micro_state_parts (&p.micro, ends, 256);
        assert_int_equal (ends[0], HEAD_SIZE + d->sram_first);
        assert_int_equal (ends[count - 1], avr_state_size (d));
        for (size_t i = 1; i < count; i++)
            assert_true (ends[i - 1] < ends[i]);
        assert_int_equal (micro_state_parts (&p.micro, ends, 3), 3);
        assert_int_equal (ends[2], avr_state_size (d));
    }
}

static void
program_goes_over_the_wire (void **state)
{
    (void) state;
    const uint16_t code[] = {0x9478, 0xcfff, 0x940c, 0x0000};
    struct avr_program p, q;
    struct buffer a, b;
    struct problem problem = {0};
    struct reader r;
    bench_program (&p, "atmega128", code, 4);
    p.micro.begin = 2;
    p.micro.handled = 5;
    p.micro.checks = 1u << FAULT_UNHANDLED;
    bench_observe (&p, 0x123);
    VEC_PUSH (p.micro.eager, 1);
    VEC_PUSH (p.micro.eager, 3);
    avr_program_finish (&p);
    buffer_init (&a);
    buffer_init (&b);
    avr_program_write (&p, &a);
    reader_init (&r, buffer_view (&a));
    assert_true (avr_program_read (&q, &r, &problem));
    assert_true (reader_done (&r));
    avr_program_write (&q, &b);
    assert_true (bytes_equal (buffer_view (&a), buffer_view (&b)));
    assert_true (
        digest_equal (avr_program_digest (&p), avr_program_digest (&q)));
    assert_true (micro_is_eager (&q.micro, 3) && !micro_is_eager (&q.micro, 2));
    assert_int_equal (q.instruction[2].op, AVR_JMP);
    avr_program_clear (&q);
    for (size_t n = 0; n < a.size; n++) { /* cut short: never a crash */
        problem = (struct problem) {0};
        reader_init (&r, (struct bytes) {a.data, n});
        assert_false (avr_program_read (&q, &r, &problem));
        assert_int_equal (problem.kind, PROBLEM_INPUT);
    }
    struct digest before = avr_program_digest (&p);
    p.micro.begin = 3;
    assert_false (digest_equal (avr_program_digest (&p), before));
    buffer_clear (&a);
    buffer_clear (&b);
    avr_program_clear (&p);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (choices_are_counted),
        cmocka_unit_test (too_many_choices_are_a_cut),
        cmocka_unit_test (observed_bytes_are_known),
        cmocka_unit_test (stack_is_forgotten),
        cmocka_unit_test (frame_is_forgotten),
        cmocka_unit_test (parts_cover_a_state),
        cmocka_unit_test (program_goes_over_the_wire),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
