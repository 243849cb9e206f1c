/* io_modern.c -- what newer devices do otherwise: pins that toggle, bits that are
 * written alone, a watchdog with an interrupt, peripherals without a clock; and what an
 * interrupt needs of its peripheral. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "avr.h"
#include "avr/core/io.h"

/* Addresses of the ATmega328P. */
enum {
    PINB = 0x23,
    DDRB = 0x24,
    PORTB = 0x25,
    TIFR0 = 0x35,
    TCCR0B = 0x45,
    OCR0A = 0x47,
    SPCR = 0x4c,
    MCUSR = 0x54,
    WDTCSR = 0x60,
    PRR = 0x64,
    TWCR = 0xbc,
    UCSR0A = 0xc0,
    UCSR0B = 0xc1,
    UDR0 = 0xc6,
    WDT = 6,
    SPI_STC = 17,
    USART_RX = 18,
    USART_UDRE = 19,
    USART_TX = 20,
    TWI = 24
};

static int
begin (void **state)
{
    static const uint16_t code[4] = {0};
    struct avr_bench *b = NEW (struct avr_bench);
    bench_init (b, "atmega328p", code, 4);
    core_begin (&b->core);
    *state = b;
    return 0;
}

static int
end (void **state)
{
    bench_clear (*state);
    memory_free (*state);
    return 0;
}

static void
put (struct avr_bench *b, uint16_t address, uint8_t value)
{
    choices_init (&b->choices);
    core_begin (&b->core);
    io_store (&b->core, address, (struct micro_value) {value, 0});
    core_set_head (&b->core, HEAD_PORT, 0);
    io_settle (&b->core);
}

static struct micro_value
get (struct avr_bench *b, uint16_t address)
{
    choices_init (&b->choices);
    core_begin (&b->core);
    return io_load (&b->core, address);
}

static bool
may_come (const struct avr_bench *b, unsigned vector)
{
    return io_interrupt (&b->core, vector) != IO_NOT;
}

static void
pins_toggle (void **state)
{
    struct avr_bench *b = *state;
    put (b, DDRB, 0xff);
    put (b, PORTB, 0x0f);
    put (b, PINB, 0x11);
    assert_int_equal (b->core.data[PORTB], 0x1e);
    io_store (&b->core, PINB, (struct micro_value) {0x01, 0x02});
    assert_int_equal (b->core.data[PORTB], 0x1d);
    assert_int_equal (b->core.mask[PORTB], 0x02);
    put (b, PORTB, 0);
    io_store_bit (&b->core, PINB, 3, true); /* SBI: that one alone */
    io_store_bit (&b->core, PINB, 2, false);
    assert_int_equal (b->core.data[PORTB], 0x08);
}

static void
other_flags_stay (void **state)
{
    struct avr_bench *b = *state;
    core_put (&b->core, TIFR0, 0x07);
    io_store_bit (&b->core, TIFR0, 1, true);
    assert_int_equal (b->core.data[TIFR0], 0x05);
}

static void
interrupts_need_their_peripheral (void **state)
{
    struct avr_bench *b = *state;
    put (b, UCSR0B, 0xe0); /* enabled, neither receiver nor transmitter */
    put (b, SPCR, 0x80);
    put (b, TWCR, 0x01);
    assert_false (may_come (b, USART_RX) || may_come (b, USART_TX));
    assert_false (may_come (b, SPI_STC) || may_come (b, TWI));
    assert_true (may_come (b, USART_UDRE));
    struct micro_value v = get (b, UCSR0A);
    assert_int_equal (v.bits, 0x20); /* UDRE, and no RXC, no TXC */
    assert_int_equal (v.unknown, 0x1c);
    put (b, UCSR0B, 0xf0);
    put (b, SPCR, 0xc0);
    put (b, TWCR, 0x05);
    assert_true (may_come (b, USART_RX) && !may_come (b, USART_TX));
    assert_true (may_come (b, SPI_STC) && may_come (b, TWI));
    put (b, UCSR0B, 0xe0); /* what was on may have left its flag */
    put (b, SPCR, 0x80);
    put (b, TWCR, 0x01);
    assert_true (may_come (b, USART_RX) && may_come (b, SPI_STC)
                 && may_come (b, TWI));
    put (b, UDR0, 'x');
    assert_true (may_come (b, USART_TX));
    assert_int_equal (get (b, UCSR0A).unknown, 0xfc);
}

