/* leap.c -- a delay loop that is left early ends as one that is executed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "avr.h"
#include "avr/device/loop.h"

enum { WDTCR = 0x41, TIMSK = 0x59, WDE = 8, END = 14 };

/* Loads r24 to r26 and r18, counts, and stays at END. */
struct loop {
    const char *name;
    uint16_t body[6]; /* ends with a branch */
    unsigned counters;
};

static const struct loop loops[] = {
    {"dec", {0x958a, 0xf7f1}, 1},                   /* r24 */
    {"dec, nop", {0x958a, 0x0000, 0xf7e9}, 1},      /* r24 */
    {"sbiw", {0x9701, 0xf7f1}, 2},                  /* r25:r24 */
    {"two", {0x5081, 0x4090, 0xf7e9}, 2},           /* r25:r24 */
    {"three", {0x5021, 0x4080, 0x4090, 0xf7e1}, 3}, /* r25:r24:r18 */
    {"four", {0x5021, 0x4080, 0x4090, 0x40a0, 0xf7d9}, 4},
    {"rjmp", {0x9701, 0xc000, 0xf7e9}, 2},
    {"step of two", {0x9702, 0xf7f1}, 0},
    {"a store in it", {0x958a, 0xbb88, 0xf7e9}, 0},
    {"no counter", {0x0000, 0xf7f1}, 0},
    {"carry of another", {0x958a, 0x4090, 0xf7e9}, 0},
};

static uint16_t
load (unsigned d, uint32_t k)
{
    return (uint16_t) (0xe000 | (k & 0xf0) << 4 | (d - 16) << 4 | (k & 15));
}

static unsigned
put_code (uint16_t code[16], const struct loop *l, uint32_t value)
{
    unsigned n = 0, body = 0;
    bool wide = l->counters >= 3;
    memset (code, 0, 16 * sizeof *code);
    code[n++] = load (wide ? 18 : 24, value & 0xff);
    code[n++] = load (wide ? 24 : 25, value >> 8 & 0xff);
    code[n++] = load (wide ? 25 : 26, value >> 16 & 0xff);
    code[n++] = load (wide ? 26 : 18, value >> 24);
    do
        code[n++] = l->body[body];
    while ((l->body[body++] & 0xfc07) != 0xf401);
    code[END] = 0xcfff; /* rjmp . */
    return n - 1;
}

static void
start (struct avr_bench *b, const uint16_t code[16], unsigned reductions)
{
    bench_program (&b->program, "atmega16", code, 16);
    b->program.micro.reductions |= reductions;
    bench_start (b);
}

/* Steps until it stays at the end. */
static unsigned
run (struct avr_bench *b)
{
    unsigned steps = 0;
    while (core_pc (&b->core) != END) {
        assert_int_equal (bench_step (b), STEP_DONE);
        assert_true (++steps < 1000000);
    }
    return steps;
}

static void
ends_are_equal (void **state)
{
    (void) state;
    static const uint32_t values[] = {1,    2,    3,     4,     0x80,
                                      0x81, 0xff, 0x100, 0x4c3b};
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
            const struct loop *l = &loops[i];
            uint16_t code[16];
            uint8_t counter[4];
            struct avr_bench slow, quick;
            unsigned back = put_code (code, l, values[v]);
            if (!l->counters || (l->counters == 1 && values[v] > 0xff))
                continue;
            start (&slow, code, 0);
            start (&quick, code, MICRO_PATH);
            assert_int_equal (avr_loop_counters (&quick.program, back, counter),
                              l->counters);
            assert_true (quick.program.instruction[back].counts);
            assert_false (slow.program.instruction[back].counts);
            unsigned steps = run (&slow), less = run (&quick);
            assert_true (less <= steps && less < 40);
            assert_true (values[v] < 5 || less < steps);
            if (memcmp (slow.state, quick.state, slow.core.size))
                fail_msg ("%s from %u", l->name, values[v]);
            bench_clear (&slow);
            bench_clear (&quick);
        }
}

static void
others_are_no_loops (void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
        uint16_t code[16];
        uint8_t counter[4];
        struct avr_bench b;
        unsigned back = put_code (code, &loops[i], 9);
        start (&b, code, MICRO_PATH);
        if (!loops[i].counters && avr_loop_counters (&b.program, back, counter))
            fail_msg ("%s", loops[i].name);
        bench_clear (&b);
    }
}

/* Which rounds there are matters to who watches a counter, and to an interrupt. */
static void
all_rounds_where_they_matter (void **state)
{
    (void) state;
    uint16_t code[16];
    struct avr_bench b;
    unsigned back = put_code (code, &loops[2], 1000);
    bench_program (&b.program, "atmega16", code, 16);
    b.program.micro.reductions |= MICRO_PATH;
    bench_observe (&b.program, 24);
    bench_start (&b);
    assert_false (b.program.instruction[back].counts);
    assert_true (run (&b) > 2000);
    bench_clear (&b);

    start (&b, code, MICRO_PATH);
    core_put (&b.core, TIMSK, 1);
    core_put (&b.core, AVR_SREG, 0x80);
    assert_true (run (&b) > 2000);
    bench_clear (&b);
}

static void
a_watchdog_may_come_in_any_round (void **state)
{
    (void) state;
    uint16_t code[16];
    struct avr_bench b;
    struct micro_event reset = {EVENT_RESET, 0};
    put_code (code, &loops[2], 1000);
    start (&b, code, MICRO_PATH);
    core_put (&b.core, WDTCR, WDE);
    bench_run (&b, 5);
    choices_init (&b.choices);
    assert_int_equal (avr_step (&b.core, &reset), STEP_DONE);
    assert_int_equal (b.core.mask[24] & b.core.mask[25], 0xff);
    bench_clear (&b);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (ends_are_equal),
        cmocka_unit_test (others_are_no_loops),
        cmocka_unit_test (all_rounds_where_they_matter),
        cmocka_unit_test (a_watchdog_may_come_in_any_round),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
