// checks: memory
// The format bounds what sprintf writes.
#include <stdio.h>
int
main (void)
{
    char b[4];
    sprintf (b + 1, "ab");
    return 0;
}
