// realloc need not move.
#include <assert.h>
#include <stdlib.h>

int
main (void)
{
    char *p = malloc (8), *before = p;
    if (!p)
        return 0;
    p = realloc (p, 9);
    if (!p)
        return 0;
    assert (p != before);
    free (p);
    return 0;
}
