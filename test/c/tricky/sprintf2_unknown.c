// checks: memory
// Sprintf at an offset.
#include <stdio.h>
int
main (void)
{
    char b[4];
    char *p = b;
    sprintf (p + 2, "ab");
    return 0;
}
