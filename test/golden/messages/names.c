/* What an invariant may be about; nothing happens here. */
#include <avr/io.h>
volatile struct {
    unsigned char low, high;
    struct {
        int x, y;
    } at;
} point;
volatile unsigned char row[4];
volatile unsigned char *where;
enum colour { red, green } volatile colour;
static volatile unsigned char count;
int
main (void)
{
    where = row;
    count = point.low;
    for (;;)
        ;
}
