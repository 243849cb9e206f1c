/* io.c -- registers of peripherals: what may be read, what writing does,
 * which interrupts may come. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "micro/property/environment.h"
#include "avr/core/io.h"
#include "avr/device/image.h"

/* Addresses of the ATmega16. */
enum {
    ADCL = 0x24,
    ADCH = 0x25,
    ADCSRA = 0x26,
    ADMUX = 0x27,
    UCSRB = 0x2a,
    UDR = 0x2c,
    PIND = 0x30,
    DDRD = 0x31,
    PORTD = 0x32,
    DDRB = 0x37,
    PINB = 0x36,
    PORTB = 0x38,
    EECR = 0x3c,
    WDTCR = 0x41,
    ASSR = 0x42,
    OCR2 = 0x43,
    TCCR2 = 0x45,
    OCR1AL = 0x4a,
    OCR1AH = 0x4b,
    TCNT1L = 0x4c,
    TCNT1H = 0x4d,
    TCCR0 = 0x53,
    MCUCSR = 0x54,
    SPMCR = 0x57,
    TIFR = 0x58,
    TIMSK = 0x59,
    GICR = 0x5b,
    TIMER0_OVF = 9,
    TIMER0_COMP = 19,
    INT0 = 1
};

struct fix {
    struct avr_program program;
    struct micro_core core;
    struct micro_choices choices;
    uint8_t *state, *before;
};

static int
begin (void **state)
{
    struct fix *f = NEW (struct fix);
    avr_program_init (&f->program, avr_device_find ("atmega16"));
    f->program.micro.memory = MICRO_BITS;
    f->program.micro.reductions = MICRO_DELAY | MICRO_LAZY_FLAGS;
    f->program.micro.begin = UINT32_MAX;
    core_init (&f->core, &f->program.micro);
    f->state = memory_new (f->core.size);
    f->before = memory_new (f->core.size);
    core_enter (&f->core, f->state);
    f->core.choices = &f->choices;
    f->core.branching = true;
    choices_init (&f->choices);
    core_reset (&f->core);
    core_begin (&f->core);
    *state = f;
    return 0;
}

static int
end (void **state)
{
    struct fix *f = *state;
    VEC_CLEAR (f->program.micro.eager);
    micro_environment_clear (&f->program.micro.environment);
    memory_free (f->state);
    memory_free (f->before);
    memory_free (f);
    return 0;
}

static void
environment (struct fix *f, const char *text)
{
    struct problem p = {0};
    struct micro_image image = {0};
    avr_image_init (&image, f->program.device);
    assert_true (micro_environment_read (&f->program.micro.environment, &image,
                                         text, strlen (text), "env", &p));
}

static void
put (struct fix *f, uint16_t address, uint8_t value)
{
    choices_init (&f->choices);
    core_begin (&f->core);
    io_store (&f->core, address, (struct micro_value) {value, 0});
    core_set_head (&f->core, HEAD_PORT, 0);
    io_settle (&f->core);
}

/* A value that is read, unknown bits in the upper byte; without choices. */
static unsigned
get (struct fix *f, uint16_t address)
{
    core_begin (&f->core);
    choices_init (&f->choices);
    struct micro_value v = io_load (&f->core, address);
    assert_int_equal (f->choices.used, 0);
    return v.bits | (unsigned) v.unknown << 8;
}

/* All pairs of what is read at one address, then another; the state stays.
 * Gives their number; `seen` has 65,536 entries. */
static unsigned
pairs (struct fix *f, uint16_t first, uint16_t second, bool *seen)
{
    unsigned count = 0;
    memset (seen, 0, 65536 * sizeof *seen);
    memcpy (f->before, f->state, f->core.size);
    choices_init (&f->choices);
    do {
        choices_rewind (&f->choices);
        memcpy (f->state, f->before, f->core.size);
        core_begin (&f->core);
        struct micro_value a = io_load (&f->core, first);
        struct micro_value b = {0, 0};
        if (second)
            b = io_load (&f->core, second);
        assert_int_equal (a.unknown | b.unknown, 0);
        count += !seen[a.bits | b.bits << 8];
        seen[a.bits | b.bits << 8] = true;
    } while (choices_next (&f->choices));
    memcpy (f->state, f->before, f->core.size);
    return count;
}

static unsigned
values (struct fix *f, uint16_t address, bool *seen)
{
    return pairs (f, address, 0, seen);
}

