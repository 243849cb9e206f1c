/* lockstep_calls.c -- recursion, function pointers, switch tables, varargs,
 * frames. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <avr/interrupt.h>

volatile uint16_t result;
static char text[24];

static uint16_t
ackermann (uint16_t m, uint16_t n)
{
    if (!m)
        return n + 1;
    return ackermann (m - 1, n ? ackermann (m, n - 1) : 1);
}

static uint16_t
add (int count, ...)
{
    va_list all;
    uint16_t total = 0;
    va_start (all, count);
    while (count--)
        total += va_arg (all, unsigned);
    va_end (all);
    return total;
}

static uint16_t
twice (uint16_t x)
{
    return x * 2;
}

static uint16_t
turned (uint16_t x)
{
    return x >> 8 | x << 8;
}

static uint16_t
choose (uint8_t what, uint16_t x)
{
    volatile uint8_t frame[20];
    for (uint8_t i = 0; i < sizeof frame; i++)
        frame[i] = what + i;
    switch (what) {
    case 0: return x + 1;
    case 1: return x ^ 0x55aa;
    case 2: return x * 3;
    case 3: return (uint16_t) -x;
    case 4: return x << 3;
    case 5: return x / 10;
    case 6: return frame[x % 20];
    default: return ~x;
    }
}

int
main (void)
{
    uint16_t (*volatile call[]) (uint16_t) = {twice, turned};
    for (uint16_t n = 0;; n++) {
        cli ();
        result += ackermann (2, n & 3);
        sei ();
        result ^= call[n & 1](result);
        result = choose (n & 7, result) + add (3, n, result, 7u);
        sprintf (text, "%u:%x", n, result);
        result += (uint8_t) text[2];
    }
}
