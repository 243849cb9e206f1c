/* receive.c -- bytes from outside, kept in a buffer.
 *
 * -DROOM=n: the buffer has n bytes, and 3 may come.  Nothing keeps count from
 * passing a smaller one: what lies behind it is written. */
#include <avr/interrupt.h>
#include <avr/io.h>

volatile uint8_t count;
volatile struct {
    uint8_t buffer[ROOM], behind;
} line;

ISR (USART_RXC_vect)
{
    if (count < 3)
        line.buffer[count++] = UDR;
}

int
main (void)
{
    UCSRB = 1 << RXEN | 1 << RXCIE;
    sei ();
    for (;;)
        ;
}
