/* lockstep_memory.c -- pointers, structs, bit-fields, sorting, strings, malloc.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <avr/io.h>

struct item {
    uint16_t key;
    uint8_t low : 3, high : 5;
    int8_t name[5];
};

static struct item items[12];
static char line[40];
volatile uint16_t sum;

static int
compare (const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    return x->key < y->key ? -1 : x->key > y->key;
}

static void
fill (uint16_t seed)
{
    for (uint8_t i = 0; i < 12; i++) {
        seed = (uint16_t) (seed * 25173u + 13849u);
        items[i].key = seed;
        items[i].low = (uint8_t) (seed >> 3) & 7;
        items[i].high = (uint8_t) (seed >> 9) & 31;
        memset (items[i].name, 'a' + i, sizeof items[i].name);
    }
}

int
main (void)
{
    DDRB = 0xff;
    for (uint16_t n = 1;; n++) {
        fill (n);
        qsort (items, 12, sizeof *items, compare);
        char *copy = malloc (16 + (n & 7));
        itoa ((int) items[0].key, line, 10);
        strcat (line, "-");
        if (copy) {
            strcpy (copy, line);
            sum += (uint16_t) strlen (copy) + items[n % 12].high;
            free (copy);
        }
        PORTB = (uint8_t) sum;
        PORTB ^= 1 << (n & 7);
    }
}
