/* lift.c -- a powered window lift: buttons, end stops, a motor with two
 * directions, a timer, and a sensor that a hand is in the window (INT0).
 *
 * -DPOSITIONS=N steps from bottom to top; -DTICKS=N overflows of the timer per
 * step; both set the size.
 * -DBUG: a button may switch the motor up while the hand sensor switches it down,
 * because the update of the outputs can be interrupted.
 * Invariants that hold:
 *     (PORTB & 3) != 3                 never both directions
 *     position <= 8                    (position <= POSITIONS)
 *     !(pinched && (PORTB & 1))        never up while a hand is in the window */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

#ifndef POSITIONS
#define POSITIONS 8
#endif
#ifndef TICKS
#define TICKS 2
#endif

enum { UP = 1, DOWN = 2 };                            /* PORTB */
enum { BUTTON_UP = 1, BUTTON_DOWN = 2, RELEASED = 4 }; /* PINA */

static volatile uint8_t position, pinched, ticks;

ISR (TIMER0_OVF_vect)
{
    if (++ticks < TICKS)
        return;
    ticks = 0;
    uint8_t motor = PORTB & 3;
    if (motor == UP && position < POSITIONS)
        position++;
    else if (motor == DOWN && position > 0)
        position--;
    if ((motor == UP && position == POSITIONS)
        || (motor == DOWN && position == 0))
        PORTB &= ~3;
}

/* A hand: down at once. */
ISR (INT0_vect)
{
    PORTB = (PORTB & ~UP) | DOWN;
    pinched = 1;
}

static void
drive (uint8_t direction)
{
#ifndef BUG
    cli ();
#endif
    if (!pinched)
        PORTB = (PORTB & ~3) | direction;
#ifndef BUG
    sei ();
#endif
}

static void
release (void)
{
    cli ();
    if (pinched && position == 0) {
        PORTB &= ~3;
        pinched = 0;
    }
    sei ();
}

int
main (void)
{
    DDRB = UP | DOWN;
    TCCR0 = 1 << CS02;
    TIMSK = 1 << TOIE0;
    MCUCR = 1 << ISC01;
    GICR = 1 << INT0;
    sei ();
    for (;;) {
        uint8_t pins = PINA;
        if (pins & RELEASED)
            release ();
        if (pins & BUTTON_UP)
            drive (position < POSITIONS ? UP : 0);
        else if (pins & BUTTON_DOWN)
            drive (position > 0 ? DOWN : 0);
        else
            drive (0);
    }
}
