/* reads.c -- what was read, in one byte. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "avr/avr.h"
#include "avr/device/program.h"
#include "micro/property/property.h"
#include "micro/reads.h"

static bool
ask (struct micro_program *p, uint16_t address, unsigned bit)
{
    struct micro_property one = {0};
    struct micro_item item = {
        .word = WORD_READS, .address = address, .bit = (uint8_t) bit};
    VEC_PUSH (one.item, item);
    return micro_proposition_add (p, &one);
}

/* All ways of reading some of its bits, of three registers. */
static void
every_read (void **state)
{
    static const uint16_t at[] = {0x36, 0x2b, 0x2e};
    static const uint8_t bits[] = {0x01, 0xa4, 0xc0};
    struct avr_program p;
    struct micro_core c;
    struct micro_choices choices;
    (void) state;
    avr_program_init (&p, avr_device_find ("atmega16"));
    for (unsigned r = 0; r < 3; r++)
        for (unsigned b = 0; b < 8; b++)
            if (bits[r] >> b & 1)
                assert_true (ask (&p.micro, at[r], b));
    core_init (&c, &p.micro);
    core_enter (&c, memory_new (c.size));
    choices_init (&choices);
    c.choices = &choices;
    c.branching = true;
    for (unsigned r = 0; r < 3; r++)
        for (unsigned n = 0; n < 0x10000; n++) {
            uint8_t read = (uint8_t) n, value = (uint8_t) (n >> 8 & n);
            core_begin (&c);
            micro_reads_note (&c, at[r], read, (struct micro_value) {value, 0});
            for (unsigned k = 0; k < 3; k++)
                for (unsigned b = 0; b < 8; b++)
                    for (unsigned v = 0; v < 2; v++)
                        assert_int_equal (micro_reads_was (&c, at[k], b, v),
                                          k == r && bits[r] >> b & read >> b & 1
                                              && (value >> b & 1) == v);
        }
    core_begin (&c);
    assert_false (micro_reads_was (&c, at[2], 7, true));
    assert_int_equal (core_head (&c, HEAD_READS), 0);
    memory_free (c.state);
    avr_program_clear (&p);
}

/* What is asked for is chosen, even if inputs are not; two registers in one step are a
 * cut. */
static void
chosen_and_cut (void **state)
{
    struct avr_program p;
    struct micro_core c;
    struct micro_choices choices;
    (void) state;
    avr_program_init (&p, avr_device_find ("atmega16"));
    assert_true (ask (&p.micro, 0x36, 1) && ask (&p.micro, 0x2b, 5));
    core_init (&c, &p.micro);
    core_enter (&c, memory_new (c.size));
    choices_init (&choices);
    c.choices = &choices;
    c.branching = true;
    for (unsigned n = 0; n < 2; n++) {
        choices_rewind (&choices);
        core_begin (&c);
        struct micro_value v =
            micro_reads_note (&c, 0x36, 3, (struct micro_value) {0, 3});
        assert_int_equal (v.unknown, 1);
        assert_int_equal (v.bits, 2 * n);
        assert_true (micro_reads_was (&c, 0x36, 1, n));
        assert_int_equal (choices_next (&choices), n == 0);
    }
    assert_int_equal (c.cut, FAULT_NONE);
    micro_reads_note (&c, 0x2b, 0x20, (struct micro_value) {0, 0});
    assert_int_equal (c.cut, FAULT_OTHER);
    memory_free (c.state);
    avr_program_clear (&p);
}

static void
too_many (void **state)
{
    struct avr_program p;
    bool fits = true;
    (void) state;
    avr_program_init (&p, avr_device_find ("atmega16"));
    for (unsigned b = 0; b < 5; b++)
        fits &= ask (&p.micro, 0x36, b);
    for (unsigned b = 0; b < 2; b++)
        fits &= ask (&p.micro, 0x2b, b);
    assert_true (fits); /* 242 and 8 */
    assert_true (ask (&p.micro, 0x2e, 0));
    assert_true (ask (&p.micro, 0x2e, 0));
    assert_false (ask (&p.micro, 0x2e, 1));
    avr_program_clear (&p);
}

int
main (void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test (every_read),
        cmocka_unit_test (chosen_and_cut),
        cmocka_unit_test (too_many),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