static void
pins_are_inputs (void **state)
{
    struct fix *f = *state;
    assert_int_equal (get (f, PINB), 0xff00);
    assert_true (f->core.input);
    put (f, DDRB, 0x06); /* no peripheral wants these */
    put (f, PORTB, 0xf2);
    assert_int_equal (get (f, PINB), 0xf902);
    assert_int_equal (get (f, PORTB), 0xf2);
    assert_false (f->core.input);
}

static void
pins_follow_slowly (void **state)
{
    struct fix *f = *state;
    put (f, DDRB, 0x06);
    io_store (&f->core, PORTB, (struct micro_value) {0x06, 0});
    assert_int_equal (get (f, PINB), 0xff00);
    core_set_head (&f->core, HEAD_PORT, 0);
    assert_int_equal (get (f, PINB), 0xf906);
    environment (f, "pin PINB.1 = 0");
    io_store (&f->core, DDRB, (struct micro_value) {0x04, 0});
    assert_int_equal (get (f, PINB), 0xff00); /* it was driven till now */
    core_set_head (&f->core, HEAD_PORT, 0);
    assert_int_equal (get (f, PINB), 0xf904);
}

static void
peripherals_drive_pins (void **state)
{
    struct fix *f = *state;
    put (f, DDRB, 0x08);
    assert_int_equal (get (f, PINB), 0xf700);
    put (f, TCCR0, 0x10); /* OC0 toggles PB3 */
    assert_int_equal (get (f, PINB), 0xff00);
    put (f, DDRD, 0x02);
    assert_int_equal (get (f, PIND), 0xfd00);
    put (f, UDR, 0x41); /* sent over TXD, whatever TXEN is now */
    assert_int_equal (get (f, PIND), 0xff00);
}

static void
inputs_are_chosen_at_once (void **state)
{
    struct fix *f = *state;
    bool *seen = NEW_ARRAY (bool, 65536);
    f->program.micro.reductions = MICRO_LAZY_FLAGS;
    assert_int_equal (values (f, PINB, seen), 256);
    f->program.micro.reductions = MICRO_DELAY;
    f->program.micro.memory = MICRO_EXACT;
    assert_int_equal (values (f, PINB, seen), 256);
    f->program.micro.memory = MICRO_BITS;
    VEC_PUSH (f->program.micro.eager, 7);
    assert_int_equal (get (f, PINB), 0xff00);
    avr_set_pc (&f->core, 7);
    assert_int_equal (values (f, PINB, seen), 256);
    put (f, DDRB, 0x06);
    assert_int_equal (values (f, PINB, seen), 64);
    memory_free (seen);
}

static void
environment_restricts_pins (void **state)
{
    struct fix *f = *state;
    bool *seen = NEW_ARRAY (bool, 65536);
    environment (f, "pin PINB.3 = 1\n"
                    "pins PIND & 0x07 in 1 2 4\n");
    assert_int_equal (get (f, PINB), 0xf708);
    put (f, DDRB, 0x08); /* an output is not restricted */
    assert_int_equal (get (f, PINB), 0xf700);
    /* Three of eight are no cube. */
    assert_int_equal (values (f, PIND, seen), 3 * 32);
    assert_true (seen[1] && seen[0xfa] && seen[4] && !seen[0] && !seen[3]);
    put (f, DDRD, 0x06); /* and the others may be 0 then */
    assert_int_equal (get (f, PIND), 0xf900);
    environment (f, "pins PIND & 0x30 in 0x10 0x20 0x30 0\n"
                    "pins PIND & 0x41 in 0x41 1");
    assert_int_equal (get (f, PIND), 0xf801);
    memory_free (seen);
}

static void
timers_set_flags_lazily (void **state)
{
    struct fix *f = *state;
    bool *seen = NEW_ARRAY (bool, 65536);
    put (f, TIMSK, 1);
    assert_int_equal (io_interrupt (&f->core, TIMER0_OVF), IO_NOT);
    put (f, TCCR0, 1);
    assert_int_equal (f->core.mask[TIFR], 3);
    assert_int_equal (io_interrupt (&f->core, TIMER0_OVF), IO_MAYBE);
    assert_int_equal (io_interrupt (&f->core, TIMER0_COMP), IO_NOT);
    f->program.micro.reductions = MICRO_LAZY_FLAGS;
    assert_int_equal (values (f, TIFR, seen), 8); /* ICF1 is an input */
    put (f, TCCR0, 0);                            /* what is pending stays so */
    assert_int_equal (io_interrupt (&f->core, TIMER0_OVF), IO_MAYBE);
    put (f, TIFR, 1);
    assert_int_equal (io_interrupt (&f->core, TIMER0_OVF), IO_NOT);
    assert_int_equal (f->core.mask[TIFR], 2);
    memory_free (seen);
}

