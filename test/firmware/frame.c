/* frame.c -- a function with a frame that calls none, above data.
 *
 * -DFRAME=n, -DDATA=n: bytes of each.  The frame is made by setting the stack
 * pointer, and nothing is ever pushed below it; its lowest byte is written. */
#include <avr/io.h>

volatile uint8_t data[DATA];

__attribute__ ((noinline)) void
leaf (void)
{
    volatile uint8_t frame[FRAME];
    frame[0] = 0x55;
    PORTB = frame[0];
}

int
main (void)
{
    leaf ();
    for (;;)
        ;
}
