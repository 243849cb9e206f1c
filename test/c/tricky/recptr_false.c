// checks: assert
// A pointer to a local of another activation.
#include <assert.h>
static void
f (int **p, int n)
{
    int l = n;
    if (n == 0)
        return;
    *p = &l;
    f (p, n - 1);
    if (n == 3)
        assert (*p == &l);
}
int
main (void)
{
    int *p;
    f (&p, 3);
    return 0;
}
