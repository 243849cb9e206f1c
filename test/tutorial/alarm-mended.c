/* An interrupt measures a pressure; main raises an alarm above 300. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

volatile uint16_t pressure = 255;

/* The pressure rises and falls by one: 255, 256, 255, .. */
ISR (TIMER0_OVF_vect)
{
    pressure = pressure == 255 ? 256 : 255;
}

int
main (void)
{
    DDRB = 1;
    TCCR0 = 1 << CS00;
    TIMSK = 1 << TOIE0;
    sei ();
    for (;;) {
        cli ();
        uint16_t now = pressure;
        sei ();
        if (now > 300)
            PORTB = 1;
    }
}
