// checks: memory
// Snprintf is told more than there is.
#include <stdio.h>
int
main (void)
{
    char b[8];
    snprintf (b, sizeof b + 1, "%d", 123456);
    return 0;
}
