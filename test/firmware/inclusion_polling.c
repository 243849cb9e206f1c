/* inclusion_polling.c -- flags of a timer that nobody takes, looked at. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

#if defined TIMSK2 /* ATmega328P and the like */
#define TCCR0 TCCR0B
#define TIFR TIFR1
#define TIMSK TIMSK0
#endif

volatile uint16_t sum;
volatile uint8_t seen, ticks;

ISR (TIMER0_OVF_vect)
{
    ticks++;
}

int
main (void)
{
    TCCR1B = 1 << CS10;
    TCNT1 = 65400;
    OCR1A = 65450;
    TIMSK = 1 << TOIE0;
    sei ();
    for (;;) {
        uint8_t flags = TIFR;
        if (flags & 1 << OCF1A) {
            TIFR = 0xff; /* simavr clears the others in any case */
            sum += TCNT1;
            OCR1A += 300;
            seen++;
        }
        if (flags & 1 << TOV1) {
            cli ();
            TCCR1B = 0; /* stops; then flags stay */
            seen += TIFR;
            TIFR = 0xff;
            if (TIFR)
                seen = 0;
            TCCR0 = 1 << CS00; /* and another one starts */
            sei ();
            while (!ticks)
                ;
            TCCR0 = 0;
            ticks = 0;
            TIFR = 0xff;
            TCCR1B = 1 << CS10;
            TCNT1 = 65300;
        }
    }
}
