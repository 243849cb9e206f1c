/* ticks.c -- a counter of 16 bits that an interrupt counts and main reads in two
 * instructions: in between, the low byte may have overflowed.  With -DMENDED it is read
 * while the interrupt is not permitted. */
#include <8051.h>

enum { HOLD = 0x0100 };

static volatile unsigned int ticks = 0xfe;
volatile unsigned int seen;

void
tick (void) __interrupt (1)
{
    if (ticks < HOLD)
        ticks++;
}

static unsigned int
now (void)
{
    unsigned int copy;
#ifdef MENDED
    ET0 = 0;
    copy = ticks;
    ET0 = 1;
#else
    copy = ticks;
#endif
    return copy;
}

void
main (void)
{
    ET0 = 1;
    EA = 1;
    TR0 = 1;
    for (;;)
        seen = now ();
}
