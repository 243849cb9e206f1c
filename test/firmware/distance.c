/* distance.c -- an infrared distance meter: ADC, averaging, a bar of lights.
 *
 * -DBITS=B -DSAMPLES=S set the size: about (2^B)^S contents of the buffer.
 * -DBUG: the index of the buffer runs one too far.
 * Invariants that hold:
 *     next < 4            (next < SAMPLES)
 *     sum <= 28           (sum <= SAMPLES * (2^BITS - 1))
 *     lights == 0 || lights == 1 || lights == 3 || lights == 7 || lights == 15 */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

#ifndef BITS
#define BITS 3
#endif
#ifndef SAMPLES
#define SAMPLES 4
#endif
#ifdef BUG
#define LAST SAMPLES
#else
#define LAST (SAMPLES - 1)
#endif

static volatile uint8_t sample[SAMPLES];
static volatile uint8_t next;
static volatile uint16_t sum;
static volatile uint8_t lights;

static uint8_t
measure (void)
{
    ADCSRA |= 1 << ADSC;
    while (ADCSRA & (1 << ADSC))
        ;
    return ADCH >> (8 - BITS);
}

static void
average (uint8_t value)
{
    sum = sum - sample[next] + value;
    sample[next] = value;
    next = next >= LAST ? 0 : next + 1;
}

static void
show (void)
{
    uint8_t mean = sum / SAMPLES;
    uint8_t bar = 0;
    for (uint8_t step = 1; step <= 4; step++)
        if (mean >= (step << BITS) / 5)
            bar = bar << 1 | 1;
    lights = bar;
    PORTB = bar;
}

int
main (void)
{
    DDRB = 0x0f;
    ADMUX = 1 << REFS0 | 1 << ADLAR;
    ADCSRA = 1 << ADEN | 1 << ADPS2;
    for (;;) {
        average (measure ());
        show ();
    }
}
