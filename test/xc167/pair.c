/* The same as pair.s for an AVR, to compare states in a second: a counter of two bytes
 * that timer 1 counts and the main program reads, and a byte that the USART receives and
 * the main program adds up. */
#include <avr/interrupt.h>
#include <avr/io.h>

volatile uint16_t count, seen;
volatile uint8_t last, sum, got;

ISR (TIMER1_OVF_vect)
{
    count = (count + 1) & 0x01ff;
}

ISR (USART_RXC_vect)
{
    last = UDR & 7;
    got = 1;
}

int
main (void)
{
    TCCR1B = 1;
    TIMSK = 1 << TOIE1;
    UCSRB = 1 << RXEN | 1 << RXCIE;
    sei ();
    for (;;) {
        seen = count;
        if (got) {
            got = 0;
            sum = (sum + last) & 7;
        }
    }
}
