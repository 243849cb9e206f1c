/* truths.c -- small programs whose verdict is known, each with a twin: -DNAME is what it
 * is called, -DTWIN makes the other of the two.  Bad is what the invariant !bad forbids.
 *
 *   RX_OFF, TX_NONE, SPI_OFF, TWI_OFF  an interrupt of what is off, or was given nothing
 *   UDRE_FIRST                         the transmitter is ready before it was used
 *   DOG_OFF                            whoever had no watchdog was not reset by it
 *   BLINK, DOG_BLINK                   long delays, also under a watchdog
 *   TOGGLE                             a write to a PIN (devices that toggle)
 *   EXTERNAL                           memory outside (ATmega128): written; read by the twin
 *   RECURSION, LEAF                    stacks that grow into data; twins that do not */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>
#define F_CPU 8000000UL
#include <util/delay.h>

#ifdef TWIN
enum { IS_TWIN = 1 };
#else
enum { IS_TWIN = 0 };
#endif

volatile uint8_t bad;

#if defined RX_OFF
ISR (USART_RXC_vect)
{
    bad = 1;
}
static void
program (void)
{
    UCSRB = 1 << RXCIE | IS_TWIN << RXEN;
    sei ();
}
#elif defined TX_NONE
ISR (USART_TXC_vect)
{
    bad = 1;
}
static void
program (void)
{
    UCSRB = 1 << TXEN | 1 << TXCIE;
    if (IS_TWIN)
        UDR = 'x';
    sei ();
}
#elif defined SPI_OFF
ISR (SPI_STC_vect)
{
    bad = 1;
}
static void
program (void)
{
    SPCR = 1 << SPIE | IS_TWIN << SPE;
    sei ();
}
#elif defined TWI_OFF
ISR (TWI_vect)
{
    bad = 1;
}
static void
program (void)
{
    TWCR = 1 << TWIE | IS_TWIN << TWEN;
    sei ();
}
#elif defined UDRE_FIRST
static void
program (void)
{
    UCSRB = 1 << TXEN;
    if (IS_TWIN)
        UDR = 'x';
    bad = !(UCSRA & 1 << UDRE);
}
#elif defined DOG_OFF
static void
program (void)
{
    bad = MCUCSR >> WDRF & 1;
    MCUCSR = 0;
    if (IS_TWIN)
        wdt_enable (WDTO_1S);
}
#elif defined BLINK
static void
program (void)
{
    for (DDRB = 1;; _delay_ms (1000)) {
        PORTB ^= 1;
        bad = IS_TWIN && PORTB & 1;
    }
}
#elif defined DOG_BLINK
static void
program (void)
{
    wdt_enable (WDTO_1S);
    for (DDRB = 1;; _delay_ms (500)) {
        PORTB ^= 1;
        bad = IS_TWIN && !(PORTB & 1);
        wdt_reset ();
    }
}
#elif defined TOGGLE
static void
program (void)
{
    DDRB = 2;
    PINB = 2;
    PINB |= 1 << 1;
    if (IS_TWIN)
        PINB = 2;
    bad = PORTB;
}
#elif defined EXTERNAL
static void
program (void)
{
    MCUCR = 1 << SRE;
    *(volatile uint8_t *) 0x1200 = 5;
    if (IS_TWIN)
        PORTB = *(volatile uint8_t *) 0x1200;
}
#elif defined RECURSION
static uint8_t __attribute__ ((noinline))
depth (uint8_t n)
{
    volatile uint8_t room[20];
    room[0] = n;
    return n ? depth (n - 1) + room[0] : 0;
}
static void
program (void)
{
    PORTB = depth (IS_TWIN ? PINA & 3 : PINA);
}
#elif defined LEAF
static uint8_t data[900];
static void __attribute__ ((noinline))
leaf (void)
{
    volatile uint8_t room[IS_TWIN ? 50 : 150];
    room[0] = PINA;
    data[room[0]] = 1;
}
static void
program (void)
{
    leaf ();
    PORTB = data[PINA];
}
#endif

int
main (void)
{
    program ();
    for (;;)
        ;
}
