/* step.c -- events, interrupts, flow, the stack, undoing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "avr.h"

static void
skips_over_two_words (void **state)
{
    (void) state;
    static const struct {
        uint16_t code[4];
        uint32_t to;
    } cases[] = {
        {{0x1300, 0x940c, 0, 0}, 3},    /* cpse r16, r16; jmp */
        {{0x1300, 0x940e, 0, 0}, 3},    /* call */
        {{0x1300, 0x9100, 0x60, 0}, 3}, /* lds */
        {{0x1300, 0x9300, 0x60, 0}, 3}, /* sts */
        {{0x1300, 0x0000, 0, 0}, 2},    /* nop */
        {{0x1300, 0x964f, 0, 0}, 2},    /* adiw */
        {{0x1300, 0x0001, 0, 0}, 2},    /* no instruction */
        {{0x1301, 0x0000, 0, 0}, 1},    /* cpse r16, r17: not equal */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct avr_bench b;
        bench_init (&b, "atmega128", cases[i].code, 4);
        core_put (&b.core, 16, 1);
        core_put (&b.core, 17, 2);
        bench_run (&b, 1);
        assert_int_equal (core_pc (&b.core), cases[i].to);
        bench_clear (&b);
    }
}

static void
calls_push_low_byte_first (void **state)
{
    (void) state;
    const uint16_t code[] = {0x940e, 0x0003, 0, 0x9508}; /* call 6; nop; ret */
    struct avr_bench b;
    bench_init (&b, "atmega128", code, 4);
    bench_sp (&b, 0x10ff);
    bench_run (&b, 1);
    assert_int_equal (core_pc (&b.core), 3);
    assert_int_equal (avr_sp (&b.core), 0x10fd);
    assert_int_equal (b.core.data[0x10ff], 2);
    assert_int_equal (b.core.data[0x10fe], 0);
    bench_run (&b, 1);
    assert_int_equal (core_pc (&b.core), 2);
    assert_int_equal (avr_sp (&b.core), 0x10ff);
    bench_clear (&b);
}

static void
program_counter_wraps (void **state)
{
    (void) state;
    const uint16_t code[] = {0xcffe}; /* rjmp .-4 */
    struct avr_bench b;
    bench_init (&b, "atmega16", code, 1);
    bench_run (&b, 1);
    assert_int_equal (core_pc (&b.core), 0x1fff);
    bench_run (&b, 1);
    assert_int_equal (b.core.cut, FAULT_JUMP_OUTSIDE);
    assert_int_equal (b.core.fault, 0);
    b.program.micro.checks = 1u << FAULT_JUMP_OUTSIDE;
    bench_run (&b, 1);
    assert_int_equal (b.core.fault, FAULT_JUMP_OUTSIDE);
    assert_int_equal (b.core.cut, 0);
    bench_clear (&b);
}

/* One instruction at a stack pointer; the fault, and the cut without check. */
static void
check_stack (uint16_t word, uint16_t sp, enum micro_fault fault, bool passable)
{
    struct avr_bench b;
    bench_program (&b.program, "atmega16", &word, 1);
    b.program.data_end = 0x100;
    bench_start (&b);
    bench_sp (&b, sp);
    bench_run (&b, 1);
    assert_int_equal (b.core.fault, 0);
    assert_int_equal (b.core.cut, passable ? FAULT_NONE : fault);
    core_reset (&b.core);
    bench_sp (&b, sp);
    b.program.micro.checks = 1u << fault;
    if (fault)
        choices_init (&b.choices);
    bench_run (&b, 1);
    assert_int_equal (b.core.fault, fault);
    bench_clear (&b);
}

static void
stack_faults (void **state)
{
    (void) state;
    check_stack (0x930f, 0x100, FAULT_NONE, true); /* push r16 */
    check_stack (0x930f, 0x0ff, FAULT_STACK_INTO_DATA, true);
    check_stack (0x930f, 0x05f, FAULT_STACK_IN_IO, false);
    check_stack (0x930f, 0x460, FAULT_WRITE_OUTSIDE, true);
    check_stack (0x910f, 0x45e, FAULT_NONE, true); /* pop r16 */
    check_stack (0x910f, 0x45f, FAULT_STACK_UNDERFLOW, true);
    check_stack (0x910f, 0x05e, FAULT_STACK_IN_IO, false);
    check_stack (0x9508, 0x45e, FAULT_STACK_UNDERFLOW, true); /* ret */
    check_stack (0xd000, 0x100, FAULT_STACK_INTO_DATA, true); /* rcall */
}