static void
chosen_flags_stay (void **state)
{
    struct fix *f = *state;
    put (f, TIMSK, 1);
    put (f, TCCR0, 1);
    unsigned sure = 0, maybe = 0;
    memcpy (f->before, f->state, f->core.size);
    choices_init (&f->choices);
    do {
        choices_rewind (&f->choices);
        memcpy (f->state, f->before, f->core.size);
        core_begin (&f->core);
        struct micro_value v = io_load_bit (&f->core, TIFR, 0);
        io_settle (&f->core);
        enum io_pending p = io_interrupt (&f->core, TIMER0_OVF);
        assert_int_equal (p, v.bits & 1 ? IO_SURELY : IO_MAYBE);
        assert_int_equal (f->core.mask[TIFR] & 2, 2); /* not looked at */
        sure += p == IO_SURELY;
        maybe += p == IO_MAYBE;
    } while (choices_next (&f->choices));
    assert_true (sure == 1 && maybe == 1);
}

static void
taking_clears (void **state)
{
    struct fix *f = *state;
    put (f, TIMSK, 1);
    put (f, TCCR0, 1);
    core_begin (&f->core);
    io_taken (&f->core, TIMER0_OVF);
    assert_int_equal (f->core.mask[TIFR] & 1, 0);
    assert_int_equal (f->core.data[TIFR], 0);
    io_settle (&f->core);
    assert_int_equal (io_interrupt (&f->core, TIMER0_OVF), IO_MAYBE);
    put (f, TCCR0, 0);
    io_taken (&f->core, TIMER0_OVF);
    io_settle (&f->core);
    assert_int_equal (io_interrupt (&f->core, TIMER0_OVF), IO_NOT);
}

static void
flags_come_up_eagerly (void **state)
{
    struct fix *f = *state;
    f->program.micro.reductions = 0;
    put (f, TIMSK, 1);
    assert_false (io_may_raise (&f->core, TIMER0_OVF));
    put (f, TCCR0, 1);
    assert_int_equal (f->core.mask[TIFR], 0);
    assert_int_equal (io_interrupt (&f->core, TIMER0_OVF), IO_NOT);
    assert_true (io_may_raise (&f->core, TIMER0_OVF));
    io_raise (&f->core, TIMER0_OVF);
    assert_false (io_may_raise (&f->core, TIMER0_OVF));
    assert_true (io_may_raise (&f->core, TIMER0_COMP));
    assert_int_equal (io_interrupt (&f->core, TIMER0_OVF), IO_SURELY);
    io_taken (&f->core, TIMER0_OVF);
    assert_int_equal (io_interrupt (&f->core, TIMER0_OVF), IO_NOT);
    assert_false (io_may_raise (&f->core, INT0)); /* a level */
}

static void
levels_come_when_enabled (void **state)
{
    struct fix *f = *state;
    assert_int_equal (io_interrupt (&f->core, INT0), IO_NOT);
    put (f, GICR, 0x40);
    assert_int_equal (io_interrupt (&f->core, INT0), IO_MAYBE);
    environment (f, "no interrupt INT0");
    assert_int_equal (io_interrupt (&f->core, INT0), IO_NOT);
}

static void
twins_are_broken (void **state)
{
    struct fix *f = *state;
    f->program.micro.broken = BROKEN_INTERRUPT;
    put (f, TIMSK, 3);
    put (f, TCCR0, 1);
    assert_int_equal (io_interrupt (&f->core, TIMER0_OVF), IO_NOT);
    assert_int_equal (io_interrupt (&f->core, TIMER0_COMP), IO_MAYBE);
    f->program.micro.broken = BROKEN_LAZY_FLAGS;
    assert_int_equal (io_interrupt (&f->core, TIMER0_OVF), IO_MAYBE);
    put (f, TCCR0, 0);
    assert_int_equal (io_interrupt (&f->core, TIMER0_OVF), IO_NOT);
}

static void
asynchronous_timers_stop_late (void **state)
{
    struct fix *f = *state;
    enum { TIMER2_OVF = 4 };
    put (f, TIMSK, 0x40);
    put (f, ASSR, 0x08);
    assert_int_equal (f->core.mask[TCCR2], 0x7f); /* may be corrupted */
    assert_int_equal (f->core.mask[OCR2], 0xff);
    put (f, TCCR2, 0);
    put (f, TIFR, 0xff);
    assert_int_equal (io_interrupt (&f->core, TIMER2_OVF), IO_MAYBE);
    put (f, ASSR, 0);
    put (f, TCCR2, 0);
    put (f, TIFR, 0xff);
    assert_int_equal (io_interrupt (&f->core, TIMER2_OVF), IO_NOT);
}

