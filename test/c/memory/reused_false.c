// What was freed may lie where the next object does.
#include <assert.h>
#include <stdlib.h>

int
main (void)
{
    char *p = malloc (8), *q = p, *r;
    if (!p)
        return 0;
    free (p);
    r = malloc (8);
    if (!r)
        return 0;
    assert (q != r);
    free (r);
    return 0;
}
