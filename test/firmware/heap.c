/* heap.c -- the stack above what malloc has given.
 *
 * -DFRAME=n: bytes of a frame, of which the lowest is written.  -DFREED: the
 * memory is given back before, and the stack may go there.  -DPAGE: with
 * interrupts, the heap grows past a multiple of 256 while the stack is near:
 * between the two bytes of its end, that is too large. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdlib.h>

volatile uint8_t seen, ticks;

__attribute__ ((noinline)) void
leaf (void)
{
    volatile uint8_t frame[FRAME];
    frame[0] = 0x55;
    PORTB = frame[0];
}

#ifdef PAGE
ISR (TIMER0_OVF_vect)
{
    PORTC = 1;
}

__attribute__ ((noinline)) void
grow (void)
{
    volatile uint8_t near[FRAME];
    near[0] = 1;
    TCCR0 = 1;
    TIMSK = 1 << TOIE0;
    sei ();
    if (!malloc (40))
        seen = 1;
    cli ();
    PORTB = near[0];
}
#endif

int
main (void)
{
    volatile uint8_t *p = malloc (140);
    if (p) {
#ifdef PAGE
        grow ();
#else
        p[139] = 0;
#ifdef FREED
        free ((void *) p);
#endif
        leaf ();
        seen = p[139];
#endif
    }
    for (;;)
        ;
}