static void
words_go_through_temp (void **state)
{
    struct fix *f = *state;
    put (f, OCR1AH, 0x12);
    assert_int_equal (get (f, OCR1AH), 0);
    put (f, OCR1AL, 0x34);
    assert_int_equal (get (f, OCR1AH), 0x12);
    assert_int_equal (get (f, OCR1AL), 0x34);
    put (f, OCR1AH, 0x56);
    assert_int_equal (get (f, TCNT1L), 0xff00); /* an interrupt between */
    put (f, OCR1AL, 0x78);
    assert_int_equal (get (f, OCR1AH), 0xff00);
    assert_int_equal (get (f, TCNT1H), 0xff00);
}

static void
leaving_a_mode_loses_the_buffer (void **state)
{
    struct fix *f = *state;
    enum { TCCR1A = 0x4f };
    put (f, OCR1AH, 0x12);
    put (f, OCR1AL, 0x34);
    put (f, TCCR1A, 0x80); /* not the mode */
    put (f, TCCR1A, 0x02); /* buffers from now on */
    assert_int_equal (get (f, OCR1AL), 0x34);
    put (f, TCCR1A, 0);
    assert_int_equal (get (f, OCR1AL), 0xff00);
    assert_int_equal (get (f, OCR1AH), 0xff00);
}

static void
enabled_are_listed (void **state)
{
    struct fix *f = *state;
    assert_int_equal (io_enabled (&f->core), 0);
    put (f, TIMSK, 3);
    put (f, GICR, 0x40);
    assert_int_equal (io_enabled (&f->core),
                      1 << TIMER0_OVF | 1 << TIMER0_COMP | 1 << INT0);
}

static void
conversions_end (void **state)
{
    struct fix *f = *state;
    bool *seen = NEW_ARRAY (bool, 65536);
    enum { ADC = 14 };
    put (f, ADCSRA, 0x88);
    assert_int_equal (get (f, ADCSRA), 0x88);
    assert_int_equal (io_interrupt (&f->core, ADC), IO_NOT);
    io_store_bit (&f->core, ADCSRA, 6, true);
    io_settle (&f->core);
    assert_int_equal (io_interrupt (&f->core, ADC), IO_MAYBE);
    assert_int_equal (values (f, ADCSRA, seen), 4);
    assert_true (seen[0x88] && seen[0xd8]);
    core_put (&f->core, ADCSRA, 0);
    put (f, ADCSRA, 0xa8); /* starts by itself, */
    put (f, ADCSRA, 0x88); /* and that is not over */
    assert_int_equal (values (f, ADCSRA, seen), 4);
    memory_free (seen);
}

static void
sleep_starts_the_adc (void **state)
{
    struct fix *f = *state;
    enum { ADC = 14 };
    put (f, ADCSRA, 0x88);
    core_set_head (&f->core, HEAD_MODE, MODE_SLEEP);
    io_settle (&f->core);
    assert_int_equal (io_interrupt (&f->core, ADC), IO_MAYBE);
}

/* SBI reads and writes the whole register. */
static void
bits_clear_flags (void **state)
{
    struct fix *f = *state;
    enum { ADC = 14 };
    f->program.micro.reductions = 0;
    put (f, ADCSRA, 0xc8);
    io_raise (&f->core, ADC);
    assert_int_equal (f->core.data[ADCSRA], 0xd8);
    io_store_bit (&f->core, ADCSRA, 3, false);
    assert_int_equal (f->core.data[ADCSRA], 0xc0);
    core_set (&f->core, ADCSRA, (struct micro_value) {0x80, 0x10});
    f->program.micro.reductions =
        MICRO_LAZY_FLAGS; /* the same for one that may be */
    io_store_bit (&f->core, ADCSRA, 3, true);
    assert_int_equal (f->core.data[ADCSRA], 0x88);
    assert_int_equal (f->core.mask[ADCSRA], 0);
}

static void
results_are_in_range (void **state)
{
    struct fix *f = *state;
    bool *seen = NEW_ARRAY (bool, 65536);
    assert_int_equal (get (f, ADCL), 0xff00);
    assert_int_equal (get (f, ADCH), 0x0300);
    environment (f, "adc 100 .. 900");
    assert_int_equal (pairs (f, ADCL, ADCH, seen), 801);
    for (unsigned i = 0; i < 65536; i++)
        assert_int_equal (seen[i], i >= 100 && i <= 900);
    put (f, ADMUX, 0x20); /* the upper eight bits in ADCH */
    assert_int_equal (values (f, ADCH, seen), 900 / 4 - 100 / 4 + 1);
    assert_true (seen[25] && seen[225] && !seen[24] && !seen[226]);
    assert_int_equal (pairs (f, ADCL, ADCH, seen), 801);
    for (unsigned i = 0; i < 65536; i++)
        assert_int_equal (seen[i], !(i & 63) && i >> 6 >= 100 && i >> 6 <= 900);
    memory_free (seen);
}

