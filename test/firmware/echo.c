/* echo.c -- what comes in over the USART goes into a ring in its handler, and
 * out again in the main loop.  -DBUG: the index of the main loop does not wrap.
 */
#include <avr/interrupt.h>
#include <avr/io.h>

#ifdef UDR0 /* ATmega128 */
#define UDR UDR0
#define UCSRA UCSR0A
#define UCSRB UCSR0B
#define USART_RXC_vect USART0_RX_vect
#endif

enum { SIZE = 4 };

volatile uint8_t ring[SIZE], head, tail, lost;

ISR (USART_RXC_vect)
{
    uint8_t c = UDR, next = (head + 1) % SIZE;
    if (next == tail)
        lost = 1;
    else {
        ring[head] = c;
        head = next;
    }
}

int
main (void)
{
    UCSRB = 1 << RXEN | 1 << TXEN | 1 << RXCIE;
    sei ();
    for (;;) {
        if (head == tail)
            continue;
        uint8_t c = ring[tail];
#ifdef BUG
        tail = tail + 1;
#else
        tail = (tail + 1) % SIZE;
#endif
        while (!(UCSRA & 1 << UDRE))
            ;
        UDR = c;
    }
}
