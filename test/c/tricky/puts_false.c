// checks: memory
// A string without an end is printed.
#include <stdio.h>
int
main (void)
{
    char b[4] = {'a', 'b', 'c', 'd'};
    puts (b);
    return 0;
}
