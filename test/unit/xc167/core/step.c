/* step.c -- what may come next: interrupts and their levels, sequences that hold them
 * off, PEC transfers, traps, power and reset. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "xc167/core/core.h"
#include "xc167/core/step.h"

enum { AT = 0x200, T2 = 1, T3 = 2, S0T = 9, S0TB = 12 };

struct machine {
    struct xc167_program program;
    struct micro_core core;
    struct micro_choices choices;
};

/* The bytes, in hexadecimal, at 200h; every vector has code. */
static struct machine *
machine_of (const char *code)
{
    struct machine *m = calloc (1, sizeof *m);
    xc167_program_init (&m->program, xc167_device_find ("xc167"));
    for (uint32_t a = 0; a < 0x200; a++)
        xc167_program_load (&m->program, a, a & 1 ? 0x00 : 0xcc);
    for (uint32_t i = 0; code[2 * i]; i++) {
        char digits[3] = {code[2 * i], code[2 * i + 1], 0};
        xc167_program_load (&m->program, AT + i,
                            (uint8_t) strtoul (digits, NULL, 16));
    }
    m->program.micro.memory = MICRO_EXACT;
    m->program.micro.handled = UINT64_MAX;
    xc167_program_finish (&m->program);
    core_init (&m->core, &m->program.micro);
    core_enter (&m->core, memory_new (m->core.size));
    choices_init (&m->choices);
    core_reset (&m->core);
    m->core.choices = &m->choices;
    m->core.branching = true;
    xc167_go (&m->core, AT);
    m->core.state[HEAD_MODE] |= MODE_NO_WATCHDOG;
    memset (m->core.mask, 0, m->core.data_size);
    return m;
}

static void
machine_free (struct machine *m)
{
    memory_free (m->core.state);
    xc167_program_clear (&m->program);
    free (m);
}

static uint16_t
peek (const struct machine *m, uint32_t address)
{
    return xc167_get (&m->core, xc167_place_at (&m->core, address)).bits;
}

static void
poke (struct machine *m, uint32_t address, uint16_t value)
{
    core_begin (&m->core);
    xc167_put (&m->core, xc167_place_at (&m->core, address), value);
}

static void
step (struct machine *m, unsigned kind, unsigned vector)
{
    struct micro_event e = {(uint8_t) kind, (uint8_t) vector};
    choices_rewind (&m->choices);
    assert_int_equal (xc167_step (&m->core, &e), STEP_DONE);
}

static void
go (struct machine *m)
{
    step (m, EVENT_INSTRUCTION, 0);
}

static bool
may_come (struct machine *m, unsigned kind, unsigned vector)
{
    struct micro_event event[MICRO_EVENTS];
    size_t n = xc167_events (&m->core, event);
    for (size_t i = 0; i < n; i++)
        if (event[i].kind == kind && event[i].vector == vector)
            return true;
    return false;
}

/* T3 asks at level 5, and is let in. */
static struct machine *
asking (const char *code)
{
    struct machine *m = machine_of (code);
    poke (m, 0xff62, 0x00d4);
    poke (m, 0xff10, 0x0800);
    return m;
}

static void
an_interrupt_that_must_comes_first (void **state)
{
    struct machine *m = asking ("cc00");
    (void) state;
    assert_true (may_come (m, EVENT_INTERRUPT, T3));
    assert_false (may_come (m, EVENT_INSTRUCTION, 0));
    step (m, EVENT_INTERRUPT, T3);
    assert_int_equal (2 * core_pc (&m->core), 0x8c);
    assert_int_equal (peek (m, 0xff10), 0x5800);
    assert_int_equal (peek (m, 0xff62), 0x0054);
    assert_int_equal (peek (m, 0xfbfe), 0x0800);
    assert_int_equal (peek (m, 0xfbfa), AT);
    assert_true (may_come (m, EVENT_INSTRUCTION, 0));
    machine_free (m);
}

static void
levels (void **state)
{
    struct machine *m = asking ("cc00");
    (void) state;
    poke (m, 0xff10, 0x5800); /* its own level */
    assert_false (may_come (m, EVENT_INTERRUPT, T3));
    poke (m, 0xff10, 0x4800);
    assert_true (may_come (m, EVENT_INTERRUPT, T3));
    poke (m, 0xff60, 0x00d5); /* the same level, a higher group */
    assert_false (may_come (m, EVENT_INTERRUPT, T3));
    assert_true (may_come (m, EVENT_INTERRUPT, T2));
    poke (m, 0xff62, 0x00d8); /* a higher level */
    assert_true (may_come (m, EVENT_INTERRUPT, T3));
    assert_false (may_come (m, EVENT_INTERRUPT, T2));
    poke (m, 0xff10, 0);
    assert_false (may_come (m, EVENT_INTERRUPT, T3));
    machine_free (m);
}

