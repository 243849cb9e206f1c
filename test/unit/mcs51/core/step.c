/* step.c -- interrupts, peripherals, and what is unknown. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "mcs51.h"

enum { INT0 = 1, TIMER0, INT1, TIMER1, SERIAL_RI, SERIAL_TI };

static uint8_t
data (const struct mcs51_bench *b, uint16_t address)
{
    assert_int_equal (b->core.mask[address], 0);
    return b->core.data[address];
}

/* SETB, CLR, CPL, MOV and JBC of RS0 change the bank at once. */
static void
bits_choose_the_bank (void **unused)
{
    static const uint8_t code[] = {
        0xd2, 0xd3,       /* setb RS0 */
        0x78, 0x11,       /* mov r0,#0x11 */
        0xb2, 0xd4,       /* cpl RS1 */
        0x78, 0x22,       /* mov r0,#0x22 */
        0x10, 0xd3, 0x00, /* jbc RS0,. */
        0x78, 0x33,       /* mov r0,#0x33 */
        0xc3, 0x92, 0xd4, /* clr c; mov RS1,c */
        0x78, 0x44,       /* mov r0,#0x44 */
    };
    struct mcs51_bench b;
    (void) unused;
    bench_init (&b, "8051", code, sizeof code);
    bench_run (&b, 9);
    assert_int_equal (data (&b, 8), 0x11);
    assert_int_equal (data (&b, 24), 0x22);
    assert_int_equal (data (&b, 16), 0x33);
    assert_int_equal (data (&b, 0), 0x44);
    bench_clear (&b);
}

static void
parity_follows_the_accumulator (void **unused)
{
    static const uint8_t code[] = {
        0x74, 0x07,       /* mov a,#7 */
        0x75, 0xd0, 0x00, /* mov PSW,#0 */
        0x74, 0x03,       /* mov a,#3 */
        0x75, 0xd0, 0xff, /* mov PSW,#0xff */
    };
    struct mcs51_bench b;
    (void) unused;
    bench_init (&b, "8051", code, sizeof code);
    bench_run (&b, 1);
    assert_int_equal (data (&b, MCS51_PSW), 1);
    bench_run (&b, 1);
    assert_int_equal (data (&b, MCS51_PSW), 1);
    bench_run (&b, 1);
    assert_int_equal (data (&b, MCS51_PSW), 0);
    bench_run (&b, 1);
    assert_int_equal (data (&b, MCS51_PSW), 0xfe);
    bench_clear (&b);
}

/* The latch, where it is read to be written back; else the pin. */
static void
ports_have_latches_and_pins (void **unused)
{
    static const uint8_t code[] = {
        0x75, 0x90, 0xf0, /* mov P1,#0xf0 */
        0xe5, 0x90,       /* mov a,P1 */
        0x43, 0x90, 0x01, /* orl P1,#1 */
        0xa2, 0x91,       /* mov c,P1.1 */
    };
    struct mcs51_bench b;
    (void) unused;
    bench_init (&b, "8051", code, sizeof code);
    bench_run (&b, 2);
    assert_int_equal (b.core.mask[MCS51_ACC], 0xf0);
    assert_int_equal (b.core.data[MCS51_ACC], 0);
    bench_run (&b, 1);
    assert_int_equal (data (&b, 0x90), 0xf1);
    bench_run (&b, 1);
    assert_int_equal (mcs51_flag (&b.core, FLAG_CY), 0);
    bench_clear (&b);
}

/* A program of nothing with this in IE, IP and TCON. */
static void
start_with (struct mcs51_bench *b, uint8_t ie, uint8_t ip, uint8_t tcon)
{
    static const uint8_t code[0x80] = {[0x0b] = 0x32, [0x1b] = 0x32};
    bench_init (b, "8051", code, sizeof code);
    core_put (&b->core, MCS51_IE, ie);
    core_put (&b->core, MCS51_IP, ip);
    core_put (&b->core, 0x88, tcon);
}

/* It is pushed low byte first; RETI gives way to one more instruction, and what
 * must come may be late by two. */
