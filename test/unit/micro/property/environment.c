/* environment.c -- the text of an environment, what is wrong with it, and
 * its way over the wire. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "avr/device/image.h"
#include "micro/property/environment.h"

static bool
read_size (struct micro_environment *e, const char *text, size_t size,
           struct problem *p)
{
    *p = (struct problem) {0};
    struct micro_image image = {0};
    avr_image_init (&image, avr_device_find ("atmega16"));
    micro_environment_init (e);
    return micro_environment_read (e, &image, text, size, "env", p);
}

static void
fails_size (const char *text, size_t size, const char *message)
{
    struct micro_environment e;
    struct problem p;
    assert_false (read_size (&e, text, size, &p));
    assert_int_equal (p.kind, PROBLEM_INPUT);
    assert_string_equal (p.message, message);
    micro_environment_clear (&e);
}

static void
fails (const char *text, const char *message)
{
    fails_size (text, strlen (text), message);
}

static const char good[] = "# what the board does\n"
                           "\n"
                           "pin PINB.3 = 1   # pulled up\n"
                           "pins PIND & 0x0f in 1 2 4 0b1000\r\n"
                           "\tadc 100 .. 900\n"
                           "pins UDR in 65 66\n"
                           "no interrupt TIMER0_OVF";

static void
all_is_read (void **state)
{
    (void) state;
    struct micro_environment e;
    struct problem p;
    assert_true (read_size (&e, good, strlen (good), &p));
    assert_int_equal (e.allowed.size, 3);
    assert_int_equal (e.allowed.at[0].address, 0x36);
    assert_int_equal (e.allowed.at[0].mask, 8);
    assert_int_equal (e.allowed.at[0].values.size, 1);
    assert_int_equal (e.allowed.at[0].values.at[0], 8);
    assert_int_equal (e.allowed.at[1].address, 0x30);
    assert_int_equal (e.allowed.at[1].mask, 15);
    assert_int_equal (e.allowed.at[1].values.size, 4);
    assert_int_equal (e.allowed.at[1].values.at[3], 8);
    assert_int_equal (e.allowed.at[2].mask, 0xff);
    assert_int_equal (e.adc_least, 100);
    assert_int_equal (e.adc_most, 900);
    assert_int_equal (e.forbidden, 1 << 9);
    micro_environment_clear (&e);
}

static void
nothing_is_anything (void **state)
{
    (void) state;
    struct micro_environment e;
    struct problem p;
    assert_true (read_size (&e, "", 0, &p));
    assert_int_equal (e.allowed.size, 0);
    assert_int_equal (e.adc_least, 0);
    assert_int_equal (e.adc_most, 1023);
    assert_int_equal (e.forbidden, 0);
    micro_environment_clear (&e);
}

static void
lines_are_wrong (void **state)
{
    (void) state;
    fails ("pim PINB.3 = 1",
           "env:1:1: expected pin, pins, adc or no, found pim");
    fails ("\n  = 3", "env:2:3: expected pin, pins, adc or no, found =");
    fails ("pin PINB.3 = 1 2",
           "env:1:16: expected the end of the line, found 2");
    fails ("\001", "env:1:1: expected pin, pins, adc or no, found byte 1");
    fails ("\303\244",
           "env:1:1: expected pin, pins, adc or no, found byte 195");
    fails_size ("adc 1 .. 2\0\n", 12,
                "env:1:11: expected the end of the line, found byte 0");
    fails_size ("\0", 1,
                "env:1:1: expected pin, pins, adc or no, found byte 0");
}

static void
registers_are_wrong (void **state)
{
    (void) state;
    fails (
        "pin",
        "env:1:4: expected the name of a register, found the end of the line");
    fails ("pin 3", "env:1:5: expected the name of a register, found 3");
    fails ("pin PINF.3 = 1",
           "env:1:5: atmega16 has no input PINF; did you mean PIND?");
    fails ("pins ELEPHANT in 3", "env:1:6: atmega16 has no input ELEPHANT");
    fails ("pin PORTB.3 = 1", "env:1:5: PORTB is no input");
    fails ("pins ADCL in 3",
           "env:1:6: say 'adc LEAST .. MOST' instead of ADCL");
    fails ("pins TCNT1H in 3", "env:1:6: TCNT1H is no input");
}

static void
pins_are_wrong (void **state)
{
    (void) state;
    fails ("pin PINB 3", "env:1:10: expected ., found 3");
    fails ("pin PINB.8 = 1",
           "env:1:10: expected a number from 0 to 7, found 8");
    fails ("pin UCSRA.1 = 1",
           "env:1:11: the inputs of UCSRA are the bits 0xfc");
    fails ("pin PINB.3 1", "env:1:12: expected =, found 1");
    fails ("pin PINB.3 = 2",
           "env:1:14: expected a number from 0 to 1, found 2");
    fails (
        "pin PINB.3 =",
        "env:1:13: expected a number from 0 to 1, found the end of the line");
}

static void
sets_are_wrong (void **state)
{
    (void) state;
    fails ("pins PIND", "env:1:10: expected in, found the end of the line");
    fails ("pins PIND & 256 in 1",
           "env:1:13: expected a number from 0 to 255, found 256");
    fails ("pins PIND & 0 in 0",
           "env:1:13: the inputs of PIND are the bits 0xff");
    fails ("pins PIND in",
           "env:1:13: expected a number from 0 to 255, found the end of the "
           "line");
    fails ("pins PIND & 0x0f in 1 16",
           "env:1:23: 0x10 has bits outside of 0x0f");
    fails ("pins PIND in 1 x",
           "env:1:16: expected a number from 0 to 255, found x");
    fails ("pins PIND in 0x",
           "env:1:14: expected a number from 0 to 255, found 0x");
    fails ("pins PIND in 0b2",
           "env:1:14: expected a number from 0 to 255, found 0b2");
    fails ("pins PIND in 99999999999",
           "env:1:14: expected a number from 0 to 255, found 99999999999");
    fails ("pins PIND in 1 2\npin PIND.2 = 1",
           "env:2:14: nothing is left that PIND could be read as");
}

static void
adc_is_wrong (void **state)
{
    (void) state;
    fails ("adc 0 .. 1024",
           "env:1:10: expected a number from 0 to 1023, found 1024");
    fails ("adc 5 4", "env:1:7: expected .., found 4");
    fails ("adc 5 .. 4", "env:1:10: 5 .. 4 is empty");
    fails ("adc 1 .. 4\nadc 2 .. 3", "env:2:1: adc is given twice");
    fails ("adc 1 .. 4 5", "env:1:12: expected the end of the line, found 5");
}

static void
interrupts_are_wrong (void **state)
{
    (void) state;
    fails ("no TIMER0_OVF", "env:1:4: expected interrupt, found TIMER0_OVF");
    fails ("no interrupt", "env:1:13: expected the name of an interrupt, found "
                           "the end of the line");
    fails ("no interrupt TIMER0_OFV",
           "env:1:14: atmega16 has no interrupt TIMER0_OFV; did you mean "
           "TIMER0_OVF?");
    fails ("no interrupt RESET", "env:1:14: atmega16 has no interrupt RESET");
    fails ("no interrupt ADC 1",
           "env:1:18: expected the end of the line, found 1");
}

static void
wire_is_the_identity (void **state)
{
    (void) state;
    struct micro_environment e, back;
    struct problem p;
    struct buffer b, again;
    struct reader r;
    buffer_init (&b);
    buffer_init (&again);
    assert_true (read_size (&e, good, strlen (good), &p));
    micro_environment_write (&e, &b);
    reader_init (&r, buffer_view (&b));
    assert_true (micro_environment_get (&back, &r) && reader_done (&r));
    micro_environment_write (&back, &again);
    assert_true (bytes_equal (buffer_view (&b), buffer_view (&again)));
    micro_environment_clear (&back);
    for (size_t i = 0; i < b.size; i++) { /* every end that is too early */
        reader_init (&r, (struct bytes) {b.data, i});
        assert_false (micro_environment_get (&back, &r));
        micro_environment_clear (&back);
    }
    micro_environment_clear (&e);
    buffer_clear (&b);
    buffer_clear (&again);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (all_is_read),
        cmocka_unit_test (nothing_is_anything),
        cmocka_unit_test (lines_are_wrong),
        cmocka_unit_test (registers_are_wrong),
        cmocka_unit_test (pins_are_wrong),
        cmocka_unit_test (sets_are_wrong),
        cmocka_unit_test (adc_is_wrong),
        cmocka_unit_test (interrupts_are_wrong),
        cmocka_unit_test (wire_is_the_identity),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
