// checks: memory
// Snprintf within its object.
#include <stdio.h>
int
main (void)
{
    char b[8];
    snprintf (b, sizeof b, "%d", 123456);
    return 0;
}
