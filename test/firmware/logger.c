/* logger.c -- results of the ADC go round through eight cells of the EEPROM; the
 * next one is kept in cell 0, which may hold anything the first time. */
#include <avr/interrupt.h>
#include <avr/io.h>

enum { CELLS = 8 };

volatile uint8_t cell, ready, value;

ISR (ADC_vect)
{
    value = ADCH;
    ready = 1;
}

static void
put (uint8_t at, uint8_t v)
{
    while (EECR & 1 << EEWE)
        ;
    EEAR = at;
    EEDR = v;
    uint8_t sreg = SREG;
    cli ();
    EECR |= 1 << EEMWE;
    EECR |= 1 << EEWE;
    SREG = sreg;
}

static uint8_t
get (uint8_t at)
{
    while (EECR & 1 << EEWE)
        ;
    EEAR = at;
    EECR |= 1 << EERE;
    return EEDR;
}

int
main (void)
{
    uint8_t start = get (0);
#ifndef BUG
    if (start >= CELLS)
        start = 0;
#endif
    cell = start;
    ADMUX = 1 << ADLAR | 1 << REFS0;
    ADCSRA = 1 << ADEN | 1 << ADIE | 7;
    sei ();
    for (;;) {
        ADCSRA |= 1 << ADSC;
        while (!ready)
            ;
        ready = 0;
        put (1 + cell, value);
        cell = cell + 1 == CELLS ? 0 : cell + 1;
        put (0, cell);
    }
}