static void
an_interrupt_comes (void **unused)
{
    struct mcs51_bench b;
    (void) unused;
    start_with (&b, 0x82, 0, 0x20);
    bench_run (&b, 0);
    core_put (&b.core, MCS51_SP, 0x2f);
    assert_true (bench_may (&b, TIMER0));
    assert_false (bench_may (&b, 0)); /* the instruction */
    core_set_head (&b.core, HEAD_PC_HIGH, 0);
    b.state[HEAD_PC] = 0x45;
    bench_event (&b, EVENT_INTERRUPT, TIMER0);
    assert_int_equal (core_pc (&b.core), 0x0b);
    assert_int_equal (data (&b, 0x30), 0x45);
    assert_int_equal (data (&b, 0x31), 0x00);
    assert_int_equal (data (&b, MCS51_SP), 0x31);
    assert_int_equal (data (&b, 0x88) & 0x20, 0);
    core_put (&b.core, 0x88, 0x20);
    assert_false (bench_may (&b, TIMER0)); /* it is being served */
    bench_run (&b, 1);                     /* RETI */
    assert_int_equal (core_pc (&b.core), 0x45);
    assert_false (bench_may (&b, TIMER0));
    bench_run (&b, 1);
    assert_true (bench_may (&b, TIMER0));
    assert_true (bench_may (&b, 0));
    bench_run (&b, 1);
    assert_true (bench_may (&b, TIMER0));
    assert_false (bench_may (&b, 0));
    bench_clear (&b);
}

/* High interrupts low, and none interrupts high; of equal ones the first is
 * first. */
static void
priorities_are_kept (void **unused)
{
    struct mcs51_bench b;
    (void) unused;
    start_with (&b, 0x8a, 0x08, 0xa0); /* both timers, timer 1 high */
    core_put (&b.core, MCS51_SP, 0x2f);
    assert_true (bench_may (&b, TIMER1));
    assert_false (bench_may (&b, TIMER0));
    bench_event (&b, EVENT_INTERRUPT, TIMER1);
    assert_false (bench_may (&b, TIMER0));
    core_put (&b.core, 0x88, 0xa0);
    assert_false (bench_may (&b, TIMER1));
    bench_run (&b, 2); /* RETI, and one more */
    core_put (&b.core, 0x88, 0x20);
    bench_event (&b, EVENT_INTERRUPT, TIMER0);
    core_put (&b.core, 0x88, 0xa0);
    assert_true (bench_may (&b, TIMER1));
    bench_event (&b, EVENT_INTERRUPT, TIMER1);
    bench_run (&b, 1); /* RETI of the high one: the low one is still served */
    assert_int_equal (core_pc (&b.core), 0x0b);
    bench_run (&b, 1);
    assert_false (bench_may (&b, TIMER0));
    bench_clear (&b);
    start_with (&b, 0x8a, 0, 0xa0);
    assert_true (bench_may (&b, TIMER0));
    assert_false (bench_may (&b, TIMER1));
    bench_clear (&b);
}

/* A timer that runs may set its flag and holds anything; one that was stopped holds
 * what nobody knows. */
static void
timers_run_free (void **unused)
{
    static const uint8_t code[] = {
        0xd2, 0x8c,       /* setb TR0 */
        0xc2, 0x8c,       /* clr TR0 */
        0x75, 0x8a, 0x12, /* mov TL0,#0x12 */
    };
    struct mcs51_bench b;
    (void) unused;
    bench_init (&b, "8051", code, sizeof code);
    assert_int_equal (b.core.mask[0x88] & 0x20, 0);
    bench_run (&b, 1);
    assert_int_equal (b.core.mask[0x88] & 0x20, 0x20);
    assert_int_equal (b.core.mask[0x8a], 0xff);
    bench_run (&b, 1);
    assert_int_equal (b.core.mask[0x8a], 0xff);
    bench_run (&b, 1);
    assert_int_equal (data (&b, 0x8a), 0x12);
    bench_clear (&b);
}