static void
accesses_outside (void **state)
{
    (void) state;
    const uint16_t code[] = {0x9300, 0x0460, 0x9100, 0x0460,
                             0x0001, 0x95e8, 0x95d8};
    struct avr_bench b;
    bench_program (&b.program, "atmega16", code, 7);
    b.program.micro.checks = 1u << FAULT_WRITE_OUTSIDE | 1u << FAULT_BAD_OPCODE;
    bench_start (&b);
    bench_run (&b, 1); /* sts */
    assert_int_equal (b.core.fault, FAULT_WRITE_OUTSIDE);
    core_put (&b.core, 16, 7);
    bench_run (&b, 1); /* lds: anything */
    assert_int_equal (b.core.fault, 0);
    assert_int_equal (core_get (&b.core, 16).unknown, 0xff);
    assert_true (b.core.input);
    bench_run (&b, 1);
    assert_int_equal (b.core.fault, FAULT_BAD_OPCODE);
    assert_int_equal (core_pc (&b.core), 4);
    avr_set_pc (&b.core, 5);
    bench_run (&b, 1);
    assert_int_equal (b.core.cut, FAULT_SPM);
    bench_run (&b, 1); /* elpm: this device has none */
    assert_int_equal (b.core.fault, FAULT_BAD_OPCODE);
    bench_clear (&b);
}

/* A timer runs, its interrupt is enabled. */
static void
start_timer (struct avr_bench *b)
{
    avr_store (&b->core, bench_register (b, "TCCR0"),
               (struct micro_value) {1, 0});
    avr_store (&b->core, bench_register (b, "TIMSK"),
               (struct micro_value) {1, 0});
}

/* Each way to set SREG.I: one more instruction comes before an interrupt. */
static void
check_shadow (const uint16_t *code, unsigned words, unsigned before)
{
    for (int broken = 0; broken < 2; broken++) {
        struct avr_bench b;
        bench_program (&b.program, "atmega16", code, words);
        b.program.micro.broken = broken ? BROKEN_SEI_DELAY : 0;
        bench_start (&b);
        bench_sp (&b, 0x400);
        for (uint16_t a = 0x401; a < 0x403; a++)
            core_put (&b.core, a, a == 0x401 ? 0 : 1); /* reti goes to 1 */
        core_put (&b.core, 16, 0x80);
        start_timer (&b);
        bench_run (&b, before);
        assert_false (bench_may_interrupt (&b));
        bench_run (&b, 1);
        assert_int_equal (b.core.data[AVR_SREG] >> FLAG_I, 1);
        assert_int_equal (bench_may_interrupt (&b), broken);
        bench_run (&b, 1);
        assert_true (bench_may_interrupt (&b));
        bench_clear (&b);
    }
}

static void
one_instruction_after_enabling (void **state)
{
    (void) state;
    const uint16_t sei[] = {0x9478, 0, 0}, reti[] = {0x9518, 0, 0},
                   out[] = {0xbf0f, 0, 0}, sts[] = {0x9300, 0x5f, 0, 0},
                   twice[] = {0x9478, 0x9478, 0, 0};
    check_shadow (sei, 3, 0);
    check_shadow (reti, 3, 0);
    check_shadow (out, 3, 0);
    check_shadow (sts, 4, 0);
    check_shadow (twice, 4, 0); /* the second casts none of its own */
}

static void
interrupt_is_entered (void **state)
{
    (void) state;
    const uint16_t code[32] = {0x9478, 0, 0, 0};
    struct micro_event e[MICRO_EVENTS], timer = {EVENT_INTERRUPT, 0};
    struct avr_bench b;
    bench_init (&b, "atmega16", code, 32);
    bench_sp (&b, 0x400);
    start_timer (&b);
    bench_run (&b, 2);
    size_t n = avr_events (&b.core, e);
    assert_int_equal (n, 2); /* it may come, or not */
    assert_int_equal (e[0].kind, EVENT_INSTRUCTION);
    assert_int_equal (e[1].kind, EVENT_INTERRUPT);
    timer = e[1];
    assert_string_equal (b.program.device->vectors[timer.vector].name,
                         "TIMER0_OVF");
    assert_int_equal (avr_step (&b.core, &timer), STEP_DONE);
    assert_int_equal (core_pc (&b.core), timer.vector * 2);
    assert_int_equal (avr_sp (&b.core), 0x3fe);
    assert_int_equal (b.core.data[0x400], 2);
    assert_int_equal (b.core.data[0x3ff], 0);
    assert_int_equal (b.core.data[AVR_SREG] >> FLAG_I, 0);
    assert_int_equal (avr_events (&b.core, e), 1);
    bench_clear (&b);
}

