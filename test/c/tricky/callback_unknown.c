// checks: assert
// An unknown function may call what it is given.
#include <assert.h>
static int g;
void reg (void (*) (void));
static void
cb (void)
{
    g = 2;
}
int
main (void)
{
    g = 1;
    reg (cb);
    assert (g == 1);
    return 0;
}