/* A byte is sent some time after it was written; RI needs REN. */
static void
the_uart_speaks (void **unused)
{
    static const uint8_t code[] = {
        0x75, 0x99, 0x41, /* mov SBUF,#0x41 */
        0xd2, 0x9c,       /* setb REN */
    };
    struct mcs51_bench b;
    (void) unused;
    bench_init (&b, "8051", code, sizeof code);
    assert_int_equal (b.core.mask[MCS51_SCON] & 3, 0);
    bench_run (&b, 1);
    assert_int_equal (b.core.mask[MCS51_SCON] & 3, 2);
    bench_run (&b, 1);
    assert_int_equal (b.core.mask[MCS51_SCON] & 3, 3);
    core_put (&b.core, MCS51_IE, 0x90);
    assert_true (bench_may (&b, SERIAL_RI));
    assert_true (bench_may (&b, SERIAL_TI));
    bench_event (&b, EVENT_INTERRUPT, SERIAL_TI);
    assert_int_equal (core_pc (&b.core), 0x23);
    assert_int_equal (b.core.data[MCS51_SCON] & 2, 2); /* software clears it */
    bench_clear (&b);
}

static void
idle_waits_and_down_ends (void **unused)
{
    static const uint8_t code[0x40] = {0x75, 0x87, 0x01, [0x0b] = 0x32};
    static const uint8_t down[] = {0x75, 0x87, 0x02, 0};
    struct micro_event event[MICRO_EVENTS];
    struct mcs51_bench b;
    (void) unused;
    bench_init (&b, "8051", code, sizeof code);
    bench_run (&b, 1);
    assert_int_equal (mcs51_events (&b.core, event), 0);
    core_put (&b.core, MCS51_IE, 0x82);
    core_put (&b.core, 0x88, 0x30);
    assert_true (bench_may (&b, TIMER0));
    bench_event (&b, EVENT_INTERRUPT, TIMER0);
    assert_true (bench_may (&b, 0));
    assert_int_equal (data (&b, MCS51_PCON), 0);
    bench_clear (&b);
    bench_init (&b, "8051", down, sizeof down);
    core_put (&b.core, MCS51_IE, 0x82);
    core_put (&b.core, 0x88, 0x30);
    bench_event (&b, EVENT_INSTRUCTION, 0);
    assert_int_equal (mcs51_events (&b.core, event), 0);
    bench_clear (&b);
}

/* With its checks on the core tells what went wrong; else it goes on. */
static void
what_goes_wrong (void **unused)
{
    static const uint8_t code[] = {
        0x78, 0x90,       /* mov r0,#0x90 */
        0x76, 0x01,       /* mov @r0,#1 */
        0x75, 0xc8, 0x01, /* mov 0xc8,#1 */
        0x75, 0x81, 0x7f, /* mov SP,#0x7f */
        0xc0, 0x00,       /* push 0 */
        0xa5,
    };
    struct mcs51_bench b;
    (void) unused;
    bench_init (&b, "8051", code, sizeof code);
    b.program.micro.checks = UINT32_MAX;
    bench_run (&b, 2);
    assert_int_equal (b.core.fault, FAULT_WRITE_OUTSIDE);
    bench_run (&b, 1);
    assert_int_equal (b.core.fault, FAULT_WRITE_OUTSIDE);
    bench_run (&b, 2);
    assert_int_equal (b.core.fault, FAULT_STACK_INTO_DATA);
    bench_run (&b, 1);
    assert_int_equal (b.core.fault, FAULT_BAD_OPCODE);
    b.state[HEAD_PC] = sizeof code;
    bench_run (&b, 1);
    assert_int_equal (b.core.fault, FAULT_JUMP_OUTSIDE);
    bench_clear (&b);
    bench_init (&b, "8052", code, sizeof code);
    b.program.micro.checks = UINT32_MAX;
    for (unsigned i = 0; i < 5; i++) {
        bench_run (&b, 1);
        assert_int_equal (b.core.fault, 0);
    }
    bench_clear (&b);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (bits_choose_the_bank),
        cmocka_unit_test (parity_follows_the_accumulator),
        cmocka_unit_test (ports_have_latches_and_pins),
        cmocka_unit_test (an_interrupt_comes),
        cmocka_unit_test (priorities_are_kept),
        cmocka_unit_test (timers_run_free),
        cmocka_unit_test (the_uart_speaks),
        cmocka_unit_test (idle_waits_and_down_ends),
        cmocka_unit_test (what_goes_wrong),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
