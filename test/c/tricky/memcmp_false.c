// checks: memory
// One byte too many is compared.
#include <string.h>
int
main (void)
{
    char a[3] = "ab", b[9] = "ab";
    return memcmp (a, b, 4);
}
