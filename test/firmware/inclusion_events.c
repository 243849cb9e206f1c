/* inclusion_events.c -- external interrupts, pins, EEPROM, sleep. */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <stdint.h>

#ifndef PIND /* ATtiny85: INT0, and all pins as one */
#define PIND PINB
#define INT1_vect PCINT0_vect
#endif
#if !defined PINA && defined PINC
#define PINA PINC
#elif !defined PINA
#define PINA PINB
#endif

volatile uint8_t edges, levels, mirror;
volatile uint16_t pattern;

ISR (INT0_vect)
{
    edges++;
    PORTB ^= 1;
}

ISR (INT1_vect)
{
    levels += 2;
    sei (); /* others may come */
    pattern = pattern * 2 + (PIND >> 7);
}

int
main (void)
{
    DDRB = 0x07;
#if defined GIMSK
    MCUCR = 1 << ISC00;
    PCMSK = 1 << PCINT1 | 1 << PCINT4;
    GIMSK = 1 << INT0 | 1 << PCIE;
#elif defined EIMSK
    EICRA = 1 << ISC00 | 1 << ISC11;
    EIMSK = 1 << INT0 | 1 << INT1;
#else
    MCUCR = 1 << ISC00 | 1 << ISC11;
    GICR = 1 << INT0 | 1 << INT1;
#endif
    sei ();
    for (;;) {
        mirror = PINB;
        if (PINA & 4)
            PORTB |= 2;
        else
            PORTB &= ~2;
        asm volatile ("nop");
        if (PINB & 2)
            mirror++;
        if (edges > 5) {
            edges = 0;
            eeprom_write_byte ((uint8_t *) 3, mirror);
        }
        if (levels > 9) {
            levels = 0;
            mirror = eeprom_read_byte ((uint8_t *) 3);
            set_sleep_mode (SLEEP_MODE_IDLE);
            sleep_mode ();
        }
    }
}
