/* inclusion_uart.c -- bytes received by interrupt into a ring, sent back by
 * polling or by interrupt. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <stdint.h>

#ifdef UCSR0B
#define UDR UDR0
#define UCSRA UCSR0A
#define UCSRB UCSR0B
#define UBRRL UBRR0L
#define UBRRH UBRR0H
#ifdef USART0_RX_vect
#define USART_RXC_vect USART0_RX_vect
#define USART_UDRE_vect USART0_UDRE_vect
#else
#define USART_RXC_vect USART_RX_vect
#endif
#endif
#ifndef RXEN
#define RXEN RXEN0
#define TXEN TXEN0
#define RXCIE RXCIE0
#define UDRIE UDRIE0
#define UDRE UDRE0
#endif

enum { SIZE = 8 };
static volatile uint8_t ring[SIZE], head, tail, lost, sum;

ISR (USART_RXC_vect)
{
    uint8_t status = UCSRA, byte = UDR;
    uint8_t next = (head + 1) % SIZE;
    if (next == tail || status & 1 << 4)
        lost++;
    else {
        ring[head] = byte;
        head = next;
    }
}

ISR (USART_UDRE_vect)
{
    UDR = sum;
    UCSRB &= ~(1 << UDRIE);
}

int
main (void)
{
    UBRRH = 0;
    UBRRL = 1;
    UCSRB = 1 << RXEN | 1 << TXEN | 1 << RXCIE;
    sei ();
    for (;;) {
        if (tail == head)
            continue;
        uint8_t byte = ring[tail];
        tail = (tail + 1) % SIZE;
        sum += byte;
        if (byte & 1)
            UCSRB |= 1 << UDRIE;
        else {
            while (!(UCSRA & 1 << UDRE))
                ;
            UDR = byte;
        }
    }
}