static void
unhandled_interrupt (void **state)
{
    (void) state;
    const uint16_t code[32] = {0x9478, 0};
    struct micro_event e[MICRO_EVENTS];
    struct avr_bench b;
    bench_program (&b.program, "atmega16", code, 32);
    b.program.micro.checks = 1u << FAULT_UNHANDLED;
    b.program.micro.handled = 0;
    bench_start (&b);
    bench_sp (&b, 0x400);
    start_timer (&b);
    bench_run (&b, 2);
    assert_int_equal (avr_events (&b.core, e), 2);
    avr_step (&b.core, &e[1]);
    assert_int_equal (b.core.fault, FAULT_UNHANDLED);
    bench_clear (&b);
}

/* A flag that is surely set goes first; what only may be is possible before. */
static void
pending_in_order (void **state)
{
    (void) state;
    const uint16_t code[64] = {0};
    struct micro_event e[MICRO_EVENTS];
    struct avr_bench b;
    bench_init (&b, "atmega16", code, 64);
    bench_sp (&b, 0x400);
    struct avr_bit toie1 = bench_bit (&b, "TOIE1");
    struct avr_bit toie0 = bench_bit (&b, "TOIE0");
    struct avr_bit tov1 = bench_bit (&b, "TOV1");
    struct avr_bit tov0 = bench_bit (&b, "TOV0");
    core_put (&b.core, toie1.address,
              (uint8_t) (1 << toie1.bit | 1 << toie0.bit));
    core_put (&b.core, AVR_SREG, 0x80);
    core_set_head (&b.core, HEAD_MODE, MODE_BEGUN);
    uint8_t one = (uint8_t) (1 << tov1.bit), zero = (uint8_t) (1 << tov0.bit);
    core_set (&b.core, tov1.address, (struct micro_value) {one, zero});
    assert_int_equal (avr_events (&b.core, e), 1); /* that one alone */
    core_set (&b.core, tov1.address, (struct micro_value) {zero, one});
    assert_int_equal (avr_events (&b.core, e), 2);
    assert_string_equal (b.program.device->vectors[e[0].vector].name,
                         "TIMER1_OVF");
    assert_string_equal (b.program.device->vectors[e[1].vector].name,
                         "TIMER0_OVF");
    assert_false (bench_may_go_on (&b));
    bench_clear (&b);
}

static void
sleep_until_interrupt (void **state)
{
    (void) state;
    const uint16_t code[32] = {0x9478, 0x9588, 0}; /* sei; sleep; nop */
    struct micro_event e[MICRO_EVENTS];
    struct avr_bench b;
    bench_init (&b, "atmega16", code, 32);
    bench_sp (&b, 0x400);
    bench_run (&b, 2);
    assert_true (bench_may_go_on (&b)); /* SE is 0 */
    core_reset (&b.core);
    bench_sp (&b, 0x400);
    struct avr_bit se = bench_bit (&b, "SE");
    core_put (&b.core, se.address, (uint8_t) (1 << se.bit));
    bench_run (&b, 2);
    assert_int_equal (avr_events (&b.core, e), 0);
    start_timer (&b);
    core_set (&b.core, bench_register (&b, "TIFR"),
              (struct micro_value) {0, 1});
    assert_int_equal (avr_events (&b.core, e), 1);
    avr_step (&b.core, &e[0]);
    assert_true (bench_may_go_on (&b));
    assert_int_equal (b.core.data[0x400], 2); /* behind the sleep */
    bench_clear (&b);
}

static void
watchdog_resets (void **state)
{
    (void) state;
    const uint16_t code[] = {0, 0, 0};
    struct micro_event e[MICRO_EVENTS];
    struct avr_bench b;
    bench_init (&b, "atmega16", code, 3);
    bench_run (&b, 2);
    core_put (&b.core, 0x60, 42);
    core_put (&b.core, bench_register (&b, "PORTB"), 42);
    struct avr_bit wde = bench_bit (&b, "WDE");
    struct avr_bit wdrf = bench_bit (&b, "WDRF");
    core_put (&b.core, wde.address, (uint8_t) (1 << wde.bit));
    assert_int_equal (avr_events (&b.core, e), 2);
    assert_int_equal (e[1].kind, EVENT_RESET);
    avr_step (&b.core, &e[1]);
    assert_int_equal (core_pc (&b.core), 0);
    assert_int_equal (b.core.data[0x60], 42);
    assert_int_equal (b.core.data[bench_register (&b, "PORTB")], 0);
    assert_int_equal (b.core.data[wdrf.address] >> wdrf.bit & 1, 1);
    assert_int_equal (avr_events (&b.core, e), 1);
    bench_clear (&b);
}

