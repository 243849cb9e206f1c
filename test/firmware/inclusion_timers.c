/* inclusion_timers.c -- all timers at once: overflow, compare, 16-bit
 * registers, sleep. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <stdint.h>

volatile uint8_t overflows, matches;
volatile uint16_t last, polled;

ISR (TIMER0_OVF_vect)
{
    overflows++;
    if (overflows & 1)
        TCNT0 = 200;
}

ISR (TIMER1_COMPA_vect)
{
    matches += 3;
    last = TCNT1;
    OCR1A = last + 700;
}

ISR (TIMER2_COMP_vect)
{
    OCR2 = OCR2 * 5 + 1;
}

int
main (void)
{
    TCCR0 = 1 << CS00;
    TCCR1B = 1 << CS10;
    OCR1A = 500;
    OCR2 = 77;
    TCCR2 = 1 << CS20;
    TIFR = 0xff; /* simavr forgets what came before it was enabled */
    TIMSK = 1 << TOIE0 | 1 << OCIE1A | 1 << OCIE2;
    sei ();
    for (;;) {
        cli ();
        uint16_t copy = last ^ TCNT1; /* a handler's OCR1A is TEMP, too */
        sei ();
        polled += copy;
        if (matches > 20) {
            matches = 0;
            cli ();
            for (uint8_t i = 0; i < 8; i++)
                polled += OCR1A;
            TCCR1B = 0; /* stop, with perhaps something pending */
            sei ();
            polled += OCR1A;
            TCCR1B = 1 << CS10;
        }
        if ((polled & 7) == 3) {
            set_sleep_mode (SLEEP_MODE_IDLE);
            sleep_mode ();
        }
    }
}
