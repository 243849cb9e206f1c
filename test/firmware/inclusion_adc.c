/* inclusion_adc.c -- conversions: polled, by interrupt, left-adjusted, free
 * running, asleep. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <stdint.h>

volatile uint16_t sum;
volatile uint8_t count, high;

ISR (ADC_vect)
{
    sum += ADC;
    count++;
}

static uint16_t
convert (uint8_t channel)
{
    ADMUX = channel;
    ADCSRA |= 1 << ADSC;
    while (ADCSRA & 1 << ADSC)
        ;
    return ADC;
}

int
main (void)
{
    ADCSRA = 1 << ADEN | 1 << ADPS0;
    for (;;) {
        uint16_t value = 0;
        for (uint8_t i = 0; i < 4; i++)
            value += convert (i);
        high = value >> 8;
        ADMUX = 1 << ADLAR | 2;
        ADCSRA |= 1 << ADSC;
        while (!(ADCSRA & 1 << ADIF))
            ;
        ADCSRA |= 1 << ADIF;
        high ^= ADCH;
        ADMUX = 5;
        ADCSRA |= 1 << ADIE;
        sei ();
        for (uint8_t i = 0; i < 3; i++) {
            ADCSRA |= 1 << ADSC;
            set_sleep_mode (SLEEP_MODE_IDLE);
            sleep_mode ();
        }
        if (sum > 2000)
            sum = 0;
        cli ();
        ADCSRA &= ~(1 << ADIE);
    }
}
