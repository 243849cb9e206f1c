// checks: valid-memcleanup
// Deep inside, exit is called.
#include <stdlib.h>

static void
leave (const int *code)
{
    _Exit (*code);
}

int
main (void)
{
    int *p = malloc (sizeof *p);
    *p = 1;
    leave (p);
    free (p);
    return 0;
}
