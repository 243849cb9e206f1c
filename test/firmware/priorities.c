/* priorities.c -- two interrupts: may the timer's come while the other is served?  Only
 * with -DPRIORITY=PT0, which gives it the high priority. */
#include <8051.h>

volatile unsigned char inside, bad;

void
external (void) __interrupt (0)
{
    inside = 1;
    inside = 0;
}

void
timer (void) __interrupt (1) __using (1)
{
    if (inside)
        bad = 1;
}

void
main (void)
{
    IT0 = 1;
    EX0 = 1;
    ET0 = 1;
#ifdef PRIORITY
    PRIORITY = 1;
#endif
    TR0 = 1;
    EA = 1;
    for (;;)
        ;
}
