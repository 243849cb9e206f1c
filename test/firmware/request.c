/* request.c -- a button asks, the main loop grants: every request is answered.
 * -DBUG: it is not. */
#include <avr/interrupt.h>
#include <avr/io.h>

volatile uint8_t request, grant;

ISR (INT0_vect)
{
    request = 1;
}

int
main (void)
{
    GICR = 1 << INT0;
    sei ();
    for (;;) {
        if (request) {
            cli ();
            request = 0;
#ifndef BUG
            grant = 1;
#endif
            sei ();
            grant = 0;
        }
    }
}
