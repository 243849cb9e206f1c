// A buffer is too small for memcmp.
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

int
main (void)
{
    char a[4] = "abc", b[6] = "abcde"; return memcmp (a, b, 6);
}
