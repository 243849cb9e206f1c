/* Waits for flags of the device without interrupts; with -DBUG what it waits for was not begun.
 * A byte that is sent (UART, and for an AVR ADC, EEPROM, TIMER: which of them). */
volatile unsigned char queued, sent;

#ifdef INTERRUPT /* the same by one, which -DOFF does not let in */
#include <8052.h>

volatile unsigned char over;

void
done (void) __interrupt (4)
{
    if (TI) {
        TI = 0;
        over = 1;
    }
}

static void
wait (void)
{
    ES = 1;
#ifndef OFF
    EA = 1;
#endif
#ifndef BUG
    SBUF = 'x';
#endif
    while (!over)
        ;
    over = 0;
}
#elif defined __SDCC
#include <8052.h>

static void
wait (void)
{
#ifndef BUG
    SBUF = 'x';
#endif
    while (!TI)
        ;
    TI = 0;
}
#else
#include <avr/io.h>

static void
wait (void)
{
#if defined UART
    while (!(UCSRA & 1 << UDRE))
        ;
    UDR = 'x';
#elif defined ADC_
    ADCSRA = 1 << ADEN | 1 << ADSC;
    while (ADCSRA & 1 << ADSC)
        ;
#elif defined EEPROM
    EECR |= 1 << EEMWE;
    EECR |= 1 << EEWE;
    while (EECR & 1 << EEWE)
        ;
#else
#ifndef BUG
    TCCR0 = 1;
#endif
    while (!(TIFR & 1 << TOV0))
        ;
    TIFR = 1 << TOV0;
#endif
}
#endif

#ifdef __SDCC
void
#else
int
#endif
main (void)
{
#ifdef __SDCC
    SCON = 0x40;
#endif
    for (;;) {
        sent = 0;
        queued = 1;
        wait ();
        queued = 0;
        sent = 1;
    }
}