static void
sequences_hold_off (void **state)
{
    struct machine *m = asking ("d110cc00cc00cc00"); /* ATOMIC #2, .. */
    (void) state;
    go (m);
    assert_false (may_come (m, EVENT_INTERRUPT, T3));
    go (m);
    assert_false (may_come (m, EVENT_INTERRUPT, T3));
    go (m);
    assert_true (may_come (m, EVENT_INTERRUPT, T3));
    machine_free (m);
}

/* One that begins in another one counts anew. */
static void
sequences_in_sequences (void **state)
{
    struct machine *m = asking ("d100d100cc00cc00"); /* ATOMIC #1, twice */
    (void) state;
    go (m);
    go (m);
    assert_false (may_come (m, EVENT_INTERRUPT, T3));
    go (m);
    assert_true (may_come (m, EVENT_INTERRUPT, T3));
    machine_free (m);
}

/* BCLR IEN: what was let in may come before each of the next two instructions. */
static void
what_was_let_in_before (void **state)
{
    struct machine *m = asking ("be88cc00cc00cc00");
    (void) state;
    go (m);
    assert_true (may_come (m, EVENT_INTERRUPT, T3));
    assert_true (may_come (m, EVENT_INSTRUCTION, 0));
    go (m);
    assert_true (may_come (m, EVENT_INTERRUPT, T3));
    go (m);
    assert_false (may_come (m, EVENT_INTERRUPT, T3));
    machine_free (m);
}

static void
transfers (void **state)
{
    struct machine *m = machine_of ("cc00");
    (void) state;
    poke (m, 0xff10, 0x0800);
    poke (m, 0xff62, 0x00f9); /* level 14, group 1: channel 1 */
    poke (m, 0xfec2, 0x0402); /* two words, the source counts */
    poke (m, 0xec44, 0xf700);
    poke (m, 0xec46, 0xf780);
    poke (m, 0xf700, 0x1234);
    poke (m, 0xf702, 0x5678);
    step (m, EVENT_INTERRUPT, T3);
    assert_int_equal (2 * core_pc (&m->core), AT);
    assert_int_equal (peek (m, 0xf780), 0x1234);
    assert_int_equal (peek (m, 0xec44), 0xf702);
    assert_int_equal (peek (m, 0xfec2), 0x0401);
    assert_int_equal (peek (m, 0xff62), 0x0079);
    poke (m, 0xff62, 0x00f9);
    step (m, EVENT_INTERRUPT, T3); /* the last one */
    assert_int_equal (peek (m, 0xf780), 0x5678);
    assert_int_equal (peek (m, 0xff62), 0x00f9);
    step (m, EVENT_INTERRUPT, T3);
    assert_int_equal (2 * core_pc (&m->core), 0x8c);
    machine_free (m);
}

static void
traps (void **state)
{
    struct machine *m = machine_of ("8b00");
    (void) state;
    go (m); /* undefined */
    assert_int_equal (2 * core_pc (&m->core), 0x28);
    assert_int_equal (peek (m, 0xffac), 0x80);
    assert_int_equal (peek (m, 0xfbfa), AT);
    assert_int_equal (peek (m, 0xff10), 0xf000);
    go (m); /* NOP: not again */
    assert_int_equal (2 * core_pc (&m->core), 0x2a);
    machine_free (m);
    m = machine_of ("a801cc00"); /* MOV R0, [R1] */
    poke (m, 0xfc02, 0xf701);
    go (m);
    assert_int_equal (peek (m, 0xffac), 0x04);
    assert_int_equal (peek (m, 0xfbfa), AT + 2);
    machine_free (m);
    m = machine_of ("a55aa5a4");
    go (m);
    assert_int_equal (peek (m, 0xffac), 0x08);
    machine_free (m);
    m = machine_of ("d100ecf0ecf0cc00"); /* ATOMIC #1, PUSH R0, PUSH R0 */
    poke (m, 0xfe14, 0xfbfe);            /* STKOV */
    go (m);
    go (m);
    assert_int_equal (peek (m, 0xffac), 0);
    go (m);
    assert_int_equal (peek (m, 0xffac), 0x4000);
    assert_int_equal (2 * core_pc (&m->core), 0x10);
    machine_free (m);
    m = machine_of ("fcf0cc00"); /* POP R0 from an empty stack */
    go (m);
    assert_int_equal (peek (m, 0xffac), 0x2000);
    assert_int_equal (2 * core_pc (&m->core), 0x18);
    machine_free (m);
}

