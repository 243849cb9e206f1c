// A buffer is too small for time.
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

int
main (void)
{
    int now; time ((time_t *) &now); return 0;
}
