/* step_pending.c -- interrupts that must come: when, and what it tells if they
 * do not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "avr.h"

/* Interrupts are on, and this flag of timer 0 is so. */
static void
let_overflow (struct avr_bench *b, struct micro_value tov0)
{
    bench_sp (b, 0x400);
    core_put (&b->core, 0x401, 0); /* reti goes to 1 */
    core_put (&b->core, 0x402, 1);
    core_put (&b->core, 16, 1);
    core_put (&b->core, bench_register (b, "TIMSK"), 1);
    core_put (&b->core, AVR_SREG, 0x80);
    core_set (&b->core, bench_register (b, "TIFR"), tov0);
    core_set_head (&b->core, HEAD_MODE, MODE_BEGUN);
}

/* What must come may come one instruction later behind some instructions. */
static void
one_instruction_before_what_must_come (void **state)
{
    (void) state;
    static const struct {
        uint16_t op;
        bool late;
    } cases[] = {
        {0x0000, false}, /* nop */
        {0xbb08, false}, /* out PORTB, r16 */
        {0x9478, true},  /* sei */
        {0x9518, true},  /* reti */
        {0xb708, true},  /* in r16, TIFR */
        {0xbf09, true},  /* out TIMSK, r16 */
        {0xbf03, true},  /* out TCCR0, r16 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const uint16_t code[32] = {cases[i].op, 0, 0};
        struct avr_bench b;
        bench_init (&b, "atmega16", code, 32);
        let_overflow (&b, (struct micro_value) {1, 0});
        assert_false (bench_may_go_on (&b));
        bench_run (&b, 1);
        assert_true (bench_may_interrupt (&b));
        assert_int_equal (bench_may_go_on (&b), cases[i].late);
        bench_run (&b, 1);
        assert_true (bench_may_interrupt (&b) && !bench_may_go_on (&b));
        bench_clear (&b);
    }
}

/* A flag rises while an instruction is executed, which may read it. */
static void
one_instruction_while_a_flag_rises (void **state)
{
    (void) state;
    const uint16_t code[32] = {0};
    struct micro_event e = {EVENT_FLAG, 0}, compare = {EVENT_FLAG, 0};
    struct avr_bench b;
    bench_program (&b.program, "atmega16", code, 32);
    b.program.micro.reductions = 0;
    bench_start (&b);
    for (uint8_t v = 1; v < b.program.device->vector_count; v++) {
        if (!strcmp (b.program.device->vectors[v].name, "TIMER0_OVF"))
            e.vector = v;
        if (!strcmp (b.program.device->vectors[v].name, "TIMER0_COMP"))
            compare.vector = v;
    }
    let_overflow (&b, (struct micro_value) {0, 0});
    core_put (&b.core, bench_register (&b, "TIMSK"), 3);
    core_put (&b.core, bench_register (&b, "TCCR0"), 1);
    avr_step (&b.core, &e);
    assert_true (bench_may_interrupt (&b) && bench_may_go_on (&b));
    bench_run (&b, 1);
    assert_true (bench_may_interrupt (&b) && !bench_may_go_on (&b));
    avr_step (&b.core, &compare); /* the first does not wait for it */
    assert_true (bench_may_interrupt (&b) && !bench_may_go_on (&b));
    bench_clear (&b);
}

/* An interrupt that would have come now was not pending. */
static void
what_did_not_come_is_not_pending (void **state)
{
    (void) state;
    const uint16_t code[32] = {0};
    enum { TAKEN, SHADOWED, LATE, OFF, DISABLED, FORBIDDEN, RUNNING, CASES };
    for (int i = 0; i < CASES; i++) {
        struct avr_bench b;
        bench_init (&b, "atmega16", code, 32);
        let_overflow (&b, (struct micro_value) {0, 1});
        if (i == SHADOWED || i == LATE)
            core_set_head (&b.core, HEAD_MODE,
                           MODE_BEGUN | (i == LATE ? MODE_LATE : MODE_SHADOW));
        if (i == OFF)
            core_put (&b.core, AVR_SREG, 0);
        if (i == DISABLED)
            core_put (&b.core, bench_register (&b, "TIMSK"), 0);
        if (i == FORBIDDEN)
            b.program.micro.environment.forbidden = UINT64_MAX;
        if (i == RUNNING)
            core_put (&b.core, bench_register (&b, "TCCR0"), 1);
        bench_run (&b, 1);
        assert_int_equal (b.core.mask[bench_register (&b, "TIFR")] & 1,
                          i != TAKEN);
        bench_clear (&b);
    }
}

/* A conversion is over, as its busy bit says; its flag may be seen later. */
static void
end_of_a_conversion_is_not_sharp (void **state)
{
    (void) state;
    const uint16_t code[32] = {0};
    struct avr_bench b;
    bench_init (&b, "atmega16", code, 32);
    let_overflow (&b, (struct micro_value) {0, 0});
    core_set (&b.core, bench_register (&b, "ADCSRA"),
              (struct micro_value) {0x88, 0x10});
    bench_run (&b, 2);
    assert_true (bench_may_interrupt (&b) && bench_may_go_on (&b));
    bench_clear (&b);
}

/* An observed bit that the hardware clears is both. */
static void
observed_busy_bits_are_chosen (void **state)
{
    (void) state;
    const uint16_t code[32] = {0};
    for (int observed = 0; observed < 2; observed++) {
        struct avr_bench b;
        bench_program (&b.program, "atmega16", code, 32);
        uint16_t at = avr_register_find (b.program.device, "ADCSRA")->address;
        if (observed)
            bench_observe (&b.program, at);
        bench_start (&b);
        core_put (&b.core, at, 0xc0);
        unsigned seen = 0, runs = 0;
        do {
            core_put (&b.core, at, 0xc0);
            avr_set_pc (&b.core, 0);
            bench_run (&b, 1);
            seen |= 1u << (b.core.data[at] >> 6 & 1);
            runs++;
        } while (choices_next (&b.choices));
        assert_int_equal (seen, observed ? 3 : 2);
        assert_true (observed ? runs > 1 : runs == 1);
        bench_clear (&b);
    }
}

/* Vectors stay in the boot section if IVSEL is cleared without IVCE. */
static void
vectors_may_be_elsewhere (void **state)
{
    (void) state;
    const uint16_t code[32] = {0};
    for (int moved = 0; moved < 2; moved++) {
        struct micro_event e[MICRO_EVENTS];
        struct avr_bench b;
        bench_init (&b, "atmega16", code, 32);
        let_overflow (&b, (struct micro_value) {1, 0});
        for (int i = 0; i < 2 * moved; i++)
            avr_store (&b.core, bench_register (&b, "GICR"),
                       (struct micro_value) {i ? 0 : 2, 0});
        core_set_head (&b.core, HEAD_MODE, MODE_BEGUN);
        assert_int_equal (avr_events (&b.core, e), 1);
        avr_step (&b.core, &e[0]);
        assert_int_equal (b.core.cut, moved ? FAULT_OTHER : FAULT_NONE);
        bench_clear (&b);
    }
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (one_instruction_before_what_must_come),
        cmocka_unit_test (one_instruction_while_a_flag_rises),
        cmocka_unit_test (what_did_not_come_is_not_pending),
        cmocka_unit_test (end_of_a_conversion_is_not_sharp),
        cmocka_unit_test (observed_busy_bits_are_chosen),
        cmocka_unit_test (vectors_may_be_elsewhere),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