/* A step that may not choose leaves no trace; and each does once it may. */
static void
undone_if_it_chooses (void **state)
{
    (void) state;
    static const uint16_t words[] = {
        0x0f01,
        /* add r16, r17 */ 0x9503,
        /* inc */ 0x9601, /* adiw */
        0x9f01,
        /* mul */ 0x3000,
        /* cpi */ 0xf409, /* brne */
        0xfd03,
        /* sbrc r16, 3 */ 0x1301, /* cpse r16, r17 */
        0x910d,
        /* ld r16, X+ */ 0x9409,
        /* ijmp */ 0x9508, /* ret */
        0x9103,
        /* bad */ 0x8100,
        /* ld r16, Z */ 0x9105, /* lpm r16, Z+ */
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        struct avr_bench b;
        bench_init (&b, "atmega16", &words[i], 1);
        bench_sp (&b, 0x400);
        core_set (&b.core, AVR_SREG, (struct micro_value) {0, 0x3f});
        uint8_t *before = memory_copy (b.state, b.core.size);
        b.core.branching = false;
        bool bad = words[i] == 0x9103;
        assert_int_equal (bench_step (&b), bad ? STEP_DONE : STEP_BRANCHED);
        assert_memory_equal (before, b.state, b.core.size);
        b.core.branching = true;
        assert_int_equal (bench_step (&b), STEP_DONE);
        assert_int_equal (b.choices.used > 0, !bad);
        core_undo (&b.core);
        assert_memory_equal (before, b.state, b.core.size);
        memory_free (before);
        bench_clear (&b);
    }
}

static void
branch_chooses_the_flag_alone (void **state)
{
    (void) state;
    const uint16_t code[] = {0xf009, 0, 0, 0}; /* breq .+2 */
    struct avr_bench b;
    bench_init (&b, "atmega16", code, 4);
    core_set (&b.core, AVR_SREG, (struct micro_value) {0, 0x3f});
    uint8_t *before = memory_copy (b.state, b.core.size);
    for (unsigned taken = 0; taken < 2; taken++) {
        memcpy (b.state, before, b.core.size);
        bench_run (&b, 1);
        assert_int_equal (core_pc (&b.core), taken ? 2 : 1);
        assert_int_equal (avr_flag (&b.core, FLAG_Z), taken);
        assert_int_equal (avr_flag (&b.core, FLAG_C), 2);
        assert_int_equal (choices_next (&b.choices), !taken);
    }
    memory_free (before);
    bench_clear (&b);
}

/* Where the manual leaves the result open, everything is possible. */
static void
moving_pointers_that_are_used (void **state)
{
    (void) state;
    const uint16_t code[] = {0x91ad, 0x93ad}; /* ld r26, X+; st X+, r26 */
    struct avr_bench b;
    bench_init (&b, "atmega16", code, 2);
    for (unsigned i = 0; i < 2; i++) {
        core_put (&b.core, 26, 0x70);
        core_put (&b.core, 27, 0);
        core_put (&b.core, 0x70, 3);
        bench_run (&b, 1);
        assert_int_equal (core_get (&b.core, 26).unknown, 0xff);
        assert_int_equal (core_get (&b.core, 27).unknown, 0xff);
    }
    assert_int_equal (core_get (&b.core, 0x70).unknown, 0xff);
    bench_clear (&b);
}

static void
far_program_memory (void **state)
{
    (void) state;
    const uint16_t code[] = {0x9107, 0x9117}; /* elpm r16, Z+; elpm r17, Z+ */
    struct avr_bench b;
    bench_init (&b, "atmega128", code, 2);
    b.program.code[0x7fff] = 0xabcd;
    b.program.code[0x8000] = 0x1234;
    core_put (&b.core, 30, 0xff);
    core_put (&b.core, 31, 0xff);
    bench_run (&b, 2);
    assert_int_equal (b.core.data[16], 0xab);
    assert_int_equal (b.core.data[17], 0x34);
    assert_int_equal (b.core.data[30], 1);
    assert_int_equal (b.core.data[AVR_RAMPZ], 1);
    bench_clear (&b);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (skips_over_two_words),
        cmocka_unit_test (calls_push_low_byte_first),
        cmocka_unit_test (program_counter_wraps),
        cmocka_unit_test (stack_faults),
        cmocka_unit_test (accesses_outside),
        cmocka_unit_test (one_instruction_after_enabling),
        cmocka_unit_test (interrupt_is_entered),
        cmocka_unit_test (unhandled_interrupt),
        cmocka_unit_test (pending_in_order),
        cmocka_unit_test (sleep_until_interrupt),
        cmocka_unit_test (watchdog_resets),
        cmocka_unit_test (undone_if_it_chooses),
        cmocka_unit_test (branch_chooses_the_flag_alone),
        cmocka_unit_test (moving_pointers_that_are_used),
        cmocka_unit_test (far_program_memory),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
