// A buffer is too small for getcwd.
#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

int
main (void)
{
    char path[4]; getcwd (path, 4096); return 0;
}
