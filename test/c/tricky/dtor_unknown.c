// checks: assert
// A destructor runs after main.
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
