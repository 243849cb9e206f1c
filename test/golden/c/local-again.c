/* A local of two calls, at different depths of the stack. */
#include <assert.h>

static int *kept;

static void
keep (int n)
{
    int own = n;
    if (kept)
        assert (kept == &own);
    kept = &own;
}

static void
deeper (void)
{
    int more[40];
    more[0] = 1;
    keep (more[0]);
}

int
main (void)
{
    keep (1);
    deeper ();
    return 0;
}
