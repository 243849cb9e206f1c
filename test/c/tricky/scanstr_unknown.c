// checks: memory
// Scanf %s into a small array.
#include <stdio.h>
int
main (void)
{
    char b[4];
    scanf ("%s", b);
    return 0;
}