static void
results_may_be_a_cube (void **state)
{
    struct fix *f = *state;
    environment (f, "adc 256 .. 511");
    assert_int_equal (get (f, ADCL), 0xff00);
    assert_int_equal (get (f, ADCH), 0x0001);
}

static void
eeprom_is_busy (void **state)
{
    struct fix *f = *state;
    bool *seen = NEW_ARRAY (bool, 65536);
    put (f, EECR, 0x04);
    put (f, EECR, 0x02);
    assert_int_equal (values (f, EECR, seen), 4);
    put (f, EECR, 0x08); /* 0 does not end it */
    assert_int_equal (values (f, EECR, seen), 4);
    memory_free (seen);
}

static void
watchdog_goes_off_in_two_writes (void **state)
{
    struct fix *f = *state;
    put (f, WDTCR, 0x0f);
    put (f, WDTCR, 0x07);
    assert_int_equal (f->core.data[WDTCR], 0x0f);
    put (f, WDTCR, 0x1f);
    put (f, WDTCR, 0x07);
    assert_int_equal (f->core.data[WDTCR] & 8, 0);
    for (int i = 0; i < 5; i++)
        io_settle (&f->core);
    assert_int_equal (f->core.data[WDTCR], 7);
    assert_int_equal (core_head (&f->core, HEAD_WINDOW), 0);
}

static void
causes_are_cleared_only (void **state)
{
    struct fix *f = *state;
    assert_int_equal (get (f, MCUCSR), 0x8700); /* no watchdog ran */
    put (f, MCUCSR, 0x0b);
    assert_int_equal (get (f, MCUCSR), 0x8300);
    put (f, MCUCSR, 0);
    put (f, MCUCSR, 0xff);
    assert_int_equal (get (f, MCUCSR), 0x8040);
}

static void
self_programming_is_cut (void **state)
{
    struct fix *f = *state;
    put (f, SPMCR, 0);
    assert_int_equal (f->core.cut, 0);
    put (f, SPMCR, 1);
    assert_int_equal (f->core.cut, FAULT_SPM);
}

/* Every register of every device can be read and written, with anything, and
 * the state stays sound. */
static void
all_registers_behave (void **state)
{
    struct fix *f = *state;
    for (uint16_t a = 0x20; a < 0x60; a++) {
        for (unsigned i = 0; i < 3; i++) {
            struct micro_value v = {i == 1 ? 0xff : 0, i == 2 ? 0xff : 0};
            choices_init (&f->choices);
            core_begin (&f->core);
            io_store (&f->core, a, v);
            io_settle (&f->core);
            v = io_load (&f->core, a);
            assert_int_equal (v.bits & v.unknown, 0);
            const struct avr_register *r =
                avr_register_at (f->program.device, a);
            uint8_t all = r->plain | r->input | r->flag | r->busy;
            assert_int_equal ((v.bits | v.unknown) & ~all, 0);
            assert_true (a == 0x5f || core_sound (&f->core));
        }
        core_reset (&f->core);
    }
}

#define CASE(name) cmocka_unit_test_setup_teardown (name, begin, end)

int
main (void)
{
    const struct CMUnitTest tests[] = {
        CASE (pins_are_inputs),
        CASE (pins_follow_slowly),
        CASE (peripherals_drive_pins),
        CASE (inputs_are_chosen_at_once),
        CASE (environment_restricts_pins),
        CASE (timers_set_flags_lazily),
        CASE (chosen_flags_stay),
        CASE (taking_clears),
        CASE (flags_come_up_eagerly),
        CASE (levels_come_when_enabled),
        CASE (twins_are_broken),
        CASE (asynchronous_timers_stop_late),
        CASE (words_go_through_temp),
        CASE (leaving_a_mode_loses_the_buffer),
        CASE (enabled_are_listed),
        CASE (conversions_end),
        CASE (sleep_starts_the_adc),
        CASE (bits_clear_flags),
        CASE (results_are_in_range),
        CASE (results_may_be_a_cube),
        CASE (eeprom_is_busy),
        CASE (watchdog_goes_off_in_two_writes),
        CASE (causes_are_cleared_only),
        CASE (self_programming_is_cut),
        CASE (all_registers_behave),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
