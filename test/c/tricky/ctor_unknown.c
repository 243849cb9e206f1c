// checks: assert
// A constructor runs before main.
#include <assert.h>
static int k;
__attribute__ ((constructor)) static void
f (void)
{
    k = 1;
}
int
main (void)
{
    assert (k == 0);
    return 0;
}
