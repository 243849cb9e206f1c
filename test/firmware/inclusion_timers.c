/* inclusion_timers.c -- all timers at once: overflow, compare, 16-bit
 * registers, sleep. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <stdint.h>

#if defined TIMSK2 /* ATmega328P and the like */
#define TCCR0 TCCR0B
#define TCCR2 TCCR2B
#define CLEAR (TIFR0 = TIFR1 = TIFR2 = 0xff)
#define ENABLE (TIMSK0 = 1 << TOIE0, TIMSK1 = 1 << OCIE1A, TIMSK2 = 1 << OCIE2A)
#define OCR2 OCR2A
#define TIMER2_COMP_vect TIMER2_COMPA_vect
#define FIRST 500
#elif defined TCCR1 /* ATtiny85: timer 0 alone; simavr's timer 1 stands still */
#define TCCR0 TCCR0B
#define TCCR1B TCCR0B
#undef CS10
#define CS10 CS00
#undef TCNT1
#define TCNT1 TCNT0
#undef OCR1A
#define OCR1A OCR0A
#undef TIMER1_COMPA_vect
#define TIMER1_COMPA_vect TIMER0_COMPA_vect
#define TCCR2 TCCR0B
#define CS20 CS00
#define CLEAR (TIFR = 0xff)
#define ENABLE (TIMSK = 1 << TOIE0 | 1 << OCIE0A | 1 << OCIE0B)
#define OCR2 OCR0B
#define TIMER2_COMP_vect TIMER0_COMPB_vect
#define FIRST 50
#else
#define CLEAR (TIFR = 0xff)
#define ENABLE (TIMSK = 1 << TOIE0 | 1 << OCIE1A | 1 << OCIE2)
#define FIRST 500
#endif

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
    OCR1A = FIRST;
    OCR2 = 77;
    TCCR2 = 1 << CS20;
    CLEAR; /* simavr forgets what came before it was enabled */
    ENABLE;
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
