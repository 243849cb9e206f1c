/* torn.c -- ticks.c for an AVR: a counter of 16 bits that an interrupt counts and main reads
 * in two instructions.  With -DMENDED the interrupt is not permitted meanwhile. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

enum { HOLD = 0x0100 };

static volatile uint16_t ticks = 0xfe;
volatile uint8_t torn;

ISR (TIMER1_OVF_vect)
{
    if (ticks < HOLD)
        ticks++;
}

int
main (void)
{
    TCCR1B = 1;
    TIMSK = 1 << TOIE1;
    sei ();
    for (;;) {
#ifdef MENDED
        cli ();
#endif
        uint16_t copy = ticks;
        sei ();
        if (copy > HOLD)
            torn = 1;
    }
}
