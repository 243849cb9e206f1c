/* A request from outside is answered by a byte of the USART, and the watchdog is reset in
 * every round.  With -DBUG the byte is queued while the interrupt that sends it stays off;
 * with -DHANG a second request is waited for without resetting the watchdog. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>

volatile unsigned char request, queued, sent;

ISR (INT0_vect)
{
    request = 1;
}

ISR (USART_UDRE_vect)
{
    UDR = 'a';
    sent = 1;
    queued = 0;
    UCSRB &= ~(1 << UDRIE);
}

static void __attribute__ ((noinline))
kick (void)
{
    wdt_reset ();
}

int
main (void)
{
    GICR = 1 << INT0;
    UCSRB = 1 << TXEN;
    sei ();
    for (;;) {
        kick ();
        if (request && !queued) {
            request = 0;
            sent = 0;
            queued = 1;
#ifdef HANG
            while (!request)
                ;
#endif
#ifndef BUG
            UCSRB |= 1 << UDRIE;
#endif
        }
    }
}
