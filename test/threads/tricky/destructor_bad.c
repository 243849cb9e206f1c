// verdict: UNSAFE assertion failed
// options: --engine=explore --check=assert
// Destructors run when main returns.
#include <assert.h>
static int k;
__attribute__ ((destructor)) static void
f (void)
{
    assert (k == 0);
}
int
main (void)
{
    k = 1;
    return 0;
}