/* A flag that its handler leaves set is served again. */
static void
traps_return (void **state)
{
    struct machine *m = machine_of ("8c00cc00"); /* SBRK */
    (void) state;
    go (m);
    assert_int_equal (2 * core_pc (&m->core), 0x20);
    m->program.segment[0]->byte[0x20] = 0xfb;
    m->program.segment[0]->byte[0x21] = 0x88;
    xc167_program_finish (&m->program);
    go (m);
    assert_int_equal (2 * core_pc (&m->core), 0x20);
    poke (m, 0xffac, 0);
    go (m);
    assert_int_equal (2 * core_pc (&m->core), AT + 2);
    assert_int_equal (peek (m, 0xfe12), 0xfc00);
    machine_free (m);
}

static void
power_and_reset (void **state)
{
    struct machine *m = machine_of ("87788787cc00");
    (void) state;
    go (m);
    assert_false (may_come (m, EVENT_INSTRUCTION, 0));
    poke (m, 0xff62, 0x00d4); /* not let in, but it wakes */
    assert_true (may_come (m, EVENT_INSTRUCTION, 0));
    assert_false (may_come (m, EVENT_INTERRUPT, T3));
    machine_free (m);
    m = machine_of ("a55aa5a5b54ab5b5a55aa5a5");
    m->core.state[HEAD_MODE] &= (uint8_t) ~MODE_NO_WATCHDOG;
    assert_true (may_come (m, EVENT_RESET, 0));
    go (m);
    assert_false (may_come (m, EVENT_RESET, 0));
    machine_free (m);
    m = machine_of ("b54ab5b5a55aa5a5cc00"); /* EINIT, then DISWDT: too late */
    m->core.state[HEAD_MODE] &= (uint8_t) ~MODE_NO_WATCHDOG;
    poke (m, 0xf700, 0x1234);
    go (m);
    go (m);
    assert_true (may_come (m, EVENT_RESET, 0));
    poke (m, 0xff10, 0x1800);
    step (m, EVENT_RESET, 0);
    assert_int_equal (core_pc (&m->core), 0);
    assert_int_equal (peek (m, 0xff10), 0);
    assert_int_equal (peek (m, 0xf700), 0x1234);
    machine_free (m);
}

/* The transmitter has nothing to say before something was sent. */
static void
nothing_sent (void **state)
{
    struct machine *m = machine_of ("f6f1b0fecc00"); /* MOV S0TBUF, R1 */
    (void) state;
    poke (m, 0xffb0, 0x8011);
    assert_string_equal (m->program.device->nodes[S0T].name, "S0TINT");
    assert_string_equal (m->program.device->nodes[S0TB].name, "S0TBINT");
    assert_false (may_come (m, EVENT_FLAG, S0T));
    assert_false (may_come (m, EVENT_FLAG, S0TB));
    go (m);
    assert_true (may_come (m, EVENT_FLAG, S0T));
    assert_true (may_come (m, EVENT_FLAG, S0TB));
    step (m, EVENT_FLAG, S0T);
    assert_int_equal (peek (m, 0xff6c), 0x0080);
    step (m, EVENT_RESET, 0);
    assert_false (may_come (m, EVENT_FLAG, S0T));
    machine_free (m);
}

static void
tables (void **state)
{
    (void) state;
    const struct xc167_device *d = xc167_device_find ("XC167");
    assert_non_null (d);
    assert_true (xc167_device_sound (d));
    assert_null (xc167_device_find ("xc166"));
    for (uint32_t p = 0; p < xc167_data_size (d); p++)
        assert_int_equal (
            xc167_place_of (d, xc167_address_of (d, (uint16_t) p)), p);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (an_interrupt_that_must_comes_first),
        cmocka_unit_test (levels),
        cmocka_unit_test (sequences_hold_off),
        cmocka_unit_test (sequences_in_sequences),
        cmocka_unit_test (what_was_let_in_before),
        cmocka_unit_test (transfers),
        cmocka_unit_test (traps),
        cmocka_unit_test (traps_return),
        cmocka_unit_test (power_and_reset),
        cmocka_unit_test (nothing_sent),
        cmocka_unit_test (tables),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
