// A buffer is too small for frexp.
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

int
main (void)
{
    char e; return frexp (8.0, (int *) &e) > 1;
}
