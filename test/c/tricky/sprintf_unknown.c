// checks: memory
// Sprintf of a number into a small array.
#include <stdio.h>
int
main (void)
{
    char b[4];
    sprintf (b, "%d", 12345);
    return 0;
}
