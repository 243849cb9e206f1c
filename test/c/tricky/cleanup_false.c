// checks: assert
// Attribute cleanup.
#include <assert.h>
static int k;
static void
f (int *p)
{
    k += *p;
}
static void
g (void)
{
    __attribute__ ((cleanup (f))) int z = 3;
    k = 1;
}
int
main (void)
{
    g ();
    assert (k == 1);
    return 0;
}
