// verdict: SAFE
// options: --engine=explore --check=assert
// After functions of exit, the first one last.
#include <assert.h>
#include <stdlib.h>
static int k;
static void
h (void)
{
    k = 2;
}
__attribute__ ((destructor (101))) static void
f (void)
{
    assert (k == 3);
}
__attribute__ ((destructor (102))) static void
g (void)
{
    assert (k == 2);
    k = 3;
}
int
main (void)
{
    k = 1;
    atexit (h);
    return 0;
}
