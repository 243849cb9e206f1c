// The second buffer is too small for memcmp, though the first differs before.
#include <string.h>

int
main (void)
{
    char a[6] = "abcde", b[4] = "xbc";
    return memcmp (a, b, 6);
}
