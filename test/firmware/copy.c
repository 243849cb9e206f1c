/* copy.c -- two copies of one input.
 *
 * A delayed input forgets that its copies are equal, so `a == b` seems to fail
 * until the read is not delayed any more. */
#include <avr/io.h>
#include <stdint.h>

static volatile uint8_t a, b, done;

int
main (void)
{
    for (;;) {
        uint8_t x = PINA & 15;
        a = x;
        b = x;
        done = 1;
        done = 0;
    }
}