static void
watchdog_interrupts_then_resets (void **state)
{
    struct avr_bench *b = *state;
    assert_false (may_come (b, WDT));
    put (b, WDTCSR, 0x40);
    assert_true (may_come (b, WDT));
    core_begin (&b->core);
    io_taken (&b->core, WDT);
    assert_int_equal (b->core.data[WDTCSR], 0x40); /* interrupts alone */
    put (b, WDTCSR, 0x48);
    core_begin (&b->core);
    io_taken (&b->core, WDT);
    assert_int_equal (b->core.data[WDTCSR], 0x08);
    core_begin (&b->core);
    avr_restart (&b->core);
    assert_int_equal (b->core.data[WDTCSR] & 8, 8); /* WDRF keeps it on */
    put (b, WDTCSR, 0x18);
    put (b, WDTCSR, 0);
    assert_int_equal (b->core.data[WDTCSR] & 8, 8);
    put (b, MCUSR, 0);
    for (int i = 0; i < 5; i++)
        io_settle (&b->core);
    put (b, WDTCSR, 0x18);
    put (b, WDTCSR, 0);
    assert_int_equal (b->core.data[WDTCSR] & 8, 0);
}

static void
without_a_clock_nothing_is_sure (void **state)
{
    struct avr_bench *b = *state;
    put (b, OCR0A, 0x0f);
    assert_int_equal (get (b, OCR0A).bits, 0x0f);
    put (b, PRR, 1 << 5);
    assert_int_equal (get (b, OCR0A).unknown, 0xff);
    put (b, OCR0A, 0x3c);
    assert_int_equal (b->core.mask[OCR0A], 0x33);
    assert_int_equal (b->core.data[OCR0A], 0x0c);
    put (b, TCCR0B, 0x01); /* perhaps it runs */
    assert_int_equal (b->core.mask[TCCR0B], 0x01);
    put (b, PRR, 0);
    assert_int_equal (get (b, OCR0A).unknown, 0x33);
}

static void
usb_is_a_cut (void **state)
{
    (void) state;
    static const uint16_t code[4] = {0};
    enum { USBCON = 0xd8 };
    struct avr_bench b;
    bench_init (&b, "atmega32u4", code, 4);
    put (&b, USBCON, 0);
    assert_int_equal (b.core.cut, 0);
    put (&b, USBCON, 0x80);
    assert_int_equal (b.core.cut, FAULT_USB);
    bench_clear (&b);
}

/* Return addresses of three bytes; EIJMP. */
static void
large_flash_has_three_bytes (void **state)
{
    (void) state;
    /* ldi r30, 8; ldi r31, 0; ldi r16, 1; out EIND, r16; eicall */
    static const uint16_t code[] = {0xe0e8, 0xe0f0, 0xe001, 0xbf0c, 0x9519};
    struct avr_bench b;
    bench_init (&b, "atmega2560", code, 5);
    bench_run (&b, 5);
    assert_int_equal (core_pc (&b.core), 0x10008);
    assert_int_equal (b.core.data[0x21ff], 5);
    assert_int_equal (b.core.data[0x21fe] | b.core.data[0x21fd], 0);
    assert_int_equal (b.core.data[AVR_SPL], 0xfc);
    bench_clear (&b);
}

#define CASE(name) cmocka_unit_test_setup_teardown (name, begin, end)

int
main (void)
{
    const struct CMUnitTest tests[] = {
        CASE (pins_toggle),
        CASE (other_flags_stay),
        CASE (interrupts_need_their_peripheral),
        CASE (watchdog_interrupts_then_resets),
        CASE (without_a_clock_nothing_is_sure),
        cmocka_unit_test (usb_is_a_cut),
        cmocka_unit_test (large_flash_has_three_bytes),
    };
    return cmocka_run_group_tests (tests, NULL, NULL);
}
